/// Four pixels, each mixed of four texels.
///
/// One look-up in thirty instructions is most of what a frame costs. Weights have seven bits, so that a difference of two
/// channels times one of them fits into 16 bits, of which there are eight at a time.
struct TexelBlock {
  private let first: SIMD8<UInt8>
  private let second: SIMD8<UInt8>

  /// - Parameters:
  ///   - across: how far right of the level's first texel each one is, in 128ths: from 0 to the last but one.
  ///   - down: the same downwards.
  @inline(__always)
  init(_ level: Texels.Level, _ across: SIMD4<Float>, _ down: SIMD4<Float>) {
    let (u, v) = (Self.whole(across), Self.whole(down))
    let places =
      Self.place(v) &* SIMD4(repeating: UInt32(truncatingIfNeeded: level.width) & 0x7fff) &+ Self.place(u)
    let (right, below) = (Self.weights(u), Self.weights(v))
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
    let two = unsafeBitCast(first, to: SIMD2<UInt32>.self)
    let other = unsafeBitCast(second, to: SIMD2<UInt32>.self)
    let all = SIMD4(two[0], two[1], other[0], other[1])
    for index in 0..<count { pixels[index] = all[index] }
  }

  /// The nearest whole numbers, in the lowest 21 bits.
  ///
  /// 1.5 · 2²³ has no bits for anything smaller than 1: added to a number, its lowest bits are that number's.
  @inline(__always)
  private static func whole(_ places: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafeBitCast(places + 12_582_912, to: SIMD4<UInt32>.self)
  }

  /// The texel's number: few enough bits for the processor to multiply two at once.
  @inline(__always)
  private static func place(_ whole: SIMD4<UInt32>) -> SIMD4<UInt32> {
    (whole & SIMD4(repeating: 0x1f_ffff)) &>> 7
  }

  /// How much of the next texel counts, of 128, in the even lanes.
  @inline(__always)
  private static func weights(_ whole: SIMD4<UInt32>) -> SIMD8<Int16> {
    unsafeBitCast(whole, to: SIMD8<Int16>.self) & SIMD8(repeating: 127)
  }

  /// The left and the right pixel at a height between two rows.
  @inline(__always)
  private static func column(_ level: Texels.Level, _ place: UInt32, _ below: Int16) -> SIMD8<Int16> {
    let texel = level.pixels + Int(place)
    let upper = pair(texel)
    let weights = SIMD8(below, below, below, below, below, below, below, below)
    return upper &+ ((pair(texel + level.width) &- upper) &* weights) &>> 7
  }

  /// Two pixels, each between its left and right one.
  @inline(__always)
  private static func mixed(
    _ one: SIMD8<Int16>, _ other: SIMD8<Int16>, _ right: Int16, _ otherRight: Int16
  ) -> SIMD8<UInt8> {
    let left = SIMD8(lowHalf: one.lowHalf, highHalf: other.lowHalf)
    let beside = SIMD8(lowHalf: one.highHalf, highHalf: other.highHalf)
    let weights = SIMD8(right, right, right, right, otherRight, otherRight, otherRight, otherRight)
    // What was cut off between the rows is half a step on average: so the rest is rounded up.
    return SIMD8(truncatingIfNeeded: left &+ ((beside &- left) &* weights &+ 127) &>> 7)
  }

  /// Two texels next to each other.
  @inline(__always)
  private static func pair(_ texel: UnsafePointer<UInt32>) -> SIMD8<Int16> {
    SIMD8(truncatingIfNeeded: UnsafeRawPointer(texel).loadUnaligned(as: SIMD8<UInt8>.self))
  }
}
