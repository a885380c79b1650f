import Geometry

/// Colours and measures of the launcher's own screen. Lengths in points.
public struct Theme: Hashable, Sendable {
  /// Behind everything.
  public var background = Color(hex: 0x12161f)
  /// A tile's card.
  public var card = Color(hex: 0x2f384b)
  /// Writing on a card.
  public var cardText = Color(hex: 0xf4f6fb)
  /// The name above a shelf.
  public var title = Color(hex: 0xf4f6fb)
  /// A notice's card.
  public var notice = Color(hex: 0xf4f6fb)
  /// A notice's first line.
  public var noticeTitle = Color(hex: 0x1a2030)
  /// A notice's other lines.
  public var noticeDetail = Color(hex: 0x4a5266)
  /// Headings on a page.
  public var pageHeading = Color(hex: 0x93a1bd)
  /// A Pango family list.
  public var fontFamily = "sans-serif"

  /// The dark theme.
  public init() {}
}

/// The measures that follow from the size of the screen.
struct Metrics: Hashable {
  /// The surface, in points.
  let size: Size

  /// A tile when the configuration names no size: a portrait card rather more than half as high as the screen's
  /// shorter side, and in a carousel from top to bottom low enough to leave room for its neighbours.
  ///
  /// 4:5 leaves a square for the icon and a band for two lines of label.
  func tileSize(isVertical: Bool) -> Size {
    let shorter = min(size.width, size.height) * 0.56
    let height = (isVertical ? min(shorter, size.height * 0.42) : shorter).rounded()
    return Size((height * 0.8).rounded(), height)
  }

  /// The body size of writing: 1/36 of the shorter side, within what is legible from a metre (18 points are 5 mm on
  /// common panels) and what is not shouting.
  var fontSize: Double { min(max(min(size.width, size.height) / 36, 18), 60) }

  /// The m34 of a viewer four tiles away.
  ///
  /// Large tiles on large screens would be distorted by a viewer who stays where they are, and iCarousel's two and a
  /// half tiles (500 points for tiles of 200) make the tiles beside the one in the middle lean out of the screen.
  static func perspective(of tile: Size) -> Double { -1 / (4 * max(tile.width, tile.height)) }

  /// Corner radius of a tile of that extent.
  static func cornerRadius(of tile: Size) -> Double { (min(tile.width, tile.height) * 0.075).rounded() }

  /// The label's letters on a tile of that extent: about sixteen of them to a line.
  static func labelSize(of tile: Size) -> Double { max(9, (tile.width * 0.09).rounded()) }

  /// The letters of the name above a shelf: larger than what is written on the tiles of a small screen.
  var titleSize: Double { (fontSize * 1.2).rounded() }

  /// A line of them, with room for accents and descenders.
  var titleHeight: Double { (titleSize * 1.4).rounded() }

  /// Between the name of a shelf and its tiles.
  var titleGap: Double { (fontSize * 0.7).rounded() }

  /// Between the tiles of a shelf and what belongs to the next one: clearly more than `titleGap`, so that a name is seen
  /// to belong to the tiles below it.
  var shelfGap: Double { (fontSize * 1.4).rounded() }

  /// How much of the next shelf's tiles is seen at least.
  private var leastPeek: Double { min(size.width, size.height) * 0.06 }

  /// From the middle of one shelf to the middle of the next: far enough for tiles of that extent and a name, and near
  /// enough for the next shelf to peek into the screen.
  func pitch(tile: Size, hasTitles: Bool, isVertical: Bool) -> Double {
    let (along, screen) = isVertical ? (tile.height, size.height) : (tile.width, size.width)
    let title = hasTitles && isVertical ? titleHeight + titleGap : 0
    let wanted = along + shelfGap + title
    return max(1, min(wanted, (screen + along) / 2 - leastPeek).rounded())
  }

  /// The widest a notice gets: lines of some 75 letters can be followed without losing the next one.
  var noticeWidth: Double { min(size.width * 0.9, fontSize * 36) }

  /// Between a notice's edge and its writing.
  var padding: Double { fontSize * 1.1 }
}
