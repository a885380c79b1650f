import Configuration

/// What visitors read on a tile that cannot be opened now.
package struct TileAbsence: Hashable, Sendable {
  /// When the hours of a tile open it again.
  struct NextOpening: Hashable, Sendable {
    /// The minute of the week, which begins on Monday.
    let minute: Int
    /// Whether that is less than a day away, so that the time of day says enough.
    let isNear: Bool

    /// The next time after `now` that it is a minute of the week.
    init(_ minute: Int, after now: Int) {
      self.minute = minute
      isNear = WeekSchedule.distance(from: now, to: minute) < Self.day
    }

    private static let day = WeekSchedule.minutesPerWeek / 7

    /// The minute of the week at which an opening becomes near; nil where it is near already.
    static func nearing(_ minute: Int, after now: Int) -> Int? {
      guard WeekSchedule.distance(from: now, to: minute) >= day else { return nil }
      return (minute + WeekSchedule.minutesPerWeek - day + 1) % WeekSchedule.minutesPerWeek
    }
  }

  /// The operator's own words; empty where there are none.
  var reason = ""
  /// When it can be opened again; nil where the hours do not say that.
  var opening: NextOpening?

  /// What the pill on the tile says.
  func text(in words: Localizer, _ languages: [String], _ style: HeaderSettings.Clock) -> String {
    if !reason.isEmpty { return reason }
    guard let opening else { return words(.notAvailableNow) }
    let calendar = CalendarWords(languages)
    return opening.isNear
      ? words(.availableFrom, calendar.clock(minuteOfWeek: opening.minute, style))
      : words(.availableOn, calendar.weekday(ofMinute: opening.minute))
  }
}

extension TileCondition {
  /// The minute of the week at which its hours make it hold again; nil where something else keeps it from
  /// that.
  func opening(after minute: Int, _ facts: [Fact: Bool]) -> Int? {
    guard let times, !times.contains(minute), let opening = times.change(after: minute),
      holds(at: opening, facts)
    else { return nil }
    return opening
  }
}
