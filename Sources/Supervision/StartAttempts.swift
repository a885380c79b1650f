/// Counts and delays restarts of a compositor that ended before the launcher was visible.
///
/// The previous compositor may hold the screen for some seconds, and a graphics driver may still be loading.
/// If a problem lasts longer, the service manager repeats and counts the starts.
package struct StartAttempts: Hashable, Sendable {
  /// Seconds before the second start, the third, and so on; together about the time in which a compositor is
  /// killed.
  package static let pauses = [0.25, 0.5, 1, 2, 2, 2]
  /// The number of failures after which the graphics driver is suspect.
  private static let failuresOfTheDriver = 3

  /// Seconds to wait for something that is known to be missing: a message bus or graphics card may be late at
  /// boot.
  package static let obstaclePatience = 5.0
  /// Seconds between two checks for it.
  package static let checkInterval = 0.5
  /// Seconds after which a compositor without a launcher may be waiting for something: cage keeps running
  /// without a screen.
  package static let slowStart = 3.0

  private var failures = 0
  private var obstructedSince: Double?

  package init() {}

  /// Records a failed start. Returns the seconds until the next, or nil if there is none.
  package mutating func failed() -> Double? {
    failures += 1
    return Self.pauses.indices.contains(failures - 1) ? Self.pauses[failures - 1] : nil
  }

  /// Records that something is missing that every start needs. Returns the seconds until the next check, or
  /// nil once the time is over.
  package mutating func obstructed(at time: Double) -> Double? {
    let since = obstructedSince ?? time
    obstructedSince = since
    return time - since < Self.obstaclePatience ? Self.checkInterval : nil
  }

  /// Records that nothing is known to be missing.
  package mutating func isFree() { obstructedSince = nil }

  /// Whether the next start should avoid the graphics driver.
  package var suspectsGraphics: Bool { failures >= Self.failuresOfTheDriver }
}

/// The time for which the launcher may be silent: longer during start-up.
///
/// Just after boot, the machine loads programs and pictures, and answers late. The watchdog's own interval
/// applies only after a few timely signs of life in a row.
///
/// ```swift
/// var phase = StartPhase(interval: 4)
/// tell(.watchdogInterval(phase.limit))
/// if let limit = phase.beat(at: now) { tell(.watchdogInterval(limit)) }
/// ```
package struct StartPhase: Hashable, Sendable {
  /// The watchdog interval after start-up, in seconds.
  private let interval: Double
  /// The time of the last sign of life.
  private var last: Double?
  private var timely = 0

  /// The number of intervals for which the launcher may be silent during start-up.
  private static let patience = 4.0
  /// The number of consecutive signs of life, each within an interval of the one before, that end the
  /// start-up.
  private static let enough = 2

  /// Creates a start phase for a watchdog that expects one sign of life every `interval` seconds.
  package init(interval: Double) {
    self.interval = interval
  }

  /// Whether the start-up is over.
  package var isOver: Bool { timely >= Self.enough }

  /// The seconds for which the launcher may be silent now.
  package var limit: Double { isOver ? interval : interval * Self.patience }

  /// Records a sign of life. Returns the new limit if that ends the phase.
  package mutating func beat(at time: Double) -> Double? {
    guard !isOver else { return nil }
    timely = last.map { time - $0 <= interval } ?? false ? timely + 1 : 0
    last = time
    return isOver ? limit : nil
  }
}
