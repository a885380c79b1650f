import Configuration
import ConfigurationFile

/// Which file of a configuration decides about a key or a tile, and what keeps the editor from changing it.
struct EditAuthority {
  /// The edited file, and what it says.
  let path: String
  let edited: EditedText
  /// The other files, in the order in which they are read, and how many come before the edited one.
  let others: [ConfigurationText]
  let earlier: Int
  /// Where all files together say what.
  let places: ConfigurationPlaces

  private func layer(of file: String) -> ConfigurationLayer {
    if file == path { return .edited }
    if ConfigurationLoader.isPackaged(file) { return .packaged }
    return places.locks.values.contains { $0.file == file } ? .bundle : .handWritten
  }

  private func place(_ place: ConfigurationPlaces.Place) -> ConfigurationPlace {
    ConfigurationPlace(
      layer(of: place.file), file: place.file, line: place.position.line, column: place.position.column)
  }

  /// Whether a file is read before the edited one.
  private func isEarlier(_ file: String) -> Bool { others.prefix(earlier).contains { $0.path == file } }

  /// What locks one of these keys and sections before the edited file is read; nil where nothing does.
  func lock(of names: [String]) -> EditBarrier? {
    names.lazy.compactMap { places.locks[$0] }.first { isEarlier($0.file) }
      .map { .locked(place($0)) }
  }

  /// What keeps the editor from changing a key of a section; nil where it may.
  func barrier(of key: ConfigurationKey) -> EditBarrier? {
    if let lock = lock(of: [key.section.rawValue, key.dottedName]) { return lock }
    for text in others.dropFirst(earlier).reversed() {
      if let found = text.sectionKeys?.last(where: { $0.name == key.dottedName }) {
        return .overridden(place(.init(file: text.path, position: found.position)))
      }
    }
    return nil
  }

  /// What keeps the editor from changing a tile, or a key of it; nil where it may.
  func barrier(ofTile id: String, key: String? = nil) -> EditBarrier? {
    // A tile that the editor added is none of what was locked.
    if places.tiles[id]?.file != path, let lock = lock(of: [ConfigurationSection.tile.rawValue]) {
      return lock
    }
    guard let key else { return nil }
    let later = Set(others.dropFirst(earlier).map(\.path))
    let isPlacing = TileChange.placing.contains { $0.name == key }
    let change = places.changes.last { change in
      guard change.id == id, later.contains(change.place.file) else { return false }
      return change.key == key || isPlacing && TileChange.placing.contains { $0.name == change.key }
    }
    return change.map { .overridden(place($0.place)) }
  }

  /// What keeps the editor from naming a shelf; nil where it may.
  func barrier(ofShelf id: String) -> EditBarrier? {
    if let lock = shelfLock { return lock }
    guard let named = places.shelves[id] else { return nil }
    return others.dropFirst(earlier).contains { $0.path == named.file } ? .overridden(place(named)) : nil
  }

  /// What keeps the editor from adding shelves and naming them.
  var shelfLock: EditBarrier? {
    lock(of: [ConfigurationSection.tile.rawValue, ConfigurationSection.shelf.rawValue])
  }

  /// Which file decides about each key that a file sets.
  var origins: [String: KeyOrigin] {
    var origins: [String: KeyOrigin] = [:]
    var texts = others
    texts.insert(ConfigurationText(path: path, bytes: edited.bytes), at: earlier)
    for (number, text) in texts.enumerated() {
      for key in text.sectionKeys ?? [] {
        let found = place(.init(file: text.path, position: key.position))
        let section = String(key.name.prefix { $0 != "." })
        let lock = lock(of: [section, key.name])
        // What a lock keeps out does not count.
        if lock != nil, number >= earlier, origins[key.name] != nil { continue }
        origins[key.name] = KeyOrigin(
          place: found, barrier: lock ?? (number > earlier ? .overridden(found) : nil))
      }
    }
    return origins
  }

  /// Which file has each tile.
  var tileOrigins: [String: TileOrigin] {
    var origins = places.tiles.mapValues { TileOrigin(place: place($0)) }
    for id in origins.keys { origins[id]?.barrier = barrier(ofTile: id) }
    for change in places.changes where change.place.file == path {
      origins[change.id]?.changed.insert(change.key)
    }
    return origins
  }
}
