import CarouselEngine
import Configuration
import RotundaGeometry

/// The queue of the time-machine layouts. The following tiles stand behind the current one, each farther up
/// and to one side, with a visible strip of each.
///
/// The engine's queues go straight back. Its time machine puts the following tiles in front of the current
/// one, out of sight.
struct TileQueue: Hashable {
  /// The distances from one tile to the next, in tile sizes.
  private static let (aside, up, back) = (0.26, 0.11, 0.55)
  /// The distance up among several shelves: no higher than the current tile, because the shelf's name is
  /// above.
  private static let upAmongShelves = 0.06
  /// The number of tiles behind the current one. Tiles after them are invisible.
  private static let behind = 5
  /// The width of a tile as a share of its height, on a screen that is not upright.
  private static let shape = 1.25
  /// The shares of the screen's width and of the room's height that the queue takes.
  private static let (width, share) = (0.9, 0.94)

  /// The size of the current tile.
  let tile: Size
  private let perspective: Double
  /// 1 if the queue goes to the right, or up; −1 if it goes to the left, or down.
  private let side: Double
  private let isVertical: Bool
  private let count: Int
  private let up: Double

  /// Returns nil for other layouts, and if the operator sets the viewpoint.
  init?(_ settings: CarouselSettings, tiles count: Int, of tile: Size, amongShelves: Bool = false) {
    guard settings.layout == .timeMachine || settings.layout == .invertedTimeMachine else { return nil }
    guard settings.details.viewpointOffset == .zero, settings.details.contentOffset == .zero,
      settings.details.focusPoint == CarouselOptions().focusPoint
    else { return nil }
    (self.tile, self.count) = (tile, min(count - 1, Self.behind))
    up = amongShelves ? Self.upAmongShelves : Self.up
    perspective = settings.perspective ?? Metrics.perspective(of: tile)
    side = settings.layout == .timeMachine ? 1 : -1
    isVertical = settings.orientation == .vertical
  }

  /// Returns the settings of the queue. It has ends, unless both are out of sight.
  func settings(_ settings: CarouselSettings, tiles count: Int) -> CarouselSettings {
    var settings = settings
    let direction = isVertical ? -side : side
    settings.layout = .invertedTimeMachine
    settings.stepAside = direction * (settings.stepAside ?? Self.aside)
    settings.spacing = settings.spacing ?? Self.back
    if count < 2 * (Self.behind + 1) { settings.wrap = false }
    let details = settings.details
    if details.fadeMin == nil, details.fadeMax == nil, details.fadeRange == nil {
      settings.details.fadeMax = Double(Self.behind)
    }
    return settings
  }

  /// Centers the queue in its room. A viewpoint from below makes it rise.
  func place(_ options: inout CarouselOptions) {
    let extent = isVertical ? tile.height : tile.width
    let depth = (options.spacing ?? Self.back) * extent * -perspective
    guard depth > 0, !isVertical else { return }
    // Content `d` points farther back appears smaller, and nearer to the vanishing point.
    let rise = -up * tile.height / depth
    options.viewpointOffset = Point(0, rise)
    let end = 1 / (1 + depth * Double(count))
    let reach = Double(count) * abs(options.tilt ?? Self.aside) * end + end / 2 - 0.5
    let height = Double(count) * up * end + end / 2 - 0.5
    options.contentOffset = Point(
      -side * max(0, reach) * tile.width / 2, rise + max(0, height) * tile.height / 2)
  }

  /// Returns the size of a tile without a configured one. The queue fills its room.
  static func tileSize(_ metrics: Metrics, within room: Double) -> Size {
    // Measured in tile sizes, at the depth of the last tile.
    let isUpright = metrics.size.height > metrics.size.width * Metrics.uprightShape
    let shape = isUpright ? 0.8 : shape
    let end = 1 / (1 + Double(behind) * back * min(shape, 1) / 4)
    let across = 0.5 + Double(behind) * aside * end + end / 2
    let high = 0.5 + max(0.5, Double(behind) * up * end + end / 2)
    let height = min(room * share / high, metrics.size.width * width / across / shape).rounded()
    return Size((height * shape).rounded(), height)
  }
}
