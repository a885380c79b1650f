/// The kinds of picture file that are decoded. They are told apart by their first bytes, never by their names.
enum PictureFormat: String, Hashable, CaseIterable {
  case png
  case jpeg
  case webp
  case svg

  /// Bytes that are looked at. An SVG may begin with a licence as long as this.
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

  /// Most pixels of a picture, or nil where the decoder draws at any extent that it is told.
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

  /// Whether the decoder itself makes the picture as small as it is told.
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
