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
