/// Four pixels, each mixed of four texels.
///
/// The arithmetic is that of 16-bit lanes that wrap: 256 a + (b − a) w is 256 times what lies between a and b, which fits, so
/// that what overflows on the way does no harm. One look-up in three dozen instructions is most of what a frame costs.
struct TexelBlock {
  private let first: SIMD8<UInt8>
  private let second: SIMD8<UInt8>

  /// - Parameters:
  ///   - places: the upper left texels' numbers in the level.
  ///   - right: how much of the right ones counts, in the lowest eight bits of each.
  ///   - below: how much of the lower ones counts, in the lowest eight bits of each.
  @inline(__always)
  init(_ level: Texels.Level, _ places: SIMD4<Int32>, right: SIMD4<Int32>, below: SIMD4<Int32>) {
    let (right, below) = (Self.weights(right), Self.weights(below))
    let a = Self.column(level, places[0], below[0])
    let b = Self.column(level, places[1], below[2])
    let c = Self.column(level, places[2], below[4])
    let d = Self.column(level, places[3], below[6])
    first = Self.mixed(a, b, right[0], right[2])
    second = Self.mixed(c, d, right[4], right[6])
  }

  @inline(__always)
  func store(at pixels: UnsafeMutablePointer<UInt32>) {
    let bytes = UnsafeMutableRawPointer(pixels)
    bytes.storeBytes(of: first, as: SIMD8<UInt8>.self)
    bytes.storeBytes(of: second, toByteOffset: 8, as: SIMD8<UInt8>.self)
  }

  /// The first `count` of them.
  @inline(__always)
  func store(_ count: Int, at pixels: UnsafeMutablePointer<UInt32>) {
    let (two, other) = (
      unsafeBitCast(first, to: SIMD2<UInt32>.self), unsafeBitCast(second, to: SIMD2<UInt32>.self)
    )
    let all = SIMD4(two[0], two[1], other[0], other[1])
    for index in 0..<count { pixels[index] = all[index] }
  }

  /// The lowest eight bits, in the even lanes.
  @inline(__always)
  private static func weights(_ places: SIMD4<Int32>) -> SIMD8<UInt16> {
    unsafeBitCast(places, to: SIMD8<UInt16>.self) & SIMD8(repeating: 255)
  }

  /// The left and the right pixel at a height between two rows.
  @inline(__always)
  private static func column(_ level: Texels.Level, _ place: Int32, _ below: UInt16) -> SIMD8<UInt16> {
    let upper = level.pixels + Int(place)
    let weights = SIMD8(below, below, below, below, below, below, below, below)
    return between(pair(upper), pair(upper + level.width), weights) &>> 8
  }

  /// Two pixels, each between its left and right one.
  @inline(__always)
  private static func mixed(
    _ one: SIMD8<UInt16>, _ other: SIMD8<UInt16>, _ right: UInt16, _ otherRight: UInt16
  ) -> SIMD8<UInt8> {
    let left = SIMD8(lowHalf: one.lowHalf, highHalf: other.lowHalf)
    let beside = SIMD8(lowHalf: one.highHalf, highHalf: other.highHalf)
    let weights = SIMD8(right, right, right, right, otherRight, otherRight, otherRight, otherRight)
    // What was cut off below on the way is half a step on average: so the rest is rounded up.
    return SIMD8(truncatingIfNeeded: (between(left, beside, weights) &+ 255) &>> 8)
  }

  /// 256 times what lies between two.
  @inline(__always)
  private static func between(
    _ one: SIMD8<UInt16>, _ other: SIMD8<UInt16>, _ weights: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    (one &<< 8) &+ (other &- one) &* weights
  }

  /// Two texels next to each other.
  @inline(__always)
  private static func pair(_ texel: UnsafePointer<UInt32>) -> SIMD8<UInt16> {
    SIMD8(truncatingIfNeeded: UnsafeRawPointer(texel).loadUnaligned(as: SIMD8<UInt8>.self))
  }
}
