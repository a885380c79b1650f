import CarouselEngine
import Configuration
import RotundaGeometry

/// A row of so few tiles that both of its ends can be seen at once.
///
/// It does not wrap: a tile would have to vanish at one end, in full view, to come back at the other. All of
/// its tiles stand in the middle of the screen, as far as there is room for them; a longer row moves only
/// until one of its ends is seen.
struct ShortRow: Hashable {
  /// The size of a tile that has none of its own.
  let tileSize: Size
  /// How large tiles beside the current one are, and how large the other of two is.
  private static let (sideScale, pairScale) = (0.866, 0.94)
  /// Rows of so many tiles are shown as a whole, as long as their tiles need not become narrower than this
  /// part of their width.
  private static let (fewTiles, leastShare) = (5, 0.62)
  /// More tiles have their ends out of sight on every screen.
  private static let mostTiles = 60
  /// The narrowest shape of a tile that gives way, and the widest of one that fills its room, its width as a
  /// part of its height.
  private static let (narrowestShape, widestShape) = (0.54, 1.3)
  /// The free edge beside the row, in heights of usual letters.
  private static let margin = 1.0

  /// The row that tiles of the size `wanted` make on a screen; nil for one that is better seen otherwise.
  ///
  /// - Parameters:
  ///   - sizes: The sizes that tiles have of their own, by index.
  ///   - height: What is free along the way, in points from the middle; nil is the screen.
  ///   - mayGiveWay: Whether tiles may be narrower than `wanted`, so that all are seen, or wider, so that the
  ///     room is filled.
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

  /// Tiles fill the room with their width. Height gives way where the shape would become too narrow; among
  /// tiles above one another, both sides do.
  private static func fitted(_ tile: Size, to share: Double, isVertical: Bool) -> Size {
    guard !isVertical else {
      let share = min(1, share)
      return Size((tile.width * share).rounded(.down), (tile.height * share).rounded(.down))
    }
    let width = min(tile.width * share, max(tile.width, tile.height * widestShape)).rounded(.down)
    return Size(width, min(tile.height, (width / narrowestShape).rounded(.down)))
  }

  /// The settings of the row: it has ends, and its tiles are more alike, because all are seen.
  static func settings(_ settings: CarouselSettings, tiles count: Int) -> CarouselSettings {
    var settings = settings
    settings.wrap = false
    if !settings.overlaps, settings.details.sideScale == nil {
      settings.details.sideScale = count == 2 ? pairScale : sideScale
    }
    return settings
  }

  /// How far the row is moved along its axis, in points, so that it stands in the middle or ends where the
  /// screen does.
  static func shift(
    of carousel: Carousel, on metrics: Metrics, within height: ClosedRange<Double>? = nil
  ) -> Double {
    let last = Double(carousel.numberOfItems - 1)
    // Beyond its ends it follows the finger.
    let extent = extent(of: carousel, at: min(max(0, carousel.scrollOffset), max(0, last)))
    let room = height ?? room(isVertical: carousel.options.isVertical, metrics)
    let (before, behind) = (room.lowerBound - extent.lowerBound, room.upperBound - extent.upperBound)
    return before <= behind ? (before + behind) / 2 : min(max(0, behind), before)
  }

  /// What is free for a row, in points from the middle of the screen.
  private static func room(isVertical: Bool, _ metrics: Metrics) -> ClosedRange<Double> {
    let half = (isVertical ? metrics.size.height : metrics.size.width) / 2
    let end = max(half / 2, half - metrics.plainFontSize * margin)
    return -end...end
  }

  /// From the beginning of the first tile to the end of the last one, in points along the axis.
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
  /// Whether tiles stand on a line, and nothing else says where that is.
  fileprivate var canBeShort: Bool {
    switch layout {
    case .linear, .spotlight, .coverFlow, .coverFlow2, .receding: break
    default: return false
    }
    return wrap && centersShortRows && placeholders == 0 && scrollOffset == nil
      && details.contentOffset == .zero && details.focusPoint == CarouselOptions().focusPoint
      && details.itemExtent == nil
  }

  /// Whether tiles stand before one another.
  fileprivate var overlaps: Bool { layout != .linear && layout != .spotlight }
}
