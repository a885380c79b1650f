import Geometry

/// Items on a drum, outside or (with radius and angle negative) inside.
///
/// Pushed out to the radius, turned by `a = offset / count · arc` about the drum's axis, pushed back by the radius.
struct CylinderLayout: Hashable, Sendable {
  var angle: LayoutAngle
  var radius: Double
  var isVertical: Bool

  func local(_ offset: Double) -> Transform {
    let turned = angle.at(offset)
    let (sine, cosine) = sineAndCosine(turned)
    let rim = radius + Limit.drumLift
    if isVertical {
      return Transform(
        SIMD4(1, 0, 0, 0), SIMD4(0, cosine, -sine, 0), SIMD4(0, sine, cosine, 0),
        SIMD4(0, rim * sine, rim * cosine - radius, 1))
    }
    return Transform(
      SIMD4(cosine, 0, -sine, 0), SIMD4(0, 1, 0, 0), SIMD4(sine, 0, cosine, 0),
      SIMD4(rim * sine, 0, rim * cosine - radius, 1))
  }
}
