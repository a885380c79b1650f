import CarouselEngine
import RotundaGeometry

/// The `[carousel]` section: the look and the motion of the carousel.
package struct CarouselSettings: Hashable, Sendable {
  package enum Orientation: String, CaseIterable, Hashable, Sendable {
    case horizontal
    case vertical
  }

  /// The effect of a tap on a tile beside the middle.
  package enum TapBeside: String, CaseIterable, Hashable, Sendable {
    /// Brings the tile to the middle and opens it, in one movement.
    case open
    /// Brings the tile to the middle. Another tap opens it.
    case center
  }

  /// The position of the selected tile.
  package enum Alignment: String, CaseIterable, Hashable, Sendable {
    case center
    /// At the margin where text lines begin.
    case start
  }

  /// The edges that align for tiles of different sizes.
  package enum SideAlignment: String, CaseIterable, Hashable, Sendable {
    case middle
    /// The lower edges, or the right edges in a vertical carousel.
    case base
  }

  package var layout: LayoutKind = .spotlight
  package var orientation: Orientation = .horizontal
  /// Whether the first tile follows the last. A kiosk's carousel wraps: visitors meet no end.
  package var wrap = true
  /// Whether a row that fits on the screen is centered as a whole, and does not wrap.
  package var centersShortRows = true
  /// Distance between neighbors, in tile sizes, within `spacingRange`; nil uses `defaultSpacing(of:)`.
  package var spacing: Double?
  /// Size of a tile in points, each side within `tileSizeRange`; nil derives it from the screen.
  package var tileSize: Size?
  /// The ratio of a tile's width to its height, and the share of the available height that it takes. Both
  /// apply if `tileSize` is nil; nil suits the screen.
  package var (tileAspect, tileHeight): (Double?, Double?)
  package var alignment = Alignment.center
  package var sideAlignment = SideAlignment.middle

  /// The angle between neighbors in a round layout, in radians; nil derives it from `details.arc` and
  /// `details.count`.
  package var angle: Double?
  /// The tilt of side tiles in cover flows and on the receding line, in quarter turns; nil uses the layout's
  /// own.
  package var sideTilt: Double?
  /// The sideways offset of neighbors in a time machine, in tile sizes; nil uses the engine's.
  package var stepAside: Double?
  /// The depth between neighbors on the receding line, in tile sizes; nil uses the engine's.
  package var stepBack: Double?
  /// Half the width and half the depth of a ring or an ellipse, in tile sizes; nil suits the tiles and the
  /// screen.
  package var (ringWidth, ringDepth): (Double?, Double?)
  /// The tile in the middle at the start, counted from 1.
  package var startTile = 1
  /// The carousel's position at the start, in tiles from the first one; nil uses `startTile`.
  package var scrollOffset: Double?
  /// The number of empty cards before the first and after the last tile of a carousel that does not wrap.
  package var placeholders = 0
  /// The look of those cards: a tile that opens nothing; nil leaves them empty.
  package var placeholder: Tile?
  package var tapBeside = TapBeside.open
  /// Seconds in which a requested tile comes to the middle.
  package var scrollDuration = 0.4
  /// Seconds and curve of a change of the perspective.
  package var viewChangeDuration = 0.4
  /// See `viewChangeDuration`.
  package var viewChangeCurve = AnimationCurve.easeInOut
  package var decorations: [CarouselDecoration] = []

  /// The strength of the tiles' reflection below them, 0 to 1.
  package var reflection = 0.0
  /// The strength of the perspective, as in `CarouselOptions`; nil derives it from the tile's size.
  package var perspective: Double?
  /// All other options of the engine. The properties above override its `layout`, `isVertical`, `wrap`,
  /// `spacing`, `perspective` and `centersItemWhenSelected`.
  package var details = CarouselOptions()
  /// The settings for each screen shape; empty if none depends on the shape.
  package var shapes: [ScreenShape: CarouselSettings] = [:]

  /// The layouts that a file can name: all of them.
  package static let layouts = LayoutKind.allCases
  /// The largest number of keyframes in a custom layout, far beyond practical use.
  package static let keyframeLimit = 1000
  /// The largest number of decorations, far beyond practical use.
  package static let decorationLimit = 100
  /// The range of `spacing`, in tile sizes: wide enough for every layout, and never so narrow that all tiles
  /// cover one another.
  package static let spacingRange = 0.05...4
  /// The range of the sides of `tileSize`, in points: from the width of a finger to the size limit of
  /// textures.
  package static let tileSizeRange = 32.0...4096

  package init() {
    // A shelf's tiles must not cover another shelf's name.
    details.clipsToBounds = true
  }
}

/// One of the stacked carousels: a `[[shelf]]`, or the tiles outside of all shelves.
package struct ShelfSettings: Hashable, Sendable {
  /// The name above the shelf; nil for none.
  package var name: LocalizedText?
  /// The shelf's id, unique in a configuration; empty for the tiles outside of all shelves.
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
