import Configuration

/// Tiles that the launcher opens by itself when they become available. Their conditions may be unknown or
/// unmet at first.
struct Autostart: Hashable {
  /// The tiles whose programs start behind the launcher.
  private var outOfSight: [String] = []
  /// The tile that gets the screen.
  private var onScreen: String?
  /// Whether a waiting tile may have become available. The launcher searches the tiles only after changes.
  private(set) var isDue = false
  /// Whether the launcher has started its autostart programs.
  private var hasBegun = false
  private var startTile: String?
  /// The only tile of a kiosk with a single program, visible or not.
  private(set) var singleTile: String?

  /// Applies the `[kiosk]` settings.
  mutating func apply(_ kiosk: KioskSettings, _ shelves: [LauncherShelf]) {
    startTile = kiosk.startTile
    singleTile = kiosk.isSingleApp ? shelves.first?.tiles.first?.id : nil
  }

  /// Starts the autostart programs, once, when the launcher runs.
  mutating func begin(_ shelves: [LauncherShelf]) {
    guard !hasBegun else { return }
    hasBegun = true
    var ids: [String] = []
    shelves.forEachTile(where: { !$0.$conduct.isUsual }) { tile in
      if tile.conduct.startsWithLauncher { ids.append(tile.id) }
    }
    outOfSight = ids
    onScreen = singleTile ?? startTile
    isDue = true
  }

  /// Notes that tiles may have changed.
  mutating func tilesChanged() { isDue = hasBegun }

  /// Follows a new configuration, which can name other tiles. A kiosk that now has a single program opens it,
  /// unless it is running or restarting.
  mutating func review(isSingleTileThere: Bool) {
    guard hasBegun else { return }
    guard let singleTile else {
      if onScreen != nil { onScreen = startTile }
      return
    }
    onScreen = isSingleTileThere ? nil : singleTile
  }

  /// Postpones a start whose tile is hidden or disabled.
  mutating func postpone(_ tile: String, hadScreen: Bool) {
    if tile == singleTile {
      onScreen = tile
    } else if !hadScreen, !outOfSight.contains(tile) {
      // A program that had the screen would take it from the next visitor.
      outOfSight.append(tile)
    }
  }

  /// Starts the single program again for the next visitor, because it ended.
  mutating func startSingleTileAnew() {
    onScreen = singleTile
    isDue = true
  }

  /// Cancels a waiting program, which must not take the screen from a visitor who opens something.
  mutating func visitorOpens() {
    if onScreen != singleTile { onScreen = nil }
  }

  /// Returns the waiting tiles that can open now, in the background, or on the screen if it is free. `find`
  /// looks up a tile.
  mutating func consume(
    isScreenFree: Bool, _ find: (String) -> LauncherTile?
  ) -> (outOfSight: [LauncherTile], onScreen: LauncherTile?) {
    let tiles = outOfSight.compactMap(find).filter(\.isEnabled)
    outOfSight.removeAll { id in tiles.contains { $0.id == id } }
    guard let onScreen else {
      isDue = false
      return (tiles, nil)
    }
    // The program on the screen ends later.
    guard isScreenFree else { return (tiles, nil) }
    isDue = false
    guard let tile = find(onScreen), tile.isEnabled else { return (tiles, nil) }
    self.onScreen = nil
    return (tiles, tile)
  }
}
