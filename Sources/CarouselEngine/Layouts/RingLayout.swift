import RotundaGeometry

/// The plain ring: all items on an ellipse of half width `w` and half depth `d`, each facing the viewer.
///
/// With `a = offset · 2π / count`: by perspective at `(w sin a, 0, d cos a − d)`; by scaling at
/// `(w sin a, d cos a − d)` on the screen, scaled by `f + (1 − f)(1 + cos a)/2` from `f` at the back to 1 in front,
/// separately in width and height.
struct RingLayout: LayoutFormula, Hashable, Sendable {
  var anglePerItem: Double
  var halfWidth: Double
  var halfDepth: Double
  var isVertical: Bool
  /// The farthest item's size, nil when perspective makes it small.
  var backScale: Size?

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(offset * anglePerItem)
    let across = halfWidth * sine
    let depth = halfDepth * (cosine - 1)
    guard let backScale else {
      return isVertical ? .offset(0, across, depth) : .offset(across, 0, depth)
    }
    let nearness = (1 + cosine) / 2
    return Transform(
      SIMD4(backScale.width + (1 - backScale.width) * nearness, 0, 0, 0),
      SIMD4(0, backScale.height + (1 - backScale.height) * nearness, 0, 0),
      SIMD4(0, 0, 1, 0),
      isVertical ? SIMD4(depth, across, depth, 1) : SIMD4(across, depth, depth, 1))
  }
}
