/// Finds the keys of a TOML text that carry a language tag, and nesting that is too deep to be parsed.
///
/// It knows just enough of TOML to tell keys from what stands in strings and comments. Up to the first syntax error it
/// sees what the parser sees; what comes after that does not matter.
struct TOMLScanner {
  /// A dot between a translatable key and its language tag.
  struct Dot {
    var offset: Int
    var key: String
    var position: TextPosition
  }

  private(set) var dots: [Dot] = []

  private let bytes: [UInt8]
  private let translatable: Set<String>
  private var offset = 0
  private var line = 1
  private var column = 1
  private var depth = 0
  private var keyParts = 0
  /// The last byte that was neither a blank nor in a string or comment.
  private var last: UInt8 = 0

  init(_ bytes: [UInt8], translatable: Set<String>) {
    self.bytes = bytes
    self.translatable = translatable
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  mutating func scan() throws(TOMLSource.Fault) {
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "#"): skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipString(quote: byte)
        last = byte
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): step()
      case _ where Self.isBare(byte):
        bareWord()
        last = byte
      case 0x80...: throw strayCharacter()
      default:
        try punctuation(byte)
        last = byte
        step()
      }
    }
  }

  /// TOML has nothing beyond ASCII outside of strings and comments. The parser must not see it there: toml++ 3.3 runs
  /// into undefined behaviour when it asks whether such a character is a blank.
  private func strayCharacter() -> TOMLSource.Fault {
    var decoder = UTF8()
    var rest = bytes[offset...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      return TOMLSource.Fault(position: position, message: "is not UTF-8 text")
    }
    let name = scalar.properties.isWhitespace ? "a blank that is no plain space" : "'\(Character(scalar))'"
    return TOMLSource.Fault(
      position: position, message: "\(name) can only stand in quotes or in a comment")
  }

  private var position: TextPosition { TextPosition(line: line, column: column) }

  private mutating func punctuation(_ byte: UInt8) throws(TOMLSource.Fault) {
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

  private func limit(_ level: Int) throws(TOMLSource.Fault) {
    guard level <= TOMLSource.deepest else {
      throw TOMLSource.Fault(
        position: position,
        message: "nested more than \(TOMLSource.deepest) levels deep")
    }
  }

  /// A bare word; when it is a translatable key with a tag and an equals sign behind it, its dot is noted.
  private mutating func bareWord() {
    let start = position
    let isHead = last != UInt8(ascii: ".")
    let place = takeBare()
    guard isHead, offset < bytes.count, bytes[offset] == UInt8(ascii: ".") else { return }
    let word = String(decoding: bytes[place], as: UTF8.self)
    guard translatable.contains(word) else { return }
    var end = offset + 1
    while end < bytes.count, Self.isBare(bytes[end]) { end += 1 }
    guard end > offset + 1 else { return }
    let key = "\(word).\(String(decoding: bytes[offset + 1..<end], as: UTF8.self))"
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "=") else { return }
    dots.append(Dot(offset: offset, key: key, position: start))
  }

  /// Passes over a bare word; returns where it stands.
  private mutating func takeBare() -> Range<Int> {
    let start = offset
    while offset < bytes.count, Self.isBare(bytes[offset]) { offset += 1 }
    column += offset - start
    return start..<offset
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
        // Up to two more quotes belong to the text.
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

  /// Passes over what counts as one column each, at least one: most of any text.
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
