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
