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
      The message bus on which the launcher can be called: the machine's (system), that of the user's session,
      or none. With auto it is the machine's where the kiosk's service started the launcher, and the session's
      elsewhere. On the machine's bus only root and members of the group rotunda-operators may call, and no
      program that visitors use. On a session's bus every program of that user may.
      """),
    SettingField(
      "allow", .words(ControlVerb.allCases.map(\.rawValue)), \.allowed,
      """
      What the launcher does when it is asked from outside; everything else is refused. blank stands for
      unblank too. What it is doing can always be read, and nothing beyond tiles and actions of the
      configuration can be started.
      """),
  ]
}

extension ControlSettings.Bus: WordSetting {}
