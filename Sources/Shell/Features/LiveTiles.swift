import Configuration

/// The live contents of tiles: from files and commands, and with precedence from operators.
struct LiveTiles: Sendable {
  /// The tiles of each source.
  private var tiles: [ValueSource: Set<String>] = [:]
  private var readings: [ValueSource: TileUpdate] = [:]
  private var told: [String: TileUpdate] = [:]

  /// Whether all tiles show their configured content.
  var isEmpty: Bool { readings.isEmpty && told.isEmpty }

  /// Replaces the tiles that can have live contents.
  mutating func follow(_ shelves: [LauncherShelf]) {
    tiles = [:]
    shelves.forEachTile(where: { !$0.$appearance.isUsual && $0.appearance.live.source != nil }) { tile in
      if let source = tile.appearance.live.source { tiles[source, default: []].insert(tile.id) }
    }
    readings = readings.filter { tiles[$0.key] != nil }
    guard !told.isEmpty else { return }
    var known: Set<String> = []
    shelves.forEachTile(where: { told[$0.id] != nil }) { known.insert($0.id) }
    told = told.filter { known.contains($0.key) }
  }

  /// Applies contents of files and commands. Returns the tiles that changed.
  mutating func read(_ news: [ValueSource: String]) -> Set<String> {
    var changed: Set<String> = []
    for (source, text) in news {
      guard let ids = tiles[source] else { continue }
      let update = TileUpdate(text)
      guard readings[source] != update else { continue }
      readings[source] = update
      changed.formUnion(ids)
    }
    return changed
  }

  /// Applies an operator's contents to a tile, instead of earlier ones. Returns whether the tile changed.
  mutating func apply(_ update: TileUpdate, to id: String) -> Bool {
    let former = told[id]
    told[id] = update.isEmpty ? nil : update
    return told[id] != former
  }

  /// Applies the live contents to a tile.
  func apply(to tile: inout LauncherTile) {
    if !tile.$appearance.isUsual, let source = tile.appearance.live.source {
      readings[source]?.apply(to: &tile)
    }
    told[tile.id]?.apply(to: &tile)
  }
}
