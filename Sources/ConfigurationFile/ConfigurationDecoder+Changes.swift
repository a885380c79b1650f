import Configuration

/// Decodes changes to tiles and shelves of other files: `[[tile-change]]` and `[[shelf-change]]`.
extension ConfigurationDecoder {
  /// Returns the changes in a file. The decoder applies them after it has read all files.
  mutating func changes(_ section: TOMLTable.Entry, _ name: ConfigurationSection) -> [PendingChange] {
    guard case .array(let nodes) = section.node.value else {
      fail(
        "must be sections with the header \(name.header), with two brackets", at: section.keyPosition,
        key: section.key)
      return []
    }
    return nodes.compactMap { node in
      guard case .table(let table) = node.value else {
        fail(
          "must be a section with the header \(name.header), not \(node.kind)", at: node.position,
          key: section.key)
        return nil
      }
      return PendingChange(file: file, directory: directory, position: node.position, table: table)
    }
  }

  /// Applies all changes, in the order in which they were read.
  mutating func makeChanges() {
    for change in pendingShelfChanges {
      enter(change.file, change.directory)
      name(change)
    }
    pendingShelfChanges = []
    for change in pendingChanges {
      enter(change.file, change.directory)
      make(change)
    }
    pendingChanges = []
    guard let drafts else { return }
    editorsPlaces.tiles = drafts.mapValues { .init(file: $0.file, position: $0.draft.position) }
    editorsPlaces.locks = locks.mapValues { .init(file: $0.file, position: $0.position) }
    editorsPlaces.arrangement = TileArrangement(configuration)
    hidden = hiddenTiles.compactMap { id in
      configuration.path(ofTile: id).flatMap { configuration.tile(at: $0) }
    }
    finishFolders()
  }

  /// Reports folders that got no tiles, then removes hidden tiles and empty folders.
  private mutating func finishFolders() {
    for (id, place) in emptyFolders {
      guard let path = configuration.path(ofTile: id), configuration.tile(at: path)?.inside.isEmpty == true
      else { continue }
      enter(place.file, "")
      fail("is empty: there is nothing to open", at: place.position, key: ConfigurationKey.tiles.dottedName)
    }
    let hidden = Set(hiddenTiles)
    configuration.removeTiles { hidden.contains($0.id) }
    drafts = nil
  }

  /// Applies a change of a shelf's name.
  private mutating func name(_ change: PendingChange) {
    var (id, name, place): (String?, LocalizedText?, TextPosition?)
    for entry in change.table.entries {
      switch key(of: entry, in: .shelfChange) {
      case ShelfChange.id?:
        place = entry.node.position
        id = text(entry.node, ShelfChange.id, limit: Self.nameLimit)
      case ShelfChange.name?: name = localizedText(entry.node, ShelfChange.name)
      default: break
      }
    }
    guard let place else {
      return fail(
        "is missing: which shelf is changed", at: change.position, key: ShelfChange.id.dottedName)
    }
    guard let id else { return }
    guard let index = configuration.shelves.firstIndex(where: { $0.id == id }) else {
      return fail(
        "there is no shelf '\(Self.excerpt(id))'", at: place, key: ShelfChange.id.dottedName,
        suggestion: Spelling.nearest(to: id, among: configuration.shelves.map(\.id)))
    }
    if let name { configuration.shelves[index].name = name }
    editorsPlaces.shelves[id] = .init(file: file, position: change.position)
  }

  private mutating func make(_ change: PendingChange) {
    guard let entry = change.table.entries.first(where: { $0.key == TileChange.id.name }) else {
      return fail("is missing: name the tile to change", at: change.position, key: TileChange.id.dottedName)
    }
    guard let id = text(entry.node, TileChange.id, limit: Self.nameLimit) else { return }
    guard let path = configuration.path(ofTile: id) else {
      return failUnknownTile(id, at: entry.node.position, TileChange.id)
    }
    for entry in change.table.entries where entry.key != TileChange.id.name {
      editorsPlaces.changes.append(
        .init(id: id, key: entry.key, place: .init(file: file, position: entry.keyPosition)))
    }
    if change.table.entries.contains(where: { Self.ownKeys[$0.key] == nil || $0.key == TileChange.unset.name }
    ) {
      makeOver(id, at: path, with: change)
    }
    for entry in change.table.entries {
      switch Self.ownKeys[entry.key] {
      case TileChange.hidden?:
        guard let isHidden = boolean(entry, TileChange.hidden) else { continue }
        hiddenTiles.removeAll { $0 == id }
        if isHidden { hiddenTiles.append(id) }
      case let key? where TileChange.placing.contains(key): move(id, entry, key)
      default: break
      }
    }
  }

  private static let ownKeys = Dictionary(uniqueKeysWithValues: TileChange.keys.map { ($0.name, $0) })

  private mutating func failUnknownTile(_ id: String, at position: TextPosition, _ key: ConfigurationKey) {
    let known = configuration.placedTiles.map(\.id)
    fail(
      "there is no tile '\(Self.excerpt(id))'", at: position, key: key.dottedName,
      suggestion: Spelling.nearest(to: id, among: known))
  }

  // MARK: Keys of a tile

  /// Decodes a tile again, with a change.
  private mutating func makeOver(_ id: String, at path: TilePath, with change: PendingChange) {
    let table = change.table
    guard var saved = drafts?[id], let current = configuration.tile(at: path) else { return }
    let entries = table.entries.filter { Self.ownKeys[$0.key] == nil }
    forgetNotes(of: saved)
    if let unset = table.entries.first(where: { $0.key == TileChange.unset.name }) {
      for key in tileKeys(unset.node) { reset(key, in: &saved.draft) }
    }
    let kinds = Set(entries.map(\.key)).intersection(Self.kindNames)
    // If the tile has a desktop entry, `action` names one of the entry's actions.
    if !kinds.isEmpty, !(kinds == [ConfigurationKey.action.name] && saved.draft.desktopEntry != nil) {
      saved.draft.kinds = []
      // The former permissions belong to what the tile no longer opens.
      (saved.draft.programKeys, saved.draft.pageKeys) = ([], [])
      if !kinds.contains(ConfigurationKey.action.name) { saved.draft.action = nil }
    }
    for entry in entries {
      if entry.key == ConfigurationKey.tiles.name {
        fail(
          "cannot be changed: change the tiles in the folder by their ids, or move others into it",
          at: entry.keyPosition, key: ConfigurationKey.tiles.dottedName)
      } else {
        decode(entry, into: &saved.draft, depth: path.indexes.count - 1)
      }
    }
    saved.draft.id = id
    if case .folder(let tiles) = current.action { saved.draft.tiles = tiles }
    drafts?[id] = saved
    // The first pass already reported the problems of the tile itself.
    let known = diagnostics.count
    let tile = finish(saved.draft)
    relocate(since: known, to: change.position)
    guard let tile else { return }
    configuration.replaceTile(at: path, with: tile)
  }

  private static let kindNames = Set(Tile.openingKeys.map(\.name))

  /// Returns the tile keys that a list names.
  private mutating func tileKeys(_ node: TOMLNode) -> [ConfigurationKey] {
    let names = ConfigurationSection.tile.keys.map(\.name).filter {
      !Self.kindNames.contains($0) && $0 != ConfigurationKey.id.name
    }
    return words(node, TileChange.unset, names).compactMap { ConfigurationSection.tile.key(named: $0) }
  }

  /// Resets a key of a tile to its default.
  private func reset(_ key: ConfigurationKey, in draft: inout TileDraft) {
    let fresh = TileDraft(position: draft.position)
    if let field = Tile.fieldsByName[key.name] {
      draft.programKeys.removeAll { $0.key == key }
      if key == .picture { draft.picturePosition = nil }
      return field.reset(in: &draft.tile)
    }
    switch key {
    case .environment: draft.environment = fresh.environment
    case .workingDirectory: draft.workingDirectory = nil
    case .allow, .hosts:
      draft.pageKeys.removeAll { $0.key == key }
      if key == .allow { draft.allowances = [] } else { draft.hosts = nil }
    case .pageDescription: draft.pageDescription = nil
    case .pagePlace: draft.pagePlace = fresh.pagePlace
    case .tilePIN: draft.tile.needsPIN = false
    case .visibleWhen: draft.tile.visibleWhen = nil
    case .enabledWhen: draft.tile.enabledWhen = nil
    case .buttons: draft.tile.buttons = []
    case .list: draft.tile.rows = []
    case .off: draft.tile.whenOff = []
    case .window: draft.opensWindow = nil
    case .valueControl, .range, .step, .choices, .values, .unit, .value, .valueFile, .valueRun:
      draft.value = fresh.value
    default:
      if let gesture = Self.gestures[key.name] { draft.tile.gestures?[gesture] = nil }
    }
  }

  // MARK: Places

  private mutating func move(_ id: String, _ entry: TOMLTable.Entry, _ key: ConfigurationKey) {
    guard let other = text(entry.node, key, limit: Self.nameLimit),
      let start = configuration.path(ofTile: id), let tile = configuration.removeTile(at: start)
    else { return }
    guard let goal = place(other, key, of: id, at: entry.node.position) else {
      return configuration.insert(tile, at: start)
    }
    guard goal.indexes.count + tile.folderDepth <= Tile.deepestFolder + 1 else {
      configuration.insert(tile, at: start)
      return fail(
        "folders are nested more than \(Tile.deepestFolder) deep", at: entry.node.position,
        key: key.dottedName)
    }
    configuration.insert(tile, at: goal)
  }

  /// Returns the destination of a tile that was taken out.
  private mutating func place(
    _ other: String, _ key: ConfigurationKey, of id: String, at position: TextPosition
  ) -> TilePath? {
    if key == TileChange.into {
      guard let place = end(of: other) else {
        let folders = configuration.placedTiles.filter(\.isFolder).map(\.id)
        fail(
          other == id || drafts?[other] != nil
            ? "a tile cannot go into '\(Self.excerpt(other))'"
            : "there is no folder and no shelf '\(Self.excerpt(other))'",
          at: position, key: key.dottedName,
          suggestion: Spelling.nearest(to: other, among: folders + configuration.shelves.map(\.id)))
        return nil
      }
      return place
    }
    guard var path = configuration.path(ofTile: other) else {
      if other == id || drafts?[other] != nil {
        fail("a tile cannot go next to '\(Self.excerpt(other))'", at: position, key: key.dottedName)
      } else {
        failUnknownTile(other, at: position, key)
      }
      return nil
    }
    if key == TileChange.after { path.indexes[path.indexes.count - 1] += 1 }
    return path
  }

  /// Returns the place behind the last tile of a folder or a shelf.
  private func end(of container: String) -> TilePath? {
    if container.isEmpty { return TilePath(shelf: nil, indexes: [configuration.tiles.count]) }
    if let path = configuration.path(ofTile: container), let tile = configuration.tile(at: path),
      tile.isFolder
    {
      return TilePath(shelf: path.shelf, indexes: path.indexes + [tile.inside.count])
    }
    guard let shelf = configuration.shelves.firstIndex(where: { $0.id == container }) else { return nil }
    return TilePath(shelf: shelf, indexes: [configuration.shelves[shelf].tiles.count])
  }
}

/// A `[[tile-change]]` or `[[shelf-change]]`, and its position.
struct PendingChange {
  var file: String
  var directory: String
  var position: TextPosition
  var table: TOMLTable
}

/// The keys of a tile, stored for later changes.
struct SavedDraft {
  var draft: TileDraft
  var file: String
}

extension KioskConfiguration {
  /// All tiles of all shelves and folders, without the controls on them.
  package var placedTiles: [Tile] {
    func all(_ tiles: [Tile]) -> [Tile] { tiles.flatMap { [$0] + all($0.inside) } }
    return all(tiles) + shelves.flatMap { all($0.tiles) }
  }
}

extension Tile {
  package var isFolder: Bool { if case .folder = action { true } else { false } }

  /// The depth of nested folders, including this one; 0 for other tiles.
  fileprivate var folderDepth: Int { isFolder ? 1 + (inside.map(\.folderDepth).max() ?? 0) : 0 }
}
