/// An open file that holds a picture of a known format.
struct PictureFile: ~Copyable {
  /// Bytes that the decoder gets at a time.
  private static let pieceByteCount = 65536

  let format: PictureFormat
  let header: PictureHeader
  private let file: OpenFile
  private let head: [UInt8]

  /// Where it lies.
  var path: String { file.path }

  /// For handing over.
  var descriptor: Int32 { file.descriptor }

  /// Opens the file at `path` and looks at its first bytes.
  init(_ path: String) throws(IconProblem) { try self.init(OpenFile(path)) }

  /// A file that is open already.
  init(duplicating descriptor: Int32) throws(IconProblem) {
    try self.init(OpenFile(duplicating: descriptor))
  }

  private init(_ file: consuming OpenFile) throws(IconProblem) {
    let path = file.path
    let head = try file.read(atMost: PictureFormat.sniffedByteCount)
    guard let format = PictureFormat(head) else { throw .unknownFormat(path: path) }
    guard file.byteCount <= format.mostBytes else { throw .tooLong(path: path, limit: format.mostBytes) }
    let header = PictureHeader(format, head)
    guard header.byteCount ?? 0 <= file.byteCount else {
      throw .damaged(path: path, reason: "its end is missing")
    }
    self.head = head
    self.format = format
    self.header = header
    self.file = file
  }

  /// Hands over the contents piece by piece until they end or `body` returns false. A file that grows beyond
  /// its format's limit while it is read is refused like one that is too long from the start.
  func forEachPiece(_ body: ([UInt8]) -> Bool) throws(IconProblem) {
    file.seek(to: head.count)
    var piece = head
    var count = 0
    while !piece.isEmpty {
      count += piece.count
      guard count <= format.mostBytes else { throw .tooLong(path: path, limit: format.mostBytes) }
      guard body(piece) else { return }
      piece = try file.read(atMost: PictureFile.pieceByteCount)
    }
  }

  /// Whether decoding it may set writing, or load what may: drawings do that.
  func needsFonts() throws(IconProblem) -> Bool {
    guard format == .svg else { return false }
    var tail: [UInt8] = []
    var isFound = false
    try forEachPiece { piece in
      let text = tail + piece
      isFound = text.indices.contains { place in
        Self.fontMarks.contains { $0[0] == text[place] && text[place...].starts(with: $0) }
      }
      tail = text.suffix(Self.fontMarks.map(\.count).max() ?? 0)
      return !isFound
    }
    return isFound
  }

  /// What a decoder has to have loaded for it.
  func preparation() throws(IconProblem) -> PicturePreparation {
    switch format {
    case .png, .jpeg: []
    case .webp: .webp
    case .svg: try needsFonts() ? [.svg, .fonts] : .svg
    }
  }

  /// Elements that hold writing or another picture, and what brings in another file.
  private static let fontMarks = ["<text", ":text", "<image", ":image", "<!ENTITY", "xi:include"]
    .map { Array($0.utf8) }
}
