/// The `[schedule]` section: what depends on weekday and hour.
package struct ScheduleSettings: Hashable, Sendable {
  /// When something can be opened; nil is always.
  package var open: WeekSchedule?
  /// When the screen is on; nil is always.
  package var screen: WeekSchedule?
  /// When tiles are there, by their identifiers; those that are not named always are.
  package var tiles: [String: WeekSchedule] = [:]

  package init() {}
}

// MARK: Keys

extension ScheduleSettings: SectionSettings {
  package static let section = ConfigurationSection.schedule
  package static var standard: ScheduleSettings { ScheduleSettings() }

  package static let fields: [SettingField<ScheduleSettings>] = [
    SettingField(
      "open", .times, \.open, otherwise: "always",
      example: "[\"tue-sun 09:00-18:00\"]",
      """
      The opening hours, in the form of screen. At other times the screen shows when the place opens,
      instead of the tiles. An open program continues until its visitor leaves it. Without open, the same
      screen appears when the hours hide or disable all tiles.
      """),
    SettingField(
      "screen", .times, \.screen, level: .basic, otherwise: "always",
      example: "[\"mon-fri 08:00-18:00\", \"sat 10:00-14:00\"]",
      """
      The hours in which the screen is on. Each entry has weekdays, hours, or both: "mon-fri 08:00-18:00",
      "sat,sun", "22:00-04:00". The last one ends on the next day. At other times the screen is dark. A
      touch wakes it, and it is dark again after a minute without a touch.
      """),
  ]
}

extension ConfigurationKey {
  package static let scheduledTiles = ConfigurationKey(
    .schedule, "tiles", .timetable, level: .basic, otherwise: "always",
    example: "{ plan = [\"mon-fri 11:30-14:00\"] }",
    "When tiles are visible: the id of each, and its times in the form of screen.")
}

/// Something about the machine or the world that is so or not so.
package enum Fact: Hashable, Sendable {
  /// A program can be found.
  case command(String)
  /// There is something at an absolute path.
  case file(String)
  /// A host answers at a port, be it by refusing.
  case host(String, port: Int)
}

/// What must be so for a tile to be seen, or to be opened: all of it.
package struct TileCondition: Hashable, Sendable {
  package var facts: [Fact] = []
  /// When it must be; nil is any time.
  package var times: WeekSchedule?
  /// What visitors read where it does not hold; nil for the launcher's own words.
  package var reason: LocalizedText?

  package init() {}

  /// Whether it asks for nothing.
  package var isEmpty: Bool { facts.isEmpty && times == nil }

  /// Whether it holds at a minute of the week. What is not known yet does not: a tile that comes is better
  /// than one that goes.
  package func holds(at minute: Int?, _ known: [Fact: Bool]) -> Bool {
    guard facts.allSatisfy({ known[$0] == true }) else { return false }
    guard let times, let minute else { return true }
    return times.contains(minute)
  }

  /// The port that is tried where none is named: that of HTTPS.
  package static let defaultPort = 443
}
