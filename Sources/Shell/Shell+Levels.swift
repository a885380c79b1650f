import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// Going from shelf to shelf, into folders and out of them.
extension Shell {
  /// What is seen: the innermost folder that is open, or the shelves of the launcher.
  var level: Level {
    get { levels[levels.count - 1] }
    _modify { yield &levels[levels.count - 1] }
  }

  /// The shelf in the middle.
  var shelf: Shelf {
    get { levels[levels.count - 1].shelves[levels[levels.count - 1].current] }
    _modify {
      let (last, current) = (levels.count - 1, levels[levels.count - 1].current)
      yield &levels[last].shelves[current]
    }
  }

  /// The shelf that the fingers are about.
  var touchedShelf: Shelf {
    get { levels[levels.count - 1].shelves[touch.shelf] }
    _modify { yield &levels[levels.count - 1].shelves[touch.shelf] }
  }

  /// The carousel in the middle.
  var carousel: Carousel {
    get { shelf.carousel }
    _modify { yield &shelf.carousel }
  }

  /// The tiles of the shelf in the middle.
  var tiles: [LauncherTile] { shelf.tiles }

  /// Whether there is anything to show at all.
  var hasTiles: Bool {
    // Every frame of a message asks: an iterator would take memory.
    for index in levels[0].shelves.indices where !levels[0].shelves[index].tiles.isEmpty { return true }
    return false
  }

  /// What is under a point of the surface.
  func target(at point: Point) -> Level.Target {
    levels[levels.count - 1].target(at: point - Point(metrics.size.width / 2, metrics.size.height / 2))
  }

  /// A tile of the launcher, in whatever folder it is.
  func findTile(_ id: String) -> LauncherTile? {
    for shelf in levels[0].shelves {
      if let tile = LauncherTile.find(id, among: shelf.tiles) { return tile }
    }
    return nil
  }

  /// Brings a tile of the level that is seen to the middle, if it is there.
  mutating func center(_ tile: LauncherTile) {
    let place = level.shelves.indices.first { shelf in
      level.shelves[shelf].tiles.contains { $0.id == tile.id }
    }
    guard let shelf = place, let index = level.shelves[shelf].tiles.firstIndex(where: { $0.id == tile.id })
    else { return }
    show(shelf: shelf)
    center(index, of: shelf)
  }

  /// Brings the first tile of every shelf to the middle, and the first shelf.
  mutating func showFirstTiles() {
    show(shelf: 0)
    for shelf in level.shelves.indices { center(0, of: shelf) }
    if let tile = homeTile.flatMap({ findTile($0) }) { center(tile) }
  }

  /// One shelf further than the steps that are still under way; at the ends nothing happens.
  package mutating func changeShelf(by count: Int) {
    show(shelf: min(max(0, level.stack.destinationItemIndex + count), level.shelves.count - 1))
  }

  /// Brings a shelf to the middle, unless a finger has the shelves.
  mutating func show(shelf index: Int) {
    guard level.hasSeveralShelves, level.shelves.indices.contains(index), !touch.drivesStack else { return }
    level.stack.scroll(toItemAt: index, duration: Self.centeringTime, at: clock)
  }

  /// Opens a folder: its tiles have the screen, and the level below keeps its place.
  mutating func openFolder(_ tile: LauncherTile, _ tiles: [LauncherTile]) {
    leaveLevel()
    var inner = Level([contents(of: tile, tiles, like: shelf)], folder: tile.id)
    inner.resize(for: metrics)
    // The way back is beside the first tile, not in its place.
    if hasBackTile, !tiles.isEmpty { inner.shelves[0].carousel.currentItemIndex = 1 }
    levels.append(inner)
    change = LevelChange(opensAt: clock)
    isDirty = true
  }

  /// What a folder shows: its tiles, and the way back before them.
  func contents(of folder: LauncherTile, _ tiles: [LauncherTile], like shelf: Shelf) -> LauncherShelf {
    let back = hasBackTile ? [LauncherTile.back(from: folder)] : []
    // Where the shelf starts says nothing about its folders.
    var settings = shelf.settings
    (settings.startTile, settings.scrollOffset) = (CarouselSettings().startTile, nil)
    return LauncherShelf(
      name: folder.name, settings: settings, tiles: back + tiles, placeholder: shelf.placeholder)
  }

  /// Closes the folder that is open; whether there was one.
  @discardableResult
  mutating func closeFolder() -> Bool {
    guard levels.count > 1 else { return false }
    leaveLevel()
    change = LevelChange(closing: levels.removeLast(), after: change, at: clock)
    isDirty = true
    return true
  }

  /// What is under way on the level that is seen ends here.
  mutating func leaveLevel() {
    releaseInput(at: clock)
    // A tap is told before its touch has ended.
    endTouch()
  }

  /// Closes all folders at once.
  mutating func closeAllFolders() {
    guard levels.count > 1 else { return }
    levels.removeSubrange(1..<(levels.count - 1))
    closeFolder()
  }
}

/// Where the carousel rests, in numbers that are compared whenever a motion has ended.
struct RestingPlace: Hashable, Sendable {
  /// How many folders are open, and the launcher's shelves.
  var depth = 0
  /// The shelf in the middle.
  var shelf = 0
  /// The tile in its middle.
  var tile = 0
}

/// A visitor's place outlasts a launcher that goes down.
extension Shell {
  /// The folders that are open, from the outermost on, and the tile in the middle, by their identifiers.
  var visitorsPlace: [String] {
    let index = level.currentTile
    let tile = tiles.indices.contains(index) ? [tiles[index].id] : []
    return levels.dropFirst().compactMap(\.folder) + tile
  }

  /// Tells of a new place once the carousel has come to rest there.
  mutating func notePlace() {
    // Where it goes by itself is no visitor's place.
    guard attraction == nil, !metrics.size.isEmpty, !touch.drivesCarousel, !touch.drivesStack else { return }
    let now = RestingPlace(depth: levels.count, shelf: level.current, tile: level.currentTile)
    guard now != restingPlace else { return }
    // Where it begins, the next one would begin, too.
    if restingPlace != nil {
      outbox.append(.keepPlace(visitorsPlace))
      if !visit.isIdle { sound(.settle) }
    }
    restingPlace = now
  }

  /// Goes on at a place, at once or when there is a screen.
  mutating func goOn(at place: [String]) {
    guard !metrics.size.isEmpty else { return wantedPlace = place }
    wantedPlace = []
    // Unlike any, so that the place is kept again when it has been seen.
    restingPlace = RestingPlace()
    for (depth, id) in place.enumerated() {
      guard let shelf = level.shelves.firstIndex(where: { $0.tile(id) != nil }),
        let index = level.shelves[shelf].index(showing: id), let tile = level.shelves[shelf].tile(id)
      else { break }
      level.stack.currentItemIndex = shelf
      level.shelves[shelf].carousel.currentItemIndex = index
      guard depth < place.count - 1, case .folder(let inside) = tile.action, !tile.needsPIN else { break }
      openFolder(tile, inside)
      // It has been open all the time, for whoever stands before it.
      change = nil
    }
    isDirty = true
  }
}
