import RotundaGeometry

/// The angle of an item: proportional to its offset, or the same for all.
struct LayoutAngle: Hashable, Sendable {
  var perItem: Double
  var fixed: Double

  @inline(__always)
  func at(_ offset: Double) -> Double { offset * perItem + fixed }
}

extension Transform {
  /// A translation alone.
  @inline(__always)
  static func offset(_ x: Double, _ y: Double, _ z: Double) -> Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(x, y, z, 1))
  }

  /// Turned by an angle about the x axis: from its sine and cosine, and where the centre goes.
  @inline(__always)
  static func turnedAboutX(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, cosine, sine, 0), SIMD4(0, -sine, cosine, 0), place)
  }

  /// Turned by an angle about the y axis: from its sine and cosine, and where the centre goes.
  @inline(__always)
  static func turnedAboutY(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(cosine, 0, -sine, 0), SIMD4(0, 1, 0, 0), SIMD4(sine, 0, cosine, 0), place)
  }

  /// Turned by an angle about the z axis: from its sine and cosine, and where the centre goes.
  @inline(__always)
  static func turnedAboutZ(_ sine: Double, _ cosine: Double, at place: SIMD4<Double>) -> Transform {
    Transform(SIMD4(cosine, sine, 0, 0), SIMD4(-sine, cosine, 0, 0), SIMD4(0, 0, 1, 0), place)
  }
}
