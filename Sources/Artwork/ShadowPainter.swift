import RotundaGeometry
import Scene

/// Draws the shadow of a card: dark below it, and fading smoothly away from its edge.
struct ShadowPainter {
  /// The pixels of `shadow` in an extent of `size`; nil without memory.
  ///
  /// The distance to a rounded rectangle (Quílez, "2D distance functions", 2018), through a smooth step as wide as the shadow
  /// reaches: close to what a wide blur makes of the card, in one pass.
  func paint(_ shadow: SoftShadow, _ size: RasterSize) -> Bitmap? {
    guard let storage = PixelStorage(size.pixels) else { return nil }
    let (width, height) = (size.pixels.width, size.pixels.height)
    let extent = shadow.size
    guard extent.width > 0, extent.height > 0, extent.width.isFinite, extent.height.isFinite else {
      return Bitmap(storage, isOpaque: false)
    }
    let reach = max(shadow.reach, 0.5)
    let half = SIMD2(shadow.card.width, shadow.card.height) / 2
    let radius = min(max(shadow.cornerRadius, reach * 0.5), half.min())
    let step = SIMD2(extent.width / Double(width), extent.height / Double(height))
    let origin = SIMD2(extent.width, extent.height) / -2 + step / 2
    let color = shadow.color.displayable
    for row in 0..<height {
      for column in 0..<width {
        let place = origin + step * SIMD2(Double(column), Double(row))
        let beyond = SIMD2(abs(place.x), abs(place.y)) - half + radius
        let outside = SIMD2(max(beyond.x, 0), max(beyond.y, 0))
        let distance = min(beyond.max(), 0) + (outside * outside).sum().squareRoot() - radius
        let part = min(max(0.5 - distance / (2 * reach), 0), 1)
        let alpha = color.alpha * part * part * (3 - 2 * part)
        let at = (row * width + column) * Bitmap.bytesPerPixel
        storage.bytes[at] = Self.byte(color.blue * alpha)
        storage.bytes[at + 1] = Self.byte(color.green * alpha)
        storage.bytes[at + 2] = Self.byte(color.red * alpha)
        storage.bytes[at + 3] = Self.byte(alpha)
      }
    }
    return Bitmap(storage, isOpaque: false)
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
}
