import Geometry

/// Items on a drum, outside or (with radius and angle negative) inside.
///
/// Pushed out to the radius, turned by `a = offset / count · arc` about the drum's axis, pushed back by the radius.
struct CylinderLayout: LayoutFormula, Hashable, Sendable {
  var angle: LayoutAngle
  var radius: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let turned = angle.at(offset)
    let (sine, cosine) = sineAndCosine(turned)
    let rim = radius + Limit.drumLift
    return isVertical
      ? .turnedAboutX(-sine, cosine, at: SIMD4(0, rim * sine, rim * cosine - radius, 1))
      : .turnedAboutY(sine, cosine, at: SIMD4(rim * sine, 0, rim * cosine - radius, 1))
  }
}
