import Configuration
import Languages

/// The format of dates and times of day on clocks.
struct CalendarWords {
  private let customs: CalendarCustoms

  /// Uses the first known language of a list, best first, or English.
  init(_ languages: [String]) {
    customs = CalendarCustoms(languages.compactMap { LanguageTag($0)?.description })
  }

  /// Returns the name of a day of the week; 0 is Sunday.
  func weekday(_ weekday: Int) -> String { customs.weekday(weekday) }

  /// Returns the day of the week, the day of the month, the month, and the year if wanted.
  func date(_ time: WallTime, withYear: Bool) -> String {
    customs.date(
      year: time.year, month: time.month, day: time.day, weekday: time.weekday, withYear: withYear)
  }

  /// Returns the name of the day of a minute of the week. Weeks begin on Monday.
  func weekday(ofMinute minute: Int) -> String {
    weekday((minute / (WeekSchedule.minutesPerWeek / 7) + 1) % 7)
  }

  /// Returns the time of day at a minute of the week.
  func clock(minuteOfWeek minute: Int, _ style: HeaderSettings.Clock) -> String {
    let time = minute % (WeekSchedule.minutesPerWeek / 7)
    return clock(
      WallTime(
        year: 0, month: 1, day: 1, weekday: 0, hour: time / 60, minute: time % 60, second: 0), style)
  }

  /// Returns hour and minute.
  func clock(_ time: WallTime, _ style: HeaderSettings.Clock) -> String {
    let to12 = style == .hours12 || (style == .auto && customs.usesTwelveHours)
    return customs.clock(hour: time.hour, minute: time.minute, to12: to12)
  }
}

/// A moment as wall clocks and calendars show it.
package struct WallTime: Hashable, Sendable {
  /// The year of the common era.
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int
  /// 0 (Sunday) to 6.
  package var weekday: Int
  /// 0 to 23.
  package var hour: Int
  /// 0 to 59.
  package var minute: Int
  /// Seconds of the minute, with their fraction.
  package var second: Double

  package init(year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int, second: Double) {
    (self.year, self.month, self.day, self.weekday) = (year, month, day, weekday)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }
}
