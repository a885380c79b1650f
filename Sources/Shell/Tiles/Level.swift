import CarouselEngine
import RotundaGeometry
import Scene

/// The content of one depth: the shelves of the launcher, or of a folder.
struct Level: Sendable {
  /// The opened tile, if the level is a folder.
  let folder: String?
  /// The shelves from first to last; never empty.
  var shelves: [Shelf]
  /// The selected shelf: a carousel whose items are whole shelves. It moves across their direction.
  var stack: Carousel
  /// The offset of the latest frame, in shelves.
  private var seenOffset = 0.0
  /// The speed of the shelves in the latest frames, in points per second.
  private(set) var speed = 0.0
  /// The size of the surface, in points.
  private(set) var size = Size.zero
  /// The distance of the tiles below the middle of the surface, in points; negative above it.
  private(set) var drop = 0.0
  /// The distance of the tiles to the right of the middle of the surface, in points.
  private var aside = 0.0
  private(set) var zones = ScreenZones()
  /// Whether the text below the tiles has rows for kicker and meta. Once reserved, a row stays: otherwise
  /// tiles would change their size as texts come and go.
  private var rows = (kicker: false, meta: false)
  /// The middles of the shelves, in points from the middle of the first.
  private var middles: [Double]
  /// The borders between the areas of neighboring shelves, in the same points: one fewer than shelves.
  private var borders: [Double] = []

  /// The distance by which visitors can pull the first and last shelf away from the middle, in shelves.
  private static let stretch = 0.3

  /// The factor by which a fling of shelves goes farther than a fling of tiles. Shelves are higher than tiles
  /// are wide, and a gentle swipe should select the next.
  private static let ease = 2.0

  /// Creates a level without empty shelves, unless all are empty. `folder` is the opened tile.
  init(_ shelves: [LauncherShelf], folder: String? = nil) {
    self.init(Self.filled(shelves).map(Shelf.init), folder: folder)
  }

  /// Creates a level for a screen of unknown size, with the first shelf in the middle.
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

  /// Returns the level after a reload. Shelves of the same name keep their state, and the selection stays.
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

  /// The index of the shelf in the middle.
  var current: Int { min(max(0, stack.currentItemIndex), shelves.count - 1) }
  /// The index of the tile in the middle; −1 without tiles.
  var currentTile: Int { shelves[current].carousel.currentItemIndex }
  /// Whether the shelves are stacked vertically, and their tiles move left and right.
  var isStackVertical: Bool { stack.options.isVertical }
  var hasSeveralShelves: Bool { shelves.count > 1 }

  /// The distance between the two shelves around the middle of the screen, in points.
  private var pitch: Double { isStackVertical ? stack.itemSize.height : stack.itemSize.width }

  /// Returns the distance between a shelf and the next. Beyond the ends it is the outermost distance.
  private func pitch(after shelf: Int) -> Double {
    guard hasSeveralShelves else { return pitch }
    let shelf = min(max(0, shelf), shelves.count - 2)
    return middles[shelf + 1] - middles[shelf]
  }

  /// Returns the place of a fractional shelf, in points from the middle of the first: 1.5 is halfway between
  /// the second and the third.
  private func way(to offset: Double) -> Double {
    let shelf = Int(min(max(0, offset.rounded(.down)), Double(shelves.count - 1)))
    return middles[shelf] + (offset - Double(shelf)) * pitch(after: offset < 0 ? 0 : shelf)
  }

  /// Returns a distance from the middle of the screen, for a place in points from the middle of the first
  /// shelf.
  private func distance(of way: Double) -> Double { way - self.way(to: stack.scrollOffset) }

  /// Returns the middle of a shelf's carousel, in points from the middle of the screen.
  func place(of shelf: Int) -> Point {
    let shift = shelves[shelf].shift
    guard hasSeveralShelves else { return Point(aside, drop) + shift }
    let distance = distance(of: middles[shelf])
    return (isStackVertical ? Point(0, distance + drop) : Point(distance, drop)) + shift
  }

  /// Returns a shelf's area, from its name to the next shelf's name, in points from the screen's middle. Nil
  /// if the shelf has the whole screen.
  func area(of shelf: Int) -> Rectangle? {
    guard hasSeveralShelves else { return nil }
    // Beyond the first and the last shelf, the area covers nothing.
    let far = size.width + size.height
    let from = shelf > 0 ? distance(of: borders[shelf - 1]) : -far
    let to = shelf < borders.count ? distance(of: borders[shelf]) : far
    return isStackVertical
      ? Rectangle(origin: Point(-far, from + drop), size: Size(2 * far, max(0, to - from)))
      : Rectangle(origin: Point(from, -far), size: Size(max(0, to - from), 2 * far))
  }

  /// The area above the controls at the lower edge, for tiles that would pass behind them. It is in points
  /// from the screen's middle. Nil if no tiles do.
  var aboveFoot: Rectangle? {
    guard let foot = zones.foot, hasSeveralShelves || shelves[current].isVertical else { return nil }
    let far = size.width + size.height
    return Rectangle(origin: Point(-far, -far), size: Size(2 * far, far + foot.lowerBound - size.height / 2))
  }

  /// The indices of the visible shelves.
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

  /// The opacity of the selected shelf's text, 0 to 1. It fades while another shelf moves in.
  var seenOfRow: Double {
    hasSeveralShelves ? max(0, 1 - 4 * abs(stack.offset(forItemAt: current))) : 1
  }

  /// Returns how far tiles rise above a height in the latest frame, in points; 0 if none does.
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

  /// Lays out the level for a size or scale of the screen. `content` is everything beside the tiles.
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
    // Vertical tiles pass through the whole height.
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
      // Tiles stand in the middle of their room, or lower if that is out of reach.
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

  /// Whether a tile has a text without a row.
  var needsMoreRows: Bool { neededRows != rows }

  /// Redraws changed tiles, which stay in place.
  mutating func retouch(_ changed: Set<String>, from shown: [LauncherShelf]) {
    for shelf in shelves.indices { shelves[shelf].retouch(changed, from: shown) }
  }

  /// The height of the controls at the lower edge, in points.
  private var footHeight: Double { zones.foot.map { size.height - $0.lowerBound } ?? 0 }

  /// Places the shelves. The distance between two shelves follows from their tiles and the second one's name.
  private mutating func placeShelves(_ metrics: Metrics) {
    (middles, borders) = ([0], [])
    for (before, shelf) in zip(shelves, shelves.dropFirst()) {
      let band = isStackVertical && shelf.name != nil ? metrics.titleBand : 0
      let end = middles[middles.count - 1] + extent(of: before) / 2
      // A gap without a name belongs to both shelves.
      borders.append(end + (band > 0 ? metrics.shelfGap : metrics.shelfGap / 2))
      // Rounded down, so the peeking part stays visible.
      middles.append((end + metrics.shelfGap + band + extent(of: shelf) / 2).rounded(.down))
    }
  }

  private func extent(of shelf: Shelf) -> Double {
    isStackVertical ? shelf.largestTile.height : shelf.largestTile.width
  }

  /// Makes shelves follow the fingers that move them.
  private mutating func followPitch() {
    let pitch = max(1, pitch(after: Int(stack.scrollOffset.rounded(.down))))
    if pitch != stack.itemSize.height { stack.itemSize = Size(pitch, pitch) }
  }

  /// Advances the visible content to `time`, `elapsed` seconds after the previous frame.
  mutating func advance(to time: Double, elapsed: Double, into events: inout [CarouselEvent]) {
    stack.advance(to: time, into: &events)
    followPitch()
    if elapsed > 0 { speed = abs(stack.scrollOffset - seenOffset) * pitch / elapsed }
    seenOffset = stack.scrollOffset
    for index in visibleShelves { shelves[index].advance(to: time, elapsed: elapsed, into: &events) }
  }

  /// Reports whether the motion of the shelves and tiles is too small to see.
  func looksStill(_ shelf: Int) -> Bool {
    let distance = abs(distance(of: middles[current]))
    return distance < Shelf.stillDistance && speed < Shelf.stillSpeed && shelves[shelf].looksStill
  }

  /// Reports whether a tile is nearly in place. A touch then counts for the tile.
  func isBringing(_ target: Target) -> Bool {
    guard let tile = target.tile, stack.isBringing(target.shelf) else { return false }
    return shelves[target.shelf].carousel.isBringing(tile)
  }

  /// Stores the measured size of a picture. Returns whether the level shows the picture.
  mutating func pictureReady(_ picture: Picture, size: PixelSize, inset: PixelSize) -> Bool {
    var isShown = false
    for index in shelves.indices where shelves[index].pictureReady(picture, size: size, inset: inset) {
      isShown = true
    }
    return isShown
  }
}

/// Hit tests.
extension Level {
  /// A shelf, and the tile under the finger, if any.
  struct Target: Hashable {
    var shelf: Int
    var tile: Int?
  }

  /// Returns the target of a point, in points from the middle of the screen.
  ///
  /// Tiles of the selected shelf are in front. Elsewhere, a point belongs to the shelf of its area.
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
  /// The level that the visitor left, while it is visible; nil while a folder opens.
  var closed: Level?
  /// The growing tile of the folder; nil if invisible.
  private let tile: GrowingTile?
  /// The progress of the opening, 0 to 1.
  private var openness = SpringValue(0, response: Motion.folder)

  /// The scale of the inner level when it begins to appear, without a growing tile.
  private static let innerZoom = 0.7
  /// The growth at which the inner level begins to appear, and at which it is opaque. Then the growth at
  /// which the tile begins to fade, and at which it is gone.
  private static let (arrives, isThere) = (0.5, 0.9)
  private static let (fades, hasFaded) = (0.4, 0.8)

  /// The look of a level.
  struct Look: Hashable {
    var zoom = 1.0
    var opacity = 1.0
    /// Its middle, in points from the screen's middle.
    var middle = Point.zero
  }

  /// Opens a folder.
  init(opensAt time: Double, from tile: GrowingTile? = nil) {
    self.tile = tile
    openness.go(to: 1, at: time)
  }

  /// Closes a folder that is open or still opening.
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

  /// Returns the look of the inner level. With reduced motion it only fades.
  func inner(at time: Double, isReduced: Bool = false) -> Look {
    let part = part(at: time)
    guard !isReduced else { return Look(opacity: part) }
    guard let tile else { return Look(zoom: Self.innerZoom + (1 - Self.innerZoom) * part, opacity: part) }
    let area = tile.area(part)
    return Look(
      zoom: area.size.width / max(1, tile.screen.width),
      opacity: GrowingTile.arrived(part, from: Self.arrives, to: Self.isThere), middle: area.center)
  }

  /// Returns the look of the outer level. With reduced motion it only fades.
  func outer(at time: Double, isReduced: Bool = false) -> Look {
    let part = part(at: time)
    return Look(zoom: isReduced ? 1 : GrowingTile.othersZoom(part), opacity: GrowingTile.others(part))
  }

  /// Returns the opacity of the indicator of the level that appears.
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
