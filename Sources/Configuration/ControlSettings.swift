/// Something that operators can ask for from outside, through D-Bus and `rotunda ctl`.
public enum ControlVerb: String, CaseIterable, Hashable, Sendable {
  /// Reading the configuration again.
  case reload
  /// Ending the visit.
  case home
  /// Opening a tile.
  case open
  /// Saying something on the screen.
  case message
  /// Making the screen dark and lighting it again.
  case blank
  /// A picture of what the launcher shows.
  case screenshot
}

/// The `[control]` section: what operators can ask for from outside.
public struct ControlSettings: Hashable, Sendable {
  /// Where the launcher can be called.
  public enum Bus: String, CaseIterable, Hashable, Sendable {
    /// On the machine's bus in a kiosk's session, else on the user's.
    case automatic = "auto"
    /// On the machine's bus.
    case system
    /// On the bus of the user's session.
    case session
    /// Nowhere.
    case none
  }

  /// Where the launcher can be called.
  public var bus = Bus.automatic
  /// What it does when it is.
  public var allowed = Set(ControlVerb.allCases)

  /// Every key at its default.
  public init() {}
}
