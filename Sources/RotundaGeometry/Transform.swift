#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A 4×4 transform of row vectors: `[x y z 1] · M = [X Y Z W]`, projected to `(X/W, Y/W)`.
///
/// x points to the right, y down, z toward the viewer. The fourth row holds the translation, the fourth
/// column the perspective: `m34 = -1/d` puts the viewer at distance `d`. Core Animation's `CATransform3D`,
/// and therefore iCarousel, use the same conventions.
public struct Transform: Hashable, Sendable {
  /// m11 m12 m13 m14: the image of the x axis.
  public var row1: SIMD4<Double>
  /// m21 m22 m23 m24: the image of the y axis.
  public var row2: SIMD4<Double>
  /// m31 m32 m33 m34: the image of the z axis.
  public var row3: SIMD4<Double>
  /// m41 m42 m43 m44: the image of the origin.
  public var row4: SIMD4<Double>

  /// The transform that changes nothing.
  @inlinable public static var identity: Transform {
    Transform(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))
  }

  /// Creates a transform from its rows.
  @inlinable
  public init(
    _ row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>
  ) {
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
    self.row4 = row4
  }

  /// Returns the perspective of a viewer at the distance −1/`m34`; 0 is a parallel projection.
  public static func perspective(m34: Double) -> Transform {
    var result = identity
    result.row3.w = m34
    return result
  }

  /// Returns the product of a row vector and the matrix, before the division by W.
  @inlinable
  public func apply(_ vector: SIMD4<Double>) -> SIMD4<Double> {
    row1 * vector.x + row2 * vector.y + row3 * vector.z + row4 * vector.w
  }

  /// Returns the transform that applies `left` first, then `right`: the matrix product `left · right` for row
  /// vectors.
  @inlinable
  public static func * (left: Transform, right: Transform) -> Transform {
    Transform(
      right.apply(left.row1), right.apply(left.row2), right.apply(left.row3), right.apply(left.row4))
  }

  /// Returns `T(x, y, z) · self`: the translation acts on the item first.
  @inlinable
  public func translated(_ x: Double, _ y: Double, _ z: Double) -> Transform {
    var result = self
    result.row4 = row1 * x + row2 * y + row3 * z + row4
    return result
  }

  /// Returns `S(x, y, z) · self`: the scaling acts on the item first.
  @inlinable
  public func scaled(_ x: Double, _ y: Double, _ z: Double) -> Transform {
    Transform(row1 * x, row2 * y, row3 * z, row4)
  }

  /// Returns the projection of a point of the item's plane, or nil if it is at or behind the viewer.
  @inlinable
  public func project(_ point: Point) -> Point? {
    let seen = apply(SIMD4(point.x, point.y, 0, 1))
    guard seen.w > 0 else { return nil }
    return Point(seen.x / seen.w, seen.y / seen.w)
  }

  /// Returns the point of the item's plane (z = 0) whose projection is `seen`: the inverse of `project(_:)`.
  ///
  /// Returns nil if the viewer sees the plane edge-on, or if only a point at or behind the viewer maps there.
  public func unproject(_ seen: Point) -> Point? {
    // On the plane z = 0 the map is the homography of the columns x, y, w. Solve its two linear equations
    // (row · (X − seen.x W) = 0, row · (Y − seen.y W) = 0) by Cramer's rule.
    let a = row1.x - seen.x * row1.w
    let b = row2.x - seen.x * row2.w
    let c = row1.y - seen.y * row1.w
    let d = row2.y - seen.y * row2.w
    let e = seen.x * row4.w - row4.x
    let f = seen.y * row4.w - row4.y
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    let point = Point((e * d - b * f) / determinant, (a * f - e * c) / determinant)
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return apply(SIMD4(point.x, point.y, 0, 1)).w > 0 ? point : nil
  }

  /// Returns `R(angle) · self` about the x axis, in radians; the rotation acts on the item first.
  public func rotatedAboutX(_ angle: Double) -> Transform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return Transform(row1, row2 * cosine + row3 * sine, row3 * cosine - row2 * sine, row4)
  }

  /// Returns `R(angle) · self` about the y axis, in radians; the rotation acts on the item first.
  ///
  /// `m11 = cos, m13 = -sin, m31 = sin, m33 = cos`.
  public func rotatedAboutY(_ angle: Double) -> Transform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return Transform(row1 * cosine - row3 * sine, row2, row1 * sine + row3 * cosine, row4)
  }

  /// Returns `R(angle) · self` about the z axis, in radians; the rotation acts on the item first.
  public func rotatedAboutZ(_ angle: Double) -> Transform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return Transform(row1 * cosine + row2 * sine, row2 * cosine - row1 * sine, row3, row4)
  }

  /// The transform with left and right swapped both before and after it. Items move to the other side and
  /// turn the other way, but their content is not reversed.
  ///
  /// It is `S · T · S`, where `S` changes the sign of x.
  public var mirrored: Transform {
    var mirrored = self
    (mirrored.row1.y, mirrored.row1.z, mirrored.row1.w) = (-row1.y, -row1.z, -row1.w)
    (mirrored.row2.x, mirrored.row3.x, mirrored.row4.x) = (-row2.x, -row3.x, -row4.x)
    return mirrored
  }

  /// Returns the transform whose projection is `factor` times as large about the screen's origin and moved by
  /// `way` points. Perspective stays the same.
  public func onScreen(scaled factor: Double = 1, moved way: Point = .zero) -> Transform {
    guard factor != 1 || way != .zero else { return self }
    func seen(_ row: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4(row.x * factor + way.x * row.w, row.y * factor + way.y * row.w, row.z, row.w)
    }
    return Transform(seen(row1), seen(row2), seen(row3), seen(row4))
  }
}

/// A position or displacement in space: x to the right, y down, z toward the viewer.
public struct Vector3: Hashable, Sendable {
  /// The coordinate to the right.
  public var x: Double
  /// The coordinate downward.
  public var y: Double
  /// The coordinate toward the viewer.
  public var z: Double

  /// The origin.
  public static let zero = Vector3(0, 0, 0)

  /// Creates a position from its three coordinates.
  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }
}
