import Geometry

/// Items on the rim of a wheel that turns in the screen's plane; a negative radius puts the hub on the other side.
///
/// Turned by `a = offset · angle` about a hub one radius below (left of, when vertical) the centre.
struct WheelLayout: Hashable, Sendable {
  var anglePerItem: Double
  var radius: Double
  var isVertical: Bool

  func local(_ offset: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(offset * anglePerItem)
    let lift = offset * Limit.wheelLift
    return Transform(
      SIMD4(cosine, sine, 0, 0), SIMD4(-sine, cosine, 0, 0), SIMD4(0, 0, 1, 0),
      isVertical
        ? SIMD4(radius * cosine - radius, radius * sine, lift, 1)
        : SIMD4(radius * sine, radius - radius * cosine, lift, 1))
  }
}
