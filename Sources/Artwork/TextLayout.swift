import CPango
import RotundaGeometry

/// A text broken into lines. Lengths in pixels.
struct TextLayout: ~Copyable {
  private let layout: OpaquePointer

  init(_ text: String, _ style: TextStyle, _ context: OpaquePointer) {
    layout = pango_layout_new(context)
    setFont(style)
    pango_layout_set_width(layout, TextLayout.units(style.width))
    switch style.limit {
    case .lines(let count): pango_layout_set_height(layout, -Int32(clamping: count))
    case .height(let pixels): pango_layout_set_height(layout, TextLayout.units(pixels))
    }
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pango_layout_set_alignment(layout, style.isCentered ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    pango_layout_set_text(layout, text, -1)
  }

  deinit { rotunda_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Whether some of the text did not fit.
  var isEllipsized: Bool { pango_layout_is_ellipsized(layout) != 0 }
  /// Whether the fonts have all of its characters.
  var isComplete: Bool { pango_layout_get_unknown_glyphs_count(layout) == 0 }
  /// Lines that are drawn.
  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }
  /// The lines' boxes.
  var logical: Rectangle { extents.logical }
  /// What is really black.
  var ink: Rectangle { extents.ink }

  /// Draws it in `color`, the origin of its boxes at `origin`.
  func draw(on canvas: borrowing Canvas, at origin: Point, _ color: Color) {
    canvas.setPaint(color)
    cairo_move_to(canvas.context, origin.x, origin.y)
    pango_cairo_show_layout(canvas.context, layout)
  }

  private var extents: (ink: Rectangle, logical: Rectangle) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    return (TextLayout.pixels(ink), TextLayout.pixels(logical))
  }

  private borrowing func setFont(_ style: TextStyle) {
    let font = pango_font_description_new()
    defer { pango_font_description_free(font) }
    pango_font_description_set_family(font, style.family)
    pango_font_description_set_absolute_size(font, style.fontSize * unitsPerPixel)
    pango_font_description_set_weight(font, PangoWeight(rawValue: style.weight.rawValue))
    pango_layout_set_font_description(layout, font)
  }

  private static func units(_ pixels: Int) -> Int32 {
    Int32(clamping: max(1, min(pixels, RasterSize.longestSide)) * Int(PANGO_SCALE))
  }

  private static func pixels(_ area: PangoRectangle) -> Rectangle {
    Rectangle(
      origin: Point(Double(area.x) / unitsPerPixel, Double(area.y) / unitsPerPixel),
      size: Size(Double(area.width) / unitsPerPixel, Double(area.height) / unitsPerPixel))
  }
}

private let unitsPerPixel = Double(PANGO_SCALE)
