import CarouselEngine
import Configuration
import RotundaGeometry

/// A row with so few tiles that both of its ends can be visible at once.
///
/// The row does not wrap: a tile would vanish at one end, in full view, and come back at the other. All tiles
/// stand in the middle of the screen if they fit. A longer row moves only until its end is visible.
struct ShortRow: Hashable {
  /// The size of a tile without a size of its own.
  let tileSize: Size
  /// The scale of tiles beside the current one, and of the other tile of a pair.
  private static let (sideScale, pairScale) = (0.866, 0.94)
  /// The greatest number of tiles that are always shown as a whole, and the least share of their width to
  /// which tiles shrink for that.
  private static let (fewTiles, leastShare) = (5, 0.62)
  /// With more tiles, the ends are out of sight on every screen.
  private static let mostTiles = 60
  /// The narrowest shape of a tile that shrinks, and the widest of a tile that grows: its width as a share of
  /// its height.
  private static let (narrowestShape, widestShape) = (0.54, 1.3)
  /// The margin beside the row, in heights of usual letters.
  private static let margin = 1.0

  /// Creates the row for tiles of the size `wanted` on a screen. Returns nil if another layout suits the
  /// tiles better.
  ///
  /// - Parameters:
  ///   - sizes: The tiles' own sizes, by index.
  ///   - height: The free room along the row, in points from the middle; nil for the screen.
  ///   - mayGiveWay: Whether tiles may be narrower than `wanted` to show all, or wider to fill the room.
  init?(
    _ settings: CarouselSettings, tiles count: Int, _ wanted: Size, sizes: ((Int) -> Size?)? = nil,
    on metrics: Metrics, within height: ClosedRange<Double>? = nil, mayGiveWay: Bool
  ) {
    guard (2...Self.mostTiles).contains(count), settings.canBeShort else { return nil }
    let isVertical = settings.orientation == .vertical
    func carousel(_ settings: CarouselSettings) -> Carousel {
      var carousel = Carousel(
        options: settings.options(tiles: count, of: wanted, on: metrics.size), bounds: metrics.size,
        itemSize: wanted, numberOfItems: count)
      carousel.options.perspective = settings.perspective ?? Metrics.perspective(of: wanted)
      if let sizes { carousel.setItemSizes(animated: false, sizes) }
      return carousel
    }
    let row = carousel(Self.settings(settings, tiles: count))
    let room = height ?? Self.room(isVertical: isVertical, metrics)
    let longest =
      (0..<count).lazy.map { Self.extent(of: row, at: Double($0)) }
      .map { $0.upperBound - $0.lowerBound }.max() ?? 0
    let share = (room.upperBound - room.lowerBound) / max(1, longest)
    if mayGiveWay, sizes == nil, count <= Self.fewTiles, share >= Self.leastShare, !settings.overlaps {
      tileSize = Self.fitted(wanted, to: share, isVertical: isVertical)
    } else if share >= 1 {
      tileSize = wanted
    } else {
      let end = Self.extent(ofItemAt: Double(count) / 2, in: carousel(settings), of: wanted)
      guard end.lowerBound < room.upperBound else { return nil }
      tileSize = wanted
    }
  }

  /// Returns a size for which tiles fill the room with their width. The height shrinks where the shape would
  /// become too narrow. Among vertical tiles, both sides shrink.
  private static func fitted(_ tile: Size, to share: Double, isVertical: Bool) -> Size {
    guard !isVertical else {
      let share = min(1, share)
      return Size((tile.width * share).rounded(.down), (tile.height * share).rounded(.down))
    }
    let width = min(tile.width * share, max(tile.width, tile.height * widestShape)).rounded(.down)
    return Size(width, min(tile.height, (width / narrowestShape).rounded(.down)))
  }

  /// Returns the settings of the row. It has ends, and its tiles differ less in size, because all are
  /// visible.
  static func settings(_ settings: CarouselSettings, tiles count: Int) -> CarouselSettings {
    var settings = settings
    settings.wrap = false
    if !settings.overlaps, settings.details.sideScale == nil {
      settings.details.sideScale = count == 2 ? pairScale : sideScale
    }
    return settings
  }

  /// Returns the shift of the row along its axis, in points. The row stands in the middle, or ends at the end
  /// of the screen.
  static func shift(
    of carousel: Carousel, on metrics: Metrics, within height: ClosedRange<Double>? = nil
  ) -> Double {
    let last = Double(carousel.numberOfItems - 1)
    // Beyond its ends the row follows the finger.
    let extent = extent(of: carousel, at: min(max(0, carousel.scrollOffset), max(0, last)))
    let room = height ?? room(isVertical: carousel.options.isVertical, metrics)
    let (before, behind) = (room.lowerBound - extent.lowerBound, room.upperBound - extent.upperBound)
    return before <= behind ? (before + behind) / 2 : min(max(0, behind), before)
  }

  /// Returns the room for a row, in points from the middle of the screen.
  private static func room(isVertical: Bool, _ metrics: Metrics) -> ClosedRange<Double> {
    let half = (isVertical ? metrics.size.height : metrics.size.width) / 2
    let end = max(half / 2, half - metrics.plainFontSize * margin)
    return -end...end
  }

  /// Returns the range from the beginning of the first tile to the end of the last, in points along the axis.
  private static func extent(of carousel: Carousel, at offset: Double) -> ClosedRange<Double> {
    let last = carousel.numberOfItems - 1
    let first = extent(ofItemAt: -offset, in: carousel, of: carousel.size(ofItemAt: 0))
    let end = extent(ofItemAt: Double(last) - offset, in: carousel, of: carousel.size(ofItemAt: last))
    return first.lowerBound...max(first.lowerBound, end.upperBound)
  }

  private static func extent(ofItemAt offset: Double, in carousel: Carousel, of size: Size)
    -> ClosedRange<Double>
  {
    let transform = carousel.anchoredTransform(atOffset: offset)
    let isVertical = carousel.options.isVertical
    func place(_ x: Double, _ y: Double) -> Double {
      guard let point = transform.project(Point(x * size.width, y * size.height)) else { return 0 }
      return isVertical ? point.y : point.x
    }
    let (a, b, c, d) = (place(-0.5, -0.5), place(0.5, -0.5), place(-0.5, 0.5), place(0.5, 0.5))
    return min(min(a, b), min(c, d))...max(max(a, b), max(c, d))
  }
}

extension CarouselSettings {
  /// Whether tiles stand on a line whose place no other setting determines.
  fileprivate var canBeShort: Bool {
    switch layout {
    case .linear, .spotlight, .coverFlow, .coverFlow2, .receding: break
    default: return false
    }
    return wrap && centersShortRows && placeholders == 0 && scrollOffset == nil
      && details.contentOffset == .zero && details.focusPoint == CarouselOptions().focusPoint
      && details.itemExtent == nil
  }

  /// Whether tiles overlap.
  fileprivate var overlaps: Bool { layout != .linear && layout != .spotlight }
}
