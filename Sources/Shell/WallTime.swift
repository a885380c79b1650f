/// A moment as clocks and calendars on walls show it.
public struct WallTime: Hashable, Sendable {
  /// The year of the common era.
  public var year: Int
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int
  /// 0 (Sunday) to 6.
  public var weekday: Int
  /// 0 to 23.
  public var hour: Int
  /// 0 to 59.
  public var minute: Int
  /// Seconds of the minute, with their fraction.
  public var second: Double

  /// A moment from its parts.
  public init(year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Double) {
    (self.year, self.month, self.day, self.weekday) = (year, month, day, weekday)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }
}
