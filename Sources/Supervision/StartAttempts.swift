/// How often, and how soon, a compositor is started again that ended before there was anything to see.
///
/// The compositor that ran before may still hold the screen for some seconds, and a graphics driver that is
/// just being loaded may not be there yet. What lasts longer is for the service manager to repeat and to
/// count.
package struct StartAttempts: Hashable, Sendable {
  /// Seconds before the second start, the third, and so on; together about as long as a compositor needs to
  /// be killed.
  package static let pauses = [0.25, 0.5, 1, 2, 2, 2]
  /// From so many failures on the graphics driver is suspected.
  private static let failuresOfTheDriver = 3

  /// Seconds that something is waited for that is known to be missing: at boot a message bus or a graphics
  /// card may be late.
  package static let obstaclePatience = 5.0
  /// Seconds between two looks for it.
  package static let checkInterval = 0.5
  /// Seconds after which a compositor without a launcher in it may be one that waits for what is missing:
  /// cage stays when it was given no screen.
  package static let slowStart = 3.0

  private var failures = 0
  private var obstructedSince: Double?

  package init() {}

  /// A start failed; returns the seconds until the next, nil when there is none.
  package mutating func failed() -> Double? {
    failures += 1
    return Self.pauses.indices.contains(failures - 1) ? Self.pauses[failures - 1] : nil
  }

  /// Something is missing without which no start succeeds; returns the seconds until the next look, nil when
  /// it has been waited for long enough.
  package mutating func obstructed(at time: Double) -> Double? {
    let since = obstructedSince ?? time
    obstructedSince = since
    return time - since < Self.obstaclePatience ? Self.checkInterval : nil
  }

  /// Nothing is known to be missing.
  package mutating func isFree() { obstructedSince = nil }

  /// Whether the next start should do without the graphics driver's own drawing.
  package var suspectsGraphics: Bool { failures >= Self.failuresOfTheDriver }
}

/// How long the launcher may be silent: longer while a kiosk starts than once it has run.
///
/// A machine that has just started loads programs and pictures, and answers late. So the watchdog's own
/// interval counts only when a few signs of life in a row have come in time.
///
/// ```swift
/// var phase = StartPhase(interval: 4)
/// tell(.watchdogInterval(phase.limit))
/// if let limit = phase.beat(at: now) { tell(.watchdogInterval(limit)) }
/// ```
package struct StartPhase: Hashable, Sendable {
  /// The interval once it has run.
  private let interval: Double
  /// When the last sign of life came.
  private var last: Double?
  private var timely = 0

  /// While it starts it may be silent for so many intervals.
  private static let patience = 4.0
  /// So many signs of life in a row, each within an interval of the one before, show that it runs.
  private static let enough = 2

  /// A kiosk that starts, for a watchdog that is content with one sign of life in `interval` seconds.
  package init(interval: Double) {
    self.interval = interval
  }

  /// Whether it has run.
  package var isOver: Bool { timely >= Self.enough }

  /// Seconds that it may be silent now.
  package var limit: Double { isOver ? interval : interval * Self.patience }

  /// A sign of life came; returns the new limit if that ends the phase.
  package mutating func beat(at time: Double) -> Double? {
    guard !isOver else { return nil }
    timely = last.map { time - $0 <= interval } ?? false ? timely + 1 : 0
    last = time
    return isOver ? limit : nil
  }
}
