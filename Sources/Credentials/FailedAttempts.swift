/// Counts consecutive wrong PINs, and determines the delay before the next attempt.
///
/// Times are seconds of a monotonic clock. The delay restarts with each new value: restarting the owner gains
/// nothing. The count increases before the comparison, and must be saved by then:
/// ```swift
/// guard attempts.begin(at: now) else { return .early(wait: attempts.wait(at: now)) }
/// guard attempts.keep(write(attempts.count), at: now) else { return .early(wait: attempts.wait(at: now)) }
/// if isRight { attempts.succeed() } else { attempts.fail(at: now) }
/// ```
package struct FailedAttempts: Hashable, Sendable {
  /// The number of wrong PINs since the last right one, including the one in progress.
  package private(set) var count: Int
  /// The end of the current delay.
  private var waitEnds = 0.0
  /// Whether the last count was saved.
  private var isKept = true

  /// The count if no record exists: at a first start, or after the record was deleted.
  ///
  /// It causes a delay. Therefore deleting the record gains nothing.
  package static let missing = 6
  /// The number of failures without a delay.
  private static let free = 2
  /// Seconds of the first delay and of the longest. The first is short enough for operators; the longest
  /// permits about 100 attempts a day.
  private static let firstDelay = 5.0
  private static let longestDelay = 900.0
  /// The highest count; further failures have no effect.
  private static let most = 1000

  /// Continues from a saved count; nil if there is none.
  package init(kept: Int?, at time: Double) {
    count = kept ?? Self.missing
    waitEnds = time + delay
  }

  /// Returns the seconds until the next attempt.
  package func wait(at time: Double) -> Double { max(0, waitEnds - time) }

  /// Whether the count implies a delay, even one that is over.
  package var hasDelay: Bool { delay > 0 }

  /// Counts an attempt as wrong before its comparison. Returns false during a delay.
  package mutating func begin(at time: Double) -> Bool {
    guard wait(at: time) == 0 else { return false }
    count = min(count + 1, Self.most)
    return true
  }

  /// Records whether the count was saved. Reports whether the PIN may be compared.
  ///
  /// A count that cannot be saved has the effect of a deleted record. The first time, a delay replaces the
  /// comparison, because a restart would forget this attempt.
  package mutating func keep(_ isKept: Bool, at time: Double) -> Bool {
    defer { self.isKept = isKept }
    guard !isKept else { return true }
    guard self.isKept else {
      count = max(count, Self.missing + 1)
      return true
    }
    // Without a comparison, the attempt does not count.
    count = max(count - 1, Self.missing)
    waitEnds = time + delay
    return false
  }

  /// Records that the PIN was wrong or could not be compared.
  package mutating func fail(at time: Double) { waitEnds = time + delay }

  /// Records that the PIN was right.
  package mutating func succeed() { (count, waitEnds) = (0, 0) }

  /// Seconds of delay after the latest failure or after a start.
  private var delay: Double {
    guard count > Self.free else { return 0 }
    let doublings = min(count - Self.free - 1, 16)
    return min(Self.firstDelay * Double(1 << doublings), Self.longestDelay)
  }

  /// Parses a count; nil if invalid.
  package static func count(in word: some StringProtocol) -> Int? {
    guard !word.isEmpty, word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(word).flatMap { (0...most).contains($0) ? $0 : nil }
  }
}
