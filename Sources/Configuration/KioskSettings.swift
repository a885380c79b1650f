/// The `[kiosk]` section: how the launcher behaves as a whole.
public struct KioskSettings: Hashable, Sendable {
  /// Whether the first tile of a folder leads out of it.
  public var hasBackTile = true

  /// Every key at its default.
  public init() {}
}
