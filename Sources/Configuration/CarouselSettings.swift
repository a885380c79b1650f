import CarouselEngine
import RotundaGeometry

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
  /// Whether the last tile is followed by the first. A kiosk's carousel is round, so that a visitor meets no end.
  public var wrap = true
  /// Distance between neighbours, in tile sizes, within `spacingRange`; nil is `defaultSpacing(of:)`.
  public var spacing: Double?
  /// Extent of a tile in points, each side within `tileSizeRange`; nil derives it from the screen.
  public var tileSize: Size?

  /// The angle from one tile of a round layout to the next, in radians; nil follows from `details.arc` and `details.count`.
  public var angle: Double?
  /// The tile that is in the middle at the start, counted from 1.
  public var startTile = 1
  /// Where the carousel stands at the start, in tiles from the first one; nil is on `startTile`.
  public var scrollOffset: Double?
  /// Empty cards before and behind the tiles of a carousel that does not wrap.
  public var placeholders = 0
  /// What is on those cards: a tile that opens nothing; nil leaves them empty.
  public var placeholder: Tile?
  /// Seconds in which a tile that was asked for comes to the middle.
  public var scrollDuration = 0.4
  /// Seconds and course of a change of the perspective.
  public var viewChangeDuration = 0.4
  /// See `viewChangeDuration`.
  public var viewChangeCurve = AnimationCurve.easeInOut
  /// What is drawn with the tiles and is none.
  public var decorations: [CarouselDecoration] = []

  /// How clearly tiles are mirrored below them, 0 to 1.
  public var reflection = 0.0
  /// How strong the perspective is, as in `CarouselOptions`; nil derives it from the tile's size.
  public var perspective: Double?
  /// Everything else that the engine can be told. Its `layout`, `isVertical`, `wrap`, `spacing` and `perspective` do not
  /// count: those above do.
  public var details = CarouselOptions()

  /// The layouts that a file can name: all there are.
  public static let layouts = LayoutKind.allCases
  /// Most keyframes that a custom layout may have: more than anybody writes.
  public static let keyframeLimit = 1000
  /// Most decorations: more than anybody writes.
  public static let decorationLimit = 100
  /// What `spacing` may be, in tile sizes: wide enough for every layout, and never so narrow that all tiles cover
  /// one another.
  public static let spacingRange = 0.05...4
  /// What the sides of `tileSize` may be, in points: from a finger's width to what textures hold.
  public static let tileSizeRange = 32.0...4096

  /// Every key at its default.
  public init() {
    // A shelf's tiles cover no other shelf's name.
    details.clipsToBounds = true
  }
}

/// One carousel of those that lie one above another: a `[[shelf]]`, or the tiles that are in none.
public struct ShelfSettings: Hashable, Sendable {
  /// What is written above it; nil for nothing.
  public var name: LocalizedText?
  /// How its carousel looks and turns.
  public var carousel: CarouselSettings
  /// What it offers, in its order.
  public var tiles: [Tile]

  /// A shelf from its parts.
  public init(name: LocalizedText? = nil, carousel: CarouselSettings, tiles: [Tile]) {
    self.name = name
    self.carousel = carousel
    self.tiles = tiles
  }
}

extension ConfigurationKey {
  /// What is written above a shelf.
  package static let shelfName = ConfigurationKey(
    .shelf, "name", .text, otherwise: "nothing is written above it", example: "\"Games\"",
    "What is written above the shelf, translated like the name of a tile.")
}
