import RotundaGeometry

/// Items fanned out on a circle of radius `r` in the screen's plane, the current one on top.
///
/// With `a = offset · arc / count`, at `(r sin a, r − r cos a)` and turned by `a · rotation`. Nearer to the centre is
/// nearer to the viewer, by a hundredth of a point per item.
struct FanLayout: LayoutFormula, Hashable, Sendable {
  var anglePerItem: Double
  var radius: Double
  var rotation: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let angle = offset * anglePerItem
    let (sine, cosine) = sineAndCosine(angle)
    let lift = -abs(offset) * Limit.wheelLift
    let turned = abs(rotation) == 1 ? (sine * rotation, cosine) : sineAndCosine(angle * rotation)
    return .turnedAboutZ(
      turned.0, turned.1,
      at: isVertical
        ? SIMD4(radius * cosine - radius, radius * sine, lift, 1)
        : SIMD4(radius * sine, radius - radius * cosine, lift, 1))
  }
}
