import Glibc
import Scene

/// The supported formats of picture files. They are detected by their first bytes, never by their names.
enum PictureFormat: String, Hashable, CaseIterable {
  case png
  case jpeg
  case webp
  case svg

  /// The number of bytes to examine. An SVG may begin with a license of that length.
  static let sniffedByteCount = 4096

  /// Detects the format of a file that starts with `bytes`; nil for any other.
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

  /// The largest file, in bytes. An SVG is held in memory while it is read, and takes many times its length.
  var mostBytes: Int { self == .svg ? 16 << 20 : 64 << 20 }

  /// The largest number of pixels; nil if the decoder can draw at any size.
  ///
  /// The decoders of PNG and WebP need four bytes per pixel (144 MiB for a picture of an 8K screen). The JPEG
  /// decoder scales down while it reads, and needs at most six bytes per pixel for a progressive file.
  var mostPixels: Int? {
    switch self {
    case .png, .webp: 36 << 20
    case .jpeg: 50 << 20
    case .svg: nil
    }
  }

  /// Whether the decoder can scale the picture down itself.
  var scalesWhileDecoding: Bool { self == .svg || self == .jpeg }

  /// Reports whether bytes are an XML document with an `svg` element near its beginning.
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

/// The header of a picture file, which is read before decoding.
///
/// The loaders of gdk-pixbuf check different things. The WebP loader allocates memory for any size. Neither
/// it nor the PNG loader reports a truncated file.
struct PictureHeader: Hashable {
  /// The picture's size, if the header has it at a fixed position.
  let extent: PixelSize?
  /// The length of the file in bytes, if the header contains it.
  let byteCount: Int?

  /// Parses the first bytes of a file of `format`.
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

  /// PNG 11.2.2: IHDR is the first chunk, and its data begin with width and height.
  private static func pngExtent(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.dropFirst(12).starts(with: Array("IHDR".utf8)) else { return nil }
    guard let width = number(bytes[...].dropFirst(16).prefix(4)),
      let height = number(bytes[...].dropFirst(20).prefix(4))
    else { return nil }
    return PixelSize(width, height)
  }

  /// RFC 9649: the first chunk is VP8X, VP8L or VP8. VP8X has 24 bits each, less one. VP8L has 14 bits each,
  /// less one, after a signature byte. VP8 has 14 bits each, after the frame tag and the start code of RFC
  /// 6386, 9.1.
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

  /// Returns four big-endian bytes as a number.
  private static func number(_ bytes: some Collection<UInt8>) -> Int? {
    bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
  }
}

/// Looks for the end marker of a file that arrives in pieces.
struct EndMarkFinder {
  /// The last chunk of a PNG: no data, `IEND`, its checksum (PNG 11.2.5).
  private static let png: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  /// The index of the byte to search for first, which is rare in pictures.
  private static let rareIndex = 8

  private let mark: [UInt8]
  private var tail: [UInt8] = []
  /// Whether the marker has been found; true from the start if the format's decoder detects truncation
  /// itself.
  private(set) var isReached: Bool

  /// Creates a finder for the end of a file of `format`.
  init(_ format: PictureFormat) {
    mark = format == .png ? EndMarkFinder.png : []
    isReached = mark.isEmpty
  }

  /// Examines the next piece.
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
  /// Reports whether the size has at least one pixel, and at most `limit`.
  package func isUsable(upTo limit: Int?) -> Bool {
    guard width > 0, height > 0 else { return false }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return !overflow && area <= limit ?? .max
  }

  /// Returns the largest size of the same proportions that fits into `room`; at least one pixel in each
  /// direction.
  func fitted(into room: PixelSize) -> PixelSize {
    scaled(by: scale(into: room))
  }

  /// Returns the same size if it fits into `room`, otherwise `fitted(into:)`.
  func shrunk(into room: PixelSize) -> PixelSize {
    let scale = scale(into: room)
    return scale < 1 ? scaled(by: scale) : self
  }

  /// Returns the smallest size of the same proportions that covers `room`. Returns `fitted(into:)` if most of
  /// an elongated picture would be cut off.
  func filled(_ room: PixelSize) -> PixelSize {
    let filling = scaled(by: scale(covering: room))
    return filling.isUsable(toCover: room) ? filling : fitted(into: room)
  }

  /// Returns `filled(_:)` if that is smaller, otherwise the same size, unless most of it would be cut off.
  func shrunk(covering room: PixelSize) -> PixelSize {
    guard scale(covering: room) >= 1 else { return filled(room) }
    return isUsable(toCover: room) ? self : shrunk(into: room)
  }

  private func isUsable(toCover room: PixelSize) -> Bool {
    width <= room.width * Self.mostCut && height <= room.height * Self.mostCut
  }

  /// The ratio of a picture's length to its room above which the whole picture is shown.
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
