/// How long the launcher may be silent: longer while a kiosk starts than once it has run.
///
/// A machine that has just started loads programs and pictures, and answers late. So the watchdog's own interval counts
/// only when a few signs of life in a row have come in time.
///
/// ```swift
/// var phase = StartPhase(interval: 4)
/// tell(.watchdogInterval(phase.limit))
/// if let limit = phase.beat(at: now) { tell(.watchdogInterval(limit)) }
/// ```
public struct StartPhase: Hashable, Sendable {
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
  public init(interval: Double) {
    self.interval = interval
  }

  /// Whether it has run.
  public var isOver: Bool { timely >= Self.enough }

  /// Seconds that it may be silent now.
  public var limit: Double { isOver ? interval : interval * Self.patience }

  /// A sign of life came; returns the new limit if that ends the phase.
  public mutating func beat(at time: Double) -> Double? {
    guard !isOver else { return nil }
    timely = last.map { time - $0 <= interval } ?? false ? timely + 1 : 0
    last = time
    return isOver ? limit : nil
  }
}
