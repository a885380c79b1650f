import RotundaGeometry

/// Items on an ellipse of half width `w` and half depth `d`, turned with it.
///
/// With `a = offset · arc / count`, at `(w sin a, 0, d cos a − d)` and turned by `a · rotation`; seen from inside when
/// `d` and the turning change signs.
struct EllipseLayout: LayoutFormula, Hashable, Sendable {
  var anglePerItem: Double
  var halfWidth: Double
  var halfDepth: Double
  var rotation: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let angle = offset * anglePerItem
    let (sine, cosine) = sineAndCosine(angle)
    let across = halfWidth * sine
    let depth = halfDepth * (cosine - 1)
    let turned = abs(rotation) == 1 ? (sine * rotation, cosine) : sineAndCosine(angle * rotation)
    return isVertical
      ? .turnedAboutX(-turned.0, turned.1, at: SIMD4(0, across, depth, 1))
      : .turnedAboutY(turned.0, turned.1, at: SIMD4(across, 0, depth, 1))
  }
}
