import Geometry

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
