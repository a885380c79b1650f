import Geometry
import Glibc

/// Items on a circle around an axis in the screen's plane, each facing the viewer: the rotary layouts.
///
/// `a = offset / count · arc`, at `(r sin a, 0, r cos a − r)`; seen from inside when `r` and `a` change signs.
struct RotaryLayout: Hashable, Sendable {
  var angle: LayoutAngle
  var radius: Double
  var isVertical: Bool

  func local(_ offset: Double) -> Transform {
    let turned = angle.at(offset)
    let across = radius * sin(turned)
    return isVertical
      ? .offset(0, across, radius * cos(turned) - radius) : .offset(across, 0, radius * cos(turned) - radius)
  }
}

/// The angle of an item: proportional to its offset, or the same for all.
struct LayoutAngle: Hashable, Sendable {
  var perItem: Double
  var fixed: Double

  func at(_ offset: Double) -> Double { offset * perItem + fixed }
}

extension Transform {
  /// A translation alone.
  static func offset(_ x: Double, _ y: Double, _ z: Double) -> Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(x, y, z, 1))
  }
}
