import RotundaGeometry
import Scene

/// The mapping from points to pixels, and from pixels to clip coordinates.
struct View {
  /// The center of the frame, in pixels from the surface's upper left corner.
  let center: Point
  /// The number of pixels to a point.
  let scale: Double
  /// Half the size of the surface, in pixels.
  private let halfSurface: SIMD2<Double>

  /// Returns nil if the frame is empty or not finite.
  init?(_ size: Size, _ surface: PixelSize, scale: Double) {
    guard !size.isEmpty, scale > 0, scale.isFinite, size.width.isFinite, size.height.isFinite else {
      return nil
    }
    center = Point(size.width * scale / 2, size.height * scale / 2)
    self.scale = scale
    halfSurface = SIMD2(Double(surface.width), Double(surface.height)) / 2
  }

  /// Converts pixels before the division by W, y downward, to clip coordinates.
  func clip(_ seen: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(seen.x / halfSurface.x - seen.z, seen.z - seen.y / halfSurface.y, seen.z)
  }

  /// Returns the pixels whose centers lie in a rectangle, which is in points from the frame's center.
  func pixels(of rectangle: Rectangle) -> PixelRectangle {
    func pixel(_ points: Double, _ center: Double, _ half: Double) -> Int {
      let place = (points * scale + center).rounded()
      return place.isNaN ? 0 : Int(max(0, min(half * 2, place)))
    }
    let left = pixel(rectangle.origin.x, center.x, halfSurface.x)
    let right = pixel(rectangle.maxX, center.x, halfSurface.x)
    let top = pixel(rectangle.origin.y, center.y, halfSurface.y)
    let bottom = pixel(rectangle.maxY, center.y, halfSurface.y)
    return PixelRectangle(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// Returns the bounds of all pixels that a quad may touch; the whole surface if a part of it is behind the
  /// viewer.
  func bounds(_ a: QuadVertex, _ b: QuadVertex, _ c: QuadVertex, _ d: QuadVertex) -> PixelRectangle {
    let (width, height) = (halfSurface.x * 2, halfSurface.y * 2)
    guard min(a.w, b.w, c.w, d.w) > 0 else {
      return PixelRectangle(x: 0, y: 0, width: Int(width), height: Int(height))
    }
    func across(_ vertex: QuadVertex) -> Double { (Double(vertex.x / vertex.w) + 1) * halfSurface.x }
    func down(_ vertex: QuadVertex) -> Double { (1 - Double(vertex.y / vertex.w)) * halfSurface.y }
    func pixel(_ value: Double, _ most: Double) -> Int { value.isNaN ? 0 : Int(max(0, min(most, value))) }
    let left = pixel(min(across(a), across(b), across(c), across(d)).rounded(.down), width)
    let right = pixel(max(across(a), across(b), across(c), across(d)).rounded(.up), width)
    let top = pixel(min(down(a), down(b), down(c), down(d)).rounded(.down), height)
    let bottom = pixel(max(down(a), down(b), down(c), down(d)).rounded(.up), height)
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The mapping from the points of a sprite's plane to device pixels from the surface's upper left corner.
///
/// It is a 3×3 matrix H for column vectors: H · (x, y, 1) = (X, Y, W), projected to (X/W, Y/W). It equals a
/// `Transform` restricted to the plane z = 0, see Hartley and Zisserman, "Multiple View Geometry", 2.3.
struct Homography {
  /// The row for X.
  var x: SIMD3<Double>
  /// The row for Y.
  var y: SIMD3<Double>
  /// The row for W: positive in front of the viewer, zero or less behind.
  var w: SIMD3<Double>

  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.w = w
  }

  /// Creates a homography from a transform relative to the point `center` (in device pixels), with `scale`
  /// pixels to a point.
  init(_ transform: Transform, center: Point, scale: Double) {
    let (a, b, d) = (transform.row1, transform.row2, transform.row4)
    w = SIMD3(a.w, b.w, d.w)
    x = SIMD3(a.x, b.x, d.x) * scale + w * center.x
    y = SIMD3(a.y, b.y, d.y) * scale + w * center.y
  }

  /// Returns the image of a point of the plane, before the division by W.
  func apply(_ place: SIMD2<Double>) -> SIMD3<Double> {
    let vector = SIMD3(place.x, place.y, 1)
    return SIMD3((x * vector).sum(), (y * vector).sum(), (w * vector).sum())
  }

  /// Returns the mapping from pixels to the plane, or nil if the plane is edge-on or the matrix is not
  /// finite.
  func inverse() -> Homography? {
    let (i, j, k) = (Self.cross(y, w), Self.cross(w, x), Self.cross(x, y))
    let determinant = (x * i).sum()
    let factor = 1 / determinant
    guard determinant != 0, factor.isFinite, determinant.isFinite else { return nil }
    return Homography(
      x: SIMD3(i.x, j.x, k.x) * factor, y: SIMD3(i.y, j.y, k.y) * factor, w: SIMD3(i.z, j.z, k.z) * factor)
  }

  /// Returns the parallel projection closest to the projection of a rectangle with half extent `half`. It has
  /// the same center of the corners, and the mean of opposite sides.
  ///
  /// Only for a rectangle completely in front of the viewer.
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
