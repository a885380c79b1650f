import Glibc
import Wayland

/// The place of the colors in a pixel of shared memory.
package nonisolated struct PixelLayout: Hashable, Sendable {
  /// The size of a pixel in bytes. The first byte has the lowest bits.
  let bytes: Int
  /// The number of bits of each color.
  let bits: UInt32
  /// The position of the lowest bit of each color.
  let red, green, blue: UInt32

  private init(_ bytes: Int, bits: UInt32, red: UInt32, green: UInt32, blue: UInt32) {
    (self.bytes, self.bits, self.red, self.green, self.blue) = (bytes, bits, red, green, blue)
  }

  /// Returns nil for a format that no known compositor uses for copies of a screen.
  package init?(_ format: WlShm.Format) {
    switch format {
    case .xrgb8888, .argb8888: self.init(4, bits: 8, red: 16, green: 8, blue: 0)
    case .xbgr8888, .abgr8888: self.init(4, bits: 8, red: 0, green: 8, blue: 16)
    case .rgbx8888, .rgba8888: self.init(4, bits: 8, red: 24, green: 16, blue: 8)
    case .bgrx8888, .bgra8888: self.init(4, bits: 8, red: 8, green: 16, blue: 24)
    case .rgb888: self.init(3, bits: 8, red: 16, green: 8, blue: 0)
    case .bgr888: self.init(3, bits: 8, red: 0, green: 8, blue: 16)
    case .xrgb2101010, .argb2101010: self.init(4, bits: 10, red: 20, green: 10, blue: 0)
    case .xbgr2101010, .abgr2101010: self.init(4, bits: 10, red: 0, green: 10, blue: 20)
    default: return nil
    }
  }

  /// Returns the RGBA bytes of a pixel as a number whose lowest byte is red.
  fileprivate func opaque(_ pixel: UInt32) -> UInt32 {
    let (spare, mask) = (bits - 8, UInt32(1) << bits - 1)
    func color(_ shift: UInt32) -> UInt32 { (pixel >> shift & mask) >> spare }
    return color(red) | color(green) << 8 | color(blue) << 16 | 0xFF00_0000
  }
}

/// A screen's pixels in shared memory, as the compositor copied them.
package nonisolated struct ScreenImage: Hashable, Sendable {
  /// The size in pixels before the transform, and the length of a row in bytes.
  package let width, height, stride: Int
  /// The transform that the compositor applied to the picture for the screen.
  package let transform: WlOutput.Transform
  let layout: PixelLayout
  let isUpsideDown: Bool
  private let descriptor: Int32

  /// The largest width and height in pixels, and the largest size in bytes: four screens of 8K.
  private static let (mostPixels, mostBytes) = (UInt32(16_384), 1 << 29)

  /// Takes the ownership of a memory file. Returns nil, and leaves the file to the caller, for a size or a
  /// format that does not fit, and for an unknown transform.
  package init?(
    format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32, isUpsideDown: Bool,
    transform: WlOutput.Transform, memory: Int32
  ) {
    guard let layout = PixelLayout(format), transform.rawValue <= WlOutput.Transform.flipped270.rawValue,
      Self.size(format: format, width: width, height: height, stride: stride) != nil
    else { return nil }
    (self.width, self.height, self.stride) = (Int(width), Int(height), Int(stride))
    (self.layout, self.isUpsideDown, self.transform) = (layout, isUpsideDown, transform)
    descriptor = memory
  }

  /// Returns the size of such a picture in bytes. Nil for a picture that is empty, too large or inconsistent,
  /// or has an unknown format.
  static func size(format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32) -> Int? {
    guard let layout = PixelLayout(format), (1...mostPixels).contains(width),
      (1...mostPixels).contains(height), Int(stride) >= Int(width) * layout.bytes
    else { return nil }
    let size = Int(stride) * Int(height)
    return size <= mostBytes ? size : nil
  }

  /// Whether the transform exchanges width and height.
  private var isTurned: Bool { transform.rawValue & 1 == 1 }

  /// Closes the memory without reading it.
  package func discard() { close(descriptor) }

  /// Converts the picture as a visitor sees it to opaque RGBA bytes, row by row from the top, and closes the
  /// memory. Returns nil if the memory cannot be mapped. May take several frames' time.
  package func takePixels() -> (width: Int, height: Int, bytes: [UInt8])? {
    defer { close(descriptor) }
    let size = stride * height
    let mapping = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let mapping, mapping != MAP_FAILED else { return nil }
    defer { munmap(mapping, size) }
    let source = UnsafeRawBufferPointer(start: mapping, count: size)
    let (across, down) = isTurned ? (height, width) : (width, height)
    let origin = offset(column: 0, row: 0)
    let (right, below) = (offset(column: 1, row: 0) - origin, offset(column: 0, row: 1) - origin)
    let bytes = [UInt8](unsafeUninitializedCapacity: across * down * 4) { target, count in
      let target = UnsafeMutableRawBufferPointer(target)
      for row in 0..<down {
        var place = origin + row * below
        for column in 0..<across {
          let pixel = layout.opaque(read(source, place))
          target.storeBytes(
            of: pixel.littleEndian, toByteOffset: (row * across + column) * 4, as: UInt32.self)
          place += right
        }
      }
      count = across * down * 4
    }
    return (across, down, bytes)
  }

  private func read(_ source: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    guard layout.bytes == 4 else {
      return UInt32(source[place]) | UInt32(source[place + 1]) << 8 | UInt32(source[place + 2]) << 16
    }
    return UInt32(littleEndian: source.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// Returns the place in memory of a pixel of the upright picture.
  private func offset(column x: Int, row y: Int) -> Int {
    let (right, bottom) = (width - 1, height - 1)
    // The transforms of wl_output turn against the clock. A flipped one mirrors left and right before that.
    let (column, row) =
      switch transform {
      case ._90: (y, bottom - x)
      case ._180: (right - x, bottom - y)
      case ._270: (right - y, x)
      case .flipped: (right - x, y)
      case .flipped90: (y, x)
      case .flipped180: (x, bottom - y)
      case .flipped270: (right - y, bottom - x)
      default: (x, y)
      }
    return (isUpsideDown ? bottom - row : row) * stride + column * layout.bytes
  }
}
