/// Tiles that the launcher opens by itself as soon as they can be: what they depend on may not be known yet, or not be so.
struct PendingStarts: Hashable {
  /// Those whose programs start behind the launcher.
  var outOfSight: [String] = []
  /// The one that gets the screen.
  var onScreen: String?
  /// Whether what waits may have become possible: tiles are looked for when they have changed, not at every event.
  var areTilesNew = false
}

extension Shell {
  /// The launcher is there: what starts with it is started.
  mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    pendingStarts.outOfSight = []
    offered.forEachTile(where: { !$0.$conduct.isUsual }) { tile in
      if tile.conduct.startsWithLauncher { pendingStarts.outOfSight.append(tile.id) }
    }
    pendingStarts.onScreen = singleTile ?? startTile
    pendingStarts.areTilesNew = true
  }

  /// The only tile of a machine that is there for one program, by its identifier, whether it is to be seen now or not.
  var singleTile: String? { isSingleApp ? offered.first?.tiles.first?.id : nil }

  /// Another configuration may name other tiles. A machine that is there for one program from now on gets it now.
  mutating func reviewPendingStarts() {
    guard hasBegun else { return }
    guard let singleTile else {
      if pendingStarts.onScreen != nil { pendingStarts.onScreen = startTile }
      return
    }
    let isThere =
      programs.values.contains { $0.tileID == singleTile } || ledger.restarts[singleTile]?.due != nil
    pendingStarts.onScreen = isThere ? nil : singleTile
  }

  /// A start is due whose tile is not to be seen now, or not to be opened.
  mutating func postpone(_ tile: String, hadScreen: Bool) {
    if tile == singleTile {
      pendingStarts.onScreen = tile
    } else if !hadScreen, !pendingStarts.outOfSight.contains(tile) {
      // What had the screen would take it from whoever is there by then.
      pendingStarts.outOfSight.append(tile)
    }
  }

  /// Somebody opens something: what was to have the screen first shall not take it from them later.
  mutating func forgetFirstTile() {
    if pendingStarts.onScreen != singleTile { pendingStarts.onScreen = nil }
  }

  /// Opens what waits and can be opened.
  mutating func openPending() {
    guard pendingStarts.areTilesNew else { return }
    for id in pendingStarts.outOfSight {
      guard let tile = findTile(id), tile.isEnabled else { continue }
      pendingStarts.outOfSight.removeAll { $0 == id }
      startOutOfSight(tile)
    }
    guard let id = pendingStarts.onScreen else { return pendingStarts.areTilesNew = false }
    // What has the screen now goes by itself, and is waited for.
    guard screen == .carousel, !isLocked, panels.isEmpty else { return }
    pendingStarts.areTilesNew = false
    guard let tile = findTile(id), tile.isEnabled else { return }
    pendingStarts.onScreen = nil
    guard curtain == nil else {
      curtain?.tile = id
      return
    }
    open(tile, isAsked: false, isTrusted: id == singleTile)
  }
}
