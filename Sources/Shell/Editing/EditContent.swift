import Configuration

/// A shelf, or a folder, as it is edited.
struct EditShelf: Hashable, Sendable {
  /// What tiles are moved into: the id of the shelf or the folder; empty for the first carousel.
  let id: String
  let name: String?
  let tiles: [LauncherTile]
}

/// What is edited: all shelves, and what is known of their tiles.
struct EditContent: Hashable, Sendable {
  var shelves: [EditShelf] = []
  /// Why tiles cannot be changed, by their ids.
  var barriers: [String: String] = [:]
  var (isChanged, canUndo, canRedo) = (false, false, false)
  /// What came of the last request, for the operator.
  var note = ""

  init() {}

  /// What an editing session shows, with its tiles in the language of the screen.
  init(_ state: EditingState, _ shelves: [LauncherShelf], _ words: Localizer) {
    let ids = state.configuration.allShelves.map(\.id)
    self.shelves = shelves.enumerated().map { index, shelf in
      EditShelf(id: ids.indices.contains(index) ? ids[index] : "", name: shelf.name, tiles: shelf.tiles)
    }
    if self.shelves.isEmpty { self.shelves = [EditShelf(id: "", name: nil, tiles: [])] }
    let form = SettingsForm(state: state, words: words)
    barriers = state.tiles.compactMapValues { origin in origin.barrier.map { form.text(of: $0) } }
    (isChanged, canUndo, canRedo) = (state.isChanged, state.canUndo, state.canRedo)
  }

  /// What is shown: the shelves, or what is in the innermost folder of a way.
  func shelves(in folders: [String]) -> [EditShelf] {
    guard let id = folders.last, let folder = tile(id) else { return shelves }
    return [EditShelf(id: id, name: folder.name, tiles: folder.inside)]
  }

  /// The tile with an id, wherever it is.
  func tile(_ id: String) -> LauncherTile? {
    for shelf in shelves { if let tile = LauncherTile.find(id, among: shelf.tiles) { return tile } }
    return nil
  }

  /// Shelves and folders that a tile can go to: all in which it is not, and which are not in it.
  func places(for id: String) -> [(id: String, name: String?)] {
    var places: [(id: String, name: String?)] = []
    func look(_ tiles: [LauncherTile]) {
      for tile in tiles where tile.id != id {
        guard case .folder(let inner) = tile.action else { continue }
        if !inner.contains(where: { $0.id == id }) { places.append((tile.id, tile.name)) }
        look(inner)
      }
    }
    for shelf in shelves {
      if !shelf.tiles.contains(where: { $0.id == id }) { places.append((shelf.id, shelf.name)) }
      look(shelf.tiles)
    }
    return places
  }

  /// The tiles beside a tile, in their order.
  func siblings(of id: String) -> [String] {
    func look(_ tiles: [LauncherTile]) -> [String]? {
      if tiles.contains(where: { $0.id == id }) { return tiles.map(\.id) }
      return tiles.lazy.compactMap { look($0.inside) }.first
    }
    return shelves.lazy.compactMap { look($0.tiles) }.first ?? []
  }
}

/// What a touch in the editor wants, beside what it does by itself.
enum EditWish: Hashable, Sendable {
  /// Shows the form of a tile.
  case edit(tile: String)
  case remove(tile: String)
  /// Shows where a tile can go.
  case chooseMove(tile: String)
  case move(tile: String, TilePlace)
  /// Shows what can be added at the end of a shelf or folder.
  case add(to: String)
  case undo, redo
  /// Shows the settings of the whole screen.
  case look
  /// Shows the screen as visitors see it.
  case trial
  case save
  /// Back from what visitors see: to the editor, or to the tiles where no one is there any more.
  case endTrial(returns: Bool)
  /// Away, and asks about changes that are not saved.
  case leave
}
