import RotundaGeometry

/// Items on the rim of a wheel that turns in the screen's plane; a negative radius puts the hub on the other side.
///
/// Turned by `a = offset · angle` about a hub one radius below (left of, when vertical) the centre.
struct WheelLayout: LayoutFormula, Hashable, Sendable {
  var anglePerItem: Double
  var radius: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(offset * anglePerItem)
    let lift = offset * Limit.wheelLift
    return .turnedAboutZ(
      sine, cosine,
      at: isVertical
        ? SIMD4(radius * cosine - radius, radius * sine, lift, 1)
        : SIMD4(radius * sine, radius - radius * cosine, lift, 1))
  }
}
