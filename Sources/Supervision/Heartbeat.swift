/// Whether the launcher may tell its service manager that all is well.
///
/// It may as long as three things hold: its loop turns, the compositor answers, and frames that were handed over are
/// shown. A beat comes twice per watchdog interval. What is wrong for a whole period is reported at a beat, and so no
/// later than two periods after it began.
///
/// ```swift
/// var heartbeat = Heartbeat(interval: 30)
/// switch heartbeat.beat(at: now) { case .ask: sync(); case .silent: break; … }
/// if heartbeat.answered(at: now, frameAwaitedSince: clock.awaitedSince) == .feed { tell(.alive) }
/// ```
public struct Heartbeat: Hashable, Sendable {
  /// What to do when a beat is due.
  public enum Beat: Hashable, Sendable {
    /// Ask the compositor whether it is there.
    case ask
    /// Do not: it has not answered the last question for so many seconds.
    case silent(seconds: Double)
    /// Do not, and do not complain either: this beat was so late that the whole machine seems to have stood still, and the
    /// compositor is given another period.
    case wait
  }

  /// What an answer of the compositor means.
  public enum Verdict: Hashable, Sendable {
    /// All is well.
    case feed
    /// A frame was handed over so many seconds ago, could be seen, and was not shown.
    case frameOverdue(seconds: Double)
  }

  /// Seconds between two beats: half of the watchdog's interval, as sd_watchdog_enabled(3) advises.
  public let period: Double
  /// When the question was asked that has no answer yet.
  private var askedAt: Double?
  /// Since when the launcher's window could be seen; nil while something is in front of it or there is no screen.
  private var visibleSince: Double?
  /// When the next beat should come.
  private var due: Double?

  /// A beat that is later than this part of a period shows that the launcher was kept from running.
  private static let mostLateness = 0.5

  /// A heartbeat for a watchdog that is content with one sign of life in `interval` seconds.
  public init(interval: Double) {
    period = interval / 2
  }

  /// Whether the launcher's window can be seen from now on. While it can not, no frame of it has to be shown.
  public mutating func setVisible(_ isVisible: Bool, at time: Double) {
    if !isVisible { visibleSince = nil } else if visibleSince == nil { visibleSince = time }
  }

  /// A beat is due: the loop turns.
  public mutating func beat(at time: Double) -> Beat {
    let isLate = due.map { time - $0 > period * Self.mostLateness } ?? false
    due = time + period
    if isLate, visibleSince != nil { visibleSince = time }
    guard let asked = askedAt else {
      askedAt = time
      return .ask
    }
    guard isLate else { return .silent(seconds: time - asked) }
    askedAt = time
    return .wait
  }

  /// The compositor answered. `frameAwaitedSince` is when the oldest frame was handed over that was not shown yet.
  public mutating func answered(at time: Double, frameAwaitedSince: Double?) -> Verdict {
    askedAt = nil
    guard let frameAwaitedSince, let visibleSince else { return .feed }
    // A frame that was handed over while something was in front counts from the moment it could be seen.
    let waited = time - max(frameAwaitedSince, visibleSince)
    return waited > period ? .frameOverdue(seconds: waited) : .feed
  }
}
