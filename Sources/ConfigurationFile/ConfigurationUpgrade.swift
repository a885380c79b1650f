/// Rewrites a file of Rotunda 0.1, in which a translation had a key of its own beside the text.
///
/// `name.de = "Lageplan"` beside `name = "Floor plan"` is not TOML, because a key cannot be a text and a table. It becomes
/// `name = { default = "Floor plan", de = "Lageplan" }`. This file is all that knows the old form; it goes with the
/// release that no longer reads it.
package struct ConfigurationUpgrade {
  /// A text whose translations had keys of their own.
  package struct Change: Hashable {
    /// Where the first of those keys stood.
    package let position: TextPosition
    /// The dotted name of the text's key, such as `tile.name`.
    package let key: String
    /// What stands in their place.
    package let line: String
    /// Whether the key has another name, and not other translations.
    package let isRenamed: Bool
  }

  /// The text in the form of today.
  package let bytes: [UInt8]
  /// What is different from the text before, in its order. Without any, `bytes` is that text.
  package let changes: [Change]

  private let original: [UInt8]
  /// Where pieces of `bytes` begin, and what of the text before stood there; the whole piece where it is copied.
  private let pieces: [(start: Int, origin: Int, isCopied: Bool)]
  private let lines: (before: LineStarts, now: LineStarts)

  /// - Parameter bytes: the text of a file. What is wrong with it in other ways stays.
  package init(_ bytes: [UInt8]) {
    var scanner = TableScanner(bytes)
    scanner.scan()
    let merges = scanner.tables.flatMap { $0.merges(in: bytes) + $0.renames(in: bytes) }
      .sorted { $0.firstTag < $1.firstTag }
    let edits = merges.flatMap(\.edits).inOrder
    original = bytes
    (self.bytes, pieces) = Self.apply(edits, to: bytes, in: bytes.indices)
    let before = LineStarts(bytes)
    lines = (before, edits.isEmpty ? before : LineStarts(self.bytes))
    changes = merges.map { merge in
      let edits = merge.edits.filter {
        merge.place.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= merge.place.upperBound
      }
      let line = Self.apply(edits, to: bytes, in: merge.place).bytes
      return Change(
        position: before.position(of: merge.firstTag, in: bytes), key: merge.key,
        line: String(decoding: line, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " "),
        isRenamed: merge.isRename)
    }
  }

  /// Where something in `bytes` stood in the text before.
  package func original(of position: TextPosition) -> TextPosition {
    guard !changes.isEmpty, position.line > 0 else { return position }
    let offset = lines.now.offset(of: position, in: bytes)
    let next = pieces.partitioningIndex { $0.start > offset }
    guard next > 0 else { return position }
    let piece = pieces[next - 1]
    let origin = piece.isCopied ? piece.origin + offset - piece.start : piece.origin
    return lines.before.position(of: min(origin, original.count), in: original)
  }

  private static func apply(
    _ edits: [Edit], to bytes: [UInt8], in range: Range<Int>
  ) -> (bytes: [UInt8], pieces: [(start: Int, origin: Int, isCopied: Bool)]) {
    var (result, pieces, place): ([UInt8], [(Int, Int, Bool)], Int) = ([], [], range.lowerBound)
    result.reserveCapacity(range.count)
    for edit in edits {
      pieces.append((result.count, place, true))
      result += bytes[place..<edit.range.lowerBound]
      pieces.append((result.count, edit.origin, false))
      result += edit.replacement
      place = edit.range.upperBound
    }
    pieces.append((result.count, place, true))
    return (result + bytes[place..<range.upperBound], pieces)
  }
}

/// A part of the text that makes room for something else.
private struct Edit {
  var range: Range<Int>
  var replacement: [UInt8] = []
  /// What of the text before the replacement says.
  var origin: Int
}

extension [Edit] {
  /// From the first to the last; what is put somewhere before what is taken away behind it.
  fileprivate var inOrder: [Edit] {
    enumerated().sorted { one, other in
      (one.element.range.lowerBound, one.element.range.isEmpty ? 0 : 1, one.offset)
        < (other.element.range.lowerBound, other.element.range.isEmpty ? 0 : 1, other.offset)
    }.map(\.element)
  }
}

/// A text and its translations that come into one table, or a key in quotes that needs none.
private struct Merge {
  /// The dotted name of the key.
  var key: String
  /// What is left of them: from the beginning of the key to the end of its value.
  var place: Range<Int>
  /// Where the first key with a tag begins.
  var firstTag: Int
  var edits: [Edit]
  /// Whether it is a key that has another name now.
  var isRename = false
}

/// `tap-beside` stands where `center-item-when-selected` stood.
extension ConfigurationUpgrade {
  fileprivate static let formerKey = "center-item-when-selected"
  private static let newKey = "tap-beside"

  /// Whether the former key may stand somewhere in a text.
  static func mayHaveFormerKey(_ bytes: [UInt8]) -> Bool {
    let key = Array(formerKey.utf8)
    return bytes.indices.contains { bytes[$0] == key[0] && bytes[$0...].starts(with: key) }
  }

  fileprivate static func rename(_ entry: Table.Entry, in section: String?, _ bytes: [UInt8]) -> Merge? {
    let value: String
    switch String(decoding: bytes[entry.value], as: UTF8.self) {
    case "true": value = "\"center\""
    case "false": value = "\"open\""
    default: return nil
    }
    return Merge(
      key: "\(section == "shelf" ? "shelf" : "carousel").\(newKey)",
      place: entry.start..<entry.value.upperBound, firstTag: entry.start,
      edits: [
        Edit(range: entry.start..<entry.keyEnd, replacement: Array(newKey.utf8), origin: entry.start),
        Edit(range: entry.value, replacement: Array(value.utf8), origin: entry.value.lowerBound),
      ], isRename: true)
  }
}

/// The keys of a section or of an inline table.
private struct Table {
  struct Entry {
    enum Key {
      case plain(String)
      /// `name.de`, or in quotes `"name.de"`; the tag as it can stand in a table.
      case tagged(String, tag: [UInt8], isQuoted: Bool)
      case other
    }

    var key: Key
    var (start, keyEnd): (Int, Int)
    var value: Range<Int>
    /// The lines that it stands on, with the end of the last one; nil in an inline table.
    var lines: Range<Int>?
    var comment: Int?

    var hasFormerKey: Bool { if case .plain(ConfigurationUpgrade.formerKey) = key { true } else { false } }
  }

  /// The name of its section; nil for an inline table.
  var section: String?
  var entries: [Entry] = []

  /// The keys of 0.1 that could have translations.
  private static let translatable: Set<String> = [
    "name", "description", "badge", "back", "page", "page-description", "title", "contact",
  ]

  func merges(in bytes: [UInt8]) -> [Merge] {
    var (merges, additions): ([Merge], [(base: Entry, tagged: [Int])]) = ([], [])
    for name in names {
      let bases = entries.filter { if case .plain(name) = $0.key { true } else { false } }
      let tagged = entries.indices.filter {
        if case .tagged(name, _, _) = entries[$0].key { true } else { false }
      }
      // What is no text, and would be wrong in a table too, stays for the parser to complain about.
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
        Merge(
          key: dottedName(name), place: base.start..<base.value.upperBound, firstTag: entries[first].start,
          edits: self.additions(of: tagged, to: base, in: bytes)
            + tagged.map { removal(of: $0, lastKept: kept) }))
    }
    return merges
  }

  /// What becomes of keys that have another name now.
  func renames(in bytes: [UInt8]) -> [Merge] {
    entries.compactMap { $0.hasFormerKey ? ConfigurationUpgrade.rename($0, in: section, bytes) : nil }
  }

  /// The keys that have a tag somewhere, each once.
  private var names: [String] {
    var known: Set<String> = []
    return entries.compactMap { entry in
      guard case .tagged(let name, _, _) = entry.key, Self.translatable.contains(name) else { return nil }
      return known.insert(name).inserted ? name : nil
    }
  }

  private func dottedName(_ name: String) -> String {
    let section = section ?? ""
    return "\(["header", "kiosk", "shelf"].contains(section) ? section : "tile").\(name)"
  }

  /// `"name.de"` alone says in TOML what `name.de` says: a table.
  private func unquoted(_ index: Int, _ name: String) -> Merge? {
    let entry = entries[index]
    guard case .tagged(_, let tag, isQuoted: true) = entry.key else { return nil }
    let edit = Edit(
      range: entry.start..<entry.keyEnd, replacement: Array("\(name).".utf8) + tag, origin: entry.start)
    return Merge(
      key: dottedName(name), place: entry.start..<entry.value.upperBound, firstTag: entry.start, edits: [edit]
    )
  }

  private func isList(_ index: Int, in bytes: [UInt8]) -> Bool {
    [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[entries[index].value.lowerBound])
  }

  /// What puts translations behind the text: into the table that it is, or into one that begins before it.
  private func additions(of tagged: [Int], to base: Entry, in bytes: [UInt8]) -> [Edit] {
    var (end, separator) = (base.value.upperBound, ", ")
    let isTable = bytes[base.value.lowerBound] == UInt8(ascii: "{")
    if isTable {
      end -= 1
      while TableScanner.isBlank(bytes[end - 1]) { end -= 1 }
      if bytes[end - 1] == UInt8(ascii: "{") { separator = " " }
    }
    var edits = tagged.compactMap { index -> Edit? in
      let entry = entries[index]
      guard case .tagged(_, let tag, _) = entry.key else { return nil }
      defer { separator = ", " }
      return Edit(
        range: end..<end, replacement: Array(separator.utf8) + tag + Array(" = ".utf8) + bytes[entry.value],
        origin: entry.value.lowerBound)
    }
    guard !isTable else { return edits }
    edits[edits.count - 1].replacement += Array(" }".utf8)
    let start = base.value.lowerBound
    return [Edit(range: start..<start, replacement: Array("{ default = ".utf8), origin: start)] + edits
  }

  /// What takes an entry away, with its line or its comma and without its comment.
  private func removal(of index: Int, lastKept: Int) -> Edit {
    let entry = entries[index]
    let range =
      if let lines = entry.lines {
        entry.comment.map { entry.start..<$0 } ?? lines
      } else if index > lastKept {
        entries[index - 1].value.upperBound..<entry.value.upperBound
      } else {
        entry.start..<entries[index + 1].start
      }
    return Edit(range: range, origin: entry.start)
  }
}

/// Finds the tables of a text that have a key with a tag. Of TOML it knows as much as it takes to tell keys from what
/// stands in strings and comments, and it ends where it does not understand.
private struct TableScanner {
  /// Deeper than any configuration that can be read.
  private static let deepest = 200

  private(set) var tables: [Table] = []
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  mutating func scan() {
    var table = Table(section: "")
    while true {
      skipBlankLines()
      guard let byte = next else { break }
      if byte == UInt8(ascii: "[") {
        add(table)
        table.entries = []
        guard let name = header() else { break }
        table.section = name
      } else {
        guard let entry = line() else { break }
        table.entries.append(entry)
      }
    }
    add(table)
  }

  private mutating func add(_ table: Table) {
    let hasTag = table.entries.contains { if case .tagged = $0.key { true } else { false } }
    if hasTag || table.entries.contains(where: \.hasFormerKey) { tables.append(table) }
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private mutating func skipBlanks() {
    while let byte = next, Self.isBlank(byte) { offset += 1 }
  }

  private mutating func skipBlankLines() {
    while let byte = next {
      switch byte {
      case UInt8(ascii: "#"): skipComment()
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): offset += 1
      default: return
      }
    }
  }

  private mutating func skipComment() {
    while let byte = next, byte != UInt8(ascii: "\n") { offset += 1 }
  }

  private mutating func take(_ byte: Character) -> Bool {
    guard next == byte.asciiValue else { return false }
    offset += 1
    return true
  }

  /// The header of a section; its name where that is a single word, else nothing. Nil for what is no header.
  private mutating func header() -> String? {
    _ = take("[")
    let isRepeated = take("[")
    skipBlanks()
    guard let key = key(), take("]"), !isRepeated || take("]") else { return nil }
    guard case .plain(let name) = key else { return "" }
    return name
  }

  /// A key with its value on lines of their own.
  private mutating func line() -> Table.Entry? {
    let before = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n"))
    guard var entry = entry() else { return nil }
    skipBlanks()
    if next == UInt8(ascii: "#") {
      entry.comment = offset
      skipComment()
    }
    _ = take("\r")
    guard next == nil || take("\n") else { return nil }
    entry.lines = (before.map { $0 + 1 } ?? 0)..<offset
    return entry
  }

  private mutating func entry() -> Table.Entry? {
    let start = offset
    guard let key = key() else { return nil }
    let end = bytes[..<offset].lastIndex { !Self.isBlank($0) } ?? start
    guard take("=") else { return nil }
    skipBlanks()
    let value = offset
    guard skipValue() else { return nil }
    return Table.Entry(key: key, start: start, keyEnd: end + 1, value: value..<offset)
  }

  /// A key, with the blanks behind it.
  private mutating func key() -> Table.Entry.Key? {
    let start = offset
    var parts: [(text: [UInt8], quote: UInt8?)] = []
    repeat {
      skipBlanks()
      guard let part = keyPart() else { return nil }
      parts.append(part)
      skipBlanks()
    } while take(".")
    guard parts.count > 1 else { return single(parts[0].text, quote: parts[0].quote) }
    // With blanks or quotes in it, it never was a key with a tag.
    let length = parts[0].text.count + 1 + parts[1].text.count
    guard parts.count == 2, parts.allSatisfy({ $0.quote == nil }),
      bytes[start..<offset].prefix(while: { !Self.isBlank($0) }).count == length
    else { return .other }
    return .tagged(String(decoding: parts[0].text, as: UTF8.self), tag: parts[1].text, isQuoted: false)
  }

  private func single(_ text: [UInt8], quote: UInt8?) -> Table.Entry.Key {
    guard let quote, let dot = text.firstIndex(of: UInt8(ascii: ".")) else {
      return .plain(String(decoding: text, as: UTF8.self))
    }
    let tag = Array(text[(dot + 1)...])
    return .tagged(
      String(decoding: text[..<dot], as: UTF8.self),
      tag: !tag.isEmpty && tag.allSatisfy(Self.isBare) ? tag : [quote] + tag + [quote], isQuoted: true)
  }

  private mutating func keyPart() -> (text: [UInt8], quote: UInt8?)? {
    let start = offset
    if let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard skipString(quote) else { return nil }
      return (Array(bytes[(start + 1)..<(offset - 1)]), quote)
    }
    while let byte = next, Self.isBare(byte) { offset += 1 }
    return offset > start ? (Array(bytes[start..<offset]), nil) : nil
  }

  private mutating func skipValue() -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return false }
    switch next {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: return skipString(bytes[offset])
    case UInt8(ascii: "[")?: return skipList()
    case UInt8(ascii: "{")?: return inlineTable()
    default: return skipScalar()
    }
  }

  /// A number, a truth or a time, up to the last of it that is no blank.
  private mutating func skipScalar() -> Bool {
    let start = offset
    var end = offset
    while let byte = next, !Self.endsScalar(byte) {
      offset += 1
      if !Self.isBlank(byte) { end = offset }
    }
    offset = end
    return end > start
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: "\r"),
      UInt8(ascii: "\n"):
      true
    default: false
    }
  }

  private mutating func skipList() -> Bool {
    _ = take("[")
    while true {
      skipBlankLines()
      if take("]") { return true }
      guard skipValue() else { return false }
      skipBlankLines()
      if !take(",") { return take("]") }
    }
  }

  private mutating func inlineTable() -> Bool {
    _ = take("{")
    var table = Table()
    skipBlanks()
    if take("}") { return true }
    repeat {
      skipBlanks()
      guard let entry = entry() else { return false }
      table.entries.append(entry)
      skipBlanks()
    } while take(",")
    guard take("}") else { return false }
    add(table)
    return true
  }

  private mutating func skipString(_ quote: UInt8) -> Bool {
    let isLong = bytes[offset...].starts(with: [quote, quote, quote])
    offset += isLong ? 3 : 1
    while let byte = next {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        offset = min(offset + 2, bytes.count)
      } else if byte == UInt8(ascii: "\n"), !isLong {
        return false
      } else if byte != quote {
        offset += 1
      } else if !isLong {
        offset += 1
        return true
      } else if bytes[offset...].starts(with: [quote, quote, quote]) {
        offset += 3
        // Up to two more quotes belong to the text.
        for _ in 0..<2 where next == quote { offset += 1 }
        return true
      } else {
        offset += 1
      }
    }
    return false
  }

  /// Letters, digits, underscore and dash: what a key may hold without quotes.
  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// Where the lines of a text begin.
private struct LineStarts {
  private var starts: [Int]

  init(_ bytes: [UInt8]) {
    starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
  }

  func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
    let line = max(1, starts.partitioningIndex { $0 > offset })
    let start = min(starts[line - 1], offset)
    return TextPosition(line: line, column: 1 + bytes[start..<offset].count { $0 & 0xC0 != 0x80 })
  }

  /// Where a place is; the end of its line where that has not as many characters.
  func offset(of position: TextPosition, in bytes: [UInt8]) -> Int {
    guard starts.indices.contains(position.line - 1) else { return bytes.count }
    var (offset, column) = (starts[position.line - 1], 1)
    while column < position.column, offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      column += 1
    }
    return offset
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element is on the other side: those before it are not, those from it on are.
  fileprivate func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
