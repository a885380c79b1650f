import Configuration
import ConfigurationFile

/// Determines which file sets a key or a tile, and which files prevent the editor from changing it.
struct EditAuthority {
  /// The path of the edited file, and its text.
  let path: String
  let edited: EditedText
  /// The other files in reading order. The first `earlier` of them are read before the edited file.
  let others: [ConfigurationText]
  let earlier: Int
  /// The positions of all keys, tiles and locks in all files.
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

  private func isEarlier(_ file: String) -> Bool { others.prefix(earlier).contains { $0.path == file } }

  /// Returns the lock on one of these keys and sections. Only locks in files before the edited one count.
  func lock(of names: [String]) -> EditBarrier? {
    names.lazy.compactMap { places.locks[$0] }.first { isEarlier($0.file) }
      .map { .locked(place($0)) }
  }

  /// Returns the reason why the editor cannot change a key of a section; nil if it can.
  func barrier(of key: ConfigurationKey) -> EditBarrier? {
    if let lock = lock(of: [key.section.rawValue, key.dottedName]) { return lock }
    for text in others.dropFirst(earlier).reversed() {
      if let found = text.sectionKeys?.last(where: { $0.name == key.dottedName }) {
        return .overridden(place(.init(file: text.path, position: found.position)))
      }
    }
    return nil
  }

  /// Returns the reason why the editor cannot change a tile, or one of its keys; nil if it can.
  func barrier(ofTile id: String, key: String? = nil) -> EditBarrier? {
    // Locks do not apply to tiles in the edited file.
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

  /// Returns the reason why the editor cannot rename a shelf; nil if it can.
  func barrier(ofShelf id: String) -> EditBarrier? {
    if let lock = shelfLock { return lock }
    guard let named = places.shelves[id] else { return nil }
    return others.dropFirst(earlier).contains { $0.path == named.file } ? .overridden(place(named)) : nil
  }

  /// The lock that prevents the editor from adding and renaming shelves; nil for none.
  var shelfLock: EditBarrier? {
    lock(of: [ConfigurationSection.tile.rawValue, ConfigurationSection.shelf.rawValue])
  }

  /// The origin of each key that a file sets.
  var origins: [String: KeyOrigin] {
    var origins: [String: KeyOrigin] = [:]
    var texts = others
    texts.insert(ConfigurationText(path: path, bytes: edited.bytes), at: earlier)
    for (number, text) in texts.enumerated() {
      for key in text.sectionKeys ?? [] {
        let found = place(.init(file: text.path, position: key.position))
        let section = String(key.name.prefix { $0 != "." })
        let lock = lock(of: [section, key.name])
        // A locked key has no effect in later files.
        if lock != nil, number >= earlier, origins[key.name] != nil { continue }
        origins[key.name] = KeyOrigin(
          place: found, barrier: lock ?? (number > earlier ? .overridden(found) : nil))
      }
    }
    return origins
  }

  /// The file of each tile.
  var tileOrigins: [String: TileOrigin] {
    var origins = places.tiles.mapValues { TileOrigin(place: place($0)) }
    for id in origins.keys { origins[id]?.barrier = barrier(ofTile: id) }
    for change in places.changes where change.place.file == path {
      origins[change.id]?.changed.insert(change.key)
    }
    return origins
  }
}
