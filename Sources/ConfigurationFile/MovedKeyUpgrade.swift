import Configuration

/// Moves keys of Rotunda 0.1 to their present section, with their comments.
struct MovedKeyUpgrade {
  private struct Move {
    let table: ScannedTable
    let index: Int
    let key: ChangedKey
    let section: String

    var entry: ScannedTable.Entry { table.entries[index] }
    /// The start of the key's own name, and the end of the value.
    var name: Int { entry.parts.last.map { $0.range.lowerBound - ($0.quote == nil ? 0 : 1) } ?? entry.start }
  }

  /// The destination in a section.
  private enum Target {
    /// Lines below an existing header.
    case section(Int)
    /// A place between the braces of an inline table.
    case braces(Int, separator: String)
    /// Lines with the section's name and a dot before the key.
    case dotted(Int)
    /// A new header.
    case new(Int)
  }

  private let bytes: [UInt8]
  private let tables: [ScannedTable]

  init(_ bytes: [UInt8]) {
    var scanner = UpgradeScanner(bytes, isWanted: ChangedKey.mayBe)
    scanner.scan()
    (self.bytes, tables) = (bytes, scanner.tables)
  }

  var steps: [UpgradeStep] {
    let moves = tables.flatMap { table in
      table.entries.indices.compactMap { index -> Move? in
        guard let key = ChangedKey.at(table.path(of: table.entries[index])),
          case .below(let section) = key.today,
          !isThere([section.rawValue, key.name])
        else { return nil }
        return Move(table: table, index: index, key: key, section: section.rawValue)
      }
    }
    // All keys move to the same section.
    guard let first = moves.first else { return [] }
    let target = target(of: first.section, for: moves)
    return moves.indices.map { number in
      step(
        moves[number], to: target, isFirst: number == 0, isLast: number == moves.count - 1, beside: moves)
    }
  }

  private func isThere(_ path: [String]) -> Bool {
    tables.contains { table in table.entries.contains { table.path(of: $0) == path } }
  }

  private func target(of section: String, for moves: [Move]) -> Target {
    if let table = tables.first(where: { $0.path == [section] }) {
      if let (end, separator) = table.end(in: bytes) { return .braces(end, separator: separator) }
      return .section(table.entries.last?.lines?.upperBound ?? table.place?.upperBound ?? bytes.count)
    }
    let root = tables.first { $0.path.isEmpty }?.entries ?? []
    // A table that is created by dotted keys cannot have a header.
    let dotted = root.last { $0.parts.count > 1 && $0.parts[0].name == section }
    let moved = root.last { entry in
      moves.contains { entry.start <= $0.entry.start && $0.entry.start < entry.value.upperBound }
    }
    if let lines = (dotted ?? moved)?.lines { return .dotted(lines.upperBound) }
    let header = moves[0].table.place?.lowerBound ?? 0
    let comments = comments(above: header, from: 0)
    return .new(comments == 0 ? header : comments)
  }

  private func step(
    _ move: Move, to target: Target, isFirst: Bool, isLast: Bool, beside moves: [Move]
  ) -> UpgradeStep {
    let removed = Set(moves.filter { $0.table.place == move.table.place }.map(\.index))
    var (edits, prefix): ([UpgradeEdit], String) = ([], "")
    switch target {
    case .braces(let end, let separator):
      let kept = move.table.entries.indices.last { !removed.contains($0) } ?? move.table.entries.count
      edits = [
        move.table.removal(of: move.index, lastKept: kept),
        UpgradeEdit(
          range: end..<end, replacement: Array((isFirst ? separator : ", ").utf8), origin: move.entry.start),
      ]
      edits += pair(of: move, at: end)
    case .section(let end): edits = lines(of: move, at: end, after: isFirst ? openEnd(end) : [], removed)
    case .dotted(let end):
      prefix = "\(move.section)."
      edits = lines(of: move, at: end, after: isFirst ? openEnd(end) : [], prefix: prefix, removed)
    case .new(let start):
      let header = Array("[\(move.section)]".utf8) + lineEnd
      edits = lines(of: move, at: start, after: isFirst ? header : [], removed)
      if isLast {
        edits.append(UpgradeEdit(range: start..<start, replacement: lineEnd, origin: move.entry.start))
      }
    }
    return UpgradeStep(
      key: "\(move.key.section.rawValue).\(move.key.name)", place: move.entry.start,
      reason: "is below [\(move.section)] now",
      line: .text(Array(prefix.utf8) + bytes[move.name..<move.entry.value.upperBound]), edits: edits)
  }

  /// Removes a key with its comments, and inserts it at `place` on lines of its own.
  private func lines(
    of move: Move, at place: Int, after opening: [UInt8], prefix: String = "", _ removed: Set<Int>
  ) -> [UpgradeEdit] {
    func new(_ text: [UInt8]) -> UpgradeEdit {
      UpgradeEdit(range: place..<place, replacement: text, origin: move.entry.start)
    }
    func moved(_ range: Range<Int>) -> UpgradeEdit {
      UpgradeEdit(
        range: place..<place, replacement: Array(bytes[range]), origin: range.lowerBound, isMoved: true)
    }
    guard let lines = move.entry.lines else {
      let kept = move.table.entries.indices.last { !removed.contains($0) } ?? move.table.entries.count
      return [move.table.removal(of: move.index, lastKept: kept), new(opening + Array(prefix.utf8))]
        + pair(of: move, at: place) + [new(lineEnd)]
    }
    let floor =
      move.index > 0
      ? move.table.entries[move.index - 1].lines?.upperBound ?? 0 : move.table.place?.upperBound ?? 0
    let start = comments(above: lines.lowerBound, from: floor)
    return [
      UpgradeEdit(range: start..<lines.upperBound, origin: start), new(opening),
      moved(start..<move.entry.start), new(Array(prefix.utf8)), moved(move.name..<lines.upperBound),
      new(openEnd(lines.upperBound)),
    ]
  }

  /// Copies the key and its value, without the text around them.
  private func pair(of move: Move, at place: Int) -> [UpgradeEdit] {
    [
      UpgradeEdit(
        range: place..<place, replacement: Array(bytes[move.name..<move.entry.value.upperBound]),
        origin: move.name, isMoved: true)
    ]
  }

  /// Returns the line ending that is missing before another line; empty if the line has one.
  private func openEnd(_ offset: Int) -> [UInt8] {
    offset > 0 && bytes[offset - 1] != UInt8(ascii: "\n") ? lineEnd : []
  }

  private var lineEnd: [UInt8] { ChangedKeyUpgrade.lineEnd(in: bytes) }

  /// Returns the start of the comment lines directly above a line; the line itself if it has none.
  private func comments(above line: Int, from floor: Int) -> Int {
    var start = line
    while start > floor {
      let before = bytes[floor..<(start - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? floor
      guard bytes[before..<start].first(where: { !UpgradeScanner.isBlank($0) }) == UInt8(ascii: "#") else {
        break
      }
      start = before
    }
    return start
  }
}
