import Configuration

/// What is on a tile beside its name and its icon.
extension ConfigurationDecoder {
  /// Reads one of the keys that concern the controls on a tile.
  mutating func decodeControls(
    _ entry: TOMLTable.Entry, _ key: ConfigurationKey, into draft: inout TileDraft, depth: Int
  ) {
    switch key {
    case .buttons: draft.tile.buttons = controls(entry, .buttons, depth: depth)
    case .list: draft.tile.rows = controls(entry, .list, depth: depth)
    case .off: draft.tile.whenOff = single(entry, .off, depth: depth).map { [$0] } ?? []
    case .window: draft.opensWindow = boolean(entry, .window)
    default: break
    }
  }

  mutating func finishControls(of draft: TileDraft, on tile: inout Tile) {
    tile.value = valueControl(of: draft, action: tile.action)
    tile.opensWindow = tile.hasValue ? false : draft.opensWindow ?? tile.whenOff.isEmpty
  }

  /// The tiles that are on a tile, if there are any that do something.
  private mutating func controls(_ entry: TOMLTable.Entry, _ key: ConfigurationKey, depth: Int) -> [Tile] {
    partDepth += 1
    defer { partDepth -= 1 }
    guard let parts = folder(entry, key, depth: depth) else { return [] }
    if parts.contains(where: \.hasControls) {
      fail(
        "its tiles can have neither buttons nor a list nor gestures themselves", at: entry.keyPosition,
        key: key.dottedName)
    }
    return parts.filter { !$0.hasControls }
  }

  /// The only tile of a list.
  mutating func single(_ entry: TOMLTable.Entry, _ key: ConfigurationKey, depth: Int) -> Tile? {
    let parts = controls(entry, key, depth: depth)
    if parts.count > 1 {
      fail("must be a single tile; the first is used", at: entry.keyPosition, key: key.dottedName)
    }
    return parts.first
  }

  /// The gestures that tiles can have, by the names of their keys.
  static let gestures = Dictionary(uniqueKeysWithValues: TileGesture.allCases.map { ($0.key.name, $0) })
}

extension Tile {
  /// Whether something on it does something by itself.
  fileprivate var hasControls: Bool { !buttons.isEmpty || !rows.isEmpty || gestures != nil }
}
