import CTexels

/// Pixels for drawing: 32 bits each, blue in the lowest byte, row by row from the top without gaps. Drawing
/// sets the highest byte to 255.
///
/// The creator must keep the memory until everything is drawn.
package struct PixelBuffer: @unchecked Sendable {
  let pixels: UnsafeMutablePointer<UInt32>
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int

  /// Returns nil if `bytes` does not contain that many pixels or is not aligned to pixels.
  package init?(_ bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int) {
    guard let start = bytes.baseAddress, width > 0, height > 0, width <= Self.largest, height <= Self.largest,
      bytes.count >= width * height * 4, UInt(bitPattern: start) % 4 == 0
    else { return nil }
    pixels = start.assumingMemoryBound(to: UInt32.self)
    self.width = width
    self.height = height
  }

  /// The maximum width and height in pixels, well within the exact range of single precision.
  private static let largest = 1 << 16

  func row(_ row: Int) -> UnsafeMutablePointer<UInt32> { pixels + row * width }
}

/// A part of a pixel buffer: columns and rows from its upper left corner.
package struct PixelArea: Sendable {
  /// The columns from the left.
  package var columns: Range<Int>
  /// The rows from the top.
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the intersection, which may be empty.
  func intersection(_ other: PixelArea) -> PixelArea {
    PixelArea(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }
}

/// A picture for sampling: 32 bits per texel, premultiplied, blue in the lowest byte; and its smaller levels.
///
/// Its edges are repeated around it. Therefore sampling between two texels needs no bounds check. The caller
/// owns the memory and must keep it until everything is drawn.
package struct Texels: @unchecked Sendable {
  /// One level of the picture.
  struct Level {
    let pixels: UnsafePointer<UInt32>?
    let width: Int
    let height: Int
  }

  /// The levels from the full size; each next one is half as large.
  private(set) var levels: InlineArray<4, Level>
  private(set) var count: Int

  package static let mostLevels = 4

  private init() {
    levels = InlineArray(repeating: Level(pixels: nil, width: 0, height: 0))
    count = 0
  }

  /// An empty picture.
  static var nothing: Texels { Texels() }

  /// Creates a picture with only its full size. Returns nil if it has too few texels for sampling, or too
  /// many.
  package init?(_ pixels: UnsafePointer<UInt32>, width: Int, height: Int) {
    guard width > 1, height > 1, width <= Self.largest, height <= Self.largest else { return nil }
    levels = InlineArray(repeating: Level(pixels: pixels, width: width, height: height))
    count = 1
  }

  /// Adds the next smaller level. Ignores a level that is too small for sampling or exceeds `mostLevels`.
  package mutating func add(_ pixels: UnsafePointer<UInt32>, width: Int, height: Int) {
    guard count < Self.mostLevels, width > 1, height > 1 else { return }
    levels[count] = Level(pixels: pixels, width: width, height: height)
    count += 1
  }

  /// Mixes the full sizes of two pictures of equal extent.
  ///
  /// - Parameters:
  ///   - weight: The weight of the other picture in 256ths, 0 to 256.
  ///   - pixels: The memory for `texelCount` texels. The caller must keep it until everything is drawn.
  /// - Returns: The mixed picture; nil if the extents differ.
  package func mixed(_ other: Texels, weight: Int, into pixels: UnsafeMutablePointer<UInt32>) -> Texels? {
    let (one, two) = (levels[0], other.levels[0])
    guard one.width == two.width, one.height == two.height, (0...256).contains(weight) else { return nil }
    ctexels_mix(one.pixels, two.pixels, Int32(weight), texelCount, pixels)
    return Texels(pixels, width: one.width, height: one.height)
  }

  /// The number of texels of the full size.
  package var texelCount: Int { levels[0].width * levels[0].height }

  /// The maximum width and height in texels. Positions up to it are exact in single precision, in 256ths of a
  /// texel.
  private static let largest = 1 << 14
}

/// A pixel's four channels, 0 to 255 each, in lanes that can hold products of two.
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

  /// Returns the channels multiplied by factors of 0 to 256 and divided by 256, rounded. A factor of 256 is
  /// only valid for channels up to 255.
  @inline(__always)
  func scaled(by factors: Channels) -> Channels { (self &* factors &+ Self.half) &>> 8 }

  @inline(__always)
  func scaled(by factor: UInt16) -> Channels { scaled(by: Channels(repeating: factor)) }

  /// The channels 0 to 255 as factors of 0 to 256.
  @inline(__always)
  var asFactors: Channels { self &+ (self &>> 7) }

  /// Returns the pixel blended over another one; both are premultiplied. The sum does not exceed 255 if no
  /// channel exceeds the opacity.
  @inline(__always)
  func over(_ below: UInt32) -> UInt32 {
    let opacity = self[3]
    let rest = 256 &- (opacity &+ (opacity &>> 7))
    return (self &+ Channels(pixel: below).scaled(by: rest)).pixel
  }
}

extension SIMD4<Float> {
  /// 0, 1, 2, 3: the distances of the lanes from the first.
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

  /// The nearest integers. NaN and numbers beyond ±2²² give arbitrary results.
  ///
  /// 1.5 · 2²³ has no fraction bits: the lowest bits of the sum with it are the rounded number.
  @inline(__always)
  var nearest: SIMD4<Int32> {
    let shifted = self + SIMD4(repeating: 12_582_912)
    return unsafeBitCast(shifted, to: SIMD4<Int32>.self) &- SIMD4<Int32>(repeating: 0x4b40_0000)
  }
}
