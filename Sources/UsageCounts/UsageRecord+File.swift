/// The record as it is kept from start to start.
///
/// Lines: `rotunda-usage 1`; `visits` with the milliseconds of all and the count of each bound; `tile` with opens, failures and
/// the identifier, for each; `end`.
extension UsageRecord {
  private static let header = "rotunda-usage 1"
  private static let end = "end"

  /// The longest file that is one.
  public static let sizeLimit = 4 << 20

  /// The record in a file.
  public var bytes: [UInt8] {
    var lines = [
      Self.header,
      (["visits", "\(visits.milliseconds)"] + visits.counts.map { "\($0)" }).joined(separator: " "),
    ]
    for (id, tile) in tiles.sorted(by: { $0.key < $1.key }) {
      lines.append("tile \(tile.opens) \(tile.failures) \(EscapedText.escaped(id))")
    }
    return Array((lines + [Self.end, ""]).joined(separator: "\n").utf8)
  }

  /// The record that a file holds; nil when it is none, or not all of one.
  public init?(bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    // Not at characters: what follows a line feed might join it to one.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0)
    }[...]
    guard lines.popFirst() == Self.header, lines.popLast() == "", lines.popLast() == Self.end,
      let visits = lines.popFirst().flatMap({ Self.visits($0) })
    else { return nil }
    var tiles: [String: Tile] = [:]
    for line in lines {
      guard tiles.count < Self.mostTiles, let (id, tile) = Self.tile(line),
        tiles.updateValue(tile, forKey: id) == nil
      else { return nil }
    }
    self.init(tiles: tiles, visits: visits)
  }

  private static func visits(_ line: String) -> Histogram? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.dropFirst().map { number($0) }
    guard words.first == "visits", let first = numbers.first, let milliseconds = first else { return nil }
    let counts = numbers.dropFirst().compactMap { $0 }
    guard counts.count == numbers.count - 1 else { return nil }
    return Histogram(counts: counts, milliseconds: milliseconds)
  }

  private static func tile(_ line: String) -> (id: String, tile: Tile)? {
    // Not at characters either: an identifier may begin with an accent, which would join the blank.
    let words = line.unicodeScalars.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard words.count == 4, words[0] == "tile", let opens = number(words[1]), let failures = number(words[2]),
      let id = EscapedText.unescaped(String(words[3]))
    else { return nil }
    var tile = Tile()
    (tile.opens, tile.failures) = (opens, failures)
    return (id, tile)
  }

  private static func number(_ word: Substring) -> UInt64? {
    word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt64(word) : nil
  }
}
