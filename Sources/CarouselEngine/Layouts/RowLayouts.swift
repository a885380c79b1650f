import RotundaGeometry

/// Items on a straight line: linear and, into the distance, the time machines.
struct LineLayout: LayoutFormula, Hashable, Sendable {
  /// Points sideways per item of offset.
  var across: Double
  /// Points towards the viewer per item of offset.
  var towards: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    isVertical
      ? .offset(0, offset * across, offset * towards) : .offset(offset * across, 0, offset * towards)
  }
}

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
