/// The syntax that desktop entries and icon themes share: groups of `key[locale]=value` lines
/// (Desktop Entry Specification 1.5, sections 3 and 4).
public struct KeyFile: Hashable, Sendable {
  /// One `key=value` line. The value is as written, with its escapes.
  public struct Entry: Hashable, Sendable {
    /// The key without its locale.
    public var key: String
    /// What stood in brackets behind the key.
    public var locale: String?
    /// The raw value.
    public var value: String
    /// The line, from 1.
    public var line: Int
  }

  /// A `[header]` and the lines below it.
  public struct Group: Hashable, Sendable {
    /// The name in the header.
    public var name: String
    /// The line of the header, from 1.
    public var line: Int
    /// Its lines, in order.
    public var entries: [Entry] = []

    /// The raw value of a key without a locale; of several the last counts, as in GLib.
    public subscript(key: String) -> Entry? {
      entries.last { $0.key == key && $0.locale == nil }
    }
  }

  /// The groups, in order. A header that is repeated continues its group.
  public private(set) var groups: [Group] = []

  /// The most groups and lines with a key that are read; the largest files in use have some hundreds.
  static let entryLimit = 20_000

  /// Reads a file's bytes.
  ///
  /// A byte order mark and carriage returns at the ends of lines are tolerated. Throws what is wrong with the first
  /// line that is neither blank, a comment, a header nor `key=value`.
  public init(_ bytes: [UInt8]) throws(KeyFileError) {
    var content = bytes[...]
    if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
    var positions: [String: Int] = [:]
    var count = 0
    for (index, raw) in content.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard let text = Self.text(raw) else { continue }
      let line = index + 1
      count += 1
      guard count <= Self.entryLimit else { throw KeyFileError(line: line, reason: .tooLong) }
      guard let text = String(validating: text, as: UTF8.self), !text.utf8.contains(0) else {
        throw KeyFileError(line: line, reason: .notText)
      }
      if text.hasPrefix("[") {
        open(try Self.header(text, line: line), line: line, positions: &positions)
      } else {
        guard !groups.isEmpty else { throw KeyFileError(line: line, reason: .outsideGroup) }
        groups[positions[currentName, default: 0]].entries.append(try Self.entry(text, line: line))
      }
    }
  }

  private var currentName = ""

  /// The group of a name.
  public subscript(name: String) -> Group? {
    groups.first { $0.name == name }
  }

  private mutating func open(_ name: String, line: Int, positions: inout [String: Int]) {
    currentName = name
    guard positions[name] == nil else { return }
    positions[name] = groups.count
    groups.append(Group(name: name, line: line))
  }

  /// The line without blanks around it; nil for one that says nothing.
  private static func text(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var line = raw.drop(while: isBlank)
    while let last = line.last, isBlank(last) { line.removeLast() }
    return line.isEmpty || line.first == 0x23 ? nil : line
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private static func header(_ text: String, line: Int) throws(KeyFileError) -> String {
    let name = text.dropFirst().dropLast()
    guard text.utf8.last == 0x5D, !name.isEmpty, !name.utf8.contains(0x5B), !name.utf8.contains(0x5D) else {
      throw KeyFileError(line: line, reason: .malformedHeader)
    }
    return String(name)
  }

  private static func entry(_ text: String, line: Int) throws(KeyFileError) -> Entry {
    guard let equals = text.utf8.firstIndex(of: 0x3D) else {
      throw KeyFileError(line: line, reason: .missingEquals)
    }
    let left = text[..<equals].trimmingBlanks()
    let value = String(text[text.utf8.index(after: equals)...].trimmingBlanks())
    guard let bracket = left.utf8.firstIndex(of: 0x5B) else {
      guard !left.isEmpty else { throw KeyFileError(line: line, reason: .malformedKey) }
      return Entry(key: String(left), value: value, line: line)
    }
    let key = left[..<bracket]
    let locale = left[left.utf8.index(after: bracket)...].dropLast()
    guard !key.isEmpty, left.utf8.last == 0x5D, !locale.isEmpty else {
      throw KeyFileError(line: line, reason: .malformedKey)
    }
    return Entry(key: String(key), locale: String(locale), value: value, line: line)
  }
}

extension Substring {
  /// Without spaces and tabs at both ends.
  fileprivate func trimmingBlanks() -> Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
