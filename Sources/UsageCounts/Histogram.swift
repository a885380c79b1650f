/// How long things took, as counts of those that took no longer than a few bounds.
public struct Histogram: Hashable, Sendable {
  /// The bounds in seconds: a tap in passing, a look, a page, a game. What takes longer is counted beyond the last.
  public static let bounds: [Double] = [10, 30, 60, 120, 300, 600, 1200, 1800, 3600]

  /// How many took no longer than each bound and longer than the one before; the last: longer than all.
  public private(set) var counts: [UInt64]
  /// All of them together, in milliseconds.
  public private(set) var milliseconds: UInt64

  /// Nothing was counted.
  public init() {
    counts = Array(repeating: 0, count: Self.bounds.count + 1)
    milliseconds = 0
  }

  /// What was counted before; nil when there are more or fewer counts than bounds, or more than can be added up.
  init?(counts: [UInt64], milliseconds: UInt64) {
    guard counts.count == Self.bounds.count + 1 else { return nil }
    var total: UInt64 = 0
    for count in counts {
      let (sum, overflow) = total.addingReportingOverflow(count)
      guard !overflow else { return nil }
      total = sum
    }
    (self.counts, self.milliseconds) = (counts, milliseconds)
  }

  /// How many there were.
  public var total: UInt64 { counts.reduce(0, &+) }

  /// Counts one more. What is no length of time counts as none.
  public mutating func add(seconds: Double) {
    // Longer than a year is a clock that jumped.
    let seconds = seconds.isFinite ? min(max(seconds, 0), 366 * 86_400) : 0
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] &+= 1
    milliseconds &+= UInt64((seconds * 1000).rounded())
  }
}
