/// A section or an inline table of a file, with its keys and their positions.
struct ScannedTable {
  struct Part: Hashable {
    var name: String
    /// The range of the name, without quotes.
    var range: Range<Int>
    var quote: UInt8?
  }

  struct Entry {
    enum Key {
      case plain(String)
      /// `name.de`, or quoted `"name.de"`; `tag` is in the form that a table can contain.
      case tagged(String, tag: [UInt8], isQuoted: Bool)
      case other
    }

    var key: Key
    /// The parts of a dotted key.
    var parts: [Part]
    var (start, keyEnd): (Int, Int)
    var value: Range<Int>
    /// The lines of the entry, including the last line ending; nil in an inline table.
    var lines: Range<Int>?
    var comment: Int?
  }

  /// The names from the root to the table; empty for the root itself.
  var path: [String]
  /// The number of shelves so far, including the one that contains this table.
  var shelf = 0
  /// The line of the header, or the braces of an inline table; nil for the root.
  var place: Range<Int>?
  var isInline = false
  /// Whether the table is an element of a list of tables.
  var isElement = false
  var entries: [Entry] = []

  /// Returns the names from the root to an entry.
  func path(of entry: Entry) -> [String] { path + entry.parts.map(\.name) }

  /// Returns the edit that removes an entry, with its line or comma but without its comment.
  ///
  /// - Parameter lastKept: the index of the last remaining entry of the table.
  func removal(of index: Int, lastKept: Int) -> UpgradeEdit {
    let entry = entries[index]
    let range =
      if let lines = entry.lines {
        entry.comment.map { entry.start..<$0 } ?? lines
      } else if index > lastKept, index > 0 {
        entries[index - 1].value.upperBound..<entry.value.upperBound
      } else if index + 1 < entries.count {
        entry.start..<entries[index + 1].start
      } else {
        entry.start..<entry.value.upperBound
      }
    return UpgradeEdit(range: range, origin: entry.start)
  }

  /// Returns the place for another entry in an inline table, and the separator before it.
  func end(in bytes: [UInt8]) -> (offset: Int, separator: String)? {
    guard isInline, let place else { return nil }
    return Self.end(of: place, in: bytes)
  }

  /// Returns the same for a value that is an inline table.
  static func end(of place: Range<Int>, in bytes: [UInt8]) -> (offset: Int, separator: String) {
    var end = place.upperBound - 1
    while UpgradeScanner.isBlank(bytes[end - 1]) { end -= 1 }
    return (end, bytes[end - 1] == UInt8(ascii: "{") ? " " : ", ")
  }
}

/// Finds the tables of a text that may contain keys of an earlier release. It knows just enough of TOML to
/// tell keys from the content of strings and comments. It stops at unknown syntax.
struct UpgradeScanner {
  /// Deeper than any valid configuration.
  private static let deepest = 200

  private(set) var tables: [ScannedTable] = []
  private let bytes: [UInt8]
  private let isWanted: (ScannedTable) -> Bool
  private var offset = 0
  private var depth = 0
  private var shelves = 0

  /// - Parameter isWanted: selects the relevant tables.
  init(_ bytes: [UInt8], isWanted: @escaping (ScannedTable) -> Bool) {
    (self.bytes, self.isWanted) = (bytes, isWanted)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  mutating func scan() {
    var table = ScannedTable(path: [])
    while true {
      skipBlankLines()
      guard let byte = next else { break }
      if byte == UInt8(ascii: "[") {
        add(table)
        guard let next = header() else { return }
        table = next
      } else {
        guard let entry = line(of: table) else { break }
        table.entries.append(entry)
      }
    }
    add(table)
  }

  private mutating func add(_ table: ScannedTable) {
    if isWanted(table) { tables.append(table) }
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

  private mutating func consume(_ byte: Character) -> Bool {
    guard next == byte.asciiValue else { return false }
    offset += 1
    return true
  }

  /// Returns the table that a header opens; nil if the text is not a header.
  private mutating func header() -> ScannedTable? {
    let start = offset
    _ = consume("[")
    let isRepeated = consume("[")
    guard let parts = keyParts(), consume("]"), !isRepeated || consume("]") else { return nil }
    let path = parts.map(\.name)
    if isRepeated { meet(path) }
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    return ScannedTable(path: path, shelf: shelves, place: start..<end, isElement: isRepeated)
  }

  /// Counts an element of a list of tables.
  private mutating func meet(_ path: [String]) {
    if path == ["shelf"] { shelves += 1 }
  }

  /// Scans a key and its value, on lines of their own.
  private mutating func line(of table: ScannedTable) -> ScannedTable.Entry? {
    let before = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n"))
    guard var entry = entry(of: table) else { return nil }
    skipBlanks()
    if next == UInt8(ascii: "#") {
      entry.comment = offset
      skipComment()
    }
    _ = consume("\r")
    guard next == nil || consume("\n") else { return nil }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    entry.lines = (before.map { $0 + 1 } ?? start)..<offset
    return entry
  }

  private mutating func entry(of table: ScannedTable) -> ScannedTable.Entry? {
    let start = offset
    guard let parts = keyParts() else { return nil }
    let key = key(of: parts, from: start)
    let end = bytes[..<offset].lastIndex { !Self.isBlank($0) } ?? start
    guard consume("=") else { return nil }
    skipBlanks()
    let value = offset
    guard skipValue(of: table.path + parts.map(\.name)) else { return nil }
    return ScannedTable.Entry(
      key: key, parts: parts, start: start, keyEnd: end + 1, value: value..<offset)
  }

  /// Scans the parts of a dotted key, and the blanks behind it.
  private mutating func keyParts() -> [ScannedTable.Part]? {
    var parts: [ScannedTable.Part] = []
    repeat {
      skipBlanks()
      guard let part = keyPart() else { return nil }
      parts.append(part)
      skipBlanks()
    } while consume(".")
    return parts
  }

  private func key(of parts: [ScannedTable.Part], from start: Int) -> ScannedTable.Entry.Key {
    guard parts.count > 1 else { return single(parts[0]) }
    // A key with blanks or quotes was never a key with a tag.
    guard parts.count == 2, parts.allSatisfy({ $0.quote == nil }), parts[0].range.lowerBound == start,
      parts[1].range.lowerBound == parts[0].range.upperBound + 1
    else { return .other }
    return .tagged(parts[0].name, tag: Array(bytes[parts[1].range]), isQuoted: false)
  }

  private func single(_ part: ScannedTable.Part) -> ScannedTable.Entry.Key {
    let text = bytes[part.range]
    guard let quote = part.quote, let dot = text.firstIndex(of: UInt8(ascii: ".")) else {
      return .plain(part.name)
    }
    let tag = Array(text[(dot + 1)...])
    return .tagged(
      String(decoding: text[..<dot], as: UTF8.self),
      tag: !tag.isEmpty && tag.allSatisfy(Self.isBare) ? tag : [quote] + tag + [quote], isQuoted: true)
  }

  private mutating func keyPart() -> ScannedTable.Part? {
    let start = offset
    let quote = next.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
    if let quote {
      guard skipString(quote) else { return nil }
    } else {
      while let byte = next, Self.isBare(byte) { offset += 1 }
      guard offset > start else { return nil }
    }
    let range = quote == nil ? start..<offset : (start + 1)..<(offset - 1)
    return ScannedTable.Part(
      name: String(decoding: bytes[range], as: UTF8.self), range: range, quote: quote)
  }

  /// - Parameter path: the names from the root to the value.
  private mutating func skipValue(of path: [String], isElement: Bool = false) -> Bool {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { return false }
    switch next {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?: return skipString(bytes[offset])
    case UInt8(ascii: "[")?: return skipList(of: path)
    case UInt8(ascii: "{")?: return inlineTable(path, isElement: isElement)
    default: return skipScalar()
    }
  }

  /// Skips a number, a boolean or a time, without the blanks behind it.
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

  private mutating func skipList(of path: [String]) -> Bool {
    _ = consume("[")
    while true {
      skipBlankLines()
      if consume("]") { return true }
      guard skipValue(of: path, isElement: true) else { return false }
      skipBlankLines()
      if !consume(",") { return consume("]") }
    }
  }

  private mutating func inlineTable(_ path: [String], isElement: Bool) -> Bool {
    let start = offset
    _ = consume("{")
    if isElement { meet(path) }
    var table = ScannedTable(path: path, shelf: shelves, isInline: true, isElement: isElement)
    skipBlanks()
    if !consume("}") {
      repeat {
        skipBlanks()
        guard let entry = entry(of: table) else { return false }
        table.entries.append(entry)
        skipBlanks()
      } while consume(",")
      guard consume("}") else { return false }
    }
    table.place = start..<offset
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
        // Up to two more quotes belong to the string.
        for _ in 0..<2 where next == quote { offset += 1 }
        return true
      } else {
        offset += 1
      }
    }
    return false
  }

  /// Reports whether a byte can be in a key without quotes: letters, digits, underscore and dash.
  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
