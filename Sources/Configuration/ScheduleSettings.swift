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
      When the place is open, as for screen. At other times the screen says when it opens again, in place of the
      tiles, and visitors can open nothing. A program that has the screen at that time goes on until its visitor leaves
      it. Without open, the same is shown where every tile is hidden or disabled because of the hour.
      """),
    SettingField(
      "screen", .times, \.screen, level: .basic, otherwise: "always",
      example: "[\"mon-fri 08:00-18:00\", \"sat 10:00-14:00\"]",
      """
      When the screen is on. Each time is weekdays, hours, or both: "mon-fri 08:00-18:00", "sat,sun",
      "22:00-04:00", the last of which ends on the next day. At other times it is dark. A touch wakes it, and a
      minute without a touch later it is dark again.
      """),
  ]
}

extension ConfigurationKey {
  package static let scheduledTiles = ConfigurationKey(
    .schedule, "tiles", .timetable, level: .basic, otherwise: "always",
    example: "{ plan = [\"mon-fri 11:30-14:00\"] }",
    "When tiles are there: the id of each, and its times as for screen.")
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
