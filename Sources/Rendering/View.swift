import RotundaGeometry
import Scene

/// How points become pixels, and pixels clip coordinates.
struct View {
  /// The middle of the frame, in pixels from the surface's upper left corner.
  let center: Point
  /// Pixels to a point.
  let scale: Double
  /// Half the surface, in pixels.
  let halfSurface: SIMD2<Double>

  /// Nil when there is nothing to be seen: no extent, or no number.
  init?(_ size: Size, _ surface: PixelSize, scale: Double) {
    guard !size.isEmpty, scale > 0, scale.isFinite, size.width.isFinite, size.height.isFinite else {
      return nil
    }
    center = Point(size.width * scale / 2, size.height * scale / 2)
    self.scale = scale
    halfSurface = SIMD2(Double(surface.width), Double(surface.height)) / 2
  }

  /// From pixels before the division by W, y downwards, to clip coordinates.
  func clip(_ seen: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(seen.x / halfSurface.x - seen.z, seen.z - seen.y / halfSurface.y, seen.z)
  }

  /// The pixels whose middles lie in a rectangle, in points from the frame's middle.
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

  /// All pixels that a quad may touch; the whole surface when part of it is behind the viewer.
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
