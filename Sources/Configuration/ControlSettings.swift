/// A request that operators make from outside, through D-Bus and `rotunda ctl`.
package enum ControlVerb: String, CaseIterable, Hashable, Sendable {
  case reload
  case home
  case open
  case message
  /// Darkens the screen, or lights it again.
  case blank
  /// Sets the brightness of the screen's backlight.
  case brightness
  /// Locks the launcher until the PIN is entered.
  case lock
  case screenshot
  /// Sets the content of a tile.
  case tile
}

/// The `[control]` section: requests that operators can make from outside.
package struct ControlSettings: Hashable, Sendable {
  package enum Bus: String, CaseIterable, Hashable, Sendable {
    /// The machine's bus in a kiosk's session, otherwise the user's.
    case automatic = "auto"
    /// The machine's bus.
    case system
    /// The bus of the user's session.
    case session
    case none
  }

  package var bus = Bus.automatic
  /// The requests that the launcher accepts.
  package var allowed = Set(ControlVerb.allCases)

  package init() {}
}

// MARK: Keys

extension ControlSettings: SectionSettings {
  package static let section = ConfigurationSection.control
  package static var standard: ControlSettings { ControlSettings() }

  package static let fields: [SettingField<ControlSettings>] = [
    SettingField(
      "bus", .choice(Bus.allCases.map(\.rawValue)), \.bus,
      """
      The message bus of the launcher: the machine's (system), the one of the user's session (session), or
      none. "auto" is the machine's under the kiosk's service, and the session's elsewhere. On the machine's
      bus, only root and members of the group rotunda-operators can call, and no program of a tile. On a
      session's bus every program of that user can.
      """),
    SettingField(
      "allow", .words(ControlVerb.allCases.map(\.rawValue)), \.allowed,
      """
      The calls that the launcher accepts. It refuses all others. blank includes unblank. brightness sets
      the screen's backlight. The state can always be read. Callers can only open tiles of the configuration
      and perform its actions. screenshot shows what visitors see, also in programs.
      """),
  ]
}

extension ControlSettings.Bus: WordSetting {}
