import Configuration

/// The content of the file that the editor writes. Changes keep all other bytes, including comments and keys
/// that the editor does not know.
package struct EditedText: Hashable, Sendable {
  package private(set) var bytes: [UInt8]

  /// The first line of a new file.
  private static let opening =
    "# Written by the editor of Rotunda. rotunda config edits shows it; rotunda config undo takes it back.\n"

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the text without the remains of changes that were all undone.
  ///
  /// - Parameter hasFile: whether the file had content before the changes.
  package func withoutRemains(hasFile: Bool) -> EditedText {
    let rest = bytes.filter { $0 != Self.lineFeed }
    return !hasFile && rest == Array(Self.opening.utf8.dropLast()) ? EditedText([]) : self
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The reason why the text is not TOML, or why a change cannot be written.
  package struct Fault: Error, Hashable, Sendable {
    package var line: Int
    package var message: String
  }

  // MARK: Sections that stand once

  /// Sets a key, such as `["brand", "name"]`, to a TOML value.
  package mutating func set(_ path: [String], to value: String) throws(Fault) {
    let scan = Scan(bytes)
    guard scan.isWhole else { throw scan.fault }
    // Replaces the whole value, because a table of translations may have become a text.
    if let entry = scan.entry(path) {
      return replace(entry.value, with: value)
    }
    remove(path)
    let rest = Scan(bytes)
    let line = "\(SettingValue.keyText(path[path.count - 1])) = \(value)\n"
    let section = Array(path.dropLast())
    if let block = rest.blocks.first(where: { !$0.table.isElement && $0.table.path == section }) {
      insert(line, at: block.endOfEntries)
    } else if let table = rest.inline.first(where: { $0.path == section && !$0.isElement }),
      let end = table.end(in: bytes)
    {
      let separator = table.entries.isEmpty ? " " : end.separator
      insert(separator + line.dropLast(), at: end.offset)
    } else if let neighbor = rest.dottedNeighbor(of: section), let lines = neighbor.lines {
      let key = path.map(SettingValue.keyText).joined(separator: ".")
      insert("\(key) = \(value)\n", at: lines.upperBound)
    } else {
      append("[\(section.map(SettingValue.keyText).joined(separator: "."))]\n" + line)
    }
  }

  /// Removes a key, and its section if that becomes empty.
  package mutating func unset(_ path: [String]) throws(Fault) {
    let scan = Scan(bytes)
    guard scan.isWhole else { throw scan.fault }
    remove(path)
    tidy(Array(path.dropLast()))
  }

  /// Reports whether the text sets a key.
  package func has(_ path: [String]) -> Bool {
    let scan = Scan(bytes)
    return scan.hasAnything(at: path)
  }

  private mutating func remove(_ path: [String]) {
    // One at a time, because each removal moves the text behind it.
    while let range = Scan(bytes).removal(of: path) { bytes.removeSubrange(range) }
  }

  /// Removes a header without content.
  private mutating func tidy(_ section: [String]) {
    let scan = Scan(bytes)
    guard
      let index = scan.blocks.firstIndex(where: { !$0.table.isElement && $0.table.path == section }),
      let place = scan.blocks[index].table.place, scan.blocks[index].table.entries.isEmpty,
      !scan.blocks.contains(where: {
        $0.table.path.count > section.count && $0.table.path.starts(with: section)
      })
    else { return }
    removeLines(place)
  }

  // MARK: Lists of tables

  /// Sets a key of an element of a list such as `tile`.
  ///
  /// - Parameter index: the index among the elements that have a header of their own.
  package mutating func set(
    _ key: String, of index: Int, in list: String, to value: String
  ) throws(Fault) {
    let scan = Scan(bytes)
    guard scan.isWhole else { throw scan.fault }
    let elements = scan.elements(list)
    guard elements.indices.contains(index) else { throw Fault(line: 1, message: "there is no such section") }
    if let entry = elements[index].own.table.entries.first(where: { $0.parts.map(\.name) == [key] }) {
      return replace(entry.value, with: value)
    }
    removeElementKey(key, of: index, in: list)
    let element = Scan(bytes).elements(list)[index]
    insert("\(SettingValue.keyText(key)) = \(value)\n", at: element.own.endOfEntries)
  }

  /// Removes a key of an element.
  package mutating func unset(_ key: String, of index: Int, in list: String) throws(Fault) {
    let scan = Scan(bytes)
    guard scan.isWhole else { throw scan.fault }
    removeElementKey(key, of: index, in: list)
  }

  private mutating func removeElementKey(_ key: String, of index: Int, in list: String) {
    while true {
      let elements = Scan(bytes).elements(list)
      guard elements.indices.contains(index), let range = elements[index].removal(of: key, in: list) else {
        return
      }
      bytes.removeSubrange(range)
    }
  }

  /// Appends an element to a list.
  package mutating func add(to list: String, _ entries: [(key: String, value: String)]) {
    let lines = entries.map { "\(SettingValue.keyText($0.key)) = \($0.value)\n" }
    append("[[\(list)]]\n" + lines.joined())
  }

  /// Removes an element of a list. Comments in it stay.
  package mutating func removeElement(_ index: Int, of list: String) throws(Fault) {
    let scan = Scan(bytes)
    guard scan.isWhole else { throw scan.fault }
    let elements = scan.elements(list)
    guard elements.indices.contains(index) else { return }
    let blocks = [elements[index].own] + elements[index].parts
    let ranges = blocks.flatMap { block in
      block.table.entries.compactMap(\.lines) + [block.table.place].compactMap(\.self)
    }
    let start = ranges.map(\.lowerBound).min() ?? 0
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) { bytes.removeSubrange(range) }
    squeeze(at: start)
  }

  /// Returns the keys and values of the elements of a list that have headers of their own.
  package func elements(of list: String) -> [Element] {
    Scan(bytes).elements(list).map { element in
      var keys: [String: String] = [:]
      for entry in element.own.table.entries {
        guard let name = entry.parts.first?.name else { continue }
        keys[name] = String(decoding: bytes[entry.value], as: UTF8.self)
      }
      for part in element.parts where part.table.path.count > 1 { keys[part.table.path[1]] = "" }
      return Element(values: keys)
    }
  }

  /// A table in a list.
  package struct Element: Hashable, Sendable {
    /// The keys, with their values as TOML; an empty text for a key that is a table of its own.
    package let values: [String: String]

    /// Returns a key's text; nil for another value.
    package func string(_ key: String) -> String? {
      guard let value = values[key], let document = try? TOMLDocument(Array("x = \(value)".utf8)),
        case .string(let text)? = document.root["x"]?.value
      else { return nil }
      return text
    }
  }

  // MARK: Bytes

  private mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: Array(text.utf8))
  }

  private mutating func insert(_ text: some StringProtocol, at offset: Int) {
    var addition = Array(text.utf8)
    // The last line of a file may have no line feed.
    if offset > 0, offset == bytes.count, bytes[offset - 1] != Self.lineFeed,
      text.hasSuffix("\n")
    {
      addition.insert(Self.lineFeed, at: 0)
    }
    bytes.insert(contentsOf: addition, at: offset)
  }

  private mutating func append(_ text: String) {
    if bytes.isEmpty { bytes = Array(Self.opening.utf8) }
    if bytes.last != Self.lineFeed { bytes.append(Self.lineFeed) }
    bytes.append(Self.lineFeed)
    bytes += Array(text.utf8)
  }

  private mutating func removeLines(_ range: Range<Int>) {
    bytes.removeSubrange(range)
    squeeze(at: range.lowerBound)
  }

  /// Removes the empty lines before removed text, and keeps those after it.
  private mutating func squeeze(at offset: Int) {
    var start = min(offset, bytes.count)
    while start > 1, bytes[start - 1] == Self.lineFeed, bytes[start - 2] == Self.lineFeed { start -= 1 }
    let end = min(offset, bytes.count)
    if start < end { bytes.removeSubrange(start..<end) }
  }

  private static let lineFeed = UInt8(ascii: "\n")
}

extension EditedText {
  /// The tables of a text, with their positions.
  private struct Scan {
    /// A table with a header, or the beginning of the file.
    struct Block {
      var table: ScannedTable
      /// The offset for further entries.
      var endOfEntries: Int
    }

    /// An element of a list, with the tables of its keys.
    struct Element {
      var own: Block
      var parts: [Block] = []

      /// Returns the range of the key's first occurrence: an entry, or a table with a header.
      func removal(of key: String, in list: String) -> Range<Int>? {
        if let entry = own.table.entries.first(where: { $0.parts.first?.name == key }) { return entry.lines }
        guard let part = parts.first(where: { $0.table.path.dropFirst().first == key }) else { return nil }
        return part.table.entries.first?.lines ?? part.table.place
      }
    }

    private(set) var blocks: [Block] = []
    private(set) var inline: [ScannedTable] = []
    /// Whether the text is valid TOML.
    let isWhole: Bool
    private(set) var fault = Fault(line: 1, message: "")

    init(_ bytes: [UInt8]) {
      do throws(TOMLDocument.Fault) {
        _ = try TOMLDocument(bytes)
      } catch {
        fault = Fault(line: error.position?.line ?? 1, message: error.message)
        isWhole = false
        return
      }
      var scanner = UpgradeScanner(bytes) { _ in true }
      scanner.scan()
      for table in scanner.tables {
        if table.isInline {
          inline.append(table)
        } else {
          let end = table.entries.last?.lines?.upperBound ?? table.place?.upperBound ?? 0
          blocks.append(Block(table: table, endOfEntries: end))
        }
      }
      isWhole = true
    }

    func entry(_ path: [String]) -> ScannedTable.Entry? {
      for table in blocks.map(\.table) + inline where !table.isElement {
        if let entry = table.entries.first(where: { table.path(of: $0) == path }) { return entry }
      }
      return nil
    }

    func hasAnything(at path: [String]) -> Bool {
      removal(of: path) != nil
        || (blocks.map(\.table) + inline).contains { !$0.isElement && $0.path.starts(with: path) }
    }

    /// Returns the range of the first occurrence of a key at a path or below it.
    func removal(of path: [String]) -> Range<Int>? {
      for table in blocks.map(\.table) where !table.isElement {
        for entry in table.entries where table.path(of: entry).starts(with: path) { return entry.lines }
        if table.path.starts(with: path), table.entries.isEmpty { return table.place }
      }
      for table in inline where !table.isElement {
        for (index, entry) in table.entries.enumerated() where table.path(of: entry).starts(with: path) {
          let last = table.entries.indices.last { $0 != index } ?? -1
          return table.removal(of: index, lastKept: index > last ? last : -1).range
        }
      }
      return nil
    }

    /// Returns the entry at the beginning of the file that sets a key of a section with a dotted name.
    func dottedNeighbor(of section: [String]) -> ScannedTable.Entry? {
      blocks.first { $0.table.path.isEmpty }?.table.entries.last { entry in
        entry.parts.count > section.count && entry.parts.map(\.name).starts(with: section)
      }
    }

    func elements(_ list: String) -> [Element] {
      var elements: [Element] = []
      var isWithin = false
      for block in blocks {
        if block.table.path == [list], block.table.isElement {
          elements.append(Element(own: block))
          isWithin = true
        } else if isWithin, block.table.path.first == list, block.table.path.count > 1 {
          elements[elements.count - 1].parts.append(block)
        } else {
          isWithin = false
        }
      }
      return elements
    }
  }
}
