import Geometry
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

  /// From pixels before the division by W, y downwards, to clip coordinates, y upwards.
  func clip(_ seen: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(seen.x / halfSurface.x - seen.z, seen.z - seen.y / halfSurface.y, seen.z)
  }
}
