/// The `[schedule]` section: settings that depend on weekday and time.
package struct ScheduleSettings: Hashable, Sendable {
  /// The opening hours; nil means always.
  package var open: WeekSchedule?
  /// The times when the screen is on; nil means always.
  package var screen: WeekSchedule?
  /// The times when tiles are visible, by their ids. Other tiles are always visible.
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

/// A fact about the machine or the network that can be checked.
package enum Fact: Hashable, Sendable {
  /// A program is installed.
  case command(String)
  /// A file exists at an absolute path.
  case file(String)
  /// A host answers at a port, even if it refuses the connection.
  case host(String, port: Int)
}

/// The condition for a tile to be visible or enabled. All of its parts must hold.
package struct TileCondition: Hashable, Sendable {
  package var facts: [Fact] = []
  /// The times when the condition holds; nil means any time.
  package var times: WeekSchedule?
  /// The reason that visitors read if the condition does not hold; nil for the launcher's own words.
  package var reason: LocalizedText?

  package init() {}

  /// Whether the condition always holds.
  package var isEmpty: Bool { facts.isEmpty && times == nil }

  /// Reports whether the condition holds at a minute of the week. Unknown facts do not hold, because a tile
  /// that appears is better than one that disappears.
  package func holds(at minute: Int?, _ known: [Fact: Bool]) -> Bool {
    guard facts.allSatisfy({ known[$0] == true }) else { return false }
    guard let times, let minute else { return true }
    return times.contains(minute)
  }

  /// The port that is checked if none is named: that of HTTPS.
  package static let defaultPort = 443
}
