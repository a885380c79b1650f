import RotundaGeometry
import Scene

/// Draws what lies behind everything.
struct GroundPainter {
  /// The pixels of `ground`, its picture found with `load`; nil without memory.
  func paint(_ ground: Ground, _ size: RasterSize, load: FacePainter.PictureLoader) -> Bitmap? {
    guard let canvas = Canvas(size.pixels) else { return nil }
    canvas.fill(canvas.bounds, top: ground.top.opacity(1), bottom: ground.bottom.opacity(1))
    guard let source = ground.picture, let bitmap = load(source, size.pixels, true) else {
      return canvas.finish(isOpaque: true)
    }
    canvas.draw(bitmap, covering: canvas.bounds)
    let dimming = ground.dimming >= 0 ? min(ground.dimming, 1) : 0
    if dimming > 0 {
      canvas.fill(canvas.bounds, top: ground.top.opacity(dimming), bottom: ground.bottom.opacity(dimming))
    }
    return canvas.finish(isOpaque: true)
  }
}
