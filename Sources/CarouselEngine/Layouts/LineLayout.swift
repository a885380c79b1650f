import Geometry

/// Items on a straight line: linear and, into the distance, the time machines.
struct LineLayout: Hashable, Sendable {
  /// Points sideways per item of offset.
  var across: Double
  /// Points towards the viewer per item of offset.
  var towards: Double
  var isVertical: Bool

  func local(_ offset: Double) -> Transform {
    isVertical
      ? .offset(0, offset * across, offset * towards) : .offset(offset * across, 0, offset * towards)
  }
}
