import Scene

/// What a picture file says about itself before any of it is decoded.
///
/// gdk-pixbuf's loaders differ in what they notice: that of WebP makes room for any extent, and neither it nor
/// that of PNG complains about a file that ends too early.
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

  /// RFC 9649: the first chunk is VP8X (24 bits each, less one), VP8L (14 bits each, less one, after a signature
  /// byte) or VP8 (14 bits each, after the frame tag and the start code of RFC 6386, 9.1).
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
