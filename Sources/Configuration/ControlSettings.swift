/// Something that operators can ask for from outside, through D-Bus and `rotunda ctl`.
package enum ControlVerb: String, CaseIterable, Hashable, Sendable {
  case reload
  case home
  case open
  case message
  /// Making the screen dark and lighting it again.
  case blank
  case screenshot
  /// Telling what a tile shows.
  case tile
}

/// The `[control]` section: what operators can ask for from outside.
package struct ControlSettings: Hashable, Sendable {
  package enum Bus: String, CaseIterable, Hashable, Sendable {
    /// On the machine's bus in a kiosk's session, else on the user's.
    case automatic = "auto"
    /// On the machine's bus.
    case system
    /// On the bus of the user's session.
    case session
    case none
  }

  package var bus = Bus.automatic
  /// What it does when it is.
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
      The calls that the launcher accepts. It refuses all others. blank includes unblank. The state can
      always be read. Callers can only open tiles of the configuration and perform its actions.
      """),
  ]
}

extension ControlSettings.Bus: WordSetting {}
