import CPango
import CPixbuf
import Glibc
import Scene

/// Finished pixels, ready to become a texture.
///
/// Each pixel has four bytes in the layout of Cairo's ARGB32 on a little-endian machine: blue, green, red,
/// alpha. The colors are already multiplied by alpha. Rows follow each other from top to bottom without gaps.
/// No code writes to the pixels after a bitmap exists. Therefore it moves between threads without a copy.
package struct Bitmap: Sendable {
  package static let bytesPerPixel = 4

  /// The size in pixels; at least one in each direction.
  package let size: PixelSize
  /// Whether every pixel is opaque.
  package let isOpaque: Bool
  private let storage: PixelStorage

  init(_ storage: PixelStorage, isOpaque: Bool) {
    self.storage = storage
    self.isOpaque = isOpaque
    size = storage.size
  }

  /// Distance from one row to the next in bytes: `size.width` pixels, no padding.
  package var bytesPerRow: Int { size.width * Bitmap.bytesPerPixel }

  /// Passes the pixels, `bytesPerRow * size.height` bytes, to `body`.
  package func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body(UnsafeRawBufferPointer(storage.bytes))
  }

  /// Returns a pixel as red, green, blue and alpha from 0 to 255, with the colors multiplied by alpha; nil
  /// outside.
  package func pixel(_ column: Int, _ row: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)? {
    guard (0..<size.width).contains(column), (0..<size.height).contains(row) else { return nil }
    return withBytes { bytes in
      let start = row * bytesPerRow + column * Bitmap.bytesPerPixel
      return (bytes[start + 2], bytes[start + 1], bytes[start], bytes[start + 3])
    }
  }
}

extension Bitmap {
  /// Returns the visible part with a transparent pixel around it, and the size of the parts that were cut off
  /// on the left and above. Returns a single transparent pixel if nothing is visible; nil without memory.
  func trimmed() -> (Bitmap, inset: PixelSize)? {
    let (width, height) = (size.width, size.height)
    return withBytes { bytes -> (Bitmap, inset: PixelSize)? in
      let pixels = bytes.bindMemory(to: UInt32.self)
      var (left, right, top, bottom) = (width, -1, height, -1)
      for row in 0..<height {
        let line = pixels[row * width..<(row + 1) * width]
        guard let first = line.firstIndex(where: { $0 != 0 }), let last = line.lastIndex(where: { $0 != 0 })
        else { continue }
        (left, right) = (min(left, first - row * width), max(right, last - row * width))
        (top, bottom) = (min(top, row), row)
      }
      guard right >= left else {
        return PixelStorage(PixelSize(1, 1)).map { (Bitmap($0, isOpaque: false), PixelSize(0, 0)) }
      }
      (left, top) = (max(0, left - 1), max(0, top - 1))
      (right, bottom) = (min(width - 1, right + 1), min(height - 1, bottom + 1))
      guard let storage = PixelStorage(PixelSize(right - left + 1, bottom - top + 1)) else { return nil }
      let row = storage.size.width * Bitmap.bytesPerPixel
      for y in 0..<storage.size.height {
        let start = (top + y) * bytesPerRow + left * Bitmap.bytesPerPixel
        UnsafeMutableRawBufferPointer(rebasing: storage.bytes[y * row..<(y + 1) * row]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + row]))
      }
      return (Bitmap(storage, isOpaque: false), PixelSize(left, top))
    }
  }
}

/// The memory of a bitmap. Its creator writes it. It is read-only once a `Bitmap` owns it. Therefore it is
/// safe to share, although the compiler cannot verify that.
final class PixelStorage: @unchecked Sendable {
  let size: PixelSize
  let bytes: UnsafeMutableRawBufferPointer

  /// Allocates `size` pixels, all transparent; nil without memory.
  init?(_ size: PixelSize) {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, area <= Int.max / Bitmap.bytesPerPixel,
      let memory = calloc(area, Bitmap.bytesPerPixel)
    else { return nil }
    self.size = size
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: area * Bitmap.bytesPerPixel)
  }

  deinit { free(bytes.baseAddress) }
}

extension Bitmap {
  /// Converts a decoded picture. gdk-pixbuf stores colors in the order red, green, blue, without multiplying
  /// them by alpha. Returns nil without memory, and if the channels do not have eight bits.
  init?(premultiplying pixbuf: OpaquePointer) {
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let size = PixelSize(Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
    guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == 3 || channels == 4,
      let source = gdk_pixbuf_read_pixels(pixbuf), let storage = PixelStorage(size)
    else { return nil }
    let sourceRow = Int(gdk_pixbuf_get_rowstride(pixbuf))
    var opacity: UInt8 = 255
    for row in 0..<size.height {
      // The last row of a pixbuf may be shorter than the row stride.
      let from = UnsafeRawBufferPointer(start: source + row * sourceRow, count: size.width * channels)
      let to = UnsafeMutableRawBufferPointer(
        rebasing: storage.bytes[row * size.width * 4..<(row + 1) * size.width * 4])
      opacity &= Bitmap.premultiply(from, channels, into: to)
    }
    self.init(storage, isOpaque: opacity == 255)
  }

  /// Converts a row. Returns the bits that all alphas have in common: 255 if all pixels are opaque.
  private static func premultiply(
    _ source: UnsafeRawBufferPointer, _ channels: Int, into target: UnsafeMutableRawBufferPointer
  ) -> UInt8 {
    var common: UInt8 = 255
    var from = 0
    if channels == 3 {
      for to in stride(from: 0, to: target.count, by: bytesPerPixel) {
        let (red, green, blue) = (source[from], source[from + 1], source[from + 2])
        let pixel = 0xff00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        target.storeBytes(of: pixel.littleEndian, toByteOffset: to, as: UInt32.self)
        from += channels
      }
      return common
    }
    for to in stride(from: 0, to: target.count, by: bytesPerPixel) {
      let alpha = source[from + 3]
      target[to] = multiplied(source[from + 2], alpha)
      target[to + 1] = multiplied(source[from + 1], alpha)
      target[to + 2] = multiplied(source[from], alpha)
      target[to + 3] = alpha
      common &= alpha
      from += channels
    }
    return common
  }

  /// Returns `channel * alpha / 255`, rounded to nearest without a division, as pixman does it.
  private static func multiplied(_ channel: UInt8, _ alpha: UInt8) -> UInt8 {
    let product = UInt32(channel) * UInt32(alpha) + 128
    return UInt8(truncatingIfNeeded: (product + (product >> 8)) >> 8)
  }
}

/// A picture to write as a PNG file.
package struct PNGFile: Sendable {
  /// The reason why a picture could not be written.
  package struct Failure: Error, CustomStringConvertible {
    /// Cairo's message.
    package let description: String

    init(description: String) { self.description = description }

    init(_ status: cairo_status_t) {
      self.init(description: cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown error")
    }
  }

  private let storage: PixelStorage

  /// Creates a picture of `size` pixels from red, green, blue and alpha bytes, row by row from the top.
  /// Ignores alpha.
  ///
  /// - Throws: if `pixels` is too short, or without memory.
  package init(size: PixelSize, pixels: [UInt8]) throws(Failure) {
    guard let storage = PixelStorage(size) else { throw Failure(description: "no memory") }
    guard pixels.count >= storage.bytes.count else { throw Failure(description: "too few pixels") }
    self.storage = storage
    for start in stride(from: 0, to: storage.bytes.count, by: Bitmap.bytesPerPixel) {
      // Cairo's order on a little-endian machine: blue, green, red, alpha.
      storage.bytes[start] = pixels[start + 2]
      storage.bytes[start + 1] = pixels[start + 1]
      storage.bytes[start + 2] = pixels[start]
      storage.bytes[start + 3] = .max
    }
  }

  package func bytes() throws(Failure) -> [UInt8] {
    guard let surface = Canvas.surface(over: storage.bytes, size: storage.size) else {
      throw Failure(description: "no memory")
    }
    defer { cairo_surface_destroy(surface) }
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) { target in
      cairo_surface_write_to_png_stream(
        surface,
        { target, part, count in
          let bytes = target?.assumingMemoryBound(to: [UInt8].self)
          bytes?.pointee.append(contentsOf: UnsafeBufferPointer(start: part, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, target)
    }
    guard status == CAIRO_STATUS_SUCCESS else { throw Failure(status) }
    return bytes
  }

  /// Writes the file, and replaces an existing one.
  package func write(to path: String) throws(Failure) {
    guard let surface = Canvas.surface(over: storage.bytes, size: storage.size) else {
      throw Failure(description: "no memory")
    }
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_write_to_png(surface, path)
    guard status == CAIRO_STATUS_SUCCESS else { throw Failure(status) }
  }
}
