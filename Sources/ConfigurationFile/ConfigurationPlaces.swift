import Configuration

/// The places in the files of a configuration that an editor needs.
package struct ConfigurationPlaces: Hashable, Sendable {
  /// A line and a column of a file.
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

  /// Where each tile begins, by its id.
  package var tiles: [String: Place] = [:]
  /// What named each shelf last, by its id.
  package var shelves: [String: Place] = [:]
  /// Locks, by the names of keys and sections.
  package var locks: [String: Place] = [:]
  /// The changes of tiles, in their order.
  package var changes: [ChangedTile] = []
  /// All tiles where they are, also those that are hidden and folders without tiles.
  package var arrangement = TileArrangement([])
}

extension ConfigurationText {
  /// The keys of sections that stand once which the file sets, by their dotted names, and where; nil when the
  /// file is no TOML.
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

  /// Whether the file is TOML and says nothing.
  package var isEmpty: Bool {
    (try? TOMLDocument(bytes))?.root.entries.isEmpty ?? false
  }
}

extension EditedValue {
  /// The problem of the value; nil for one that is TOML on one line.
  package var fault: String? {
    guard !toml.utf8.contains(UInt8(ascii: "\n")), !toml.utf8.contains(UInt8(ascii: "\r")) else {
      return "must stand on one line"
    }
    do throws(TOMLDocument.Fault) {
      let entries = try TOMLDocument(Array("x = \(toml)\n".utf8)).root.entries
      // A comment would include the following text.
      return entries.count == 1 && entries[0].key == "x" && !EditedText.hasComment(toml) ? nil : "is no value"
    } catch {
      return error.message
    }
  }
}

extension EditedText.Element {
  /// A key's texts, where it is a list of them; none where it is something else.
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
  /// Whether a comment follows a value.
  static func hasComment(_ value: String) -> Bool {
    // With a closing bracket behind it, a comment leaves a list open.
    (try? TOMLDocument(Array("x = [\(value)]\n".utf8))) == nil
  }
}
