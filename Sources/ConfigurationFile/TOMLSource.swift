import Configuration

/// The text of a configuration file, checked and made ready for the TOML parser.
///
/// TOML does not allow `name.de = "…"` beside `name = "…"`: a key cannot be a string and a table. Because that is how
/// people write translations, the dot of such a key is replaced by an underscore before the text is parsed, which moves
/// nothing, and the places where that was done are remembered, so that the key gets its dot back.
struct TOMLSource {
  /// What is wrong with the text before it is even TOML.
  struct Fault: Error {
    var position: TextPosition
    var message: String
  }

  /// How many parts a dotted key may have, and how deep brackets may nest. The parser recurses over both: a folder
  /// takes two brackets, and what is in the innermost a few more.
  static let deepest = 2 * Tile.deepestFolder + 8

  /// The text for the parser.
  private(set) var bytes: [UInt8]
  /// The keys whose dot was replaced as they were written, by where they begin.
  private(set) var rewrittenKeys: [TextPosition: String] = [:]

  /// Checks a file's bytes.
  ///
  /// - Parameter translatable: the keys that may carry a language tag behind a dot.
  init(_ content: [UInt8], translatable: Set<String>) throws(Fault) {
    bytes = content
    try Self.checkEncoding(content)
    var scanner = TOMLScanner(content, translatable: translatable)
    try scanner.scan()
    for dot in scanner.dots {
      bytes[dot.offset] = UInt8(ascii: "_")
      rewrittenKeys[dot.position] = dot.key
    }
  }

  private static func checkEncoding(_ bytes: [UInt8]) throws(Fault) {
    // Checked at once, which is much faster; the place is only looked for where something is wrong.
    if !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil { return }
    var line = 1
    var column = 1
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\0"):
        throw Fault(
          position: TextPosition(line: line, column: column), message: "holds a NUL: this is not a text file")
      case .scalarValue("\n"): (line, column) = (line + 1, 1)
      case .scalarValue: column += 1
      case .emptyInput: return
      case .error:
        throw Fault(position: TextPosition(line: line, column: column), message: "is not UTF-8 text")
      }
    }
  }
}
