import CarouselEngine
import Geometry
import Scene

/// What is seen at one depth: the shelves of the launcher, or what is in a folder.
struct Level: Sendable {
  /// The tile that was opened, when it is a folder.
  let folder: String?
  /// From the first to the last, never empty.
  var shelves: [Shelf]
  /// Which shelf is in the middle: a carousel whose items are whole shelves and which moves across their way.
  var stack: Carousel
  /// Where the latest frame showed the shelves, in shelves.
  private var seenOffset = 0.0
  /// How fast the latest frames showed the shelves moving, in points per second.
  private(set) var speed = 0.0
  /// The surface, in points.
  private(set) var size = Size.zero
  /// How far below the middle of the surface the tiles stand, in points.
  private(set) var drop = 0.0

  /// How far the first and the last shelf can be pulled away from the middle, in shelves.
  private static let stretch = 0.3

  /// How much farther a fling of shelves would go than one of tiles: a shelf is higher than a tile is wide, and
  /// a gentle swipe is enough to turn to the next one.
  private static let ease = 2.0

  /// Shelves, of which those without tiles are left out unless all are. `folder` is the tile that was opened.
  init(_ shelves: [LauncherShelf], folder: String? = nil) {
    self.init(Self.filled(shelves).map(Shelf.init), folder: folder)
  }

  /// Shelves on a screen whose size is not known yet, the first one in the middle.
  init(_ shelves: [Shelf], folder: String?) {
    precondition(!shelves.isEmpty, "a level needs a shelf")
    self.shelves = shelves
    self.folder = folder
    var options = CarouselOptions()
    options.layout = .linear
    options.isVertical = !shelves[0].isVertical
    options.wrap = false
    options.isPagingEnabled = true
    options.bounceDistance = Self.stretch
    options.scrollSpeed = Self.ease
    options.layoutChangeDuration = 0
    stack = Carousel(options: options, bounds: .zero, itemSize: Size(1, 1), numberOfItems: shelves.count)
  }

  private static func filled(_ shelves: [LauncherShelf]) -> [LauncherShelf] {
    let filled = shelves.filter { !$0.tiles.isEmpty }
    return filled.isEmpty ? Array(shelves.prefix(1)) : filled
  }

  /// The level after its configuration was read again: shelves of the same name stay where they are, and so does the
  /// one in the middle.
  func taking(_ wanted: [LauncherShelf], at time: Double) -> Level {
    var old = shelves.map(Optional.some)
    var place: Int?
    let new = Self.filled(wanted).enumerated().map { index, wanted in
      guard let match = old.firstIndex(where: { $0?.name == wanted.name }), let shelf = old[match] else {
        return Shelf(wanted)
      }
      old[match] = nil
      if match == current { place = index }
      return shelf.taking(wanted, at: time)
    }
    var level = Level(new, folder: folder)
    level.stack.currentItemIndex = place ?? min(current, new.count - 1)
    return level
  }

  /// The shelf in the middle.
  var current: Int { min(max(0, stack.currentItemIndex), shelves.count - 1) }
  /// The tile in the middle, −1 when there is none.
  var currentTile: Int { shelves[current].carousel.currentItemIndex }
  /// Whether its shelves go up and down, so that their tiles go left and right.
  var isStackVertical: Bool { stack.options.isVertical }
  var hasSeveralShelves: Bool { shelves.count > 1 }

  /// From the middle of one shelf to the middle of the next, in points.
  var pitch: Double { isStackVertical ? stack.itemSize.height : stack.itemSize.width }

  /// Where the middle of a shelf is, in points from the middle of the screen.
  func place(of shelf: Int) -> Point {
    guard hasSeveralShelves else { return Point(0, drop) }
    let distance = stack.offset(forItemAt: shelf) * pitch
    return isStackVertical ? Point(0, distance + drop) : Point(distance, drop)
  }

  /// The shelves of which something is on the screen.
  var visibleShelves: Range<Int> {
    guard hasSeveralShelves, pitch > 0 else { return 0..<shelves.count }
    let reach = (isStackVertical ? size.height / 2 + drop : size.width / 2) / pitch + 0.5
    let first = Int((stack.scrollOffset - reach).rounded(.down)) + 1
    let end = Int((stack.scrollOffset + reach).rounded(.up))
    return max(0, min(first, current))..<min(shelves.count, max(end, current + 1))
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool {
    if stack.isMoving { return true }
    for index in visibleShelves where shelves[index].isMoving { return true }
    return false
  }

  /// The screen has another size or scale.
  mutating func resize(for metrics: Metrics) {
    size = metrics.size
    for index in shelves.indices { shelves[index].resize(for: metrics) }
    stack.bounds = size
    let largest = shelves.reduce(.zero) {
      Size(max($0.width, $1.tileSize.width), max($0.height, $1.tileSize.height))
    }
    // Tiles that go up and down come by everywhere.
    drop = isStackVertical ? metrics.drop(tile: largest) : 0
    let pitch = metrics.pitch(
      tile: largest, hasTitles: shelves.contains { $0.name != nil }, isVertical: isStackVertical)
    stack.itemSize = Size(pitch, pitch)
  }

  /// Moves what is on the screen to `time`. `elapsed` seconds have passed since the frame before.
  mutating func advance(to time: Double, elapsed: Double, into events: inout [CarouselEvent]) {
    stack.advance(to: time, into: &events)
    if elapsed > 0 { speed = abs(stack.scrollOffset - seenOffset) * pitch / elapsed }
    seenOffset = stack.scrollOffset
    for index in visibleShelves { shelves[index].advance(to: time, elapsed: elapsed, into: &events) }
  }

  /// Whether nobody sees the shelves or the tiles of one of them move.
  func looksStill(_ shelf: Int) -> Bool {
    let distance = abs(stack.offset(forItemAt: current)) * pitch
    return distance < Shelf.stillDistance && speed < Shelf.stillSpeed && shelves[shelf].looksStill
  }

  /// Takes the measure of a picture; whether it is shown here.
  mutating func pictureReady(_ picture: Picture, size: PixelSize) -> Bool {
    var isShown = false
    for index in shelves.indices where shelves[index].pictureReady(picture, size: size) { isShown = true }
    return isShown
  }
}
