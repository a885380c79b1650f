import CarouselEngine
import Configuration
import RotundaGeometry

/// The time machines' queue: the tiles that follow stand behind the current one, each farther up and to one
/// side, so that of each a strip is seen.
///
/// The engine's queues go straight back, and its time machine has the tiles that follow in front of the
/// current one, out of sight.
struct TileQueue: Hashable {
  /// From one tile to the next, in tile sizes.
  private static let (aside, up, back) = (0.26, 0.11, 0.55)
  /// How far up among several shelves: no higher than the current tile, above which the shelf's name is.
  private static let upAmongShelves = 0.06
  /// So many tiles are behind the current one; those after them have faded away.
  private static let behind = 5
  /// The shape of a tile on a screen that is not upright, its width as a part of its height.
  private static let shape = 1.25
  /// How much of the screen's width and of its room's height the queue takes.
  private static let (width, share) = (0.9, 0.94)

  /// The current tile.
  let tile: Size
  private let perspective: Double
  /// 1 where the queue goes to the right, or up; −1 where it goes to the left, or down.
  private let side: Double
  private let isVertical: Bool
  private let count: Int
  private let up: Double

  /// Nil for other layouts, and where the operator says from where the queue is seen.
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

  /// The settings of the queue. It has ends unless both are out of sight.
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

  /// Puts the queue in the middle of its room, and has it seen from below, so that it rises.
  func place(_ options: inout CarouselOptions) {
    let extent = isVertical ? tile.height : tile.width
    let depth = (options.spacing ?? Self.back) * extent * -perspective
    guard depth > 0, !isVertical else { return }
    // What is `d` points farther back is seen so much smaller, and so much nearer to the vanishing point.
    let rise = -up * tile.height / depth
    options.viewpointOffset = Point(0, rise)
    let end = 1 / (1 + depth * Double(count))
    let reach = Double(count) * abs(options.tilt ?? Self.aside) * end + end / 2 - 0.5
    let height = Double(count) * up * end + end / 2 - 0.5
    options.contentOffset = Point(
      -side * max(0, reach) * tile.width / 2, rise + max(0, height) * tile.height / 2)
  }

  /// A tile when the configuration names no size: the queue fills its room.
  static func tileSize(_ metrics: Metrics, within room: Double) -> Size {
    // In tile sizes, at the depth of the last tile.
    let isUpright = metrics.size.height > metrics.size.width * Metrics.uprightShape
    let shape = isUpright ? 0.8 : shape
    let end = 1 / (1 + Double(behind) * back * min(shape, 1) / 4)
    let across = 0.5 + Double(behind) * aside * end + end / 2
    let high = 0.5 + max(0.5, Double(behind) * up * end + end / 2)
    let height = min(room * share / high, metrics.size.width * width / across / shape).rounded()
    return Size((height * shape).rounded(), height)
  }
}
