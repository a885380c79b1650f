import RotundaGeometry

/// Items on a drum, outside or (with radius and angle negative) inside.
///
/// Pushed out to the radius, turned by `a = offset / count · arc` about the drum's axis, pushed back by the radius.
struct CylinderLayout: LayoutFormula, Hashable, Sendable {
  var angle: LayoutAngle
  var radius: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(angle.at(offset))
    let rim = radius + Limit.drumLift
    let across = rim * sine
    let depth = rim * cosine - radius
    return isVertical
      ? .turnedAboutX(-sine, cosine, at: SIMD4(0, across, depth, 1))
      : .turnedAboutY(sine, cosine, at: SIMD4(across, 0, depth, 1))
  }
}
