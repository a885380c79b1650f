import RotundaGeometry

/// Items tilted to both sides of a centred one.
///
/// With `c` the offset limited to ±1, an item stands at `(c · tilt/2 + offset · spacing)` item extents, set back by
/// `|c|/2` extents and turned by `−c · tilt · π/2`. In the second cover flow `c` comes from the toggle near the
/// centre, so that an item turns only when it becomes the current one.
struct CoverFlowLayout: LayoutFormula, Hashable, Sendable {
  var tilt: Double
  var spacing: Double
  var itemExtent: Double
  var isVertical: Bool
  var usesToggle: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let lean = usesToggle ? Self.lean(offset, toggle: toggle) : min(max(offset, -1), 1)
    let across = (lean * 0.5 * tilt + offset * spacing) * itemExtent
    let depth = -abs(lean) * itemExtent * 0.5
    let (sine, cosine) = sineAndCosine(-lean * .pi / 2 * tilt)
    return isVertical
      ? .turnedAboutX(-sine, cosine, at: SIMD4(0, across, depth, 1))
      : .turnedAboutY(sine, cosine, at: SIMD4(across, 0, depth, 1))
  }

  /// The side an item leans to, −1 to 1, in the second cover flow.
  @inline(__always)
  private static func lean(_ offset: Double, toggle: Double) -> Double {
    if toggle > 0 {
      if offset <= -0.5 { return -1 }
      if offset <= 0.5 { return -toggle }
      if offset <= 1.5 { return 1 - toggle }
    } else {
      if offset > 0.5 { return 1 }
      if offset > -0.5 { return -toggle }
      if offset > -1.5 { return -1 - toggle }
    }
    return min(max(offset, -1), 1)
  }
}
