/// A tile with controls on it and, as a folder, with other tiles in it.
public protocol TileTree {
  /// Rows of its list.
  var rows: [Self] { get }
  /// Buttons on it.
  var buttons: [Self] { get }
  /// What gestures on it do; nothing for most.
  var gestureParts: [Self] { get }
  /// What is in it; nothing when it is no folder.
  var inside: [Self] { get }
}

extension Array where Element: TileTree {
  /// Has a look at those of the tiles, of their controls and of what is in them that are wanted, in their order.
  ///
  /// There may be a hundred thousand, and a tile that is handed on is copied: what is asked of all of them is a question of its
  /// own, which takes nothing with it.
  @inlinable @inline(__always)
  public func forEachTile(where isWanted: (Element) -> Bool, _ look: (Element) -> Void) {
    for index in indices {
      if isWanted(self[index]) { look(self[index]) }
      if self[index].hasContents { self[index].forEachWithin(where: isWanted, look) }
    }
  }

  /// Whether one of the tiles, of their controls or of what is in them is wanted.
  @inlinable @inline(__always)
  public func containsTile(where isWanted: (Element) -> Bool) -> Bool {
    for index in indices {
      if isWanted(self[index]) { return true }
      if self[index].hasContents, self[index].containsWithin(where: isWanted) { return true }
    }
    return false
  }
}

extension TileTree {
  /// Whether there are controls on it or tiles in it.
  @inlinable public var hasContents: Bool {
    !rows.isEmpty || !buttons.isEmpty || !inside.isEmpty || !gestureParts.isEmpty
  }

  /// Has a look at those of its controls, and of what is in it, that are wanted.
  @inlinable
  public func forEachWithin(where isWanted: (Self) -> Bool, _ look: (Self) -> Void) {
    for tiles in [rows, buttons, inside, gestureParts] { tiles.forEachTile(where: isWanted, look) }
  }

  /// Whether one of its controls, or of what is in it, is wanted.
  @inlinable
  public func containsWithin(where isWanted: (Self) -> Bool) -> Bool {
    [rows, buttons, inside, gestureParts].contains { $0.containsTile(where: isWanted) }
  }
}
