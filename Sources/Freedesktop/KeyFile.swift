/// The common syntax of desktop entries and icon themes: groups of `key[locale]=value` lines (Desktop Entry
/// Specification 1.5, sections 3 and 4).
package struct KeyFile: Hashable, Sendable {
  /// One `key=value` line. The value is unprocessed, with its escapes.
  package struct Entry: Hashable, Sendable {
    /// The key without its locale.
    package var key: String
    /// The text in brackets after the key.
    package var locale: String?
    /// The raw value.
    package var value: String
    /// The line, from 1.
    package var line: Int
  }

  /// A `[header]` and the lines below it.
  package struct Group: Hashable, Sendable {
    /// The name in the header.
    package var name: String
    /// The line of the header, from 1.
    package var line: Int
    /// Its lines, in order.
    package var entries: [Entry] = []

    /// Returns the entry of a key without a locale. Of several, the last wins, as in GLib.
    package subscript(key: String) -> Entry? {
      entries.last { $0.key == key && $0.locale == nil }
    }
  }

  /// The groups, in order. A repeated header continues its group.
  package private(set) var groups: [Group] = []

  /// The largest number of groups and entries. The largest files in use have some hundreds.
  static let entryLimit = 20_000

  /// Parses a file.
  ///
  /// Accepts a byte order mark, and carriage returns at the ends of lines. Throws an error for the first line
  /// that is not blank, a comment, a header or `key=value`.
  package init(_ bytes: [UInt8]) throws(KeyFileError) {
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

  /// Returns the group with a name.
  package subscript(name: String) -> Group? {
    groups.first { $0.name == name }
  }

  private mutating func open(_ name: String, line: Int, positions: inout [String: Int]) {
    currentName = name
    guard positions[name] == nil else { return }
    positions[name] = groups.count
    groups.append(Group(name: name, line: line))
  }

  /// Returns the line without surrounding blanks; nil for blank lines and comments.
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
  /// Returns the text without spaces and tabs at both ends.
  fileprivate func trimmingBlanks() -> Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}

extension KeyFile.Entry {
  /// The value as text. The escapes `\s \n \t \r \\` become space, newline, tab, carriage return and
  /// backslash.
  ///
  /// Other escapes stay as they are.
  package var string: String { KeyFile.unescape(value) }

  /// Returns the value as a list: parts end with a semicolon, and `\;` is a semicolon. Skips empty parts.
  package func list(separator: Unicode.Scalar = ";") -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var escaped = false
    for scalar in value.unicodeScalars {
      if escaped {
        if scalar != separator { part.append("\\") }
        part.append(scalar)
        escaped = false
      } else if scalar == "\\" {
        escaped = true
      } else if scalar == separator {
        parts.append(String(part))
        part = String.UnicodeScalarView()
      } else {
        part.append(scalar)
      }
    }
    if escaped { part.append("\\") }
    parts.append(String(part))
    return parts.filter { !$0.isEmpty }.map(KeyFile.unescape)
  }

  /// The value as a boolean: `true` or `false`, or `1` and `0` in old files; nil for other values.
  package var boolean: Bool? {
    switch value {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }
}

extension KeyFile {
  /// Returns `text` with resolved escapes.
  private static func unescape(_ text: String) -> String {
    guard text.utf8.contains(0x5C) else { return text }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch scalars.next() {
      case "s": result.append(" ")
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "\\", nil: result.append("\\")
      case .some(let other): result.append(contentsOf: ["\\", other])
      }
    }
    return String(result)
  }
}

/// A syntax error in a desktop entry or an icon theme.
package struct KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  package enum Reason: Hashable, Sendable {
    /// The line is not UTF-8, or contains a NUL.
    case notText
    /// A header without its closing bracket, without a name, or with brackets in the name.
    case malformedHeader
    /// A key that is empty, or has an incomplete locale.
    case malformedKey
    /// A line that is neither a header nor `key=value`.
    case missingEquals
    /// A key above the first header.
    case outsideGroup
    /// More lines than reasonable.
    case tooLong
  }

  /// The line, from 1.
  package var line: Int
  package var reason: Reason

  package init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }

  /// A sentence about the error.
  package var description: String {
    switch reason {
    case .notText: "line \(line) is not UTF-8 text"
    case .malformedHeader: "line \(line) is not a [group] header"
    case .malformedKey: "line \(line) has no proper key"
    case .missingEquals: "line \(line) is neither a [group] nor key=value"
    case .outsideGroup: "line \(line) is above the first [group]"
    case .tooLong: "more than \(KeyFile.entryLimit) lines"
    }
  }
}
