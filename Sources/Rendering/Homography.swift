import RotundaGeometry
import Scene

/// Where the points of a sprite's plane are seen, in device pixels from the surface's upper left corner.
///
/// A 3×3 matrix H for column vectors: H · (x, y, 1) = (X, Y, W), seen at (X/W, Y/W). It is what a `Transform` does
/// to the plane z = 0, see Hartley and Zisserman, "Multiple View Geometry", 2.3.
struct Homography {
  /// Gives X.
  var x: SIMD3<Double>
  /// Gives Y.
  var y: SIMD3<Double>
  /// Gives W: positive before the viewer, zero and less where nobody can see.
  var w: SIMD3<Double>

  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.w = w
  }

  /// A transform relative to the point `center` (in device pixels), with `scale` pixels to a point.
  init(_ transform: Transform, center: Point, scale: Double) {
    let (a, b, d) = (transform.row1, transform.row2, transform.row4)
    w = SIMD3(a.w, b.w, d.w)
    x = SIMD3(a.x, b.x, d.x) * scale + w * center.x
    y = SIMD3(a.y, b.y, d.y) * scale + w * center.y
  }

  /// Where a point of the plane goes, before the division by W.
  func apply(_ place: SIMD2<Double>) -> SIMD3<Double> {
    let vector = SIMD3(place.x, place.y, 1)
    return SIMD3((x * vector).sum(), (y * vector).sum(), (w * vector).sum())
  }

  /// From pixels back to the plane, or nil when the plane is seen edge-on or the matrix is no number.
  func inverse() -> Homography? {
    let (i, j, k) = (Self.cross(y, w), Self.cross(w, x), Self.cross(x, y))
    let determinant = (x * i).sum()
    let factor = 1 / determinant
    guard determinant != 0, factor.isFinite, determinant.isFinite else { return nil }
    return Homography(
      x: SIMD3(i.x, j.x, k.x) * factor, y: SIMD3(i.y, j.y, k.y) * factor, w: SIMD3(i.z, j.z, k.z) * factor)
  }

  /// The parallel projection whose parallelogram comes closest to how a rectangle of `half` the extent is seen:
  /// the same middle of its corners, and the mean of opposite sides.
  ///
  /// Only for a rectangle wholly before the viewer.
  func flattened(_ half: SIMD2<Double>) -> Homography {
    func seen(_ across: Double, _ down: Double) -> SIMD2<Double> {
      let place = apply(SIMD2(half.x * across, half.y * down))
      return SIMD2(place.x, place.y) / place.z
    }
    let (upperLeft, upperRight, lowerLeft, lowerRight) = (seen(-1, -1), seen(1, -1), seen(-1, 1), seen(1, 1))
    let across = (upperRight - upperLeft + lowerRight - lowerLeft) / (4 * half.x)
    let down = (lowerLeft - upperLeft + lowerRight - upperRight) / (4 * half.y)
    let middle = (upperLeft + upperRight + lowerLeft + lowerRight) / 4
    return Homography(
      x: SIMD3(across.x, down.x, middle.x), y: SIMD3(across.y, down.y, middle.y), w: SIMD3(0, 0, 1))
  }

  static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
