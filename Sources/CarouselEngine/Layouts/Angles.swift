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
  /// A translation alone.
  @inline(__always)
  static func offset(_ x: Double, _ y: Double, _ z: Double) -> Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(x, y, z, 1))
  }

  /// Turned by an angle about the x axis: from its sine and cosine, and where the center goes.
  @inline(__always)
  static func turnedAboutX(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, cosine, sine, 0), SIMD4(0, -sine, cosine, 0), place)
  }

  /// Turned by an angle about the y axis: from its sine and cosine, and where the center goes.
  @inline(__always)
  static func turnedAboutY(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(cosine, 0, -sine, 0), SIMD4(0, 1, 0, 0), SIMD4(sine, 0, cosine, 0), place)
  }

  /// Turned by an angle about the z axis: from its sine and cosine, and where the center goes.
  @inline(__always)
  static func turnedAboutZ(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(cosine, sine, 0, 0), SIMD4(-sine, cosine, 0, 0), SIMD4(0, 0, 1, 0), place)
  }
}

/// Sine and cosine of one angle in radians, within 2e-16 of the exact values up to 1e5 radians: several times
/// as fast as asking the C library for both.
///
/// Reduced to ±π/4 in two steps, then both Taylor series side by side as far as the last bit. Without a
/// branch on the angle: angles of neighbors lie in any quarter, so that one would be mispredicted every other
/// time.
@inline(__always)
func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  guard abs(angle) < 1e5 else { return exactSineAndCosine(angle) }
  let shifted = angle * (2 / .pi) + roundingShift
  let quarter = shifted - roundingShift
  let x = (angle - quarter * quarterTurn) - quarter * quarterTurnRest
  let both = (1 + x * x * series(x * x)) * SIMD2(x, 1)
  let (sine, cosine) = (both.x.bitPattern, both.y.bitPattern)
  // The number of quarter turns stands in the last bits of the shifted number. Odd ones exchange sine and
  // cosine; the sine is negative in the third and fourth quarter, the cosine in the second and third.
  let quarters = shifted.bitPattern
  let exchange = (sine ^ cosine) & (0 &- (quarters & 1))
  return (
    Double(bitPattern: sine ^ exchange ^ ((quarters & 2) &<< 62)),
    Double(bitPattern: cosine ^ exchange ^ (((quarters &+ 1) & 2) &<< 62))
  )
}

/// For angles so large that they are not worth a method of their own.
@inline(never)
private func exactSineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
  (sin(angle), cos(angle))
}

/// The first 33 bits of π/2, so that small multiples are exact, and what is left of it.
private let quarterTurn = 0x1.921fb544p0
private let quarterTurnRest = 0x1.0b4611a626331p-34

/// 3·2⁵¹: adding it leaves no room for a fraction, so that the sum is rounded to the nearest integer without
/// a call.
private let roundingShift = 0x1.8p52

/// −1/3! + x²/5! − … and −1/2! + x²/4! − …, that is what follows the first term of the series of sine and
/// cosine, over x² and (for the sine) x.
///
/// In pairs (Estrin's scheme): one after the other the terms would have to wait for each other.
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
