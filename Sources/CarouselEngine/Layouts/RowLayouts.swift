import RotundaGeometry

/// Items on a straight line: the linear layout and, with depth, the time machines.
struct LineLayout: LayoutFormula, Hashable, Sendable {
  /// Points sideways per item of offset.
  var across: Double
  /// Points toward the viewer per item of offset.
  var toward: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    isVertical
      ? .offset(0, offset * across, offset * toward) : .offset(offset * across, 0, offset * toward)
  }
}

/// Items on a line that shrink with their distance from the middle, with equal gaps.
///
/// The integral of the sizes (see `Emphasis`) makes the edges of neighbors touch, except for a few hundredths
/// of an item at the first three; `B · d / (1 + d⁴)` corrects these. The gap adds a distance proportional to
/// the offset.
struct SpotlightLayout: LayoutFormula, Hashable, Sendable {
  var itemExtent: Double
  /// The gap between two neighbors, in item extents.
  var gap: Double
  /// The size of far items relative to the middle item.
  var floor: Double
  var isVertical: Bool

  /// `B`: fitted to make all gaps from the middle item to the fourth equal within 0.002 items.
  private static let correction = 0.0875

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let across = position(offset) * itemExtent
    return isVertical ? .offset(0, across, 0) : .offset(across, 0, 0)
  }

  /// Returns the position of an offset, in item extents.
  @inline(__always)
  private func position(_ offset: Double) -> Double {
    let square = offset * offset
    let large = 1 / (1 + square * Emphasis.steepness).squareRoot() - Self.correction / (1 + square * square)
    return offset * (floor + gap + (1 - floor) * large)
  }
}

/// Items on a line that recedes to both sides.
///
/// An item is at `(offset · across, 0, −|offset| · depth)`, turned by `−c · tilt · π/2`. `c` is the offset
/// limited to ±1.
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
/// With `c` the offset limited to ±1, an item is at `(c · tilt/2 + offset · spacing)` item extents, set back
/// by `|c|/2` extents and turned by `−c · tilt · π/2`. In the second cover flow, the toggle determines `c`
/// near the center. Therefore an item turns only when it becomes the current one.
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

  /// Returns the lean of an item to one side in the second cover flow, −1 to 1.
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
