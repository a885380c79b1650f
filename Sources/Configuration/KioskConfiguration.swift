/// Everything an operator can decide: what one configuration file with its drop-ins says.
public struct KioskConfiguration: Hashable, Sendable {
  /// How the carousel looks and turns.
  public var carousel = CarouselSettings()
  /// What fingers mean.
  public var gestures = GestureSettings()
  /// The strip that leads home out of programs.
  public var homeStrip = HomeStripSettings()
  /// What the carousel offers, in its order. A kiosk without tiles is valid and shows that it has none.
  public var tiles: [Tile] = []

  /// Every key at its default, and no tile.
  public init() {}
}
