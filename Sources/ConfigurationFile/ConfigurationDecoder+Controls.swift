import Configuration

/// What is on a tile beside its name and its icon.
extension ConfigurationDecoder {
  /// Reads one of the keys that concern the controls on a tile.
  mutating func decodeControls(
    _ entry: TOMLTable.Entry, _ key: ConfigurationKey, into draft: inout TileDraft, depth: Int
  ) {
    switch key {
    case .buttons: draft.buttons = controls(entry, .buttons, depth: depth)
    case .list: draft.rows = controls(entry, .list, depth: depth)
    case .off: draft.whenOff = off(entry, depth: depth)
    case .startsOn: if let isOn = boolean(entry, .startsOn) { draft.isOn = isOn }
    case .window: draft.opensWindow = boolean(entry, .window)
    default: break
    }
  }

  mutating func addControls(of draft: TileDraft, to tile: inout Tile) {
    tile.buttons = draft.buttons
    tile.rows = draft.rows
    tile.whenOff = draft.whenOff
    tile.isOn = draft.isOn
    tile.opensWindow = draft.opensWindow ?? draft.whenOff.isEmpty
  }

  /// The tiles that are on a tile, if there are any that do something.
  private mutating func controls(_ entry: TOMLTable.Entry, _ key: ConfigurationKey, depth: Int) -> [Tile] {
    guard let parts = folder(entry, key, depth: depth) else { return [] }
    if parts.contains(where: { !$0.buttons.isEmpty || !$0.rows.isEmpty }) {
      fail(
        "its tiles can have neither buttons nor a list themselves", at: entry.keyPosition, key: key.dottedName
      )
    }
    return parts.filter { $0.buttons.isEmpty && $0.rows.isEmpty }
  }

  private mutating func off(_ entry: TOMLTable.Entry, depth: Int) -> [Tile] {
    let parts = controls(entry, .off, depth: depth)
    guard parts.count > 1 else { return parts }
    fail(
      "must be a single tile; the first is used", at: entry.keyPosition, key: ConfigurationKey.off.dottedName)
    return [parts[0]]
  }
}
