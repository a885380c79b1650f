import CarouselEngine
import Geometry

/// The `[carousel]` section: how the carousel looks and turns.
public struct CarouselSettings: Hashable, Sendable {
  /// Which way the carousel turns.
  public enum Orientation: String, CaseIterable, Hashable, Sendable {
    /// Tiles go left and right.
    case horizontal
    /// Tiles go up and down.
    case vertical
  }

  /// The arrangement of the tiles.
  public var layout: LayoutKind = .coverFlow
  /// Which way it turns.
  public var orientation: Orientation = .horizontal
  /// Whether the last tile is followed by the first; nil leaves it to the layout.
  public var wrap: Bool?
  /// Distance between neighbours, in tile sizes, 0.1 to 4; nil leaves it to the layout.
  public var spacing: Double?
  /// Extent of a tile in points; nil derives it from the screen.
  public var tileSize: Size?

  /// Every key at its default.
  public init() {}
}
