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
  /// What says the same when it is parsed piece by piece as when it is parsed at once. Never empty.
  private(set) var parts: [Part] = []
  /// How many tiles are in those after the first, at most.
  private(set) var tileCount = 0

  /// Whole lines of the text.
  struct Part: Hashable {
    var bytes: Range<Int>
    var firstLine: Int
  }

  /// Sections that stand any number of times and are added to those before them, whatever these say.
  static let repeated: Set<String> = [
    ConfigurationSection.tile.rawValue, ConfigurationSection.shelf.rawValue,
  ]

  /// Checks a file's bytes.
  ///
  /// - Parameters:
  ///   - translatable: the keys that may carry a language tag behind a dot.
  ///   - partSize: bytes that a part has at least, except for the last.
  init(_ content: [UInt8], translatable: Set<String>, partSize: Int) throws(Fault) {
    bytes = content
    try Self.checkEncoding(content)
    var scanner = TOMLScanner(content, translatable: translatable)
    try scanner.scan()
    for dot in scanner.dots {
      bytes[dot.offset] = UInt8(ascii: "_")
      rewrittenKeys[dot.position] = dot.key
    }
    parts = Self.parts(content.count, scanner.cuts, partSize)
    tileCount = scanner.section == ConfigurationSection.tile.rawValue ? scanner.cuts.count : 0
  }

  private static func parts(_ count: Int, _ cuts: [TOMLScanner.Cut], _ size: Int) -> [Part] {
    var parts: [Part] = []
    var start = TOMLScanner.Cut(offset: 0, line: 1)
    for cut in cuts where cut.offset - start.offset >= size {
      parts.append(Part(bytes: start.offset..<cut.offset, firstLine: start.line))
      start = cut
    }
    return parts + [Part(bytes: start.offset..<count, firstLine: start.line)]
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
