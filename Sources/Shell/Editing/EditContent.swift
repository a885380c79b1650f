import Configuration

/// A shelf, or a folder, as it is edited.
struct EditShelf: Hashable, Sendable {
  /// The target of moved tiles: the id of the shelf or the folder; empty for the first carousel.
  let id: String
  let name: String?
  let tiles: [LauncherTile]

  /// Whether it can have a name: the first carousel is no shelf.
  var canBeNamed: Bool { !id.isEmpty }
}

/// The edited tiles: all shelves, and facts about their tiles.
struct EditContent: Hashable, Sendable {
  var shelves: [EditShelf] = []
  /// Why tiles cannot be changed, by their ids.
  var barriers: [String: String] = [:]
  var (isChanged, canUndo, canRedo) = (false, false, false)
  /// The result of the last request, for the operator.
  var note = ""

  init() {}

  /// The state of an editing session, with its tiles in the language of the screen.
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

  /// The visible tiles: the shelves, or the tiles of the innermost folder of a way.
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

  /// The siblings of a tile, in their order.
  func siblings(of id: String) -> [String] {
    func look(_ tiles: [LauncherTile]) -> [String]? {
      if tiles.contains(where: { $0.id == id }) { return tiles.map(\.id) }
      return tiles.lazy.compactMap { look($0.inside) }.first
    }
    return shelves.lazy.compactMap { look($0.tiles) }.first ?? []
  }
}

/// The requests of the editor. The editor handles other touches by itself.
enum EditWish: Hashable, Sendable {
  /// Shows the form of a tile.
  case edit(tile: String)
  case remove(tile: String)
  /// Shows where a tile can go.
  case chooseMove(tile: String)
  case move(tile: String, TilePlace)
  /// Shows the form of a shelf.
  case nameShelf(String)
  /// Shows the choices for a new tile at the end of a shelf or folder.
  case add(to: String)
  case undo, redo
  /// Shows the settings of the whole screen.
  case look
  /// Shows the screen as visitors see it.
  case trial
  case save
  /// Returns from the trial: to the editor, or to the tiles where the operator left.
  case endTrial(returns: Bool)
  /// Closes the editor, and asks about unsaved changes.
  case leave
}
