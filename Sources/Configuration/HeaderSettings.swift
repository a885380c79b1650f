/// The `[header]` section: the elements at the edges of the screen.
package struct HeaderSettings: Hashable, Sendable {
  package enum Clock: String, CaseIterable, Hashable, Sendable {
    case none
    case auto
    /// 0 to 23 hours.
    case hours24 = "24h"
    /// 1 to 12 hours, twice a day.
    case hours12 = "12h"
  }

  package enum Date: String, CaseIterable, Hashable, Sendable {
    case none
    /// Weekday, day and month.
    case short
    /// Weekday, day, month and year.
    case long
  }

  /// The indicator of the selected tile.
  package enum Indicator: String, CaseIterable, Hashable, Sendable {
    case none
    /// A dot for each tile, up to `mostDots` tiles.
    case dots
    /// A thin line from margin to margin, with a bar for the tile.
    case rule
    /// The tile's number and the number of tiles.
    case index
  }

  /// The place of the middle tile's name and description.
  package enum Details: String, CaseIterable, Hashable, Sendable {
    /// Below the tiles, if only one shelf exists and the screen has room.
    case below
    /// Below each tile, if only one shelf of side-by-side tiles exists and the screen has room.
    case captions
    /// On each tile.
    case onTile = "on-tile"
  }

  /// A button at the lower edge.
  package enum Button: String, CaseIterable, Hashable, Sendable {
    /// Opens the list of languages.
    case language
    /// Opens the settings for accessibility.
    case accessibility
  }

  /// The alignment of that text.
  package enum DetailsAlignment: String, CaseIterable, Hashable, Sendable {
    case center
    /// At the margin where text lines begin.
    case start
  }

  /// The largest number of dots that people can tell apart.
  package static let mostDots = 12

  /// Whether the upper edge is empty.
  package var isEmpty: Bool { title == nil && logo == nil && clock == .none && date == .none }

  /// The text at the upper edge; nil for none.
  package var title: LocalizedText?
  /// The picture beside the title; nil for none.
  package var logo: IconReference?
  /// The logo for dark backgrounds; nil uses `logo`. It comes from the brand.
  package var logoDark: IconReference?
  package var clock = Clock.auto
  package var date = Date.none
  package var indicator = Indicator.dots
  /// The buttons at the lower edge; nil for those that suit the configuration.
  package var buttons: Set<Button>?
  /// Whether the ends of a row have buttons that move on by one tile.
  package var hasChevrons = true
  /// Whether the row moves a little if visitors have not moved it.
  package var hasNudge = true
  /// The place of the middle tile's text.
  package var details = Details.below
  package var detailsAlignment = DetailsAlignment.center
  /// Whether the name of the middle tile has a plate behind it.
  package var hasDetailsPlate = false
  /// Whether shelves have their names above them.
  package var showsShelfNames = true
  /// Whether a message names the program that is opening.
  package var showsOpening = true

  package init() {}
}

// MARK: Keys

extension HeaderSettings: SectionSettings {
  package static let section = ConfigurationSection.header
  package static var standard: HeaderSettings { HeaderSettings() }

  package static let fields: [SettingField<HeaderSettings>] = [
    SettingField(
      "title", .text, \.title, level: .basic, otherwise: "the name in [brand] where there is no logo",
      example: "\"Town museum\"",
      "The title at the upper edge of the screen. Translated as the name of a tile."),
    SettingField(
      "logo", .icon, \.logo, otherwise: "that of [brand]", example: "\"logo.svg\"",
      """
      A picture at the upper edge of the screen, beside the title, instead of the brand's logo.
      """),
    SettingField(
      "clock", .choice(Clock.allCases.map(\.rawValue)), \.clock, level: .basic,
      """
      Whether a clock stands at the upper edge: as usual in the language, with 24 hours, or with 12. It
      wakes the launcher once a minute.
      """),
    SettingField(
      "date", .choice(Date.allCases.map(\.rawValue)), \.date, level: .basic,
      "Whether the date stands at the upper edge: weekday, day and month, or also the year."),
    SettingField(
      "indicator", .choice(Indicator.allCases.map(\.rawValue)), \.indicator,
      """
      How the lower edge shows the position: a dot for each tile, a thin line with a bar in the accent's
      color, or a number. More than \(mostDots) tiles have a track with a mark instead of dots. Fingers can
      drag dots, track and line.
      """),
    SettingField(
      "buttons", .words(Button.allCases.map(\.rawValue)), \.buttons, level: .basic,
      otherwise: "language where texts have translations, accessibility where the section [access] has a key",
      example: "[\"language\", \"accessibility\"]",
      """
      Buttons at the lower edge of the screen. "language" lists the languages of this configuration, if it
      has several. "accessibility" offers text size, contrast, less motion, the screen reader, and
      exchanging left and right. Choices end with the visit. An empty list removes the buttons.
      """),
    SettingField(
      "chevrons", .boolean, \.hasChevrons,
      """
      Whether buttons at both ends of a horizontal row of more than three tiles go to the next tile, for
      visitors who cannot swipe.
      """),
    SettingField(
      "nudge", .boolean, \.hasNudge,
      """
      Whether the row moves a little to show that visitors can move it. It does so when a visit begins, and
      twice more while no one touches the screen. It stops when the visitor has moved the tiles, and with
      reduced-motion.
      """),
    SettingField(
      "details", .choice(Details.allCases.map(\.rawValue)), \.details,
      """
      The place of the name and description of the selected tile: below the tiles in large letters, or on
      the tile. below needs a single horizontal shelf and room on the screen. captions shows the texts of
      all tiles below them, in spotlight and linear. Other layouts treat it as below.
      """),
    SettingField(
      "details-align", .choice(DetailsAlignment.allCases.map(\.rawValue)), \.detailsAlignment,
      """
      Whether the text below the tiles is centered, or stands at the margin where lines of text start.
      """),
    SettingField(
      "details-plate", .boolean, \.hasDetailsPlate,
      """
      Whether the name below the tiles has a plate in the accent's color.
      """),
    SettingField(
      "shelf-names", .boolean, \.showsShelfNames,
      "Whether shelves show their names."),
    SettingField(
      "opening-note", .boolean, \.showsOpening,
      "Whether the launcher names the program that it opens, until its window appears."),
  ]
}

extension HeaderSettings.Clock: WordSetting {}
extension HeaderSettings.Date: WordSetting {}
extension HeaderSettings.Indicator: WordSetting {}
extension HeaderSettings.Details: WordSetting {}
extension HeaderSettings.DetailsAlignment: WordSetting {}
