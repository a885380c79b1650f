import RotundaGeometry

/// Items on a circle around an axis in the screen's plane, each facing the viewer: the rotary layouts.
///
/// `a = offset / count · arc`, at `(r sin a, 0, r cos a − r)`; seen from inside when `r` and `a` change signs.
struct RotaryLayout: LayoutFormula, Hashable, Sendable {
  var angle: LayoutAngle
  var radius: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(angle.at(offset))
    return isVertical
      ? .offset(0, radius * sine, radius * cosine - radius)
      : .offset(radius * sine, 0, radius * cosine - radius)
  }
}
