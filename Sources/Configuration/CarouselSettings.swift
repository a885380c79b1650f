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
  /// Distance between neighbours, in tile sizes, within `spacingRange`; nil leaves it to the layout.
  public var spacing: Double?
  /// Extent of a tile in points, each side within `tileSizeRange`; nil derives it from the screen.
  public var tileSize: Size?

  /// The layouts that a file can name: all that need no table or function of their own.
  public static let layouts = LayoutKind.allCases.filter { $0 != .custom }
  /// What `spacing` may be, in tile sizes: wide enough for every layout, and never so narrow that all tiles cover
  /// one another.
  public static let spacingRange = 0.05...4
  /// What the sides of `tileSize` may be, in points: from a finger's width to what textures hold.
  public static let tileSizeRange = 32.0...4096

  /// Every key at its default.
  public init() {}
}
