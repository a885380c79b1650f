import Geometry

/// Items on a line that recedes to both sides.
///
/// At `(offset · across, 0, −|offset| · depth)`, turned by `−c · tilt · π/2` with `c` the offset limited to ±1.
struct RecedingLayout: Hashable, Sendable {
  /// Points sideways per item.
  var across: Double
  /// Points back per item.
  var depth: Double
  var tilt: Double
  var isVertical: Bool

  func local(_ offset: Double) -> Transform {
    let lean = -min(max(offset, -1), 1) * tilt * .pi / 2
    return isVertical
      ? Transform.offset(0, offset * across, -abs(offset) * depth).rotatedAboutX(-lean)
      : Transform.offset(offset * across, 0, -abs(offset) * depth).rotatedAboutY(lean)
  }
}
