import Configuration

/// Tiles that the launcher opens by itself as soon as they can be: what they depend on may not be known yet, or not be so.
struct Autostart: Hashable {
  /// Those whose programs start behind the launcher.
  private(set) var outOfSight: [String] = []
  /// The one that gets the screen.
  private(set) var onScreen: String?
  /// Whether what waits may have become possible: tiles are looked for when they have changed, not at every event.
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

  /// Another configuration may name other tiles. A machine that is there for one program from now on gets it now, unless that
  /// runs or starts again already.
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

  mutating func started(outOfSight id: String) { outOfSight.removeAll { $0 == id } }

  /// The tile that gets the screen may be opened now: from now on it has been, if it could be.
  mutating func triedScreen(didStart: Bool) {
    isDue = false
    if didStart { onScreen = nil }
  }
}

/// Opening what waits.
extension Shell {
  var singleTile: String? { autostart.singleTile }

  /// Another configuration may name other tiles.
  mutating func reviewAutostart() {
    autostart.review(isSingleTileThere: singleTile.map { programs.isThere($0) } == true)
  }

  /// Opens what waits and can be opened.
  mutating func openPending() {
    guard autostart.isDue else { return }
    for id in autostart.outOfSight {
      guard let tile = findTile(id), tile.isEnabled else { continue }
      autostart.started(outOfSight: id)
      startOutOfSight(tile)
    }
    guard let id = autostart.onScreen else { return autostart.triedScreen(didStart: false) }
    // What has the screen now goes by itself, and is waited for.
    guard screen == .carousel, !isLocked, panels.isEmpty else { return }
    let tile = findTile(id).flatMap { $0.isEnabled ? $0 : nil }
    autostart.triedScreen(didStart: tile != nil)
    guard let tile else { return }
    guard cover == nil else {
      cover?.tile = id
      return
    }
    open(tile, isAsked: false, isTrusted: id == singleTile)
  }
}
