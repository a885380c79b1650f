import RotundaGeometry

/// Items on a straight line: linear and, into the distance, the time machines.
struct LineLayout: LayoutFormula, Hashable, Sendable {
  /// Points sideways per item of offset.
  var across: Double
  /// Points toward the viewer per item of offset.
  var towards: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    isVertical
      ? .offset(0, offset * across, offset * towards) : .offset(offset * across, 0, offset * towards)
  }
}

/// Items on a line that are smaller the farther they are from its middle, with gaps of the same width between
/// them.
///
/// The integral of the sizes (see `Emphasis`) has the edges of neighbors touch, but for a few hundredths of
/// an item at the first three: `B · d / (1 + d⁴)` takes those away. What the gap adds grows with the offset
/// alone.
struct SpotlightLayout: LayoutFormula, Hashable, Sendable {
  var itemExtent: Double
  /// Between two neighbors, in item extents.
  var gap: Double
  /// The size of far items, as a part of the middle one's.
  var floor: Double
  var isVertical: Bool

  /// `B`: fitted so that all gaps between the middle item and the fourth are the same within 0.002 items.
  private static let correction = 0.0875

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let across = position(offset) * itemExtent
    return isVertical ? .offset(0, across, 0) : .offset(across, 0, 0)
  }

  /// In item extents.
  @inline(__always)
  private func position(_ offset: Double) -> Double {
    let square = offset * offset
    let large = 1 / (1 + square * Emphasis.steepness).squareRoot() - Self.correction / (1 + square * square)
    return offset * (floor + gap + (1 - floor) * large)
  }
}

/// Items on a line that recedes to both sides.
///
/// At `(offset · across, 0, −|offset| · depth)`, turned by `−c · tilt · π/2` with `c` the offset limited to
/// ±1.
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

/// Items tilted to both sides of a centered one.
///
/// With `c` the offset limited to ±1, an item stands at `(c · tilt/2 + offset · spacing)` item extents, set
/// back by `|c|/2` extents and turned by `−c · tilt · π/2`. In the second cover flow `c` comes from the
/// toggle near the center, so that an item turns only when it becomes the current one.
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
