import RotundaGeometry

/// Items on a line that recedes to both sides.
///
/// At `(offset · across, 0, −|offset| · depth)`, turned by `−c · tilt · π/2` with `c` the offset limited to ±1.
struct RecedingLayout: LayoutFormula, Hashable, Sendable {
  /// Points sideways per item.
  var across: Double
  /// Points back per item.
  var depth: Double
  var tilt: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let lean = -min(max(offset, -1), 1) * tilt * .pi / 2
    let (sine, cosine) = sineAndCosine(lean)
    let back = -abs(offset) * depth
    return isVertical
      ? .turnedAboutX(-sine, cosine, at: SIMD4(0, offset * across, back, 1))
      : .turnedAboutY(sine, cosine, at: SIMD4(offset * across, 0, back, 1))
  }
}
