/// The marks on tiles whose programs wait out of sight.
extension Shell {
  /// Has the faces of those tiles made anew whose programs went out of sight, came back or ended.
  mutating func markRunningTiles() {
    // Behind a program nobody sees them.
    guard !isCovered, !programs.isEmpty || !runningTiles.isEmpty else { return }
    let running = Set(programs.values.lazy.filter { $0.place == .background }.map(\.tileID))
    guard running != runningTiles else { return }
    let changed = running.symmetricDifference(runningTiles)
    runningTiles = running
    for level in levels.indices { levels[level].renewFaces(of: changed) }
    isDirty = true
  }
}

extension Level {
  /// Has the faces of some tiles made anew.
  mutating func renewFaces(of changed: Set<String>) {
    for shelf in shelves.indices {
      for (index, tile) in shelves[shelf].tiles.enumerated() where changed.contains(tile.id) {
        shelves[shelf].faces.renew(index)
      }
    }
  }
}
