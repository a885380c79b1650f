import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The angle of an item: proportional to its offset, or the same for all.
struct LayoutAngle: Hashable, Sendable {
  var perItem: Double
  var fixed: Double

  @inline(__always)
  func at(_ offset: Double) -> Double { offset * perItem + fixed }
}

extension Transform {
  /// Returns a translation.
  @inline(__always)
  static func offset(_ x: Double, _ y: Double, _ z: Double) -> Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(x, y, z, 1))
  }

  /// Returns a rotation about the x axis, from the sine and cosine of the angle, with the center at `place`.
  @inline(__always)
  static func turnedAboutX(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, cosine, sine, 0), SIMD4(0, -sine, cosine, 0), place)
  }

  /// Returns a rotation about the y axis, from the sine and cosine of the angle, with the center at `place`.
  @inline(__always)
  static func turnedAboutY(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(cosine, 0, -sine, 0), SIMD4(0, 1, 0, 0), SIMD4(sine, 0, cosine, 0), place)
  }

  /// Returns a rotation about the z axis, from the sine and cosine of the angle, with the center at `place`.
  @inline(__always)
  static func turnedAboutZ(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(cosine, sine, 0, 0), SIMD4(-sine, cosine, 0, 0), SIMD4(0, 0, 1, 0), place)
  }
}

/// Returns sine and cosine of an angle in radians, within 2e-16 of the exact values up to 1e5 radians.
/// Several times as fast as two calls to the C library.
///
/// Reduces the angle to ±π/4 in two steps and then evaluates both Taylor series in parallel to the last bit.
/// The code has no branch on the angle: the angles of neighbors lie in any quadrant, so every other branch
/// would be mispredicted.
@inline(__always)
func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  guard abs(angle) < 1e5 else { return exactSineAndCosine(angle) }
  let shifted = angle * (2 / .pi) + roundingShift
  let quarter = shifted - roundingShift
  let x = (angle - quarter * quarterTurn) - quarter * quarterTurnRest
  let both = (1 + x * x * series(x * x)) * SIMD2(x, 1)
  let (sine, cosine) = (both.x.bitPattern, both.y.bitPattern)
  // The last bits of the shifted number hold the number of quarter turns. Odd numbers exchange sine and
  // cosine. The sine is negative in the third and fourth quadrant, the cosine in the second and third.
  let quarters = shifted.bitPattern
  let exchange = (sine ^ cosine) & (0 &- (quarters & 1))
  return (
    Double(bitPattern: sine ^ exchange ^ ((quarters & 2) &<< 62)),
    Double(bitPattern: cosine ^ exchange ^ (((quarters &+ 1) & 2) &<< 62))
  )
}

/// Uses the C library for large angles, which are too rare to optimize.
@inline(never)
private func exactSineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  (sin(angle), cos(angle))
}

/// The first 33 bits of π/2, which make small multiples exact, and the remainder.
private let quarterTurn = 0x1.921fb544p0
private let quarterTurnRest = 0x1.0b4611a626331p-34

/// 3·2⁵¹: the sum with it has no bits for a fraction. Therefore addition rounds to the nearest integer
/// without a call.
private let roundingShift = 0x1.8p52

/// Returns −1/3! + x²/5! − … and −1/2! + x²/4! − …: the series of sine and cosine without their first terms,
/// divided by x² and (for the sine) x.
///
/// Uses Estrin's scheme: in sequence, each term would have to wait for the previous one.
@inline(__always)
private func series(_ square: Double) -> SIMD2<Double> {
  let fourth = square * square
  let first = SIMD2(-1 / 6.0, -1 / 2.0) + square * SIMD2(1 / 120.0, 1 / 24.0)
  let second = SIMD2(-1 / 5040.0, -1 / 720.0) + square * SIMD2(1 / 362_880.0, 1 / 40_320.0)
  let third =
    SIMD2(-1 / 39_916_800.0, -1 / 3_628_800.0) + square * SIMD2(1 / 6_227_020_800.0, 1 / 479_001_600.0)
  let last =
    SIMD2(-1 / 1_307_674_368_000.0, -1 / 87_178_291_200.0) + square * SIMD2(0, 1 / 20_922_789_888_000.0)
  return (first + fourth * second) + fourth * fourth * (third + fourth * last)
}
