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

  /// Its part that is left by factors of 0 to 256, rounded. No more than 255 of its own may meet a factor of 256.
  @inline(__always)
  func scaled(by factors: Channels) -> Channels { (self &* factors &+ Self.half) &>> 8 }

  @inline(__always)
  func scaled(by factor: UInt16) -> Channels { scaled(by: Channels(repeating: factor)) }

  /// 0 to 255 as a factor of 0 to 256.
  @inline(__always)
  var asFactors: Channels { self &+ (self &>> 7) }

  /// Laid over another pixel; both are premultiplied. The sum is never more than 255 where no channel is more than the
  /// opacity.
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
