/// The `[kiosk]` section: how the launcher behaves as a whole.
package struct KioskSettings: Hashable, Sendable {
  /// Whether the first tile of a folder leads out of it, in place of the pill at the lower edge.
  package var hasBackTile = false
  /// The language of the screen, as a tag; nil for that of the session.
  package var language: String?
  /// The tile that home leads to; nil for the first one.
  package var homeTile: String?
  /// The tile that is opened when the launcher starts.
  package var startTile: String?
  /// Whether the only tile is all the machine is there for.
  package var isSingleApp = false
  package var units = Units.automatic
  /// Whom visitors call when the kiosk does not work; nil where the configuration says nothing.
  package var contact: LocalizedText?
  /// Whether the machine may be switched off, started again and sent to sleep.
  package var allowsPower = false

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
      Whether the first tile of every folder leads out of it again, in place of the button with the folder's
      name at the lower edge of the screen.
      """),
    SettingField(
      "contact", .text, \.contact, otherwise: "visitors are asked to tell a member of staff",
      example: "\"Please call the reception: 030 1234567\"",
      """
      A line for visitors: whom to call. The screen shows it while the kiosk is being set up or is out of order, and
      the console while it does not start. Translated like the name of a tile. The console has Latin letters only.
      Beside it, a screen that is out of order shows a QR code where the line names an address that begins with
      https:// or http://, a mail address, or a telephone number of six digits and more.
      """),
    SettingField(
      "home-tile", .identifier, \.homeTile, otherwise: "the first one", example: "\"plan\"",
      """
      The id of the tile that is in the middle when a visitor goes home, and when the launcher starts.
      """),
    SettingField(
      "open-at-start", .identifier, \.startTile, otherwise: "none", example: "\"plan\"",
      "The id of a tile that is opened when the launcher starts."),
    SettingField(
      "single-app", .boolean, \.isSingleApp, level: .basic,
      """
      Whether the machine is there for one program: the only tile's is opened when the launcher starts, and
      started again for ever, however it ends. Going home closes it and starts it anew. The launcher is seen
      only when it cannot run, or may not: its tile's hours and conditions count.
      """),
    SettingField(
      "language", .language, \.language, level: .basic, otherwise: "that of the session", example: "\"de\"",
      """
      The language of the launcher, and of every text that does not say which it is in. A tile or a gesture
      with an action such as language:fr changes it until the visit ends, which it does after
      return-home-after.
      """),
    SettingField(
      "units", .automatic, \.units,
      """
      Whether programs are started in units of their own by the service manager of the user, or for root of
      the machine. "auto" does so where there is one. With true the journal complains where there is none;
      with false programs are the launcher's children, and cannot be limited. Variables whose values are not
      UTF-8 reach only the launcher's children: no manager takes them.
      """),
    SettingField(
      "power-actions", .boolean, \.allowsPower,
      """
      Whether gestures and tiles may switch the machine off, start it again or send it to sleep: the actions
      poweroff, reboot and suspend. logind does it, if it lets the kiosk's user.
      """),
  ]
}
