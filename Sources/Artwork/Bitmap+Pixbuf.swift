import CPixbuf
import Scene

extension Bitmap {
  /// The pixels of a decoded picture, whose colours gdk-pixbuf does not multiply by alpha and keeps in the order
  /// red, green, blue; nil when they are not eight bits deep or there is no memory.
  init?(premultiplying pixbuf: OpaquePointer) {
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let size = PixelSize(Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf)))
    guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == 3 || channels == 4,
      let source = gdk_pixbuf_read_pixels(pixbuf), let storage = PixelStorage(size)
    else { return nil }
    let sourceRow = Int(gdk_pixbuf_get_rowstride(pixbuf))
    var opacity: UInt8 = 255
    for row in 0..<size.height {
      // The last row of a pixbuf may be shorter than the distance between rows.
      let from = UnsafeRawBufferPointer(start: source + row * sourceRow, count: size.width * channels)
      let to = UnsafeMutableRawBufferPointer(
        rebasing: storage.bytes[row * size.width * 4..<(row + 1) * size.width * 4])
      opacity &= Bitmap.premultiply(from, channels, into: to)
    }
    self.init(storage, isOpaque: opacity == 255)
  }

  /// One row; returns the bits that all alphas have in common, 255 when all are opaque.
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

  /// `channel * alpha / 255`, rounded to nearest without a division (as pixman does).
  private static func multiplied(_ channel: UInt8, _ alpha: UInt8) -> UInt8 {
    let product = UInt32(channel) * UInt32(alpha) + 128
    return UInt8(truncatingIfNeeded: (product + (product >> 8)) >> 8)
  }
}
