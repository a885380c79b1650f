/// What was used of a kiosk, in numbers that know of no visitor and of no time of day.
package struct UsageRecord: Hashable, Sendable {
  /// What is counted of a tile.
  package struct Tile: Hashable, Sendable {
    /// How often visitors opened it.
    package var opens: UInt64 = 0
    /// How often its program could not be started, or ended badly.
    package var failures: UInt64 = 0

    package init() {}
  }

  /// As many tiles are counted, those of earlier configurations included; further ones are not.
  package static let mostTiles = 1000

  /// By the tiles' identifiers.
  package private(set) var tiles: [String: Tile] = [:]
  /// How long visits took.
  package private(set) var visits = Histogram()

  package init() {}

  init(tiles: [String: Tile], visits: Histogram) {
    (self.tiles, self.visits) = (tiles, visits)
  }

  package mutating func opened(_ tile: String) { count(tile) { $0.opens &+= 1 } }

  /// A tile's program could not be started, or ended badly.
  package mutating func failed(_ tile: String) { count(tile) { $0.failures &+= 1 } }

  package mutating func visited(seconds: Double) { visits.add(seconds: seconds) }

  private mutating func count(_ tile: String, _ change: (inout Tile) -> Void) {
    guard tiles[tile] != nil || tiles.count < Self.mostTiles else { return }
    change(&tiles[tile, default: Tile()])
  }
}

/// How long things took, as counts of those that took no longer than a few bounds.
package struct Histogram: Hashable, Sendable {
  /// The bounds in seconds: a tap in passing, a look, a page, a game. What takes longer is counted beyond the
  /// last.
  package static let bounds: [Double] = [10, 30, 60, 120, 300, 600, 1200, 1800, 3600]

  /// How many took no longer than each bound and longer than the one before; the last: longer than all.
  package private(set) var counts: [UInt64]
  /// All of them together, in milliseconds.
  package private(set) var milliseconds: UInt64

  package init() {
    counts = Array(repeating: 0, count: Self.bounds.count + 1)
    milliseconds = 0
  }

  /// What was counted before; nil when there are more or fewer counts than bounds, or more than can be added
  /// up.
  init?(counts: [UInt64], milliseconds: UInt64) {
    guard counts.count == Self.bounds.count + 1 else { return nil }
    var total: UInt64 = 0
    for count in counts {
      let (sum, overflow) = total.addingReportingOverflow(count)
      guard !overflow else { return nil }
      total = sum
    }
    (self.counts, self.milliseconds) = (counts, milliseconds)
  }

  /// How many there were.
  package var total: UInt64 { counts.reduce(0, &+) }

  /// Counts one more. What is no length of time counts as none.
  package mutating func add(seconds: Double) {
    // Longer than a year is a clock that jumped.
    let seconds = seconds.isFinite ? min(max(seconds, 0), 366 * 86_400) : 0
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] &+= 1
    milliseconds &+= UInt64((seconds * 1000).rounded())
  }
}

/// The record as it is kept from start to start.
///
/// Lines: `rotunda-usage 1`; `visits` with the milliseconds of all and the count of each bound; `tile` with
/// opens, failures and the identifier, for each; `end`.
extension UsageRecord {
  private static let header = "rotunda-usage 1"
  private static let end = "end"

  /// The longest file that is one.
  package static let sizeLimit = 4 << 20

  /// The record in a file.
  package var bytes: [UInt8] {
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
  package init?(bytes: [UInt8]) {
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
