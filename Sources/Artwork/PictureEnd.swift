import Glibc

/// Watches a file go by and notices the mark at its end, wherever the pieces are cut.
struct PictureEnd {
  /// PNG's last chunk: no data, `IEND`, its checksum (PNG 11.2.5).
  private static let png: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// The byte of it that is looked for first: among the rarer ones in a picture.
  private static let rareIndex = 8

  private let mark: [UInt8]
  private var tail: [UInt8] = []
  /// Whether the mark has come by; true from the start for formats whose decoder notices itself.
  private(set) var isReached: Bool

  /// Looks for the end of a file of `format`.
  init(_ format: PictureFormat) {
    mark = format == .png ? PictureEnd.png : []
    isReached = mark.isEmpty
  }

  /// Looks at the next piece.
  mutating func pass(_ piece: [UInt8]) {
    guard !isReached else { return }
    let bytes = tail + piece
    isReached = bytes.withUnsafeBytes { Self.holds($0, mark) }
    tail = Array(bytes.suffix(mark.count - 1))
  }

  private static func holds(_ bytes: UnsafeRawBufferPointer, _ mark: [UInt8]) -> Bool {
    guard var rest = bytes.baseAddress else { return false }
    let (first, end) = (rest, rest + bytes.count)
    while let found = memchr(rest, Int32(mark[rareIndex]), end - rest) {
      let begin = UnsafeRawPointer(found) - rareIndex
      if begin >= first, end - begin >= mark.count, memcmp(begin, mark, mark.count) == 0 { return true }
      rest = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
