import Geometry

/// What a finger on a level touches.
extension Level {
  /// A shelf, and the tile of it that is under the finger, if one is.
  struct Target: Hashable {
    var shelf: Int
    var tile: Int?
  }

  /// What is under a point, in points from the middle of the screen.
  ///
  /// The tiles of the shelf in the middle are in front; beside them a point belongs to the shelf whose middle is nearest.
  func target(at point: Point) -> Target {
    let current = current
    if let tile = tile(of: current, at: point) { return Target(shelf: current, tile: tile) }
    guard hasSeveralShelves, pitch > 0 else { return Target(shelf: current) }
    let along = isStackVertical ? point.y - drop : point.x
    let nearest = (stack.scrollOffset + along / pitch).rounded()
    let shelf = Int(min(max(0, nearest), Double(shelves.count - 1)))
    return Target(shelf: shelf, tile: shelf == current ? nil : tile(of: shelf, at: point))
  }

  private func tile(of shelf: Int, at point: Point) -> Int? {
    shelves[shelf].carousel.itemIndex(at: point - place(of: shelf), isShown: shelves[shelf].isShown)
  }
}
