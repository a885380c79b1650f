import Glibc
import Scene

/// The kinds of picture file that are decoded. Their first bytes tell them apart, never by their names.
enum PictureFormat: String, Hashable, CaseIterable {
  case png
  case jpeg
  case webp
  case svg

  /// Bytes that are looked at. An SVG may begin with a license as long as this.
  static let sniffedByteCount = 4096

  /// The format of a file that starts with `bytes`; nil for any other.
  init?(_ bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      self = .webp
    } else if PictureFormat.looksLikeSVG(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  /// Most bytes of a file. An SVG is kept whole in memory while it is read, and takes many times its length.
  var mostBytes: Int { self == .svg ? 16 << 20 : 64 << 20 }

  /// Most pixels of a picture, or nil where the decoder draws at any extent that it is given.
  ///
  /// Decoders of PNG and WebP hold four bytes for each (144 MiB for an 8K screen's picture); that of JPEG
  /// shrinks while it reads, and holds at most six for each where the file is progressive.
  var mostPixels: Int? {
    switch self {
    case .png, .webp: 36 << 20
    case .jpeg: 50 << 20
    case .svg: nil
    }
  }

  /// Whether the decoder itself makes the picture as small as it is asked to.
  var scalesWhileDecoding: Bool { self == .svg || self == .jpeg }

  /// An XML document with an `svg` element early on.
  private static func looksLikeSVG(_ bytes: some Collection<UInt8>) -> Bool {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    let head = Array(text.prefix(sniffedByteCount).drop { $0 == 0x20 || (0x09...0x0D).contains($0) })
    guard head.first == UInt8(ascii: "<") else { return false }
    let mark = Array("<svg".utf8)
    return head.indices.contains { head[$0...].starts(with: mark) }
      || head.indices.contains { head[$0...].starts(with: Array(":svg".utf8)) }
  }
}

/// What a picture file says about itself before any of it is decoded.
///
/// gdk-pixbuf's loaders differ in what they notice: that of WebP makes room for any extent, and neither it
/// nor that of PNG complains about a file that ends too early.
struct PictureHeader: Hashable {
  /// The picture's extent, where the header holds it at a fixed place.
  let extent: PixelSize?
  /// Bytes that the file must have, where the header says it.
  let byteCount: Int?

  /// Reads the first bytes of a file of `format`.
  init(_ format: PictureFormat, _ bytes: [UInt8]) {
    switch format {
    case .png:
      extent = PictureHeader.pngExtent(bytes)
      byteCount = nil
    case .webp:
      extent = PictureHeader.webpExtent(bytes)
      byteCount = PictureHeader.number(bytes[...].dropFirst(4).prefix(4).reversed()).map { $0 + 8 }
    case .jpeg, .svg:
      extent = nil
      byteCount = nil
    }
  }

  /// PNG 11.2.2: IHDR is the first chunk, its data begin with width and height.
  private static func pngExtent(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.dropFirst(12).starts(with: Array("IHDR".utf8)) else { return nil }
    guard let width = number(bytes[...].dropFirst(16).prefix(4)),
      let height = number(bytes[...].dropFirst(20).prefix(4))
    else { return nil }
    return PixelSize(width, height)
  }

  /// RFC 9649: the first chunk is VP8X (24 bits each, less one), VP8L (14 bits each, less one, after a
  /// signature byte) or VP8 (14 bits each, after the frame tag and the start code of RFC 6386, 9.1).
  private static func webpExtent(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.count >= 30 else { return nil }
    func little(_ start: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X":
      return PixelSize(little(24, 3) + 1, little(27, 3) + 1)
    case "VP8L":
      let packed = little(21, 4)
      return PixelSize((packed & 0x3FFF) + 1, ((packed >> 14) & 0x3FFF) + 1)
    case "VP8 ":
      return PixelSize(little(26, 2) & 0x3FFF, little(28, 2) & 0x3FFF)
    default:
      return nil
    }
  }

  /// Four bytes, the highest first.
  private static func number(_ bytes: some Collection<UInt8>) -> Int? {
    bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
  }
}

/// Watches a file go by and notices the mark at its end, wherever the pieces are cut.
struct EndMarkFinder {
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
    mark = format == .png ? EndMarkFinder.png : []
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

extension PixelSize {
  /// Whether there are pixels in it, and at most `limit` of them.
  package func isUsable(upTo limit: Int?) -> Bool {
    guard width > 0, height > 0 else { return false }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return !overflow && area <= limit ?? .max
  }

  /// The largest extent of the same proportions that `room` holds; at least one pixel each way.
  func fitted(into room: PixelSize) -> PixelSize {
    scaled(by: scale(into: room))
  }

  /// The same extent if `room` holds it, else `fitted(into:)`.
  func shrunk(into room: PixelSize) -> PixelSize {
    let scale = scale(into: room)
    return scale < 1 ? scaled(by: scale) : self
  }

  /// The smallest extent of the same proportions that leaves nothing of `room` free, unless that is so
  /// elongated that most of it would be cut off: then `fitted(into:)`.
  func filled(_ room: PixelSize) -> PixelSize {
    let filling = scaled(by: scale(covering: room))
    return filling.isUsable(toCover: room) ? filling : fitted(into: room)
  }

  /// `filled(_:)` if that is smaller, else the same extent, unless most of it would be cut off.
  func shrunk(covering room: PixelSize) -> PixelSize {
    guard scale(covering: room) >= 1 else { return filled(room) }
    return isUsable(toCover: room) ? self : shrunk(into: room)
  }

  private func isUsable(toCover room: PixelSize) -> Bool {
    width <= room.width * Self.mostCut && height <= room.height * Self.mostCut
  }

  /// A picture more than so many times longer than its room is shown as a whole.
  static let mostCut = 8

  private func scale(covering room: PixelSize) -> Double {
    max(Double(room.width) / Double(max(1, width)), Double(room.height) / Double(max(1, height)))
  }

  private func scale(into room: PixelSize) -> Double {
    min(Double(room.width) / Double(max(1, width)), Double(room.height) / Double(max(1, height)))
  }

  private func scaled(by scale: Double) -> PixelSize {
    PixelSize(max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
  }
}
