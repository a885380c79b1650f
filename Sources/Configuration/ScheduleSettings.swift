/// The `[schedule]` section: what depends on weekday and hour.
public struct ScheduleSettings: Hashable, Sendable {
  /// When the screen is on; nil is always.
  public var screen: WeekSchedule?
  /// When tiles are there, by their identifiers; those that are not named always are.
  public var tiles: [String: WeekSchedule] = [:]

  /// No schedule.
  public init() {}
}
