import Geometry

/// Items fanned out on a circle of radius `r` in the screen's plane, the current one on top.
///
/// With `a = offset · arc / count`, at `(r sin a, r − r cos a)` and turned by `a · rotation`. Nearer to the centre is
/// nearer to the viewer, by a hundredth of a point per item.
struct FanLayout: Hashable, Sendable {
  var anglePerItem: Double
  var radius: Double
  var rotation: Double
  var isVertical: Bool

  func local(_ offset: Double) -> Transform {
    let angle = offset * anglePerItem
    let (sine, cosine) = sineAndCosine(angle)
    let lift = -abs(offset) * Limit.wheelLift
    let place =
      isVertical
      ? Transform.offset(radius * cosine - radius, radius * sine, lift)
      : Transform.offset(radius * sine, radius - radius * cosine, lift)
    return place.rotatedAboutZ(angle * rotation)
  }
}
