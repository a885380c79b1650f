/// The `[kiosk]` section: how the launcher behaves as a whole.
public struct KioskSettings: Hashable, Sendable {
  /// Whether the first tile of a folder leads out of it.
  public var hasBackTile = true
  /// The language of the screen, as a tag; nil for that of the session.
  public var language: String?
  /// Whether everything is spoken.
  public var isSpoken = false
  /// Whether fingers and keys are heard.
  public var hasSounds = false
  /// The tile that home leads to; nil for the first one.
  public var homeTile: String?
  /// The tile that is opened when the launcher starts.
  public var startTile: String?
  /// Whether the only tile is all the machine is there for.
  public var isSingleApp = false
  /// When programs get units of their own.
  public var units = Units.automatic
  /// Whom visitors call when the kiosk does not start; nil where the configuration says nothing.
  public var contact: LocalizedText?
  /// Whether the machine may be switched off, started again and sent to sleep.
  public var allowsPower = false

  /// When programs get units of their own.
  public enum Units: Hashable, Sendable {
    /// Where there is a service manager.
    case automatic
    /// Always: where there is none, that is a fault.
    case always
    /// Never.
    case never
  }

  /// Every key at its default.
  public init() {}
}
