import Configuration

/// Tiles that the launcher opens by itself when they become available. Their conditions may be unknown or
/// unmet at first.
struct Autostart: Hashable {
  /// Those whose programs start behind the launcher.
  private var outOfSight: [String] = []
  /// The one that gets the screen.
  private var onScreen: String?
  /// Whether a waiting tile may have become available. Tiles are searched only after changes.
  private(set) var isDue = false
  /// Whether what starts with the launcher has been started.
  private var hasBegun = false
  private var startTile: String?
  /// The only tile of a kiosk with a single program, visible or not.
  private(set) var singleTile: String?

  /// What `[kiosk]` says.
  mutating func apply(_ kiosk: KioskSettings, _ shelves: [LauncherShelf]) {
    startTile = kiosk.startTile
    singleTile = kiosk.isSingleApp ? shelves.first?.tiles.first?.id : nil
  }

  /// The launcher is running: starts the programs that start with it, once.
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

  /// Other tiles may be there.
  mutating func tilesChanged() { isDue = hasBegun }

  /// Another configuration can name other tiles. A kiosk that gets a single program now opens it, unless it
  /// is running or restarting.
  mutating func review(isSingleTileThere: Bool) {
    guard hasBegun else { return }
    guard let singleTile else {
      if onScreen != nil { onScreen = startTile }
      return
    }
    onScreen = isSingleTileThere ? nil : singleTile
  }

  /// A start is due, but its tile is hidden or disabled.
  mutating func postpone(_ tile: String, hadScreen: Bool) {
    if tile == singleTile {
      onScreen = tile
    } else if !hadScreen, !outOfSight.contains(tile) {
      // A program that had the screen would take it from the next visitor.
      outOfSight.append(tile)
    }
  }

  /// The single program ended: it starts again for the next visitor.
  mutating func startSingleTileAnew() {
    onScreen = singleTile
    isDue = true
  }

  /// A visitor opens something: waiting programs must not take the screen from them later.
  mutating func visitorOpens() {
    if onScreen != singleTile { onScreen = nil }
  }

  /// The waiting tiles that can open now, found with `find`: in the background, or on the screen if it is
  /// free.
  mutating func consume(
    isScreenFree: Bool, _ find: (String) -> LauncherTile?
  ) -> (outOfSight: [LauncherTile], onScreen: LauncherTile?) {
    let tiles = outOfSight.compactMap(find).filter(\.isEnabled)
    outOfSight.removeAll { id in tiles.contains { $0.id == id } }
    guard let onScreen else {
      isDue = false
      return (tiles, nil)
    }
    // The program on the screen leaves by itself.
    guard isScreenFree else { return (tiles, nil) }
    isDue = false
    guard let tile = find(onScreen), tile.isEnabled else { return (tiles, nil) }
    self.onScreen = nil
    return (tiles, tile)
  }
}
