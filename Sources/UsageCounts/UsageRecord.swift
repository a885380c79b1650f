/// The usage counts of a kiosk, without data about visitors and times of day.
package struct UsageRecord: Hashable, Sendable {
  /// The counts of a tile.
  package struct Tile: Hashable, Sendable {
    /// The number of times that visitors opened it.
    package var opens: UInt64 = 0
    /// The number of times that its program failed to start or ended with an error.
    package var failures: UInt64 = 0

    package init() {}
  }

  /// The largest number of tiles, including those of earlier configurations. More tiles are not counted.
  package static let mostTiles = 1000

  /// The counts by tile id.
  package private(set) var tiles: [String: Tile] = [:]
  /// The lengths of visits.
  package private(set) var visits = Histogram()
  /// The number of starts after a launcher's end, by the reason for that end.
  package private(set) var restarts: [LauncherEnd: UInt64] = [:]

  package init() {}

  init(tiles: [String: Tile], visits: Histogram, restarts: [LauncherEnd: UInt64]) {
    (self.tiles, self.visits, self.restarts) = (tiles, visits, restarts)
  }

  package mutating func opened(_ tile: String) { count(tile) { $0.opens &+= 1 } }

  /// Counts a program that failed to start or ended with an error.
  package mutating func failed(_ tile: String) { count(tile) { $0.failures &+= 1 } }

  package mutating func visited(seconds: Double) { visits.add(seconds: seconds) }

  /// Counts a start after this end.
  package mutating func restarted(after end: LauncherEnd) { restarts[end, default: 0] &+= 1 }

  private mutating func count(_ tile: String, _ change: (inout Tile) -> Void) {
    guard tiles[tile] != nil || tiles.count < Self.mostTiles else { return }
    change(&tiles[tile, default: Tile()])
  }
}

/// The reason why a launcher ended.
package enum LauncherEnd: String, CaseIterable, Sendable {
  /// It crashed or was killed, also by the watchdog.
  case crash
  /// The compositor ended or closed the connection.
  case compositor
  /// Nothing more could be drawn.
  case drawing
  /// An operator, a signal or a closed window asked for it.
  case request
}

/// A histogram of durations.
package struct Histogram: Hashable, Sendable {
  /// The upper bounds in seconds: a tap in passing, a look, a page, a game. Longer durations go into an
  /// additional last count.
  package static let bounds: [Double] = [10, 30, 60, 120, 300, 600, 1200, 1800, 3600]

  /// The counts of durations up to each bound and above the previous one; the last: above all bounds.
  package private(set) var counts: [UInt64]
  /// The sum of all durations, in milliseconds.
  package private(set) var milliseconds: UInt64

  package init() {
    counts = Array(repeating: 0, count: Self.bounds.count + 1)
    milliseconds = 0
  }

  /// Restores counts; nil if their number does not match the bounds, or their sum overflows.
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

  /// The number of durations.
  package var total: UInt64 { counts.reduce(0, &+) }

  /// Counts a duration. Negative, infinite and NaN values count as 0.
  package mutating func add(seconds: Double) {
    // Durations beyond a year come from a clock change.
    let seconds = seconds.isFinite ? min(max(seconds, 0), 366 * 86_400) : 0
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] &+= 1
    milliseconds &+= UInt64((seconds * 1000).rounded())
  }
}

/// The record in its file format.
///
/// Lines: `rotunda-usage 1`; `visits` with the total milliseconds and the count of each bound; `restart` with
/// a count and a reason, for each reason that occurred; `tile` with opens, failures and id, for each tile;
/// `end`.
extension UsageRecord {
  private static let header = "rotunda-usage 1"
  private static let end = "end"

  /// The largest file of a record, in bytes.
  package static let sizeLimit = 4 << 20

  /// The record as a file.
  package var bytes: [UInt8] {
    var lines = [
      Self.header,
      (["visits", "\(visits.milliseconds)"] + visits.counts.map { "\($0)" }).joined(separator: " "),
    ]
    for end in LauncherEnd.allCases {
      if let count = restarts[end] { lines.append("restart \(count) \(end.rawValue)") }
    }
    for (id, tile) in tiles.sorted(by: { $0.key < $1.key }) {
      lines.append("tile \(tile.opens) \(tile.failures) \(EscapedText.escaped(id))")
    }
    return Array((lines + [Self.end, ""]).joined(separator: "\n").utf8)
  }

  /// Parses a file; nil if it is not a complete record.
  package init?(bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    // Splits at Unicode scalars, because a scalar after a line feed could combine with it to one character.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0)
    }[...]
    guard lines.popFirst() == Self.header, lines.popLast() == "", lines.popLast() == Self.end,
      let visits = lines.popFirst().flatMap({ Self.visits($0) })
    else { return nil }
    var restarts: [LauncherEnd: UInt64] = [:]
    while let line = lines.first, line.hasPrefix("restart ") {
      lines = lines.dropFirst()
      guard let (end, count) = Self.restart(line), restarts.updateValue(count, forKey: end) == nil else {
        return nil
      }
    }
    var tiles: [String: Tile] = [:]
    for line in lines {
      guard tiles.count < Self.mostTiles, let (id, tile) = Self.tile(line),
        tiles.updateValue(tile, forKey: id) == nil
      else { return nil }
    }
    self.init(tiles: tiles, visits: visits, restarts: restarts)
  }

  private static func visits(_ line: String) -> Histogram? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.dropFirst().map { number($0) }
    guard words.first == "visits", let first = numbers.first, let milliseconds = first else { return nil }
    let counts = numbers.dropFirst().compactMap { $0 }
    guard counts.count == numbers.count - 1 else { return nil }
    return Histogram(counts: counts, milliseconds: milliseconds)
  }

  private static func restart(_ line: String) -> (LauncherEnd, UInt64)? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let count = number(words[1]), let end = LauncherEnd(rawValue: String(words[2]))
    else { return nil }
    return (end, count)
  }

  private static func tile(_ line: String) -> (id: String, tile: Tile)? {
    // Splits at Unicode scalars, because an id may begin with an accent, which would combine with the blank.
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
