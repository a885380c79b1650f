import Configuration
import ConfigurationFile

/// Edits of tiles: their keys, adding, removing and moving them. Tiles of other files get `[[tile-change]]`.
extension EditingSession {
  static let tiles = ConfigurationSection.tile.rawValue
  private static let changes = ConfigurationSection.tileChange.rawValue
  private static let kinds = Tile.openingKeys.map(\.name)

  /// Returns the index of a tile that the edited file itself defines.
  private func ownTile(_ id: String, _ text: EditedText) -> Int? {
    text.elements(of: Self.tiles).firstIndex { $0.string(ConfigurationKey.id.name) == id }
  }

  /// Returns the changes of a tile in the edited file.
  private func ownChanges(_ id: String, _ text: EditedText) -> [(index: Int, element: EditedText.Element)] {
    text.elements(of: Self.changes).enumerated().filter { $1.string(TileChange.id.name) == id }
      .map { ($0.offset, $0.element) }
  }

  /// Throws if another file prevents the change, or if the tile is unknown.
  func checkTile(_ id: String, _ key: String, _ step: Step) throws(EditRefusal) {
    let loaded = load(step.text)
    guard loaded.places.arrangement.contains(id) else { throw unknownTile(id, loaded) }
    if let barrier = authority.barrier(ofTile: id, key: key) { throw refusal(barrier, "tile.\(key)") }
  }

  private func unknownTile(_ id: String, _ loaded: LoadedConfiguration) -> EditRefusal {
    EditRefusal(
      .unknownTile,
      Diagnostic(
        .error, file: path, key: TileChange.id.dottedName, message: "there is no tile '\(id)'",
        suggestion: Spelling.nearest(to: id, among: loaded.configuration.placedTiles.map(\.id))))
  }

  func setTile(
    _ id: String, _ key: ConfigurationKey, _ value: EditedValue, _ step: inout Step
  ) throws(EditRefusal) {
    try checkTile(id, key.name, step)
    try check(value, for: key)
    if let index = ownTile(id, step.text) {
      try write(&step) { text throws(EditedText.Fault) in
        try Self.makeRoom(for: key, of: index, in: Self.tiles, &text)
        try text.set(key.name, of: index, in: Self.tiles, to: value.toml)
      }
    } else {
      if key == .tiles {
        throw EditRefusal(
          .invalid,
          Diagnostic(.error, file: path, key: key.dottedName, message: "move tiles into the folder instead"))
      }
      try removeFromUnset(key, of: id, &step)
      try setChange(key, of: id, to: value.toml, &step)
    }
  }

  /// Removes other keys that open something, because a tile opens one thing, and permissions for the former.
  private static func makeRoom(
    for key: ConfigurationKey, of index: Int, in list: String, _ text: inout EditedText
  ) throws(EditedText.Fault) {
    guard kinds.contains(key.name) else { return }
    let values = text.elements(of: list)[index].values
    // With a desktop entry, `action` names one of the entry's actions.
    if key == .action, values[ConfigurationKey.desktopEntry.name] != nil { return }
    let permissions = key == .url ? Tile.keysReplacedByAllow : Tile.webPageKeys
    for other in kinds + permissions.sorted() where other != key.name {
      try text.unset(other, of: index, in: list)
    }
  }

  private func setChange(
    _ key: ConfigurationKey, of id: String, to value: String, _ step: inout Step
  ) throws(EditRefusal) {
    let changes = ownChanges(id, step.text)
    let plain = changes.last { change in
      !TileChange.placing.contains { change.element.values[$0.name] != nil }
    }
    guard let index = plain?.index else {
      let entries = [(TileChange.id.name, SettingValue.text(id).text), (key.name, value)]
      return step.text.add(to: Self.changes, entries)
    }
    try write(&step) { text throws(EditedText.Fault) in
      try Self.makeRoom(for: key, of: index, in: Self.changes, &text)
      try text.set(key.name, of: index, in: Self.changes, to: value)
    }
  }

  /// Removes a key from all changes of a tile, and deletes changes that become empty.
  func unsetChange(_ key: String, of id: String, _ step: inout Step) throws(EditRefusal) {
    for change in ownChanges(id, step.text).reversed() where change.element.values[key] != nil {
      try write(&step) { text throws(EditedText.Fault) in
        if Set(change.element.values.keys) == [TileChange.id.name, key] {
          try text.removeElement(change.index, of: Self.changes)
        } else {
          try text.unset(key, of: change.index, in: Self.changes)
        }
      }
    }
  }

  func unsetTile(_ id: String, _ key: ConfigurationKey, _ step: inout Step) throws(EditRefusal) {
    if let index = ownTile(id, step.text) {
      try write(&step) { text throws(EditedText.Fault) in
        try text.unset(key.name, of: index, in: Self.tiles)
      }
    }
    try unsetChange(key.name, of: id, &step)
    try removeFromUnset(key, of: id, &step)
  }

  func clearTile(_ id: String, _ key: ConfigurationKey, _ step: inout Step) throws(EditRefusal) {
    try checkTile(id, key.name, step)
    try unsetTile(id, key, &step)
    guard ownTile(id, step.text) == nil else { return }
    let names = unsetKeys(of: id, step.text) + [key.name]
    try setChange(TileChange.unset, of: id, to: SettingValue.texts(names).text, &step)
  }

  private func unsetKeys(of id: String, _ text: EditedText) -> [String] {
    ownChanges(id, text).flatMap { $0.element.strings(TileChange.unset.name) }
  }

  private func removeFromUnset(_ key: ConfigurationKey, of id: String, _ step: inout Step)
    throws(EditRefusal)
  {
    let names = unsetKeys(of: id, step.text)
    guard names.contains(key.name) else { return }
    try unsetChange(TileChange.unset.name, of: id, &step)
    let rest = names.filter { $0 != key.name }
    guard !rest.isEmpty else { return }
    try setChange(TileChange.unset, of: id, to: SettingValue.texts(rest).text, &step)
  }

  func addTile(
    _ id: String, _ keys: [Edit.TileKey], _ place: TilePlace?, _ step: inout Step
  ) throws(EditRefusal) {
    if let barrier = authority.lock(of: [Self.tiles]) { throw refusal(barrier, Self.tiles) }
    var entries = [(ConfigurationKey.id.name, SettingValue.text(id).text)]
    for key in keys {
      let known = try tileKey(key.name)
      try check(key.value, for: known)
      entries.append((known.name, key.value.toml))
    }
    step.text.add(to: Self.tiles, entries)
    guard let place else { return }
    try rearrange(&step) { arrangement throws(EditRefusal) in
      try move(id, to: place, &arrangement)
    }
  }

  func removeTile(_ id: String, _ step: inout Step) throws(EditRefusal) {
    try checkTile(id, TileChange.hidden.name, step)
    guard ownTile(id, step.text) != nil else {
      return try setChange(TileChange.hidden, of: id, to: "true", &step)
    }
    let within = load(step.text).places.arrangement.everything(in: id)
    // Tiles from other files disappear with their folder. Operators can show them again.
    for tile in within where ownTile(tile, step.text) == nil && !isOwned(tile, step) {
      try setChange(TileChange.hidden, of: tile, to: "true", &step)
    }
    let gone = [id] + within.filter { ownTile($0, step.text) != nil || isOwned($0, step) }
    try rearrange(
      &step,
      between: { step throws(EditRefusal) in try erase(gone, &step) },
      { arrangement throws(EditRefusal) in
        // Tiles from other files return to the places that their files give them.
        for tile in gone { arrangement.remove(tile) }
      })
  }

  /// Whether the edited file defines a tile, also in braces within a folder.
  private func isOwned(_ id: String, _ step: Step) -> Bool {
    load(step.text).places.tiles[id]?.file == path
  }

  /// Removes tiles from the edited file, with all of their changes.
  private func erase(_ ids: [String], _ step: inout Step) throws(EditRefusal) {
    for id in ids {
      try write(&step) { text throws(EditedText.Fault) in
        for change in ownChanges(id, text).reversed() {
          try text.removeElement(change.index, of: Self.changes)
        }
        if let index = ownTile(id, text) { try text.removeElement(index, of: Self.tiles) }
      }
    }
  }

  func move(
    _ id: String, to place: TilePlace, _ arrangement: inout TileArrangement
  ) throws(EditRefusal) {
    guard !arrangement.move(id, to: place) else { return }
    let other =
      switch place {
      case .before(let other), .after(let other), .into(let other): other
      }
    throw EditRefusal(
      .unknownTile,
      Diagnostic(
        .error, file: path, key: Self.changes,
        message: "'\(id)' cannot go to '\(other)': no such place exists, or it is within that tile"))
  }

  /// Moves tiles. Rewrites all placements, and keeps only those that differ from the other files.
  func rearrange(
    _ step: inout Step, between: (inout Step) throws(EditRefusal) -> Void = { _ in },
    _ change: (inout TileArrangement) throws(EditRefusal) -> Void
  ) throws(EditRefusal) {
    var wanted = load(step.text).places.arrangement
    try change(&wanted)
    try between(&step)
    try removePlacings(&step)
    let base = load(step.text).places.arrangement
    for move in wanted.moves(from: base) {
      let (key, other) =
        switch move.place {
        case .before(let other): (TileChange.before, other)
        case .after(let other): (TileChange.after, other)
        case .into(let other): (TileChange.into, other)
        }
      step.text.add(
        to: Self.changes,
        [
          (TileChange.id.name, SettingValue.text(move.id).text), (key.name, SettingValue.text(other).text),
        ])
    }
  }

  private func removePlacings(_ step: inout Step) throws(EditRefusal) {
    let names = Set(TileChange.placing.map(\.name))
    for (index, element) in step.text.elements(of: Self.changes).enumerated().reversed() {
      let keys = Set(element.values.keys)
      guard !keys.isDisjoint(with: names) else { continue }
      try write(&step) { text throws(EditedText.Fault) in
        if keys.subtracting(names) == [TileChange.id.name] {
          try text.removeElement(index, of: Self.changes)
        } else {
          for name in names { try text.unset(name, of: index, in: Self.changes) }
        }
      }
    }
  }
}
