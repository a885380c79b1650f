/// Converts translations of Rotunda 0.1, which had keys of their own beside the text.
///
/// `name.de = "Lageplan"` beside `name = "Floor plan"` is not TOML, because a key cannot be both a text and a
/// table. It becomes `name = { default = "Floor plan", de = "Lageplan" }`.
enum TranslationUpgrade {
  static func steps(in bytes: [UInt8]) -> [UpgradeStep] {
    var scanner = UpgradeScanner(bytes, isWanted: \.hasTranslations)
    scanner.scan()
    return scanner.tables.flatMap { $0.merges(in: bytes) }
  }
}

extension ScannedTable {
  /// Whether a key contains a possible tag.
  fileprivate var hasTranslations: Bool {
    entries.contains { if case .tagged = $0.key { true } else { false } }
  }

  private static let reason = "a text and its translations are one table"
  /// The keys of 0.1 that can have translations.
  private static let translatable: Set<String> = [
    "name", "description", "badge", "back", "page", "page-description", "title", "contact",
  ]

  fileprivate func merges(in bytes: [UInt8]) -> [UpgradeStep] {
    var (merges, additions): ([UpgradeStep], [(base: Entry, tagged: [Int])]) = ([], [])
    for name in names {
      let bases = entries.filter { if case .plain(name) = $0.key { true } else { false } }
      let tagged = entries.indices.filter {
        if case .tagged(name, _, _) = entries[$0].key { true } else { false }
      }
      // A value that is not a text would be invalid in a table, too. It stays, and the parser reports it.
      if bases.isEmpty {
        merges += tagged.compactMap { unquoted($0, name) }
      } else if bases.count == 1, tagged.allSatisfy({ !isList($0, in: bytes) }) {
        additions.append((bases[0], tagged))
      }
    }
    let removed = Set(additions.flatMap(\.tagged))
    let kept = entries.indices.last { !removed.contains($0) } ?? 0
    for (base, tagged) in additions {
      guard let first = tagged.first, case .plain(let name) = base.key else { continue }
      merges.append(
        UpgradeStep(
          key: dottedName(name), place: entries[first].start, reason: Self.reason,
          line: .edited(base.start..<base.value.upperBound),
          edits: self.additions(of: tagged, to: base, in: bytes)
            + tagged.map { removal(of: $0, lastKept: kept) }))
    }
    return merges
  }

  /// The names of keys with a tag, each once.
  private var names: [String] {
    var known: Set<String> = []
    return entries.compactMap { entry in
      guard case .tagged(let name, _, _) = entry.key, Self.translatable.contains(name) else { return nil }
      return known.insert(name).inserted ? name : nil
    }
  }

  private func dottedName(_ name: String) -> String {
    let section = path.count == 1 ? path[0] : ""
    return "\(["header", "kiosk", "shelf"].contains(section) ? section : "tile").\(name)"
  }

  /// Removes the quotes of `"name.de"` that has no text beside it. In TOML, `name.de` is a table.
  private func unquoted(_ index: Int, _ name: String) -> UpgradeStep? {
    let entry = entries[index]
    guard case .tagged(_, let tag, isQuoted: true) = entry.key else { return nil }
    let edit = UpgradeEdit(
      range: entry.start..<entry.keyEnd, replacement: Array("\(name).".utf8) + tag, origin: entry.start)
    return UpgradeStep(
      key: dottedName(name), place: entry.start, reason: Self.reason,
      line: .edited(entry.start..<entry.value.upperBound), edits: [edit])
  }

  private func isList(_ index: Int, in bytes: [UInt8]) -> Bool {
    [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[entries[index].value.lowerBound])
  }

  /// Returns the edits that put translations behind the text: into its table, or into a new one that begins
  /// before it.
  private func additions(of tagged: [Int], to base: Entry, in bytes: [UInt8]) -> [UpgradeEdit] {
    var (end, separator) = (base.value.upperBound, ", ")
    let isTable = bytes[base.value.lowerBound] == UInt8(ascii: "{")
    if isTable {
      (end, separator) = Self.end(of: base.value, in: bytes)
    }
    var edits = tagged.compactMap { index -> UpgradeEdit? in
      let entry = entries[index]
      guard case .tagged(_, let tag, _) = entry.key else { return nil }
      defer { separator = ", " }
      return UpgradeEdit(
        range: end..<end, replacement: Array(separator.utf8) + tag + Array(" = ".utf8) + bytes[entry.value],
        origin: entry.value.lowerBound)
    }
    guard !isTable else { return edits }
    edits[edits.count - 1].replacement += Array(" }".utf8)
    let start = base.value.lowerBound
    return [UpgradeEdit(range: start..<start, replacement: Array("{ default = ".utf8), origin: start)] + edits
  }
}
