import Configuration

/// The text on a tile that is unavailable now.
package struct TileAbsence: Hashable, Sendable {
  /// When a tile's hours make it available again.
  struct NextOpening: Hashable, Sendable {
    /// The minute of the week. Weeks begin on Monday.
    let minute: Int
    /// Whether the opening is less than a day away. The time of day is then enough.
    let isNear: Bool

    /// Creates the first opening at a minute of the week that follows `now`.
    init(_ minute: Int, after now: Int) {
      self.minute = minute
      isNear = WeekSchedule.distance(from: now, to: minute) < Self.day
    }

    private static let day = WeekSchedule.minutesPerWeek / 7

    /// Returns the minute of the week at which an opening becomes near; nil if it is near already.
    static func nearing(_ minute: Int, after now: Int) -> Int? {
      guard WeekSchedule.distance(from: now, to: minute) >= day else { return nil }
      return (minute + WeekSchedule.minutesPerWeek - day + 1) % WeekSchedule.minutesPerWeek
    }
  }

  /// The operator's text; empty for none.
  var reason = ""
  /// When the tile is available again; nil if the hours do not tell.
  var opening: NextOpening?

  /// Returns the text of the pill on the tile.
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
  /// Returns the minute of the week at which the tile's hours make the condition hold again. Nil if another
  /// fact prevents that.
  func opening(after minute: Int, _ facts: [Fact: Bool]) -> Int? {
    guard let times, !times.contains(minute), let opening = times.change(after: minute),
      holds(at: opening, facts)
    else { return nil }
    return opening
  }
}
