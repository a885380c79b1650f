import CPango
import RotundaGeometry
import Scene

/// Pixels being drawn by Cairo. Coordinates are pixels from the upper left corner.
struct Canvas: ~Copyable {
  let size: PixelSize
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let storage: PixelStorage

  /// A clear canvas; nil when there is no memory for it.
  init?(_ size: PixelSize) {
    guard let storage = PixelStorage(size) else { return nil }
    let surface = Canvas.surface(over: storage.bytes, size: size)
    guard let surface else { return nil }
    guard let context = cairo_create(surface), cairo_status(context) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.size = size
    self.storage = storage
    self.surface = surface
    self.context = context
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// The whole canvas.
  var bounds: Rectangle { Rectangle(origin: .zero, size: Size(Double(size.width), Double(size.height))) }

  /// Ends the drawing and gives its pixels away; `isOpaque` says that all of them were covered.
  consuming func finish(isOpaque: Bool) -> Bitmap {
    cairo_surface_finish(surface)
    return Bitmap(storage, isOpaque: isOpaque)
  }

  /// A Cairo surface over pixels that somebody else keeps alive; nil when Cairo cannot make one.
  static func surface(over bytes: UnsafeMutableRawBufferPointer, size: PixelSize) -> OpaquePointer? {
    let surface = cairo_image_surface_create_for_data(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(clamping: size.width), Int32(clamping: size.height),
      Int32(clamping: size.width * Bitmap.bytesPerPixel))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    return surface
  }
}
