import RotundaGeometry

/// What a finger on a level touches.
extension Level {
  /// A shelf, and the tile of it that is under the finger, if one is.
  struct Target: Hashable {
    var shelf: Int
    var tile: Int?
  }

  /// What is under a point, in points from the middle of the screen.
  ///
  /// The tiles of the shelf in the middle are in front; beside them a point belongs to the shelf in whose area it lies.
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
