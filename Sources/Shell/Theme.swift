import Geometry

/// Colours and measures of the launcher's own screen. Lengths in points.
public struct Theme: Hashable, Sendable {
  /// Behind everything.
  public var background = Color(hex: 0x12161f)
  /// A tile's card.
  public var card = Color(hex: 0x252c3b)
  /// Writing on a card.
  public var cardText = Color(hex: 0xf4f6fb)
  /// A notice's card.
  public var notice = Color(hex: 0xf4f6fb)
  /// A notice's first line.
  public var noticeTitle = Color(hex: 0x1a2030)
  /// A notice's other lines.
  public var noticeDetail = Color(hex: 0x4a5266)
  /// A Pango family list.
  public var fontFamily = "sans-serif"

  /// The dark theme.
  public init() {}
}

/// The measures that follow from the size of the screen.
struct Metrics: Hashable {
  /// The surface, in points.
  let size: Size

  /// A tile when the configuration names no size: a portrait card half as high as the screen's shorter side.
  ///
  /// 4:5 leaves a square for the icon and a band for two lines of label.
  var tileSize: Size {
    let height = (min(size.width, size.height) * 0.52).rounded()
    return Size((height * 0.8).rounded(), height)
  }

  /// The body size of writing: 1/45 of the shorter side, within what is legible and what is not shouting.
  var fontSize: Double { min(max(min(size.width, size.height) / 45, 14), 28) }

  /// The m34 of a viewer two and a half tiles away, as iCarousel has it: 500 points for tiles of 200.
  ///
  /// Large tiles on large screens would be distorted by a viewer who stays where they are.
  static func perspective(of tile: Size) -> Double { -1 / (2.5 * max(tile.width, tile.height)) }

  /// Corner radius of a tile of that extent.
  static func cornerRadius(of tile: Size) -> Double { (min(tile.width, tile.height) * 0.075).rounded() }

  /// The label's letters on a tile of that extent.
  static func labelSize(of tile: Size) -> Double { max(9, (tile.width * 0.082).rounded()) }

  /// The widest a notice gets.
  var noticeWidth: Double { min(size.width * 0.86, fontSize * 42) }

  /// Between a notice's edge and its writing.
  var padding: Double { fontSize * 1.1 }
}
