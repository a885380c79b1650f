import CPango
import RotundaGeometry
import Scene

/// A drawing surface with a Cairo context. Coordinates are in pixels from the upper left corner.
struct Canvas: ~Copyable {
  let size: PixelSize
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let storage: PixelStorage

  /// Creates a transparent canvas; nil without memory.
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

  var bounds: Rectangle { Rectangle(origin: .zero, size: Size(Double(size.width), Double(size.height))) }

  /// Ends drawing and returns the pixels. `isOpaque` states that all of them are covered.
  consuming func finish(isOpaque: Bool) -> Bitmap {
    cairo_surface_finish(surface)
    return Bitmap(storage, isOpaque: isOpaque)
  }

  /// Returns a Cairo surface over pixels that the caller keeps alive; nil if Cairo fails.
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

  func setPaint(_ color: Color) {
    let color = color.displayable
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  /// Fills `area` with a vertical gradient: `top` at its upper edge, `bottom` at its lower edge.
  func fill(_ area: Rectangle, top: Color, bottom: Color, cornerRadius: Double = 0) {
    let gradient = cairo_pattern_create_linear(0, area.origin.y, 0, area.maxY)
    defer { cairo_pattern_destroy(gradient) }
    add(stop: 0, top, to: gradient)
    add(stop: 1, bottom, to: gradient)
    cairo_set_source(context, gradient)
    trace(area, cornerRadius: cornerRadius)
    cairo_fill(context)
  }

  /// Fills `area` with a gradient between two points. Each stop has a position from 0 to 1.
  func fill(
    _ area: Rectangle, from start: Point, to end: Point, _ stops: [(Double, Color)], cornerRadius: Double
  ) {
    let gradient = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    defer { cairo_pattern_destroy(gradient) }
    for (place, color) in stops { add(stop: place, color, to: gradient) }
    cairo_set_source(context, gradient)
    trace(area, cornerRadius: cornerRadius)
    cairo_fill(context)
  }

  /// Runs `draw` with everything outside of a rounded area clipped.
  func clipped(to area: Rectangle, cornerRadius: Double, _ draw: (borrowing Canvas) -> Void) {
    cairo_save(context)
    defer { cairo_restore(context) }
    trace(area, cornerRadius: cornerRadius)
    cairo_clip(context)
    draw(self)
  }

  /// Draws the shape of `bitmap` in a single color.
  func draw(_ bitmap: Bitmap, in area: Rectangle, as color: Color) {
    cairo_push_group_with_content(context, CAIRO_CONTENT_ALPHA)
    draw(bitmap, in: area)
    let mask = cairo_pop_group(context)
    defer { cairo_pattern_destroy(mask) }
    setPaint(color)
    cairo_mask(context, mask)
  }

  /// Reduces the saturation and brightness of everything drawn so far: 1 changes nothing, 0 removes all.
  func mute(saturation: Double, light: Double) {
    cairo_surface_flush(surface)
    let (kept, all) = (Int(saturation * 256), Int(light * 256))
    let bytes = storage.bytes
    func muted(_ channel: Int, _ gray: Int) -> UInt8 {
      UInt8(clamping: ((gray + (((channel - gray) * kept) >> 8)) * all) >> 8)
    }
    for at in stride(from: 0, to: bytes.count, by: Bitmap.bytesPerPixel) {
      let (blue, green, red) = (Int(bytes[at]), Int(bytes[at + 1]), Int(bytes[at + 2]))
      // The weights of Rec. 709, in 256ths.
      let gray = (red * 54 + green * 183 + blue * 19) >> 8
      bytes[at] = muted(blue, gray)
      bytes[at + 1] = muted(green, gray)
      bytes[at + 2] = muted(red, gray)
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Draws `bitmap` scaled to `area`, with smoothing and rounded corners.
  func draw(_ bitmap: Bitmap, in area: Rectangle, cornerRadius: Double = 0) {
    bitmap.withBytes { bytes in
      // Cairo only reads from a source surface, so a mutable pointer to constant memory is safe.
      guard
        let surface = Canvas.surface(over: UnsafeMutableRawBufferPointer(mutating: bytes), size: bitmap.size)
      else { return }
      defer { cairo_surface_destroy(surface) }
      cairo_save(context)
      defer { cairo_restore(context) }
      trace(area, cornerRadius: cornerRadius)
      cairo_clip(context)
      paint(surface, of: bitmap.size, in: area)
      // The context must not keep a surface whose memory is about to be freed.
      cairo_set_source_rgb(context, 0, 0, 0)
    }
  }

  /// Draws `bitmap` to cover `area`, and crops the rest. `focus` stays visible.
  func draw(_ bitmap: Bitmap, covering area: Rectangle, focus: Point = Point(0.5, 0.5)) {
    cairo_save(context)
    defer { cairo_restore(context) }
    trace(area, cornerRadius: 0)
    cairo_clip(context)
    draw(bitmap, in: FaceLayout.place(bitmap.size, covering: area, focus: focus))
  }

  /// Does the same with a fade between two shares of the area's height. Everything below `end` is
  /// transparent.
  func draw(
    _ bitmap: Bitmap, covering area: Rectangle, focus: Point, fadingFrom start: Double, to end: Double
  ) {
    cairo_push_group(context)
    draw(bitmap, covering: area, focus: focus)
    cairo_pop_group_to_source(context)
    let gradient = cairo_pattern_create_linear(0, area.origin.y, 0, area.maxY)
    defer { cairo_pattern_destroy(gradient) }
    // A smooth step in a few stops. A linear one would show an edge at both ends.
    for step in 0...8 {
      let part = Double(step) / 8
      add(stop: start + (end - start) * part, .black.opacity(1 - part * part * (3 - 2 * part)), to: gradient)
    }
    cairo_mask(context, gradient)
    cairo_set_source_rgb(context, 0, 0, 0)
  }

  /// Draws a line along the inside of the area's edge.
  func outline(_ area: Rectangle, _ color: Color, width: Double, cornerRadius: Double) {
    outline(area, top: color, bottom: color, width: width, cornerRadius: cornerRadius)
  }

  /// Does the same with a vertical gradient.
  func outline(_ area: Rectangle, top: Color, bottom: Color, width: Double, cornerRadius: Double) {
    let gradient = cairo_pattern_create_linear(0, area.origin.y, 0, area.maxY)
    defer { cairo_pattern_destroy(gradient) }
    add(stop: 0, top, to: gradient)
    add(stop: 1, bottom, to: gradient)
    cairo_set_source(context, gradient)
    cairo_set_line_width(context, width)
    let inner = Rectangle(
      origin: area.origin + Point(width / 2, width / 2),
      size: Size(max(0, area.size.width - width), max(0, area.size.height - width)))
    trace(inner, cornerRadius: max(0, cornerRadius - width / 2))
    cairo_stroke(context)
  }

  private func paint(_ surface: OpaquePointer, of size: PixelSize, in area: Rectangle) {
    cairo_translate(context, area.origin.x, area.origin.y)
    cairo_scale(context, area.size.width / Double(size.width), area.size.height / Double(size.height))
    cairo_set_source_surface(context, surface, 0, 0)
    let pattern = cairo_get_source(context)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BEST)
    // Otherwise edge pixels would fade into transparency when the picture is enlarged.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_paint(context)
  }

  private func add(stop offset: Double, _ color: Color, to gradient: OpaquePointer?) {
    let color = color.displayable
    cairo_pattern_add_color_stop_rgba(gradient, offset, color.red, color.green, color.blue, color.alpha)
  }

  func trace(_ area: Rectangle, cornerRadius: Double) {
    Canvas.trace(area, cornerRadius: cornerRadius, context)
  }

  static func trace(_ area: Rectangle, cornerRadius: Double, _ context: OpaquePointer) {
    let radius = min(cornerRadius, area.size.width / 2, area.size.height / 2)
    guard radius > 0 else {
      return cairo_rectangle(context, area.origin.x, area.origin.y, area.size.width, area.size.height)
    }
    let (left, top) = (area.origin.x + radius, area.origin.y + radius)
    let (right, bottom) = (area.maxX - radius, area.maxY - radius)
    cairo_new_sub_path(context)
    cairo_arc(context, right, top, radius, -.pi / 2, 0)
    cairo_arc(context, right, bottom, radius, 0, .pi / 2)
    cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
    cairo_arc(context, left, top, radius, .pi, .pi * 3 / 2)
    cairo_close_path(context)
  }
}

extension Color {
  /// The color with every channel within 0 to 1. NaN counts as 0.
  var displayable: Color {
    func bounded(_ channel: Double) -> Double { channel >= 0 ? min(channel, 1) : 0 }
    return Color(bounded(red), bounded(green), bounded(blue), bounded(alpha))
  }
}
