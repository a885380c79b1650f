/// Converts protocol names to Swift names that are easy to find from each other.
enum SwiftName {
  /// `wl_touch` → `WlTouch`.
  static func type(_ name: String) -> String {
    let joined = words(name).map(capitalized).joined()
    let safe = startsWithDigit(joined) ? "_" + joined : joined
    return reservedTypes.contains(safe) ? safe + "_" : safe
  }

  /// `get_touch` → `getTouch`, with backquotes around a keyword.
  static func member(_ name: String) -> String {
    let plain = unquoted(name)
    return keywords.contains(plain) ? "`\(plain)`" : plain
  }

  /// Returns an argument label. Labels need no backquotes, with one exception.
  static func label(_ name: String) -> String {
    let plain = unquoted(name)
    return plain == "inout" ? "`\(plain)`" : plain
  }

  /// Returns the name of a method of a generated class. It does not hide members of the base class.
  static func method(_ name: String) -> String {
    let plain = unquoted(name)
    return reservedMembers.contains(plain) ? plain + "_" : member(name)
  }

  /// `down` → `sendDown`, the server's method that sends an event.
  static func sender(_ name: String) -> String { "send" + words(name).map(capitalized).joined() }

  /// Returns the server class of an interface.
  static func resource(_ interface: String) -> String { type(interface) + "Resource" }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func unquoted(_ name: String) -> String {
    let words = words(name)
    let joined = lowered(words[0]) + words.dropFirst().map(capitalized).joined()
    if startsWithDigit(joined) { return "_" + joined }
    return unquotable.contains(joined) ? joined + "_" : joined
  }

  private static func words(_ name: String) -> [Substring] { name.split(separator: "_") }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func lowered(_ word: Substring) -> String {
    word.prefix(1).lowercased() + word.dropFirst()
  }

  private static func startsWithDigit(_ name: String) -> Bool { name.first?.isNumber ?? true }

  /// Words that stay special inside backquotes, and names that the generated code calls.
  private static let unquotable: Set<String> = [
    "a", "adopt", "create", "dynamicType", "init", "nullable", "object", "Protocol", "self", "Self", "send",
    "Type",
  ]

  /// Types that each generated class declares itself, and names that cannot be declared.
  private static let reservedTypes: Set<String> = ["Event", "Request", "Type", "Self", "Protocol"]

  /// The members of `Proxy` and `Resource`.
  private static let reservedMembers: Set<String> = [
    "client", "connection", "create", "destroyProxy", "dispatch", "interface", "isAlive", "onDestroy",
    "onEvent", "onRequest", "pointer", "require", "version",
  ]

  private static let keywords: Set<String> = [
    "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

/// Writes lines of Swift with indentation.
struct CodeWriter {
  private(set) var text = ""
  private var depth = 0

  /// Adds a line, or an empty one as a separator.
  mutating func line(_ content: String = "") {
    if !content.isEmpty { text += String(repeating: "  ", count: depth) + content }
    text += "\n"
  }

  /// Adds `head {`, the indented lines of `body`, and `}`.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    closure(head + " {", body)
  }

  /// Adds `head`, which opens a brace, the indented lines of `body`, and `}`.
  mutating func closure(_ head: String, _ body: (inout CodeWriter) -> Void) {
    line(head)
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }
}
