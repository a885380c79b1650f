import Configuration
import Languages

/// How the clock of a screen writes dates and times of day.
struct CalendarWords {
  private let customs: CalendarCustoms

  /// Follows the first known language of a list, best first; English if none is known.
  init(_ languages: [String]) {
    customs = CalendarCustoms(languages.compactMap { LanguageTag($0)?.description })
  }

  /// The name of a day of the week; 0 is Sunday.
  func weekday(_ weekday: Int) -> String { customs.weekday(weekday) }

  /// The day of the week, of the month, the month and, if wanted, the year.
  func date(_ time: WallTime, withYear: Bool) -> String {
    customs.date(
      year: time.year, month: time.month, day: time.day, weekday: time.weekday, withYear: withYear)
  }

  /// The name of the day on which a minute of the week is; the week begins on Monday.
  func weekday(ofMinute minute: Int) -> String {
    weekday((minute / (WeekSchedule.minutesPerWeek / 7) + 1) % 7)
  }

  /// The time of day at a minute of the week.
  func clock(minuteOfWeek minute: Int, _ style: HeaderSettings.Clock) -> String {
    let time = minute % (WeekSchedule.minutesPerWeek / 7)
    return clock(
      WallTime(
        year: 0, month: 1, day: 1, weekday: 0, hour: time / 60, minute: time % 60, second: 0), style)
  }

  /// Hour and minute.
  func clock(_ time: WallTime, _ style: HeaderSettings.Clock) -> String {
    let to12 = style == .hours12 || (style == .auto && customs.usesTwelveHours)
    return customs.clock(hour: time.hour, minute: time.minute, to12: to12)
  }
}

/// A moment as clocks and calendars on walls show it.
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
