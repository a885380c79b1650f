/// The record of the state before setup, for a complete undo.
package struct SetupRecord: Hashable, Sendable {
  /// The earlier node at a path.
  package struct Entry: Hashable, Sendable {
    /// The path from the tree's root.
    package let path: String
    /// The node that setup found there.
    package let before: TreeNode
  }

  /// The users that setup created.
  package var madeUsers: [String] = []
  /// The changed paths, in order.
  package var entries: [Entry] = []

  package init() {}

  /// The record's directory. Not the kiosk's own: root restores these files, so the kiosk's user must not
  /// have access.
  package static let directory = "/var/lib/rotunda-setup"
  static let path = directory + "/state"
  /// The first line, with the format version.
  private static let heading = "rotunda-setup 1"

  /// Whether there is nothing to restore.
  package var isEmpty: Bool { madeUsers.isEmpty && entries.isEmpty }

  func knows(_ path: String) -> Bool { entries.contains { $0.path == path } }

  // MARK: Written down

  /// The record as text: one line each with a keyword, a path and the earlier node, percent-encoded.
  package var text: String {
    let users = madeUsers.map { "user \(PercentCoding.encode($0.utf8))" }
    return ([Self.heading] + users + entries.map(Self.line)).map { $0 + "\n" }.joined()
  }

  private static func line(_ entry: Entry) -> String {
    let path = PercentCoding.encode(entry.path.utf8)
    switch entry.before {
    case .absent, .other: return "absent \(path)"
    case .directory: return "directory \(path)"
    case .link(let target): return "link \(path) \(PercentCoding.encode(target.utf8))"
    case .file(let contents, let permissions):
      return "file \(path) \(String(permissions, radix: 8)) \(PercentCoding.encode(contents))"
    }
  }

  // MARK: Read

  package init(text: String) throws(SetupProblem) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == Self.heading else {
      throw .unreadableRecord(path: Self.path, line: 1)
    }
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      guard read(line) else { throw .unreadableRecord(path: Self.path, line: index + 1) }
    }
  }

  private mutating func read(_ line: Substring) -> Bool {
    // The line of an empty file ends with a space.
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count >= 2, let subject = PercentCoding.text(words[1]) else { return false }
    if words[0] == "user" {
      madeUsers.append(subject)
      return words.count == 2 && SetupOptions.isUserName(subject)
    }
    guard subject.hasPrefix("/"), !knows(subject), let before = Self.node(words[0], Array(words.dropFirst(2)))
    else {
      return false
    }
    entries.append(Entry(path: subject, before: before))
    return true
  }

  private static func node(_ kind: String, _ words: [String]) -> TreeNode? {
    switch (kind, words.count) {
    case ("absent", 0): return .absent
    case ("directory", 0): return .directory
    case ("link", 1): return PercentCoding.text(words[0]).map(TreeNode.link)
    case ("file", 2):
      guard let permissions = UInt32(words[0], radix: 8), permissions <= 0o7777 else { return nil }
      return PercentCoding.decode(words[1]).map { .file(contents: $0, permissions: permissions) }
    default: return nil
    }
  }
}

/// Encodes bytes as words without spaces: letters, digits and `/._@-` stay the same, and all others become
/// `%` with two hexadecimal digits.
private enum PercentCoding {
  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._@-".utf8)

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var word: [UInt8] = []
    for byte in bytes {
      if plain.contains(byte) {
        word.append(byte)
      } else {
        word += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  static func decode(_ word: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        guard plain.contains(byte) else { return nil }
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digits.firstIndex),
        let low = rest.popFirst().flatMap(digits.firstIndex)
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  static func text(_ word: String) -> String? {
    decode(word).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
