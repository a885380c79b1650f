/// The `[kiosk]` section: the behavior of the launcher as a whole.
package struct KioskSettings: Hashable, Sendable {
  /// Whether the first tile of a folder leaves it, instead of the button at the lower edge.
  package var hasBackTile = false
  /// The language of the screen, as a tag; nil uses the session's language.
  package var language: String?
  /// The id of the home tile; nil for the first one.
  package var homeTile: String?
  /// The id of the tile that opens when the launcher starts; nil for none.
  package var startTile: String?
  /// Whether the kiosk has a single program, that of its only tile.
  package var isSingleApp = false
  package var units = Units.automatic
  /// The contact for visitors if the kiosk does not work; nil if the configuration names none.
  package var contact: LocalizedText?
  /// Whether the launcher may switch off, restart and suspend the machine.
  package var allowsPower = false
  /// Whether programs get the launcher's on-screen keyboard, unless their tiles override it.
  package var hasKeyboard = false
  /// Whether the packaged configuration applies if no other `rotunda.toml` exists.
  package var usesPackaged = true
  /// The keys and sections that later files cannot set.
  package var locked: [String] = []

  package typealias Units = AutomaticSetting

  package init() {}
}

// MARK: Keys

extension KioskSettings: SectionSettings {
  package static let section = ConfigurationSection.kiosk
  package static var standard: KioskSettings { KioskSettings() }

  package static let fields: [SettingField<KioskSettings>] = [
    SettingField(
      "back-tile", .boolean, \.hasBackTile,
      """
      Whether the first tile of each folder leaves it, instead of a button at the lower edge of the screen.
      """),
    SettingField(
      "contact", .text, \.contact, otherwise: "visitors are asked to tell a member of staff",
      example: "\"Please call the reception: 030 1234567\"",
      """
      A line that tells visitors whom to call. It appears while the kiosk is being set up, is out of order or
      does not start. Beside it, a screen that is out of order shows the line's address as a QR code. It can
      be a web address with https:// or http://, a mail address, or a telephone number of six or more digits.
      Translated as the name of a tile. The console shows Latin letters only.
      """),
    SettingField(
      "home-tile", .identifier, \.homeTile, otherwise: "the first one", example: "\"plan\"",
      """
      The id of the tile that is selected at the start, and when a visitor goes home.
      """),
    SettingField(
      "open-at-start", .identifier, \.startTile, otherwise: "none", example: "\"plan\"",
      "The id of a tile that opens when the launcher starts."),
    SettingField(
      "single-app", .boolean, \.isSingleApp, level: .basic,
      """
      Whether the kiosk has a single program. The launcher opens the only tile at the start, and again
      whenever its program ends. Going home closes it and starts it again. The launcher is visible only when
      the program cannot run, or when the tile's hours or conditions do not allow it.
      """),
    SettingField(
      "language", .language, \.language, level: .basic, otherwise: "that of the session", example: "\"de\"",
      """
      The language of the launcher, and of texts without a tag. An action such as language:fr changes it
      until the visit ends.
      """),
    SettingField(
      "units", .automatic, \.units,
      """
      Whether programs run in units of their own, started by the service manager of the user, or of the
      machine for root. "auto" does so where one exists. With true, the journal reports a missing one. With
      false, programs are children of the launcher and cannot be limited. Only such children get variables
      that are not UTF-8.
      """),
    SettingField(
      "keyboard", .boolean, \.hasKeyboard,
      """
      Whether the launcher's on-screen keyboard types into programs. It appears when a visitor touches a text
      field. For programs that do not report text fields, a button at the right edge shows and hides it. It
      works in sway and labwc, but not in cage. A tile's keyboard overrides it. See docs/keyboards.md.
      """),
    SettingField(
      "power-actions", .boolean, \.allowsPower,
      """
      Whether the actions poweroff, reboot and suspend work. logind performs them, if it allows the kiosk's
      user.
      """),
    SettingField(
      "packaged", .boolean, \.usesPackaged,
      """
      Whether the tiles and settings of /usr/share/rotunda/rotunda.toml count, below the drop-ins, while no
      other rotunda.toml exists. The first run sets this to false when the operator adds tiles.
      """),
    SettingField(
      "locked", .keys, otherwise: "none", example: "[\"brand\", \"theme.name\", \"tile\"]",
      """
      Keys that no later file can set, such as theme.name, and sections for all their keys. "tile" protects
      all tiles: no later file can add, change, hide or move one. The launcher ignores locked keys in later
      files, and rotunda check reports them. The locks of all files add up.
      """,
      read: { $0.locked.isEmpty ? nil : .texts($0.locked) },
      write: { settings, value in
        guard case .texts(let names) = value else { return settings.locked = [] }
        settings.locked += names.filter { !settings.locked.contains($0) }
      }),
  ]
}
