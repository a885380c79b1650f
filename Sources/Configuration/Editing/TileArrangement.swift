/// The places of all tiles: their ids by shelf and folder.
package struct TileArrangement: Hashable, Sendable {
  /// A tile, and the tiles in it if it is a folder.
  package struct Node: Hashable, Sendable {
    package var id: String
    /// Nil for a tile that is not a folder.
    package var inside: [Node]?

    package init(_ id: String, inside: [Node]? = nil) {
      (self.id, self.inside) = (id, inside)
    }

    init(_ tile: Tile) {
      id = tile.id
      inside = if case .folder(let tiles) = tile.action { tiles.map { Node($0) } } else { nil }
    }
  }

  /// A shelf. The first carousel has an empty id.
  package struct Shelf: Hashable, Sendable {
    package var id: String
    package var tiles: [Node]

    package init(_ id: String, _ tiles: [Node]) {
      (self.id, self.tiles) = (id, tiles)
    }
  }

  /// All shelves, in order. The first carousel always exists.
  package private(set) var shelves: [Shelf]

  package init(_ shelves: [Shelf]) { self.shelves = shelves }

  /// Creates the arrangement of a configuration.
  package init(_ configuration: KioskConfiguration) {
    shelves =
      [Shelf("", configuration.tiles.map { Node($0) })]
      + configuration.shelves.map { Shelf($0.id, $0.tiles.map { Node($0) }) }
  }

  /// Reports whether a tile exists.
  package func contains(_ id: String) -> Bool { node(id) != nil }

  /// Returns the ids of all tiles in a folder and in the folders within it.
  package func everything(in id: String) -> [String] {
    func all(_ nodes: [Node]) -> [String] { nodes.flatMap { [$0.id] + all($0.inside ?? []) } }
    return node(id).map { all($0.inside ?? []) } ?? []
  }

  /// Removes a tile, with the tiles in it.
  @discardableResult
  package mutating func remove(_ id: String) -> Node? {
    for index in shelves.indices {
      if let node = shelves[index].tiles.remove(id) { return node }
    }
    return nil
  }

  /// Moves a tile. Returns false if the place does not exist or is within the tile itself.
  package mutating func move(_ id: String, to place: TilePlace) -> Bool {
    var copy = self
    guard let node = copy.remove(id), copy.insert(node, at: place) else { return false }
    self = copy
    return true
  }

  /// Adds a tile at the end of a folder or a shelf. Returns false if that does not exist.
  @discardableResult
  package mutating func add(_ node: Node, into container: String) -> Bool {
    insert(node, at: .into(container))
  }

  private mutating func insert(_ node: Node, at place: TilePlace) -> Bool {
    for index in shelves.indices {
      switch place {
      case .before(let other):
        if shelves[index].tiles.insert(node, beside: other, offset: 0) { return true }
      case .after(let other):
        if shelves[index].tiles.insert(node, beside: other, offset: 1) { return true }
      case .into(let folder):
        if !folder.isEmpty, shelves[index].tiles.append(node, toFolder: folder) { return true }
      }
    }
    guard case .into(let shelf) = place, let index = shelves.firstIndex(where: { $0.id == shelf }) else {
      return false
    }
    shelves[index].tiles.append(node)
    return true
  }

  // MARK: Ways from one to another

  /// Returns the moves that turn another arrangement of the same tiles into this one.
  ///
  /// As many tiles as possible stay where they are.
  package func moves(from other: TileArrangement) -> [(id: String, place: TilePlace)] {
    var (current, moves) = (other, [(id: String, place: TilePlace)]())
    func order(_ container: String, _ goal: [Node], isShelf: Bool) {
      let ids = goal.map(\.id)
      let fixed = Self.longestRun(of: ids, in: current.children(of: container, isShelf: isShelf))
      for (index, id) in ids.enumerated() where !fixed.contains(id) {
        let place: TilePlace =
          if index > 0 {
            .after(ids[index - 1])
          } else if let first = current.children(of: container, isShelf: isShelf).first(where: { $0 != id }) {
            .before(first)
          } else {
            .into(container)
          }
        if current.move(id, to: place) { moves.append((id, place)) }
      }
      // The folder is in place now, so its tiles can follow. A folder never moves into itself.
      for node in goal { if let inside = node.inside { order(node.id, inside, isShelf: false) } }
    }
    for shelf in shelves { order(shelf.id, shelf.tiles, isShelf: true) }
    return moves
  }

  private func children(of container: String, isShelf: Bool) -> [String] {
    guard isShelf else { return (node(container)?.inside ?? []).map(\.id) }
    return shelves.first { $0.id == container }?.tiles.map(\.id) ?? []
  }

  /// Returns the longest selection of `ids` that have this order in `current`.
  private static func longestRun(of ids: [String], in current: [String]) -> Set<String> {
    let places = Dictionary(current.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let known = ids.compactMap { id in places[id].map { (id: id, place: $0) } }
    // The last element of the best run of each length, and the predecessor of each element.
    var (ends, before) = ([Int](), [Int?](repeating: nil, count: known.count))
    for index in known.indices {
      let length = ends.firstIndex { known[$0].place >= known[index].place } ?? ends.count
      before[index] = length > 0 ? ends[length - 1] : nil
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var (run, next) = (Set<String>(), ends.last)
    while let index = next {
      run.insert(known[index].id)
      next = before[index]
    }
    return run
  }

  private func node(_ id: String) -> Node? {
    func find(_ nodes: [Node]) -> Node? {
      for node in nodes {
        if node.id == id { return node }
        if let found = node.inside.flatMap({ find($0) }) { return found }
      }
      return nil
    }
    for shelf in shelves { if let found = find(shelf.tiles) { return found } }
    return nil
  }

}

extension [TileArrangement.Node] {
  fileprivate mutating func remove(_ id: String) -> TileArrangement.Node? {
    if let index = firstIndex(where: { $0.id == id }) { return remove(at: index) }
    for index in indices {
      if let node = self[index].inside?.remove(id) { return node }
    }
    return nil
  }

  fileprivate mutating func insert(_ node: TileArrangement.Node, beside id: String, offset: Int) -> Bool {
    if let index = firstIndex(where: { $0.id == id }) {
      insert(node, at: index + offset)
      return true
    }
    for index in indices {
      if self[index].inside?.insert(node, beside: id, offset: offset) == true { return true }
    }
    return false
  }

  fileprivate mutating func append(_ node: TileArrangement.Node, toFolder id: String) -> Bool {
    for index in indices {
      if self[index].id == id, self[index].inside != nil {
        self[index].inside?.append(node)
        return true
      }
      if self[index].inside?.append(node, toFolder: id) == true { return true }
    }
    return false
  }
}
