import CarouselEngine
import RotundaGeometry
import Scene

/// The content of one depth: the shelves of the launcher, or of a folder.
struct Level: Sendable {
  /// The tile that was opened, when it is a folder.
  let folder: String?
  /// From the first to the last, never empty.
  var shelves: [Shelf]
  /// The selected shelf: a carousel whose items are whole shelves, which moves across their direction.
  var stack: Carousel
  /// Where the latest frame showed the shelves, in shelves.
  private var seenOffset = 0.0
  /// How fast the latest frames showed the shelves moving, in points per second.
  private(set) var speed = 0.0
  /// The surface, in points.
  private(set) var size = Size.zero
  /// How far below the middle of the surface the tiles stand, in points; above it, less than 0.
  private(set) var drop = 0.0
  /// How far to the right of the middle of the surface.
  private var aside = 0.0
  /// Which part of the screen belongs to what.
  private(set) var zones = ScreenZones()
  /// Whether the text below the tiles has rows for kicker and meta. Their room stays, because tiles would
  /// change their size with texts that come and go.
  private var rows = (kicker: false, meta: false)
  /// Where the middles of the shelves are, in points from that of the first.
  private var middles: [Double]
  /// Where one shelf's area ends and the next one's begins, in the same points: one less than there are
  /// shelves.
  private var borders: [Double] = []

  /// How far the first and the last shelf can be pulled away from the middle, in shelves.
  private static let stretch = 0.3

  /// How much farther a fling of shelves would go than one of tiles: shelves are higher than tiles are wide,
  /// and a gentle swipe should select the next.
  private static let ease = 2.0

  /// Shelves without empty ones, unless all are empty. `folder` is the opened tile.
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
    middles = shelves.indices.map(Double.init)
  }

  private static func filled(_ shelves: [LauncherShelf]) -> [LauncherShelf] {
    let filled = shelves.filter { !$0.tiles.isEmpty }
    return filled.isEmpty ? Array(shelves.prefix(1)) : filled
  }

  /// The level after a reload: shelves of the same name keep their state, and so does the selected one.
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

  /// Between the middles of the two shelves about the middle of the screen, in points.
  private var pitch: Double { isStackVertical ? stack.itemSize.height : stack.itemSize.width }

  /// The distance between two neighbors, of which the first is given; beyond the ends the outermost.
  private func pitch(after shelf: Int) -> Double {
    guard hasSeveralShelves else { return pitch }
    let shelf = min(max(0, shelf), shelves.count - 2)
    return middles[shelf + 1] - middles[shelf]
  }

  /// The place of a fractional shelf, in points from the middle of the first: 1.5 is halfway between the
  /// second and the third.
  private func way(to offset: Double) -> Double {
    let shelf = Int(min(max(0, offset.rounded(.down)), Double(shelves.count - 1)))
    return middles[shelf] + (offset - Double(shelf)) * pitch(after: offset < 0 ? 0 : shelf)
  }

  /// How far from the middle of the screen something is that is so many points from the middle of the first
  /// shelf.
  private func distance(of way: Double) -> Double { way - self.way(to: stack.scrollOffset) }

  /// Where the middle of a shelf's carousel is, in points from the middle of the screen.
  func place(of shelf: Int) -> Point {
    let shift = shelves[shelf].shift
    guard hasSeveralShelves else { return Point(aside, drop) + shift }
    let distance = distance(of: middles[shelf])
    return (isStackVertical ? Point(0, distance + drop) : Point(distance, drop)) + shift
  }

  /// A shelf's own area, in points from the screen's middle: with its name, up to the next one's. Nil if it
  /// has the whole screen.
  func area(of shelf: Int) -> Rectangle? {
    guard hasSeveralShelves else { return nil }
    // Beyond the first and the last there is nothing that could be covered.
    let far = size.width + size.height
    let from = shelf > 0 ? distance(of: borders[shelf - 1]) : -far
    let to = shelf < borders.count ? distance(of: borders[shelf]) : far
    return isStackVertical
      ? Rectangle(origin: Point(-far, from + drop), size: Size(2 * far, max(0, to - from)))
      : Rectangle(origin: Point(from, -far), size: Size(max(0, to - from), 2 * far))
  }

  /// The area of tiles that would pass behind the controls at the lower edge, in points from the screen's
  /// middle; nil if none do.
  var aboveFoot: Rectangle? {
    guard let foot = zones.foot, hasSeveralShelves || shelves[current].isVertical else { return nil }
    let far = size.width + size.height
    return Rectangle(origin: Point(-far, -far), size: Size(2 * far, far + foot.lowerBound - size.height / 2))
  }

  /// The shelves of which something is on the screen.
  var visibleShelves: Range<Int> {
    guard hasSeveralShelves else { return 0..<shelves.count }
    let reach = isStackVertical ? size.height / 2 : size.width / 2
    let middle = isStackVertical ? -drop : 0
    var first = current
    while first > 0, distance(of: borders[first - 1]) > middle - reach { first -= 1 }
    var last = current
    while last < borders.count, distance(of: borders[last]) < middle + reach { last += 1 }
    return first..<last + 1
  }

  /// The opacity of the selected shelf's text, 0 to 1; it fades while another shelf comes.
  var seenOfRow: Double {
    hasSeveralShelves ? max(0, 1 - 4 * abs(stack.offset(forItemAt: current))) : 1
  }

  /// How far tiles rise above a height, in points; 0 if none does. As of the latest frame.
  func reach(above height: Double) -> Double {
    var reach = 0.0
    for index in visibleShelves { reach = max(reach, self.reach(of: index, above: height)) }
    return reach
  }

  private func reach(of index: Int, above height: Double) -> Double {
    let edge = height - size.height / 2 - place(of: index).y
    let shelf = shelves[index]
    var highest = edge
    for index in shelf.placements.indices where shelf.placements[index].opacity > 0 {
      let (transform, size) = (
        shelf.placements[index].transform, shelf.size(of: shelf.placements[index].index)
      )
      let (left, right) = (
        transform.project(Point(-size.width / 2, -size.height / 2)),
        transform.project(Point(size.width / 2, -size.height / 2))
      )
      highest = min(highest, min(left?.y ?? edge, right?.y ?? edge))
    }
    return edge - highest
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool {
    if stack.isMoving { return true }
    for index in visibleShelves where shelves[index].isMoving { return true }
    return false
  }

  /// Another size or scale of the screen. `content` is everything beside the tiles.
  mutating func resize(for metrics: Metrics, _ content: ScreenZones.Content) {
    size = metrics.size
    var content = content
    let hasWayBack = folder != nil && content.hasWayBack
    if !hasWayBack, !content.hasButtons { content.foot = nil }
    if hasWayBack { content.gapOfFoot = content.gapOfFootInFolder }
    content.indicatorLength = Indicator.leastLength(tiles: shelves[0].tiles.count, metrics)
    content.wantsColumns =
      content.wantsDetails && !hasSeveralShelves && (shelves[0].isVertical || shelves[0].isSingle)
    content.wantsDetails = content.wantsDetails && !hasSeveralShelves && !shelves[0].isVertical
    content.wantsCaptions = content.wantsCaptions && content.wantsDetails && shelves[0].hasRoomForCaptions
    content.hasIndicator =
      content.hasIndicator && !hasSeveralShelves && !shelves[0].isVertical && !shelves[0].isSingle
    content.wantsPicture = content.wantsPicture && content.wantsDetails && shelves[0].hasPictures
    rows = neededRows
    (content.hasKicker, content.hasMeta) = rows
    zones = ScreenZones(metrics, content)
    for index in shelves.indices {
      shelves[index].resize(
        for: metrics, amongShelves: hasSeveralShelves ? isStackVertical : nil, foot: footHeight,
        within: hasSeveralShelves || shelves[0].isVertical ? nil : zones.tileRoom, zones)
    }
    aside = zones.columns.map { ($0.tiles.lowerBound + $0.tiles.upperBound - size.width) / 2 } ?? 0
    stack.bounds = size
    let largest = shelves.reduce(.zero) {
      Size(max($0.width, $1.largestTile.width), max($0.height, $1.largestTile.height))
    }
    // Tiles that go up and down come by everywhere.
    let foot = hasSeveralShelves ? metrics.shelfGap + metrics.titleBand + metrics.leastPeek + footHeight : 0
    drop = isStackVertical ? metrics.drop(tile: largest, foot: foot) : 0
    // The next shelf peeks in above the controls.
    if hasSeveralShelves, isStackVertical, footHeight > 0 {
      drop = min(drop, ((size.height - largest.height) / 2 - foot).rounded(.down))
    }
    if hasSeveralShelves, isStackVertical {
      // The name of the shelf stands below the header.
      let lowest = zones.headerBottom + metrics.titleBand - (size.height - largest.height) / 2
      drop = max(drop, lowest.rounded(.up))
    }
    if !hasSeveralShelves, !shelves[0].isVertical {
      // In the middle of their room, or lower if that is out of reach.
      let middle = (zones.tiles.lowerBound + zones.tiles.upperBound - size.height) / 2
      let lowest = zones.tiles.upperBound - size.height / 2 - largest.height / 2
      // A queue fills its room.
      drop = (shelves[0].isQueue || zones.columns != nil ? middle : max(middle, min(drop, lowest))).rounded()
    }
    placeShelves(metrics)
    followPitch()
  }

  private var neededRows: (kicker: Bool, meta: Bool) {
    let looks = shelves[0].tiles.lazy.map(\.appearance)
    return (
      rows.kicker || looks.contains { !$0.kicker.isEmpty }, rows.meta || looks.contains { !$0.meta.isEmpty }
    )
  }

  /// Whether a tile has a text for which there is no row.
  var needsMoreRows: Bool { neededRows != rows }

  /// Some tiles look otherwise, and stay where they are.
  mutating func retouch(_ changed: Set<String>, from shown: [LauncherShelf]) {
    for shelf in shelves.indices { shelves[shelf].retouch(changed, from: shown) }
  }

  /// What the controls take of the lower edge, in points.
  private var footHeight: Double { zones.foot.map { size.height - $0.lowerBound } ?? 0 }

  /// Each as far from the one before as its own tiles and its name take.
  private mutating func placeShelves(_ metrics: Metrics) {
    (middles, borders) = ([0], [])
    for (before, shelf) in zip(shelves, shelves.dropFirst()) {
      let band = isStackVertical && shelf.name != nil ? metrics.titleBand : 0
      let end = middles[middles.count - 1] + extent(of: before) / 2
      // A gap with no name in it belongs to both.
      borders.append(end + (band > 0 ? metrics.shelfGap : metrics.shelfGap / 2))
      // Down, so that what has to peek in does.
      middles.append((end + metrics.shelfGap + band + extent(of: shelf) / 2).rounded(.down))
    }
  }

  private func extent(of shelf: Shelf) -> Double {
    isStackVertical ? shelf.largestTile.height : shelf.largestTile.width
  }

  /// Fingers that move shelves keep them at their tips.
  private mutating func followPitch() {
    let pitch = max(1, pitch(after: Int(stack.scrollOffset.rounded(.down))))
    if pitch != stack.itemSize.height { stack.itemSize = Size(pitch, pitch) }
  }

  /// Moves what is on the screen to `time`. `elapsed` seconds have passed since the frame before.
  mutating func advance(to time: Double, elapsed: Double, into events: inout [CarouselEvent]) {
    stack.advance(to: time, into: &events)
    followPitch()
    if elapsed > 0 { speed = abs(stack.scrollOffset - seenOffset) * pitch / elapsed }
    seenOffset = stack.scrollOffset
    for index in visibleShelves { shelves[index].advance(to: time, elapsed: elapsed, into: &events) }
  }

  /// Whether the motion of the shelves and tiles is invisible.
  func looksStill(_ shelf: Int) -> Bool {
    let distance = abs(distance(of: middles[current]))
    return distance < Shelf.stillDistance && speed < Shelf.stillSpeed && shelves[shelf].looksStill
  }

  /// Whether a tile is nearly in place, so that a touch counts for it.
  func isBringing(_ target: Target) -> Bool {
    guard let tile = target.tile, stack.isBringing(target.shelf) else { return false }
    return shelves[target.shelf].carousel.isBringing(tile)
  }

  /// Takes the measure of a picture; whether it is shown here.
  mutating func pictureReady(_ picture: Picture, size: PixelSize, inset: PixelSize) -> Bool {
    var isShown = false
    for index in shelves.indices where shelves[index].pictureReady(picture, size: size, inset: inset) {
      isShown = true
    }
    return isShown
  }
}

/// What a finger on a level touches.
extension Level {
  /// A shelf, and the tile under the finger, if any.
  struct Target: Hashable {
    var shelf: Int
    var tile: Int?
  }

  /// The target of a point, in points from the middle of the screen.
  ///
  /// Tiles of the selected shelf are in front. Beside them a point belongs to the shelf of its area.
  func target(at point: Point) -> Target {
    let current = current
    if let tile = tile(of: current, at: point) { return Target(shelf: current, tile: tile) }
    let shelf = visibleShelves.first { area(of: $0)?.contains(point) == true } ?? current
    return Target(shelf: shelf, tile: shelf == current ? nil : tile(of: shelf, at: point))
  }

  private func tile(of shelf: Int, at point: Point) -> Int? {
    if shelves[shelf].settings.details.clipsToBounds, area(of: shelf)?.contains(point) == false { return nil }
    return shelves[shelf].carousel.itemIndex(at: point - place(of: shelf), isShown: shelves[shelf].isShown)
  }
}

/// A folder that opens or closes, while two levels are visible.
///
/// The folder's tile grows to the screen and becomes the inner level, while the outer one steps back and
/// fades. Closing reverses this at any moment. Without a visible tile, the inner level grows from the
/// screen's middle.
struct LevelChange: Sendable {
  /// The level that was left, while it still is seen; nil while a folder opens.
  var closed: Level?
  /// The growing tile of the folder; nil if invisible.
  private let tile: GrowingTile?
  /// How far the folder is open, 0 to 1.
  private var openness = SpringValue(0, response: Motion.folder)

  /// How large the inner level is when it is not seen yet, where no tile grows.
  private static let innerZoom = 0.7
  /// How far the tile has grown when the inner level begins to be seen and when all of it is, and the same
  /// for when the tile begins to fade and when it has.
  private static let (arrives, isThere) = (0.5, 0.9)
  private static let (fades, hasFaded) = (0.4, 0.8)

  /// How a level is seen.
  struct Look: Hashable {
    var zoom = 1.0
    var opacity = 1.0
    /// Where its middle is, in points from the screen's.
    var middle = Point.zero
  }

  /// A folder opens.
  init(opensAt time: Double, from tile: GrowingTile? = nil) {
    self.tile = tile
    openness.go(to: 1, at: time)
  }

  /// A folder closes that is open, or was just opening.
  init(closing level: Level, after opening: LevelChange?, into tile: GrowingTile? = nil, at time: Double) {
    closed = level
    if let opening, opening.closed == nil {
      (openness, self.tile) = (opening.openness, opening.tile)
    } else {
      (openness, self.tile) = (SpringValue(1, response: Motion.folder), tile)
    }
    openness.go(to: 0, at: time)
  }

  func isOver(at time: Double) -> Bool { openness.isOver(at: time) }

  /// The looks of the inner level; with reduced motion it only fades.
  func inner(at time: Double, isReduced: Bool = false) -> Look {
    let part = part(at: time)
    guard !isReduced else { return Look(opacity: part) }
    guard let tile else { return Look(zoom: Self.innerZoom + (1 - Self.innerZoom) * part, opacity: part) }
    let area = tile.area(part)
    return Look(
      zoom: area.size.width / max(1, tile.screen.width),
      opacity: GrowingTile.arrived(part, from: Self.arrives, to: Self.isThere), middle: area.center)
  }

  /// The looks of the outer level; with reduced motion it only fades.
  func outer(at time: Double, isReduced: Bool = false) -> Look {
    let part = part(at: time)
    return Look(zoom: isReduced ? 1 : GrowingTile.othersZoom(part), opacity: GrowingTile.others(part))
  }

  /// How much is seen of the indicator of the level that comes.
  func indicator(at time: Double) -> Double {
    let part = part(at: time)
    return closed == nil ? GrowingTile.arrived(part, from: 0.5, to: 1) : GrowingTile.others(part)
  }

  /// Draws the folder's tile, between the outer level and the inner one.
  func appendTile(at time: Double, to frame: inout SceneFrame) {
    let part = part(at: time)
    tile?.append(
      part, opacity: 1 - GrowingTile.arrived(part, from: Self.fades, to: Self.hasFaded), to: &frame)
  }

  private func part(at time: Double) -> Double { min(max(openness.value(at: time), 0), 1) }
}
