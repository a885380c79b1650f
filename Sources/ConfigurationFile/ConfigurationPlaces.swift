import Configuration

/// The locations in a configuration's files that an editor needs.
package struct ConfigurationPlaces: Hashable, Sendable {
  /// A line and a column in a file.
  package struct Place: Hashable, Sendable {
    package var file: String
    package var position: TextPosition

    package init(file: String, position: TextPosition) {
      (self.file, self.position) = (file, position)
    }
  }

  /// A key that a `[[tile-change]]` sets.
  package struct ChangedTile: Hashable, Sendable {
    package var id: String
    package var key: String
    package var place: Place
  }

  /// The start of each tile, by its id.
  package var tiles: [String: Place] = [:]
  /// The last position that names each shelf, by the shelf's id.
  package var shelves: [String: Place] = [:]
  /// Locks, by the names of keys and sections.
  package var locks: [String: Place] = [:]
  /// The changes of tiles, in order.
  package var changes: [ChangedTile] = []
  /// The places of all tiles, including hidden ones and folders without tiles.
  package var arrangement = TileArrangement([])
}

extension ConfigurationText {
  /// The keys of sections that occur once, by their dotted names, and their positions; nil if the file is not
  /// TOML.
  package var sectionKeys: [(name: String, position: TextPosition)]? {
    guard let root = document(layout: nil, oldForm: .warning, { _ in })?.root else { return nil }
    return root.entries.flatMap { entry -> [(String, TextPosition)] in
      guard let section = ConfigurationSection(rawValue: entry.key), !section.isList,
        case .table(let table) = entry.node.value
      else { return [] }
      return table.entries.compactMap { entry in
        section.key(named: ConfigurationDecoder.spelledInOneWay(entry.key)).map {
          ($0.dottedName, entry.keyPosition)
        }
      }
    }
  }

  /// Whether the file is TOML without any key.
  package var isEmpty: Bool {
    (try? TOMLDocument(bytes))?.root.entries.isEmpty ?? false
  }
}

extension EditedValue {
  /// The problem of the value; nil for TOML on one line.
  package var fault: String? {
    guard !toml.utf8.contains(UInt8(ascii: "\n")), !toml.utf8.contains(UInt8(ascii: "\r")) else {
      return "must be on one line"
    }
    do throws(TOMLDocument.Fault) {
      let entries = try TOMLDocument(Array("x = \(toml)\n".utf8)).root.entries
      // Otherwise a comment would swallow the text after the value.
      return entries.count == 1 && entries[0].key == "x" && !EditedText.hasComment(toml)
        ? nil : "is not a value"
    } catch {
      return error.message
    }
  }
}

extension EditedText.Element {
  /// Returns a key's list of texts; empty for another value.
  package func strings(_ key: String) -> [String] {
    guard let value = values[key], let document = try? TOMLDocument(Array("x = \(value)".utf8)),
      case .array(let nodes)? = document.root["x"]?.value
    else { return [] }
    return nodes.compactMap { if case .string(let text) = $0.value { text } else { nil } }
  }
}

extension EditedValue {
  /// The text, or the first of its translations; nil for another value.
  package var firstText: String? {
    let root = (try? TOMLDocument(Array("x = \(toml)".utf8)))?.root
    switch root?["x"]?.value {
    case .string(let text)?: return text
    case .table(let table)?:
      guard case .string(let text)? = (table["default"] ?? table.entries.first?.node)?.value else {
        return nil
      }
      return text
    default: return nil
    }
  }
}

extension EditedText {
  /// Reports whether a value contains a comment.
  static func hasComment(_ value: String) -> Bool {
    // A comment hides the closing bracket. The list then stays open.
    (try? TOMLDocument(Array("x = [\(value)]\n".utf8))) == nil
  }
}
