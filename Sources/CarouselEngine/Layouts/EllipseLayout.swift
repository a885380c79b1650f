import Geometry

/// Items on an ellipse of half width `w` and half depth `d`, turned with it.
///
/// With `a = offset · arc / count`, at `(w sin a, 0, d cos a − d)` and turned by `a · rotation`; seen from inside when
/// `d` and the turning change signs.
struct EllipseLayout: Hashable, Sendable {
  var anglePerItem: Double
  var halfWidth: Double
  var halfDepth: Double
  var rotation: Double
  var isVertical: Bool

  func local(_ offset: Double) -> Transform {
    let angle = offset * anglePerItem
    let (sine, cosine) = sineAndCosine(angle)
    let across = halfWidth * sine
    let depth = halfDepth * (cosine - 1)
    return isVertical
      ? Transform.offset(0, across, depth).rotatedAboutX(-angle * rotation)
      : Transform.offset(across, 0, depth).rotatedAboutY(angle * rotation)
  }
}
