import Configuration
import ConfigurationFile

/// Edits of shelves: adding, naming, and removing empty ones.
extension EditingSession {
  private static let (shelves, changes) = (
    ConfigurationSection.shelf.rawValue, ConfigurationSection.shelfChange.rawValue
  )

  /// The permitted edits of each shelf, by its id.
  var shelfOrigins: [String: ShelfOrigin] {
    let text = EditedText(Array(self.text.utf8))
    var origins: [String: ShelfOrigin] = [:]
    for shelf in configuration.shelves {
      origins[shelf.id] = ShelfOrigin(
        barrier: authority.barrier(ofShelf: shelf.id),
        canBeRemoved: ownShelf(shelf.id, text) != nil && isEmpty(shelf.id, loaded))
    }
    return origins
  }

  /// Returns the index of a shelf's section in the edited file; nil if another file defines the shelf.
  private func ownShelf(_ id: String, _ text: EditedText) -> Int? {
    text.elements(of: Self.shelves).firstIndex { $0.string(ConfigurationKey.shelfID.name) == id }
  }

  /// Reports whether a shelf has no tiles, including hidden ones.
  private func isEmpty(_ id: String, _ loaded: LoadedConfiguration) -> Bool {
    loaded.places.arrangement.shelves.first { $0.id == id }?.tiles.isEmpty == true
  }

  func adding(
    shelf id: String, _ name: EditedValue, to text: EditedText
  ) throws(EditRefusal) -> EditedText {
    if let lock = authority.shelfLock { throw refusal(lock, Self.shelves) }
    try check(name, for: .shelfName)
    var text = text
    text.add(
      to: Self.shelves,
      [
        (ConfigurationKey.shelfID.name, SettingValue.text(id).text),
        (ConfigurationKey.shelfName.name, name.toml),
      ])
    return text
  }

  func naming(
    shelf id: String, _ name: EditedValue, in text: EditedText
  ) throws(EditRefusal) -> EditedText {
    try checkShelf(id, in: text)
    try check(name, for: .shelfName)
    if let barrier = authority.barrier(ofShelf: id) {
      throw refusal(barrier, ConfigurationKey.shelfName.dottedName)
    }
    var text = text
    let changed = text.elements(of: Self.changes).lastIndex { $0.string(ShelfChange.id.name) == id }
    if let changed {
      try write(&text) { text throws(EditedText.Fault) in
        try text.set(ShelfChange.name.name, of: changed, in: Self.changes, to: name.toml)
      }
    } else if let own = ownShelf(id, text) {
      try write(&text) { text throws(EditedText.Fault) in
        try text.set(ConfigurationKey.shelfName.name, of: own, in: Self.shelves, to: name.toml)
      }
    } else {
      text.add(
        to: Self.changes,
        [(ShelfChange.id.name, SettingValue.text(id).text), (ShelfChange.name.name, name.toml)])
    }
    return text
  }

  func removing(shelf id: String, from text: EditedText) throws(EditRefusal) -> EditedText {
    try checkShelf(id, in: text)
    guard let own = ownShelf(id, text), isEmpty(id, load(text)) else {
      throw EditRefusal(
        .invalid,
        Diagnostic(
          .error, file: path, key: Self.shelves,
          message: "'\(id)' has tiles, or stands in another file"))
    }
    var text = text
    try write(&text) { text throws(EditedText.Fault) in
      let changes = text.elements(of: Self.changes)
      for index in changes.indices.reversed() where changes[index].string(ShelfChange.id.name) == id {
        try text.removeElement(index, of: Self.changes)
      }
      try text.removeElement(own, of: Self.shelves)
    }
    return text
  }

  private func checkShelf(_ id: String, in text: EditedText) throws(EditRefusal) {
    let known = load(text).configuration.shelves.map(\.id)
    guard !known.contains(id) else { return }
    throw EditRefusal(
      .unknownTile,
      Diagnostic(
        .error, file: path, key: ShelfChange.id.dottedName, message: "there is no shelf '\(id)'",
        suggestion: Spelling.nearest(to: id, among: known)))
  }
}
