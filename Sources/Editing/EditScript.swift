import Configuration

/// Steps of edits as text, which outlasts the process of a session.
///
/// Each edit is a line, and an empty line ends a step. Tabs separate the fields of an edit. A backslash comes
/// before a backslash, and stands with `t` and `n` for a tab and a line feed in a field.
package enum EditScript {
  /// The maximum size in bytes.
  package static let mostBytes = 4 << 20

  package static func bytes(of steps: [[Edit]]) -> [UInt8] {
    let lines = steps.flatMap { step in
      step.map { fields(of: $0).map(escaped).joined(separator: "\t") } + [""]
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Parses steps. Returns nil if the text is invalid.
  package static func steps(of bytes: some Collection<UInt8>) -> [[Edit]]? {
    guard bytes.count <= mostBytes, String(validating: bytes, as: UTF8.self) != nil else { return nil }
    // Bytes, because a separator and an accent after it are one character.
    let lines = Array(bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.last?.isEmpty == true else { return nil }
    var (steps, step) = ([[Edit]](), [Edit]())
    for line in lines.dropLast() {
      if line.isEmpty {
        steps.append(step)
        step = []
        continue
      }
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard let edit = edit(of: fields.map { plain(String(decoding: $0, as: UTF8.self)) }) else { return nil }
      step.append(edit)
    }
    // It must not end in the middle of a step.
    return step.isEmpty ? steps : nil
  }

  // MARK: Fields

  private static func escaped(_ field: String) -> String {
    var text = ""
    for scalar in field.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func plain(_ field: String) -> String {
    var (text, isEscaped) = ("", false)
    for scalar in field.unicodeScalars {
      if isEscaped {
        let meant: Unicode.Scalar = scalar == "t" ? "\t" : scalar == "n" ? "\n" : scalar
        text.unicodeScalars.append(meant)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func fields(of edit: Edit) -> [String] {
    switch edit {
    case .set(let key, let value): ["set", key, value.toml]
    case .unset(let key): ["unset", key]
    case .setTile(let id, let key, let value): ["set-tile", id, key, value.toml]
    case .unsetTile(let id, let key): ["unset-tile", id, key]
    case .clearTile(let id, let key): ["clear-tile", id, key]
    case .addTile(let id, let keys, let place):
      ["add-tile", id ?? ""] + fields(of: place) + keys.flatMap { [$0.name, $0.value.toml] }
    case .removeTile(let id): ["remove-tile", id]
    case .restoreTile(let id): ["restore-tile", id]
    case .moveTile(let id, let place): ["move-tile", id] + fields(of: place)
    case .addShelf(let id, let name): ["add-shelf", id ?? "", name.toml]
    case .nameShelf(let id, let name): ["name-shelf", id, name.toml]
    case .removeShelf(let id): ["remove-shelf", id]
    }
  }

  private static func fields(of place: TilePlace?) -> [String] {
    switch place {
    case .before(let id)?: ["before", id]
    case .after(let id)?: ["after", id]
    case .into(let id)?: ["into", id]
    case nil: ["last", ""]
    }
  }

  private static func edit(of fields: [String]) -> Edit? {
    let rest = Array(fields.dropFirst())
    func value(_ index: Int) -> EditedValue { EditedValue(toml: rest[index]) }
    func optional(_ text: String) -> String? { text.isEmpty ? nil : text }
    switch (fields[0], rest.count) {
    case ("set", 2): return .set(rest[0], value(1))
    case ("unset", 1): return .unset(rest[0])
    case ("set-tile", 3): return .setTile(rest[0], key: rest[1], value(2))
    case ("unset-tile", 2): return .unsetTile(rest[0], key: rest[1])
    case ("clear-tile", 2): return .clearTile(rest[0], key: rest[1])
    case ("add-tile", 3...) where rest.count % 2 == 1:
      let keys = stride(from: 3, to: rest.count, by: 2).map { Edit.TileKey(rest[$0], value($0 + 1)) }
      if rest[1] == "last" { return .addTile(id: optional(rest[0]), keys) }
      return place(rest[1], rest[2]).map { .addTile(id: optional(rest[0]), keys, at: $0) }
    case ("remove-tile", 1): return .removeTile(rest[0])
    case ("restore-tile", 1): return .restoreTile(rest[0])
    case ("move-tile", 3): return place(rest[1], rest[2]).map { .moveTile(rest[0], $0) }
    case ("add-shelf", 2): return .addShelf(id: optional(rest[0]), name: value(1))
    case ("name-shelf", 2): return .nameShelf(rest[0], value(1))
    case ("remove-shelf", 1): return .removeShelf(rest[0])
    default: return nil
    }
  }

  private static func place(_ word: String, _ id: String) -> TilePlace? {
    switch word {
    case "before": .before(id)
    case "after": .after(id)
    case "into": .into(id)
    default: nil
    }
  }
}
