import CTexels

/// Pixels to draw into: 32 bits each, blue in the lowest byte, row by row from the top without gaps. The
/// highest byte becomes full wherever something is drawn.
///
/// The maker of one keeps the memory until everything is drawn.
package struct PixelBuffer: @unchecked Sendable {
  let pixels: UnsafeMutablePointer<UInt32>
  /// Pixels across.
  package let width: Int
  /// Pixels down.
  package let height: Int

  /// Nil when `bytes` do not hold that many pixels, or do not begin at a whole one.
  package init?(_ bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int) {
    guard let start = bytes.baseAddress, width > 0, height > 0, width <= Self.largest, height <= Self.largest,
      bytes.count >= width * height * 4, UInt(bitPattern: start) % 4 == 0
    else { return nil }
    pixels = start.assumingMemoryBound(to: UInt32.self)
    self.width = width
    self.height = height
  }

  /// Pixels across or down that are not exceeded, so that their numbers are exact in single precision and to
  /// spare.
  private static let largest = 1 << 16

  func row(_ row: Int) -> UnsafeMutablePointer<UInt32> { pixels + row * width }
}

/// A part of a pixel buffer: columns and rows from its upper left corner.
package struct PixelArea: Sendable {
  /// From the left.
  package var columns: Range<Int>
  /// From the top.
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// What both share, possibly empty.
  func intersection(_ other: PixelArea) -> PixelArea {
    PixelArea(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}

/// A picture to be looked up: 32 bits a texel, premultiplied, blue in the lowest byte; and its halvings.
///
/// Its edges are repeated around it, so that a look-up between two texels never needs to ask whether both are
/// there. The memory is the caller's, who keeps it until everything is drawn.
package struct Texels: @unchecked Sendable {
  /// One size of it.
  struct Level {
    let pixels: UnsafePointer<UInt32>?
    let width: Int
    let height: Int
  }

  /// From the full size; each next one has half of it.
  private(set) var levels: InlineArray<4, Level>
  private(set) var count: Int

  package static let mostLevels = 4

  private init() {
    levels = InlineArray(repeating: Level(pixels: nil, width: 0, height: 0))
    count = 0
  }

  /// No picture.
  static var nothing: Texels { Texels() }

  /// A picture with its full size alone; nil when there are too few texels for a look-up.
  package init?(_ pixels: UnsafePointer<UInt32>, width: Int, height: Int) {
    guard width > 1, height > 1, width <= Self.largest, height <= Self.largest else { return nil }
    levels = InlineArray(repeating: Level(pixels: pixels, width: width, height: height))
    count = 1
  }

  /// Adds the next halving; what is too small for a look-up, or one too many, is left out.
  package mutating func add(_ pixels: UnsafePointer<UInt32>, width: Int, height: Int) {
    guard count < Self.mostLevels, width > 1, height > 1 else { return }
    levels[count] = Level(pixels: pixels, width: width, height: height)
    count += 1
  }

  /// Mixes the full sizes of two pictures of one extent.
  ///
  /// - Parameters:
  ///   - weight: 256ths of the other one, 0 to 256.
  ///   - pixels: takes `texelCount` of them, and is kept by the caller until everything is drawn.
  /// - Returns: nil when their extents differ.
  package func mixed(_ other: Texels, weight: Int, into pixels: UnsafeMutablePointer<UInt32>) -> Texels? {
    let (one, two) = (levels[0], other.levels[0])
    guard one.width == two.width, one.height == two.height, (0...256).contains(weight) else { return nil }
    ctexels_mix(one.pixels, two.pixels, Int32(weight), texelCount, pixels)
    return Texels(pixels, width: one.width, height: one.height)
  }

  /// Of the full size.
  package var texelCount: Int { levels[0].width * levels[0].height }

  /// Texels across or down that are not exceeded: places in 256ths of a texel stay exact in single precision.
  private static let largest = 1 << 14
}

/// A pixel's four channels, 0 to 255 each, in lanes that hold products of two.
typealias Channels = SIMD4<UInt16>

extension SIMD4<UInt16> {
  /// Half of 256, for rounding.
  private static let half = Channels(repeating: 128)

  @inline(__always)
  init(pixel: UInt32) {
    self.init(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
  }

  @inline(__always)
  var pixel: UInt32 { unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: self), to: UInt32.self) }

  /// Its part that is left by factors of 0 to 256, rounded. No more than 255 of its own may meet a factor of
  /// 256.
  @inline(__always)
  func scaled(by factors: Channels) -> Channels { (self &* factors &+ Self.half) &>> 8 }

  @inline(__always)
  func scaled(by factor: UInt16) -> Channels { scaled(by: Channels(repeating: factor)) }

  /// 0 to 255 as a factor of 0 to 256.
  @inline(__always)
  var asFactors: Channels { self &+ (self &>> 7) }

  /// Laid over another pixel; both are premultiplied. The sum is never more than 255 where no channel is more
  /// than the opacity.
  @inline(__always)
  func over(_ below: UInt32) -> UInt32 {
    let opacity = self[3]
    let rest = 256 &- (opacity &+ (opacity &>> 7))
    return (self &+ Channels(pixel: below).scaled(by: rest)).pixel
  }
}

extension SIMD4<Float> {
  /// 0, 1, 2, 3: the lanes' distances from the first.
  @inline(__always)
  static var steps: SIMD4<Float> { SIMD4(0, 1, 2, 3) }

  @inline(__always)
  func atLeast(_ least: SIMD4<Float>) -> SIMD4<Float> { replacing(with: least, where: self .< least) }

  @inline(__always)
  func atMost(_ most: SIMD4<Float>) -> SIMD4<Float> { replacing(with: most, where: self .> most) }

  @inline(__always)
  var magnitudes: SIMD4<Float> {
    unsafeBitCast(
      unsafeBitCast(self, to: SIMD4<UInt32>.self) & SIMD4<UInt32>(repeating: 0x7fff_ffff),
      to: SIMD4<Float>.self)
  }

  /// The nearest whole numbers; what is no number, or beyond ±2²², becomes any number.
  ///
  /// 1.5 · 2²³ has no bits for anything smaller than 1: added to a number, its lowest bits are that number's.
  @inline(__always)
  var nearest: SIMD4<Int32> {
    let shifted = self + SIMD4(repeating: 12_582_912)
    return unsafeBitCast(shifted, to: SIMD4<Int32>.self) &- SIMD4<Int32>(repeating: 0x4b40_0000)
  }
}
