import Scene

/// Finished pixels, ready to become a texture.
///
/// Each pixel is four bytes as Cairo's ARGB32 lays them out on a little-endian machine: blue, green, red, alpha,
/// with the colours already multiplied by alpha. Rows follow each other from top to bottom without gaps. Nobody
/// writes to the pixels once a bitmap exists, so it moves between threads without a copy.
public struct Bitmap: Sendable {
  /// Bytes that one pixel takes.
  public static let bytesPerPixel = 4

  /// The measured extent; at least one pixel each way.
  public let size: PixelSize
  /// Whether every pixel is opaque, so that nothing behind it shines through.
  public let isOpaque: Bool
  private let storage: PixelStorage

  init(_ storage: PixelStorage, isOpaque: Bool) {
    self.storage = storage
    self.isOpaque = isOpaque
    size = storage.size
  }

  /// Distance from one row to the next in bytes: `size.width` pixels, no padding.
  public var bytesPerRow: Int { size.width * Bitmap.bytesPerPixel }

  /// Lends the pixels, `bytesPerRow * size.height` bytes of them, for the duration of `body`.
  public func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body(UnsafeRawBufferPointer(storage.bytes))
  }

  /// One pixel, as red, green, blue and alpha from 0 to 255, colours multiplied by alpha; nil outside.
  public func pixel(_ column: Int, _ row: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)? {
    guard (0..<size.width).contains(column), (0..<size.height).contains(row) else { return nil }
    return withBytes { bytes in
      let start = row * bytesPerRow + column * Bitmap.bytesPerPixel
      return (bytes[start + 2], bytes[start + 1], bytes[start], bytes[start + 3])
    }
  }
}
