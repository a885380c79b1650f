/// A 4×4 transform of row vectors: `[x y z 1] · M = [X Y Z W]`, seen at `(X/W, Y/W)`.
///
/// x to the right, y down, z towards the viewer. Translation sits in the fourth row, perspective in the fourth
/// column: `m34 = -1/d` puts the viewer at distance `d`. These are the conventions of Core Animation's
/// `CATransform3D`, and so of iCarousel.
public struct Transform: Hashable, Sendable {
  /// m11 m12 m13 m14: where the x axis goes.
  public var row1: SIMD4<Double>
  /// m21 m22 m23 m24: where the y axis goes.
  public var row2: SIMD4<Double>
  /// m31 m32 m33 m34: where the z axis goes.
  public var row3: SIMD4<Double>
  /// m41 m42 m43 m44: where the origin goes.
  public var row4: SIMD4<Double>

  /// Leaves everything where it is.
  @inlinable public static var identity: Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
  }

  /// A transform from its rows.
  @inlinable
  public init(
    _ row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>
  ) {
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
    self.row4 = row4
  }

  /// The perspective of a viewer whose distance gives `m34` (−1/distance; 0 for a parallel projection).
  public static func perspective(m34: Double) -> Transform {
    var result = identity
    result.row3.w = m34
    return result
  }

  /// Where a row vector goes.
  @inlinable
  public func apply(_ vector: SIMD4<Double>) -> SIMD4<Double> {
    row1 * vector.x + row2 * vector.y + row3 * vector.z + row4 * vector.w
  }

  /// `left` first, then `right`: the matrix product `left · right` for row vectors.
  @inlinable
  public static func * (left: Transform, right: Transform) -> Transform {
    Transform(
      right.apply(left.row1), right.apply(left.row2), right.apply(left.row3), right.apply(left.row4))
  }

  /// `T(x, y, z) · self`: the translation acts on the item first.
  @inlinable
  public func translated(_ x: Double, _ y: Double, _ z: Double) -> Transform {
    var result = self
    result.row4 = row1 * x + row2 * y + row3 * z + row4
    return result
  }

  /// `S(x, y, z) · self`: the scaling acts on the item first.
  @inlinable
  public func scaled(_ x: Double, _ y: Double, _ z: Double) -> Transform {
    Transform(row1 * x, row2 * y, row3 * z, row4)
  }

  /// Where a point of the item's plane is seen, or nil when it is at or behind the viewer.
  @inlinable
  public func project(_ point: Point) -> Point? {
    let seen = apply(SIMD4(point.x, point.y, 0, 1))
    guard seen.w > 0 else { return nil }
    return Point(seen.x / seen.w, seen.y / seen.w)
  }
}
