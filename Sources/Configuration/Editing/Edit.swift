/// One change of the configuration that an operator makes on the screen, from a phone, or by command.
///
/// Keys have the names of `rotunda config keys`. Changes go to the edited file and to no other.
package enum Edit: Hashable, Sendable {
  /// Sets a key of a section that occurs once, such as `brand.name`.
  case set(String, EditedValue)
  /// Removes such a key from the edited file. The values of other files apply again.
  case unset(String)
  /// Sets a key of the tile with an id, such as `badge`.
  case setTile(String, key: String, EditedValue)
  /// Removes a tile's key from the edited file. The values of other files apply again.
  case unsetTile(String, key: String)
  /// Gives a tile's key its default, even if other files set it.
  case clearTile(String, key: String)
  /// Adds a tile with these keys, in this order. Without a place, it becomes the first carousel's last tile.
  ///
  /// Without an id, the tile gets one that no shelf or tile has. A folder may have the value
  /// `EditedValue.noTiles` if the same step moves tiles into it.
  case addTile(id: String? = nil, [TileKey], at: TilePlace? = nil)
  /// Removes a tile. A tile of another file is hidden instead.
  case removeTile(String)
  /// Shows a hidden tile again.
  case restoreTile(String)
  /// Moves a tile.
  case moveTile(String, TilePlace)
  /// Adds an empty shelf with this name below the others. Without an id, it gets one that no shelf or tile
  /// has.
  case addShelf(id: String? = nil, name: EditedValue)
  /// Changes the name of the shelf with this id.
  case nameShelf(String, EditedValue)
  /// Removes an empty shelf that the edited file defines.
  case removeShelf(String)

  /// A key of a new tile, and its value.
  package struct TileKey: Hashable, Sendable {
    package var name: String
    package var value: EditedValue

    package init(_ name: String, _ value: EditedValue) {
      (self.name, self.value) = (name, value)
    }
  }
}

extension Edit {
  /// The id of the tile or shelf that it adds; nil for none, or if the session chooses it.
  package var added: String? {
    switch self {
    case .addTile(let id, _, _), .addShelf(let id, _): id
    default: nil
    }
  }

  /// Returns the same edit for tiles and shelves whose ids have changed.
  package func renamed(_ ids: [String: String]) -> Edit {
    func new(_ id: String) -> String { ids[id] ?? id }
    func new(_ place: TilePlace) -> TilePlace {
      switch place {
      case .before(let id): .before(new(id))
      case .after(let id): .after(new(id))
      case .into(let id): .into(new(id))
      }
    }
    switch self {
    case .set, .unset: return self
    case .setTile(let id, let key, let value): return .setTile(new(id), key: key, value)
    case .unsetTile(let id, let key): return .unsetTile(new(id), key: key)
    case .clearTile(let id, let key): return .clearTile(new(id), key: key)
    case .addTile(let id, let keys, let place):
      return .addTile(id: id.map { new($0) }, keys, at: place.map { new($0) })
    case .removeTile(let id): return .removeTile(new(id))
    case .restoreTile(let id): return .restoreTile(new(id))
    case .moveTile(let id, let place): return .moveTile(new(id), new(place))
    case .addShelf(let id, let name): return .addShelf(id: id.map { new($0) }, name: name)
    case .nameShelf(let id, let name): return .nameShelf(new(id), name)
    case .removeShelf(let id): return .removeShelf(new(id))
    }
  }
}

/// The destination of a tile.
package enum TilePlace: Hashable, Sendable {
  /// In front of the tile with that id, on the same shelf or in the same folder.
  case before(String)
  /// Behind the tile with that id, on the same shelf or in the same folder.
  case after(String)
  /// The last place in the folder or on the shelf with this id. An empty id stands for the first carousel,
  /// which has no `[[shelf]]`.
  case into(String)
}

/// The new value of a key, as a configuration file contains it.
package struct EditedValue: Hashable, Sendable {
  /// The value as TOML, on one line.
  package let toml: String

  /// Creates a value from TOML. Setting it fails if the text is not a value.
  package init(toml: String) { self.toml = toml }

  /// Creates a value from a setting, for a key of that kind.
  package init(_ value: SettingValue, for kind: ConfigurationKey.Kind) { toml = value.text(as: kind) }

  /// Returns a text, a word, a path, a color, or a time such as "90s".
  package static func text(_ text: String) -> EditedValue { EditedValue(toml: TOMLText.of(text)) }

  /// Returns a text with translations by language tag. `default` stands for all other languages.
  package static func translated(_ text: String, _ translations: [String: String]) -> EditedValue {
    EditedValue(toml: TOMLText.of(LocalizedText(text, translations: translations)))
  }

  /// Returns a list of texts or words.
  package static func texts(_ texts: [String]) -> EditedValue { EditedValue(toml: TOMLText.of(texts)) }

  package static func boolean(_ truth: Bool) -> EditedValue { EditedValue(toml: "\(truth)") }

  package static func number(_ number: Double) -> EditedValue { EditedValue(toml: TOMLText.of(number)) }

  package static func numbers(_ numbers: [Double]) -> EditedValue { EditedValue(toml: TOMLText.of(numbers)) }

  /// Returns a table of values, such as the conditions of a tile or its environment.
  package static func table(_ entries: [(key: String, value: EditedValue)]) -> EditedValue {
    let pairs = entries.map { "\(SettingValue.keyText($0.key)) = \($0.value.toml)" }
    return EditedValue(toml: pairs.isEmpty ? "{}" : "{ " + pairs.joined(separator: ", ") + " }")
  }

  /// The value of a new folder into which the same step moves tiles.
  package static let noTiles = EditedValue(toml: "[]")
}
