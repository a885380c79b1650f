import Gestures

/// What keys do on a tile that has controls.
extension Shell {
  /// What an arrow key scrolls a page on a tile, as a part of what is seen of it.
  private static let keyShare = 0.4

  /// What keys do to the controls of the tile in the middle; whether the key was for them.
  ///
  /// Tab and the arrow across the way of the tiles go from one control to the next, and past the last one on to what they
  /// otherwise do; the arrow back and Escape leave them.
  mutating func controlsTake(_ event: KeyEvent) -> Bool {
    guard let tile = liveTile else {
      focusedControl = nil
      return false
    }
    if let change = change(event.key), let part = focusedControl.flatMap({ tile[$0] }), part.$value.isThere {
      if event.phase != .released, tile.isEnabled, part.isEnabled, !tile.needsPIN, !part.needsPIN {
        self.change(part, by: change)
      }
      return true
    }
    switch event.key {
    case .tab: return moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, on: tile)
    case .down where !shelf.isVertical, .right where shelf.isVertical: return moveAcross(by: 1, on: tile)
    case .up where !shelf.isVertical, .left where shelf.isVertical: return moveAcross(by: -1, on: tile)
    case .enter, .space:
      guard let focusedControl, event.phase == .pressed else { return focusedControl != nil }
      activate(focusedControl)
      return true
    case .escape:
      guard focusedControl != nil else { return false }
      focusedControl = nil
      isDirty = true
      return true
    default:
      if focusedControl != nil { isDirty = true }
      focusedControl = nil
      return false
    }
  }

  /// The arrows along the way of the tiles change a value: by how many steps, nil for other keys.
  private func change(_ key: Key) -> Double? {
    switch key {
    case .right where !shelf.isVertical, .up where shelf.isVertical: 1
    case .left where !shelf.isVertical, .down where shelf.isVertical: -1
    default: nil
    }
  }

  private mutating func moveAcross(by step: Int, on tile: LauncherTile) -> Bool {
    guard tile.controls.isEmpty || (focusedControl == nil && step < 0) else {
      return moveFocus(by: step, on: tile) || !level.hasSeveralShelves
    }
    let room = shelf.centeredInterior?.layout.room ?? 0
    return scrollContent(by: Double(step) * room * Self.keyShare, duration: ContentScroll.keyTime)
  }

  /// To the next control; false at the end of them, where none has the focus any more.
  private mutating func moveFocus(by step: Int, on tile: LauncherTile) -> Bool {
    let controls = tile.controls
    let place = focusedControl.flatMap { controls.firstIndex(of: $0) }
    let next = place.map { $0 + step } ?? (step > 0 ? 0 : -1)
    isDirty = true
    guard controls.indices.contains(next) else {
      let hadFocus = focusedControl != nil
      focusedControl = nil
      // Back from the first control one is on the tile again.
      return hadFocus && step < 0
    }
    focusedControl = controls[next]
    let now = clock
    shelf.centeredInterior?.reveal(controls[next], at: now)
    return true
  }
}
