/// The position of a tile among the tiles of all shelves and folders.
package struct TilePath: Hashable, Sendable {
  /// The index of the shelf; nil for the first carousel, with the tiles outside of all `[[shelf]]` sections.
  package var shelf: Int?
  /// The index on the shelf, and then in each folder on the way. Never empty.
  package var indexes: [Int]

  package init(shelf: Int?, indexes: [Int]) {
    (self.shelf, self.indexes) = (shelf, indexes)
  }
}

/// Removal and insertion of tiles. Controls on tiles stay where they are.
extension KioskConfiguration {
  /// Returns the path of the tile with an id; nil if no such tile exists.
  package func path(ofTile id: String) -> TilePath? {
    if let indexes = tiles.indexes(ofTile: id) { return TilePath(shelf: nil, indexes: indexes) }
    for (number, shelf) in shelves.enumerated() {
      if let indexes = shelf.tiles.indexes(ofTile: id) { return TilePath(shelf: number, indexes: indexes) }
    }
    return nil
  }

  /// The tile at a path.
  package func tile(at path: TilePath) -> Tile? {
    var (tiles, found) = (path.shelf.map { shelves[$0].tiles } ?? self.tiles, Tile?.none)
    for index in path.indexes {
      guard tiles.indices.contains(index) else { return nil }
      found = tiles[index]
      tiles = tiles[index].inside
    }
    return found
  }

  /// Removes and returns the tile at a path.
  package mutating func removeTile(at path: TilePath) -> Tile? {
    updateTiles(around: path) { tiles, index in
      tiles.indices.contains(index) ? tiles.remove(at: index) : nil
    }
  }

  /// Inserts a tile at a path; the tile at that place moves back by one.
  package mutating func insert(_ tile: Tile, at path: TilePath) {
    updateTiles(around: path) { tiles, index in tiles.insert(tile, at: min(index, tiles.count)) }
  }

  /// Replaces the tile at a path.
  package mutating func replaceTile(at path: TilePath, with tile: Tile) {
    updateTiles(around: path) { tiles, index in tiles[index] = tile }
  }

  /// Removes the unwanted tiles, with the tiles in them, and then all empty folders.
  package mutating func removeTiles(where isUnwanted: (Tile) -> Bool) {
    tiles.removeTiles(where: isUnwanted)
    for index in shelves.indices { shelves[index].tiles.removeTiles(where: isUnwanted) }
  }

  private mutating func updateTiles<Result>(
    around path: TilePath, _ change: (inout [Tile], Int) -> Result
  ) -> Result {
    let way = path.indexes[...]
    guard let shelf = path.shelf else { return tiles.update(along: way, change) }
    return shelves[shelf].tiles.update(along: way, change)
  }
}

extension [Tile] {
  fileprivate func indexes(ofTile id: String) -> [Int]? {
    for index in indices {
      if self[index].id == id { return [index] }
      let inside = self[index].inside
      if !inside.isEmpty, let rest = inside.indexes(ofTile: id) { return [index] + rest }
    }
    return nil
  }

  /// - Parameter way: at least one index.
  fileprivate mutating func update<Result>(
    along way: ArraySlice<Int>, _ change: (inout [Tile], Int) -> Result
  ) -> Result {
    let (first, rest) = (way[way.startIndex], way.dropFirst())
    guard !rest.isEmpty else { return change(&self, first) }
    return self[first].updateInside { $0.update(along: rest, change) }
  }

  fileprivate mutating func removeTiles(where isUnwanted: (Tile) -> Bool) {
    removeAll { isUnwanted($0) }
    for index in indices where !self[index].inside.isEmpty {
      self[index].updateInside { $0.removeTiles(where: isUnwanted) }
    }
    removeAll { if case .folder(let tiles) = $0.action { tiles.isEmpty } else { false } }
  }
}

extension Tile {
  /// Changes the tiles in this folder; a tile that is not a folder stays as it is.
  fileprivate mutating func updateInside<Result>(_ change: (inout [Tile]) -> Result) -> Result {
    var tiles = inside
    let isFolder = if case .folder = action { true } else { false }
    // Taken out first, because a change in place would copy the tiles.
    if isFolder { action = .perform(.none) }
    let result = change(&tiles)
    if isFolder { action = .folder(tiles) }
    return result
  }
}
