import CarouselEngine
import RotundaGeometry

/// The `[carousel]` section: how the carousel looks and turns.
package struct CarouselSettings: Hashable, Sendable {
  package enum Orientation: String, CaseIterable, Hashable, Sendable {
    case horizontal
    case vertical
  }

  /// What a tap on a tile beside the middle does.
  package enum TapBeside: String, CaseIterable, Hashable, Sendable {
    /// It brings the tile to the middle and opens it, in one movement.
    case open
    /// It brings the tile to the middle; another tap opens it.
    case center
  }

  /// Where the tile stands that others go past.
  package enum Alignment: String, CaseIterable, Hashable, Sendable {
    case center
    /// At the margin from which one reads.
    case start
  }

  /// Which edges of tiles of different size are in line.
  package enum SideAlignment: String, CaseIterable, Hashable, Sendable {
    case middle
    /// The lower edges, or the right ones of tiles that go up and down.
    case base
  }

  package var layout: LayoutKind = .spotlight
  package var orientation: Orientation = .horizontal
  /// Whether the last tile is followed by the first. A kiosk's carousel is round, so that a visitor meets no
  /// end.
  package var wrap = true
  /// Whether a row whose both ends would be seen stands in the middle of the screen as a whole, and does not
  /// wrap.
  package var centersShortRows = true
  /// Distance between neighbors, in tile sizes, within `spacingRange`; nil is `defaultSpacing(of:)`.
  package var spacing: Double?
  /// Extent of a tile in points, each side within `tileSizeRange`; nil derives it from the screen.
  package var tileSize: Size?
  /// How many times as wide as high a tile is, and which part of the room for tiles it has, where it has no
  /// size; nil is as suits the screen.
  package var (tileAspect, tileHeight): (Double?, Double?)
  package var alignment = Alignment.center
  package var sideAlignment = SideAlignment.middle

  /// The angle from one tile of a round layout to the next, in radians; nil follows from `details.arc` and
  /// `details.count`.
  package var angle: Double?
  /// How far the tiles at the sides of cover flows and the receding line are turned, in quarter turns; nil is
  /// the layout's own.
  package var sideTilt: Double?
  /// How far neighbors in a time machine stand beside one another, in tile sizes; nil is the engine's.
  package var stepAside: Double?
  /// How far neighbors on the receding line stand behind one another, in tile sizes; nil is the engine's.
  package var stepBack: Double?
  /// Half the width and half the depth of a ring or an ellipse, in tile sizes; nil suits the tiles and the
  /// screen.
  package var (ringWidth, ringDepth): (Double?, Double?)
  /// The tile that is in the middle at the start, counted from 1.
  package var startTile = 1
  /// Where the carousel stands at the start, in tiles from the first one; nil is on `startTile`.
  package var scrollOffset: Double?
  /// Empty cards before and behind the tiles of a carousel that does not wrap.
  package var placeholders = 0
  /// What is on those cards: a tile that opens nothing; nil leaves them empty.
  package var placeholder: Tile?
  package var tapBeside = TapBeside.open
  /// Seconds in which a tile that was asked for comes to the middle.
  package var scrollDuration = 0.4
  /// Seconds and course of a change of the perspective.
  package var viewChangeDuration = 0.4
  /// See `viewChangeDuration`.
  package var viewChangeCurve = AnimationCurve.easeInOut
  package var decorations: [CarouselDecoration] = []

  /// How clearly tiles are mirrored below them, 0 to 1.
  package var reflection = 0.0
  /// How strong the perspective is, as in `CarouselOptions`; nil derives it from the tile's size.
  package var perspective: Double?
  /// Everything else that the engine can be told. Its `layout`, `isVertical`, `wrap`, `spacing`,
  /// `perspective` and `centersItemWhenSelected` do not count: those above do.
  package var details = CarouselOptions()
  /// The same settings where some depend on the screen's shape; empty where none do.
  package var shapes: [ScreenShape: CarouselSettings] = [:]

  /// The layouts that a file can name: all there are.
  package static let layouts = LayoutKind.allCases
  /// Most keyframes that a custom layout may have: more than anybody writes.
  package static let keyframeLimit = 1000
  /// Most decorations: more than anybody writes.
  package static let decorationLimit = 100
  /// What `spacing` may be, in tile sizes: wide enough for every layout, and never so narrow that all tiles
  /// cover one another.
  package static let spacingRange = 0.05...4
  /// What the sides of `tileSize` may be, in points: from a finger's width to what textures hold.
  package static let tileSizeRange = 32.0...4096

  package init() {
    // A shelf's tiles cover no other shelf's name.
    details.clipsToBounds = true
  }
}

/// One carousel of those that lie one above another: a `[[shelf]]`, or the tiles that are in none.
package struct ShelfSettings: Hashable, Sendable {
  /// What is written above it; nil for nothing.
  package var name: LocalizedText?
  /// Tells shelves of one configuration apart. Empty for the tiles that are in none.
  package var id: String
  package var carousel: CarouselSettings
  package var tiles: [Tile]

  package init(
    name: LocalizedText? = nil, id: String = "", carousel: CarouselSettings, tiles: [Tile]
  ) {
    self.name = name
    self.id = id
    self.carousel = carousel
    self.tiles = tiles
  }
}

extension ConfigurationKey {
  /// What is written above a shelf.
  package static let shelfName = ConfigurationKey(
    .shelf, "name", .text, otherwise: "nothing is written above it", example: "\"Games\"",
    "The name above the shelf. Translated as the name of a tile.")

  package static let shelfID = ConfigurationKey(
    .shelf, "id", .identifier, otherwise: "the name", example: "\"games\"",
    "The name by which into in [[tile-change]] refers to the shelf. Each id can occur once.")
}

extension LayoutKind: WordSetting {}
extension ScrollPhysicsKind: WordSetting {}
extension CarouselSettings.Orientation: WordSetting {}
extension CarouselSettings.TapBeside: WordSetting {}
extension CarouselSettings.Alignment: WordSetting {}
extension CarouselSettings.SideAlignment: WordSetting {}
