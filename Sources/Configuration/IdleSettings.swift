/// The `[idle]` section: what happens when nobody touches the screen. Times in seconds; nil is never.
package struct IdleSettings: Hashable, Sendable {
  /// How the carousel shows itself to passers-by.
  package enum Attraction: String, CaseIterable, Hashable, Sendable {
    case turn
    /// It goes on by one tile, again and again.
    case step
  }

  /// Until the program that has the screen is left and the first tile is back.
  package var returnHomeAfter: Double?
  /// How long before that visitors are asked whether they are still there; nil asks nobody.
  package var warning: Double? = 10
  /// Until the carousel moves by itself.
  package var attractAfter: Double?
  /// How it does that.
  package var attraction = Attraction.turn
  /// The tile that is opened instead; nil for none.
  package var attractionTile: String?
  /// Until the screen goes dark.
  package var blankAfter: Double?

  /// What can be asked for: a second, and a week.
  package static let range = 1.0...604_800.0
  /// How long a question can stand.
  package static let warningRange = 1.0...600.0

  /// Every key at its default: nothing ever happens.
  package init() {}
}

// MARK: Keys

extension IdleSettings: SectionSettings {
  package static let section = ConfigurationSection.idle
  package static var standard: IdleSettings { IdleSettings() }

  package static let fields: [SettingField<IdleSettings>] = [
    SettingField(
      "return-home-after", .wait(range), \.returnHomeAfter, level: .basic,
      """
      How long nobody may touch anything before the visit is taken to be over: the program that has the screen
      is left as by going home, folders close, and the first tile is back. Touches inside programs count where
      the compositor tells of them (ext-idle-notify, org_kde_kwin_idle) or the touchscreen is read beside it
      (global-touch). A program that inhibits idleness, as players of films do, keeps the visit going.
      """),
    SettingField(
      "warning", .wait(warningRange), \.warning,
      """
      How long before a program is left its visitor is asked \u{201c}Are you still there?\u{201d}, with a
      countdown. Any touch goes on with the program. With "never" nobody is asked.
      """),
    SettingField(
      "attract-after", .wait(range), \.attractAfter, level: .basic,
      """
      How long nobody may touch anything before the carousel moves by itself, to be noticed by passers-by.
      """),
    SettingField(
      "attract-with", .choice(Attraction.allCases.map(\.rawValue)), \.attraction,
      """
      How the carousel moves by itself: it turns slowly, or steps on by one tile every few seconds. A row that
      ends at both sides always steps.
      """),
    SettingField(
      "attract-tile", .identifier, \.attractionTile, otherwise: "none: the carousel moves",
      example: "\"plan\"",
      """
      The id of a tile that is opened after attract-after in place of the carousel's motion, as a screensaver:
      a program or a page of the web, a picture or a text. The first touch ends it and does nothing else.
      Before it comes, the visit is over as by going home. A touch on a program is noticed where the
      compositor tells of touches or the touchscreen is read beside it, as for return-home-after; a program
      that inhibits idleness would end at once, so players of films have to be told not to (mpv
      --stop-screensaver=no). When it ends by itself or does not start, the carousel moves.
      """),
    SettingField(
      "blank-after", .wait(range), \.blankAfter, level: .basic,
      """
      How long nobody may touch anything before the screen goes dark: it is turned off where the compositor
      allows it (wlr-output-power-management), else it is black. The touch that wakes it does nothing else.
      """),
  ]
}

extension IdleSettings.Attraction: WordSetting {}
