/// The marks on tiles that say what their programs do.
extension Shell {
  var marks: [String: TileMark] { programs.marks }

  /// Has the faces of those tiles made anew whose marks come, change or go.
  mutating func markRunningTiles() {
    guard programs.hasNews(isCovered: isCovered) else { return }
    let changed = programs.updateMarks()
    guard !changed.isEmpty else { return }
    for level in levels.indices { levels[level].renewFaces(of: changed) }
    isDirty = true
  }

  /// Visitors who see the marks are to see what is: programs are inspected when the launcher is seen again and when it is touched,
  /// and at no other time, so that nothing wakes for them.
  mutating func inspectPrograms(_ event: ShellEvent, isSeenAgain: Bool) {
    guard screen == .carousel, !isDark else { return }
    switch event {
    case .touch, .key, .scroll, .focus, .active: break
    default: if !isSeenAgain { return }
    }
    if programs.needsInspection(at: clock) { outbox.append(.lookAtPrograms) }
  }
}

extension Level {
  /// Has the faces of some tiles made anew.
  mutating func renewFaces(of changed: Set<String>) {
    for shelf in shelves.indices {
      for (index, tile) in shelves[shelf].tiles.enumerated()
      where changed.contains(tile.id) || tile.parts.contains(where: { changed.contains($0.id) }) {
        shelves[shelf].faces.renew(index)
      }
    }
  }
}
