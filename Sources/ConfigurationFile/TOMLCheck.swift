import Configuration

/// Checks a text before the TOML parser sees it, and rejects input that the parser cannot handle safely.
///
/// It knows just enough of TOML to tell nesting from the content of strings and comments. Up to the first
/// syntax error it interprets the text as the parser does. Text after that does not matter.
struct TOMLCheck {
  /// The largest number of parts in a dotted key, and the deepest nesting of brackets. The parser recurses
  /// for both. A folder needs two brackets, and values in the innermost folder a few more.
  private static let deepest = 2 * Tile.deepestFolder + 8

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var column = 1
  private var depth = 0
  private var keyParts = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Throws the first problem in the encoding, the nesting or the characters of a text.
  static func check(_ bytes: [UInt8]) throws(TOMLDocument.Fault) {
    try checkEncoding(bytes)
    var check = TOMLCheck(bytes)
    try check.scan()
  }

  private static func checkEncoding(_ bytes: [UInt8]) throws(TOMLDocument.Fault) {
    // The fast check covers the whole text. Only a failure needs the search for its position.
    if !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil { return }
    var line = 1
    var column = 1
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\0"):
        throw .init(line, column, "contains a NUL: this is not a text file")
      case .scalarValue("\n"): (line, column) = (line + 1, 1)
      case .scalarValue: column += 1
      case .emptyInput: return
      case .error:
        throw .init(line, column, "is not UTF-8 text")
      }
    }
  }

  private mutating func scan() throws(TOMLDocument.Fault) {
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "#"): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(quote: byte)
      case _ where Self.isBare(byte): skipBare()
      case 0x80...: throw strayCharacter()
      default:
        try punctuation(byte)
        step()
      }
    }
  }

  /// Returns the error for a character beyond ASCII outside of strings and comments, where TOML has none. The
  /// parser must not see it: toml++ 3.3 has undefined behavior when it classifies such a character.
  private func strayCharacter() -> TOMLDocument.Fault {
    var decoder = UTF8()
    var rest = bytes[offset...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      return .init(line, column, "is not UTF-8 text")
    }
    let name = scalar.properties.isWhitespace ? "a blank other than a plain space" : "'\(Character(scalar))'"
    return .init(line, column, "\(name) can only stand in quotes or in a comment")
  }

  private mutating func punctuation(_ byte: UInt8) throws(TOMLDocument.Fault) {
    switch byte {
    case UInt8(ascii: "."):
      keyParts += 1
      try limit(keyParts)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      depth += 1
      keyParts = 0
      try limit(depth)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth = max(0, depth - 1)
      keyParts = 0
    case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "\n"):
      keyParts = 0
    default: break
    }
  }

  private func limit(_ level: Int) throws(TOMLDocument.Fault) {
    guard level <= Self.deepest else {
      throw .init(line, column, "nested more than \(Self.deepest) levels deep")
    }
  }

  private mutating func skipBare() {
    let start = offset
    while offset < bytes.count, Self.isBare(bytes[offset]) { offset += 1 }
    column += offset - start
  }

  private mutating func skipComment() {
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { step() }
  }

  private mutating func skipString(quote: UInt8) {
    let isLong = isQuoted(quote, times: 3)
    step(isLong ? 3 : 1)
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        step(2)
      } else if isLong, isQuoted(quote, times: 3) {
        step(3)
        // Up to two more quotes belong to the string.
        for _ in 0..<2 where isQuoted(quote, times: 1) { step() }
        return
      } else if !isLong, byte == quote {
        return step()
      } else if !isLong, byte == UInt8(ascii: "\n") {
        return
      } else if byte == UInt8(ascii: "\n") || byte >= 0x80 {
        step()
      } else {
        skipPlain(until: quote)
      }
    }
  }

  /// Skips a run of single-column bytes, at least one. Most text consists of these.
  private mutating func skipPlain(until quote: UInt8) {
    let start = offset
    repeat {
      offset += 1
    } while offset < bytes.count && bytes[offset] != quote && bytes[offset] != UInt8(ascii: "\\")
      && bytes[offset] != UInt8(ascii: "\n") && bytes[offset] < 0x80
    column += offset - start
  }

  private func isQuoted(_ quote: UInt8, times: Int) -> Bool {
    guard offset + times <= bytes.count else { return false }
    for place in offset..<offset + times where bytes[place] != quote { return false }
    return true
  }

  private mutating func step(_ count: Int = 1) {
    for _ in 0..<count where offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if bytes[offset] & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
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
