/// What has to be remembered of PINs beyond the launcher's end, so that starting it again helps nobody.
public struct AccessRecord: Hashable, Sendable {
  /// PINs that were entered since the last right one. Counted before they are checked.
  public var failures = 0
  /// Whether the launcher is closed until the PIN is entered.
  public var isLocked = false

  /// Nothing to be remembered.
  public init() {}

  /// What holds where nothing is found that was remembered: a first start, or somebody took it away.
  ///
  /// It begins with a wait, so that nothing is gained by that.
  public static let missing: AccessRecord = {
    var record = AccessRecord()
    record.failures = 6
    return record
  }()

  /// So many failures can be had for nothing.
  private static let free = 2
  /// Seconds to wait after the next one, and at most: less than who looks after a machine gives up in, and 100 tries a day.
  private static let firstDelay = 5.0
  private static let longestDelay = 900.0
  /// More failures change nothing.
  private static let most = 1000

  /// Seconds after the latest failure, or the launcher's start, in which no PIN is taken.
  public var delay: Double {
    guard failures > Self.free else { return 0 }
    let doublings = min(failures - Self.free - 1, 16)
    return min(Self.firstDelay * Double(1 << doublings), Self.longestDelay)
  }

  /// Counts a PIN that was entered.
  mutating func count() { failures = min(failures + 1, Self.most) }
}

// On disk: a line for each, such as `failures 3`.
extension AccessRecord {
  /// The longest that it gets on disk, in bytes.
  public static let sizeLimit = 256

  /// As it is kept.
  public var bytes: [UInt8] { Array("failures \(failures)\nlocked \(isLocked ? 1 : 0)\n".utf8) }

  /// What was kept; nil for anything that this does not write.
  public init?(bytes: some Sequence<UInt8>) {
    let lines = String(decoding: Array(bytes), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty, lines[0].hasPrefix("failures "),
      let failures = Int(lines[0].dropFirst(9)), (0...Self.most).contains(failures),
      let isLocked = ["locked 0": false, "locked 1": true][lines[1]]
    else { return nil }
    (self.failures, self.isLocked) = (failures, isLocked)
  }
}
