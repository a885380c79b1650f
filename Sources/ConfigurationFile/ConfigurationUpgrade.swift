/// Rewrites a file of Rotunda 0.1. Keeps the comments, and the order of unchanged parts.
///
/// `TranslationUpgrade` handles translations, which had keys of their own. `ChangedKey` handles keys whose
/// name, section or values changed. Both go with the release that no longer reads such files.
package struct ConfigurationUpgrade {
  /// Something that has another form today.
  package struct Change: Hashable {
    /// The old position.
    package let position: TextPosition
    /// The dotted name of the key, such as `tile.name`.
    package let key: String
    /// The reason, as text before a colon.
    package let reason: String
    /// The new text.
    package let line: String
  }

  /// The text in today's form.
  package var bytes: [UInt8] { passes.last?.bytes ?? original }
  /// The changes, in order. If empty, `bytes` is the original text.
  package let changes: [Change]

  private let original: [UInt8]
  private let passes: [UpgradePass]
  private let lines: (before: LineStarts, now: LineStarts)

  /// - Parameters:
  ///   - bytes: a file's content. Other mistakes in it stay.
  ///   - layout: the carousel's layout if the file names none; nil for the default.
  package init(_ bytes: [UInt8], layout: String? = nil) {
    original = bytes
    let before = LineStarts(bytes)
    var (passes, changes): ([UpgradePass], [Change]) = ([], [])
    let stages: [([UInt8]) -> [UpgradeStep]] = [
      TranslationUpgrade.steps, { ChangedKeyUpgrade($0, layout: layout).steps },
      { MovedKeyUpgrade($0).steps },
    ]
    for stage in stages {
      let text = passes.last?.bytes ?? bytes
      let steps = stage(text)
      guard !steps.isEmpty else { continue }
      changes += steps.map { step in
        let place = passes.reversed().reduce(step.place) { $1.original(of: $0) }
        return Change(
          position: before.position(of: place, in: bytes), key: step.key, reason: step.reason,
          line: String(decoding: step.shown(in: text), as: UTF8.self).split(whereSeparator: \.isNewline)
            .joined(separator: " "))
      }
      passes.append(UpgradePass(steps.flatMap(\.edits), of: text, in: text.indices))
    }
    (self.passes, self.changes) = (passes, changes.sorted { $0.position < $1.position })
    lines = (before, passes.last.map { LineStarts($0.bytes) } ?? before)
  }

  /// Returns the original position of a place in `bytes`.
  package func original(of position: TextPosition) -> TextPosition {
    guard !changes.isEmpty, position.line > 0 else { return position }
    let offset = lines.now.offset(of: position, in: bytes)
    let origin = passes.reversed().reduce(offset) { $1.original(of: $0) }
    return lines.before.position(of: min(origin, original.count), in: original)
  }
}

/// A text after some edits.
private struct UpgradePass {
  private(set) var bytes: [UInt8] = []
  /// The start of each piece, and its origin in the previous text. For copied pieces, every byte has an
  /// origin.
  private var pieces: [(start: Int, origin: Int, isCopied: Bool)] = []

  /// - Parameters:
  ///   - edits: in any order. Edits at the same place keep their order.
  ///   - text: the previous text.
  ///   - range: the relevant part of the text.
  init(_ edits: [UpgradeEdit], of text: [UInt8], in range: Range<Int>) {
    var place = range.lowerBound
    bytes.reserveCapacity(range.count)
    for edit in edits.inOrder {
      add(text[place..<edit.range.lowerBound], from: place, isCopied: true)
      add(edit.replacement[...], from: edit.origin, isCopied: edit.isMoved)
      place = edit.range.upperBound
    }
    add(text[place..<range.upperBound], from: place, isCopied: true)
  }

  private mutating func add(_ piece: ArraySlice<UInt8>, from origin: Int, isCopied: Bool) {
    pieces.append((bytes.count, origin, isCopied))
    bytes += piece
  }

  /// Returns the offset in the previous text.
  func original(of offset: Int) -> Int {
    let next = pieces.partitioningIndex { $0.start > offset }
    guard next > 0 else { return offset }
    let piece = pieces[next - 1]
    return piece.isCopied ? piece.origin + offset - piece.start : piece.origin
  }
}

/// The replacement of a part of the text.
struct UpgradeEdit {
  var range: Range<Int>
  var replacement: [UInt8] = []
  /// The place in the previous text that the replacement comes from.
  var origin: Int
  /// Whether the replacement is a literal copy of the text at `origin`.
  var isMoved = false
}

extension [UpgradeEdit] {
  /// The edits by position. Insertions come before removals at the same place.
  fileprivate var inOrder: [UpgradeEdit] {
    enumerated().sorted { one, other in
      (one.element.range.lowerBound, one.element.range.isEmpty ? 0 : 1, one.offset)
        < (other.element.range.lowerBound, other.element.range.isEmpty ? 0 : 1, other.offset)
    }.map(\.element)
  }
}

/// The rewriting of one key, or of a text and its translations.
struct UpgradeStep {
  enum Line {
    case text([UInt8])
    /// A part of the text after the edits.
    case edited(Range<Int>)
  }

  /// The dotted name of the key.
  var key: String
  /// The offset of the key.
  var place: Int
  var reason: String
  /// The new text, for display.
  var line: Line
  var edits: [UpgradeEdit]

  fileprivate func shown(in text: [UInt8]) -> [UInt8] {
    switch line {
    case .text(let line): line
    case .edited(let place):
      UpgradePass(
        edits.filter {
          place.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= place.upperBound
        }, of: text, in: place
      ).bytes
    }
  }
}

/// The offsets of the lines of a text.
private struct LineStarts {
  private var starts: [Int]

  init(_ bytes: [UInt8]) {
    starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
  }

  func position(of offset: Int, in bytes: [UInt8]) -> TextPosition {
    let line = max(1, starts.partitioningIndex { $0 > offset })
    let start = min(starts[line - 1], offset)
    return TextPosition(line: line, column: 1 + bytes[start..<offset].count { $0 & 0xC0 != 0x80 })
  }

  /// Returns the offset of a position; the end of the line if the line is shorter.
  func offset(of position: TextPosition, in bytes: [UInt8]) -> Int {
    guard starts.indices.contains(position.line - 1) else { return bytes.count }
    var (offset, column) = (starts[position.line - 1], 1)
    while column < position.column, offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      column += 1
    }
    return offset
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element beyond the boundary. All elements before it are not beyond, all
  /// others are.
  fileprivate func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
