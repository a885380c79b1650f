import Configuration

/// Tiles that the launcher opens by itself as soon as they can be: what they depend on may not be known yet,
/// or not be so.
struct Autostart: Hashable {
  /// Those whose programs start behind the launcher.
  private var outOfSight: [String] = []
  /// The one that gets the screen.
  private var onScreen: String?
  /// Whether what waits may have become possible: tiles are looked for when they have changed, not at every
  /// event.
  private(set) var isDue = false
  /// Whether what starts with the launcher has been started.
  private var hasBegun = false
  private var startTile: String?
  /// The only tile of a machine that is there for one program, whether it is to be seen now or not.
  private(set) var singleTile: String?

  /// What `[kiosk]` says.
  mutating func apply(_ kiosk: KioskSettings, _ shelves: [LauncherShelf]) {
    startTile = kiosk.startTile
    singleTile = kiosk.isSingleApp ? shelves.first?.tiles.first?.id : nil
  }

  /// The launcher is there: what starts with it is started, once.
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

  /// Another configuration may name other tiles. A machine that is there for one program from now on gets it
  /// now, unless that runs or starts again already.
  mutating func review(isSingleTileThere: Bool) {
    guard hasBegun else { return }
    guard let singleTile else {
      if onScreen != nil { onScreen = startTile }
      return
    }
    onScreen = isSingleTileThere ? nil : singleTile
  }

  /// A start is due whose tile is not to be seen now, or not to be opened.
  mutating func postpone(_ tile: String, hadScreen: Bool) {
    if tile == singleTile {
      onScreen = tile
    } else if !hadScreen, !outOfSight.contains(tile) {
      // What had the screen would take it from a visitor who is there by then.
      outOfSight.append(tile)
    }
  }

  /// The program of a machine for one program has ended: it starts anew, for the next visitor.
  mutating func startSingleTileAnew() {
    onScreen = singleTile
    isDue = true
  }

  /// A visitor opens something: what was to have the screen first shall not take it from them later.
  mutating func visitorOpens() {
    if onScreen != singleTile { onScreen = nil }
  }

  /// What can be opened now of what waits, found with `find`: behind the launcher, and on the screen where
  /// that is free.
  mutating func consume(
    isScreenFree: Bool, _ find: (String) -> LauncherTile?
  ) -> (outOfSight: [LauncherTile], onScreen: LauncherTile?) {
    let tiles = outOfSight.compactMap(find).filter(\.isEnabled)
    outOfSight.removeAll { id in tiles.contains { $0.id == id } }
    guard let onScreen else {
      isDue = false
      return (tiles, nil)
    }
    // What has the screen now goes by itself.
    guard isScreenFree else { return (tiles, nil) }
    isDue = false
    guard let tile = find(onScreen), tile.isEnabled else { return (tiles, nil) }
    self.onScreen = nil
    return (tiles, tile)
  }
}
