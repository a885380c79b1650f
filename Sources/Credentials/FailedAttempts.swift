/// Counts the PINs that were wrong in a row, and says how long the next one has to wait.
///
/// Times are seconds of a clock that is never set. A wait begins anew with this value, so that starting its
/// owner again gains nothing. The count goes up before a PIN is compared, and has to be kept by then:
///
/// ```swift
/// guard attempts.begin(at: now) else { return .early(wait: attempts.wait(at: now)) }
/// guard attempts.keep(write(attempts.count), at: now) else { return .early(wait: attempts.wait(at: now)) }
/// if isRight { attempts.succeed() } else { attempts.fail(at: now) }
/// ```
package struct FailedAttempts: Hashable, Sendable {
  /// How many were wrong since the last right one, with the one that is being compared.
  package private(set) var count: Int
  /// Until when none is compared.
  private var waitEnds = 0.0
  /// Whether the last count could be kept.
  private var isKept = true

  /// What counts where nothing is found that was kept: a first start, or a record that was taken away.
  ///
  /// It begins with a wait, so that nothing is gained by that.
  package static let missing = 6
  /// So many failures can be had for nothing.
  private static let free = 2
  /// Seconds to wait after the next one, and at most: less than operators give up in, and 100 tries a day.
  private static let firstDelay = 5.0
  private static let longestDelay = 900.0
  /// More failures change nothing.
  private static let most = 1000

  /// Goes on from a count that was kept; nil where none was found.
  package init(kept: Int?, at time: Double) {
    count = kept ?? Self.missing
    waitEnds = time + delay
  }

  /// Seconds until the next one is compared.
  package func wait(at time: Double) -> Double { max(0, waitEnds - time) }

  /// Whether a wait follows from what is counted, also when it is over.
  package var hasDelay: Bool { delay > 0 }

  /// Counts a PIN as wrong that is to be compared; false as long as none is.
  package mutating func begin(at time: Double) -> Bool {
    guard wait(at: time) == 0 else { return false }
    count = min(count + 1, Self.most)
    return true
  }

  /// The count was kept, or could not be; whether the PIN may be compared.
  ///
  /// What cannot be kept counts as if it had been taken away. The first time there is a wait instead of a
  /// comparison, because a restart would forget this one.
  package mutating func keep(_ isKept: Bool, at time: Double) -> Bool {
    defer { self.isKept = isKept }
    guard !isKept else { return true }
    guard self.isKept else {
      count = max(count, Self.missing + 1)
      return true
    }
    // It is not compared, so it is not counted.
    count = max(count - 1, Self.missing)
    waitEnds = time + delay
    return false
  }

  /// The PIN was wrong, or could not be compared.
  package mutating func fail(at time: Double) { waitEnds = time + delay }

  /// The PIN was right.
  package mutating func succeed() { (count, waitEnds) = (0, 0) }

  /// Seconds after the latest failure, or after a start.
  private var delay: Double {
    guard count > Self.free else { return 0 }
    let doublings = min(count - Self.free - 1, 16)
    return min(Self.firstDelay * Double(1 << doublings), Self.longestDelay)
  }

  /// The count in a word; nil for what is none.
  package static func count(in word: some StringProtocol) -> Int? {
    guard !word.isEmpty, word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(word).flatMap { (0...most).contains($0) ? $0 : nil }
  }
}
