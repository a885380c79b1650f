import Configuration

/// A shelf or a folder in the editor.
struct EditShelf: Hashable, Sendable {
  /// The id of the shelf or folder, as the target of moved tiles; empty for the first carousel.
  let id: String
  let name: String?
  let tiles: [LauncherTile]

  /// Whether the shelf can have a name. The first carousel cannot.
  var canBeNamed: Bool { !id.isEmpty }
}

/// The edited tiles: all shelves, and the state of their tiles.
struct EditContent: Hashable, Sendable {
  var shelves: [EditShelf] = []
  /// The reasons why tiles cannot be changed, by tile id.
  var barriers: [String: String] = [:]
  var (isChanged, canUndo, canRedo) = (false, false, false)
  /// Whether the machine has a wireless device.
  var hasNetworks = false
  /// The result of the last request, shown to the operator.
  var note = ""

  init() {}

  /// Takes the state of an editing session and its tiles in the screen's language.
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

  /// Returns the visible tiles: all shelves, or the tiles of the last folder in a path.
  func shelves(in folders: [String]) -> [EditShelf] {
    guard let id = folders.last, let folder = tile(id) else { return shelves }
    return [EditShelf(id: id, name: folder.name, tiles: folder.inside)]
  }

  /// Returns the tile with an id, also from within folders.
  func tile(_ id: String) -> LauncherTile? {
    for shelf in shelves { if let tile = LauncherTile.find(id, among: shelf.tiles) { return tile } }
    return nil
  }

  /// Returns the shelves and folders that a tile can move to: not its own, and none inside it.
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

  /// Returns the ids of the tiles on the same shelf or in the same folder, in order, including this one.
  func siblings(of id: String) -> [String] {
    func look(_ tiles: [LauncherTile]) -> [String]? {
      if tiles.contains(where: { $0.id == id }) { return tiles.map(\.id) }
      return tiles.lazy.compactMap { look($0.inside) }.first
    }
    return shelves.lazy.compactMap { look($0.tiles) }.first ?? []
  }
}

/// Requests that the editor cannot handle itself.
enum EditWish: Hashable, Sendable {
  /// Shows the form of a tile.
  case edit(tile: String)
  case remove(tile: String)
  /// Shows the possible places for a tile.
  case chooseMove(tile: String)
  case move(tile: String, TilePlace)
  /// Shows the form of a shelf.
  case nameShelf(String)
  /// Shows the choices for a new tile at the end of a shelf or folder.
  case add(to: String)
  case undo, redo
  /// Shows the settings of the whole screen.
  case look
  /// Shows the wireless networks.
  case network
  /// Shows the screen as visitors see it.
  case trial
  case save
  /// Ends the trial. Returns to the editor, or to the visitors' tiles if the operator left.
  case endTrial(returns: Bool)
  /// Closes the editor. Asks first if there are unsaved changes.
  case leave
}
