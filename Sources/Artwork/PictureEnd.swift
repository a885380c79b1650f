/// Watches a file go by and notices the mark at its end, wherever the pieces are cut.
struct PictureEnd {
  /// PNG's last chunk: no data, `IEND`, its checksum (PNG 11.2.5).
  private static let png: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

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
    isReached = bytes.indices.contains { bytes[$0] == 0 && bytes[$0...].starts(with: mark) }
    tail = bytes.suffix(mark.count - 1)
  }
}
