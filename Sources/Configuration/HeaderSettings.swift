/// The `[header]` section: what stands at the edges of the screen.
package struct HeaderSettings: Hashable, Sendable {
  package enum Clock: String, CaseIterable, Hashable, Sendable {
    case none
    case auto
    /// From 0 to 23 hours.
    case hours24 = "24h"
    /// From 1 to 12 hours, twice.
    case hours12 = "12h"
  }

  package enum Date: String, CaseIterable, Hashable, Sendable {
    case none
    /// Weekday, day and month.
    case short
    /// The year too.
    case long
  }

  /// What shows which tile is in the middle.
  package enum Indicator: String, CaseIterable, Hashable, Sendable {
    case none
    /// A dot for each tile, as long as they are few enough.
    case dots
    /// A thin line from margin to margin, with a bar for the tile.
    case rule
    /// Its number and how many there are.
    case index
  }

  /// Where the name and the description of the tile in the middle stand.
  package enum Details: String, CaseIterable, Hashable, Sendable {
    /// Below the tiles, where there is one shelf and room for it.
    case below
    /// Below each tile its own, where there is one shelf of tiles beside one another and room for them.
    case captions
    /// On the tile, as on every other.
    case onTile = "on-tile"
  }

  /// A button at the lower edge.
  package enum Button: String, CaseIterable, Hashable, Sendable {
    /// Opens the list of languages.
    case language
    /// Opens what visitors need to see, hear and use the screen.
    case accessibility
  }

  /// How that text is set.
  package enum DetailsAlignment: String, CaseIterable, Hashable, Sendable {
    case center
    /// At the margin where lines start.
    case start
  }

  /// More dots than that cannot be told apart.
  package static let mostDots = 12

  /// Whether anything stands at the upper edge.
  package var isEmpty: Bool { title == nil && logo == nil && clock == .none && date == .none }

  /// What is written at the upper edge; nil for nothing.
  package var title: LocalizedText?
  /// A picture beside it; nil for none.
  package var logo: IconReference?
  /// The same on a dark ground; nil for the same. It comes from the brand.
  package var logoDark: IconReference?
  package var clock = Clock.auto
  package var date = Date.none
  package var indicator = Indicator.dots
  /// The buttons at the lower edge; nil for those that suit the configuration.
  package var buttons: Set<Button>?
  /// Whether buttons at the ends of a row go on by one tile.
  package var hasChevrons = true
  /// Whether the row moves a little where visitors have not moved it.
  package var hasNudge = true
  /// Where the text of the tile in the middle stands.
  package var details = Details.below
  package var detailsAlignment = DetailsAlignment.center
  /// Whether the name of the tile in the middle stands on a plate.
  package var hasDetailsPlate = false
  /// Whether the names of shelves are written above them.
  package var showsShelfNames = true
  /// Whether a message says what is being opened.
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
      "What is written at the upper edge of the screen. Translated like the name of a tile."),
    SettingField(
      "logo", .icon, \.logo, otherwise: "that of [brand]", example: "\"logo.svg\"",
      """
      A picture at the upper edge of the screen, beside the title, in the place of the brand's logo.
      """),
    SettingField(
      "clock", .choice(Clock.allCases.map(\.rawValue)), \.clock, level: .basic,
      """
      Whether the time of day stands at the upper edge: as the language has it, from 0 to 23 hours, or twice
      from 1 to 12. The launcher wakes up once a minute for it.
      """),
    SettingField(
      "date", .choice(Date.allCases.map(\.rawValue)), \.date, level: .basic,
      "Whether the date stands at the upper edge: weekday, day and month, or the year too."),
    SettingField(
      "indicator", .choice(Indicator.allCases.map(\.rawValue)), \.indicator,
      """
      What at the lower edge shows which tile is in the middle: a dot for each, a thin line from margin to
      margin with a bar in the accent's color, or its number. More than \(mostDots) tiles have a track with a mark
      instead of dots. A finger moves dots, track and line.
      """),
    SettingField(
      "buttons", .words(Button.allCases.map(\.rawValue)), \.buttons, level: .basic,
      otherwise: "language where texts have translations, accessibility where the section [access] has a key",
      example: "[\"language\", \"accessibility\"]",
      """
      Buttons at the lower edge of the screen. "language" opens a list of all languages that texts in this
      configuration are in, and is not there when that is only one. "accessibility" opens a list for everyone:
      size of the writing, contrast, less motion, reading aloud, and left and right changing places. What
      visitors choose there is taken back when their visit ends. An empty list leaves them off.
      """),
    SettingField(
      "chevrons", .boolean, \.hasChevrons,
      """
      Whether buttons at both ends of a row that goes left and right go on by one tile, where there are more than
      three: for visitors who cannot swipe.
      """),
    SettingField(
      "nudge", .boolean, \.hasNudge,
      """
      Whether the row moves a little and comes back, to show that it can be moved: when a visit begins, and up to
      two times more while the screen is not touched. It does not with reduced-motion, and no more once a visitor
      has moved the tiles.
      """),
    SettingField(
      "details", .choice(Details.allCases.map(\.rawValue)), \.details,
      """
      Where the name and the description of the tile in the middle stand: in large letters below the tiles, where
      there is one shelf that goes left and right and the screen has room, or on the tile itself. With captions, those
      of all tiles stand below them, in the layouts spotlight and linear; in others it is the same as below.
      """),
    SettingField(
      "details-align", .choice(DetailsAlignment.allCases.map(\.rawValue)), \.detailsAlignment,
      """
      Whether that text below the tiles stands in the middle of the screen, or at the margin where lines of writing
      start.
      """),
    SettingField(
      "details-plate", .boolean, \.hasDetailsPlate,
      """
      Whether the name of the tile in the middle, below the tiles, stands on a plate in the accent's color.
      """),
    SettingField(
      "shelf-names", .boolean, \.showsShelfNames,
      "Whether the names of shelves are written above them."),
    SettingField(
      "opening-note", .boolean, \.showsOpening,
      "Whether the name of what is being opened is shown, and that it takes a while, until it is there."),
  ]
}

extension HeaderSettings.Clock: WordSetting {}
extension HeaderSettings.Date: WordSetting {}
extension HeaderSettings.Indicator: WordSetting {}
extension HeaderSettings.Details: WordSetting {}
extension HeaderSettings.DetailsAlignment: WordSetting {}
