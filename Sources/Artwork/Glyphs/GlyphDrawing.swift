import CPango
import Glibc
import RotundaGeometry

/// A pictogram in a square of 48 units: shapes that are painted, and shapes that are cut out of them.
///
/// Its text consists of words, separated by spaces. A lowercase letter selects an operation for the following
/// shapes: `f` fills them and rounds their corners, and `s` strokes them. `x` cuts them out, `c` cuts out
/// their strokes, and `q` does so with the following line width. `w` sets the line width of `s`. `t` rotates
/// the following shapes by an angle in degrees, and `k` repeats them that many times in a circle.
///
/// An uppercase letter is a shape. `M`, `L`, `H`, `V`, `C` and `Z` are those of SVG (W3C, SVG 1.1, 8.3), in
/// absolute coordinates. `R` is a rectangle (x, y, width, height, radius), and `O` a circle (x, y, radius).
/// `E` is an ellipse (x, y, two radii). `P` is an arc (x, y, radius, from, to in degrees). `S` is a star (x,
/// y, two radii, points).
struct GlyphDrawing: Hashable, Sendable {
  /// The side of the square.
  static let side = 48.0
  /// The used part, which is centered and measured.
  static let live = Rectangle(origin: Point(4, 4), size: Size(40, 40))
  /// The default widths of strokes, and of cut-out strokes.
  private static let line = 3.5
  private static let cut = 3.0
  /// The width of the stroke around fills, which rounds their corners.
  private static let rounding = 1.6

  private enum Shape: Hashable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close
    case rectangle(Rectangle, radius: Double)
    case ellipse(Point, Size)
    case arc(Point, radius: Double, from: Double, to: Double)
  }

  private enum Paint: Hashable {
    case fill
    case stroke(Double)
    case cutFill
    case cutStroke(Double)
  }

  private struct Layer: Hashable {
    var paint: Paint
    /// In radians.
    var turn: Double
    var count: Int
    var shapes: [Shape] = []
  }

  private let layers: [Layer]

  /// - Precondition: `text` is a valid drawing.
  init(_ text: String) {
    var reader = Reader(text)
    layers = reader.layers()
  }

  /// Draws the pictogram in one color. `live` fills `area`.
  func draw(in area: Rectangle, _ color: Color, on canvas: borrowing Canvas) {
    let context = canvas.context
    cairo_push_group_with_content(context, CAIRO_CONTENT_ALPHA)
    cairo_save(context)
    cairo_translate(context, area.origin.x, area.origin.y)
    cairo_scale(context, area.size.width / Self.live.size.width, area.size.height / Self.live.size.height)
    cairo_translate(context, -Self.live.origin.x, -Self.live.origin.y)
    cairo_set_source_rgba(context, 0, 0, 0, 1)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    for layer in layers { Self.paint(layer, context) }
    cairo_restore(context)
    let mask = cairo_pop_group(context)
    defer { cairo_pattern_destroy(mask) }
    canvas.setPaint(color)
    cairo_mask(context, mask)
  }

  private static func paint(_ layer: Layer, _ context: OpaquePointer) {
    for index in 0..<layer.count {
      cairo_save(context)
      cairo_translate(context, side / 2, side / 2)
      cairo_rotate(context, layer.turn + Double(index) * 2 * .pi / Double(layer.count))
      cairo_translate(context, -side / 2, -side / 2)
      cairo_new_path(context)
      for shape in layer.shapes { trace(shape, context) }
      cairo_restore(context)
      switch layer.paint {
      case .fill:
        cairo_fill_preserve(context)
        cairo_set_line_width(context, rounding)
        cairo_stroke(context)
      case .stroke(let width):
        cairo_set_line_width(context, width)
        cairo_stroke(context)
      case .cutFill:
        cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
        cairo_fill(context)
      case .cutStroke(let width):
        cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
        cairo_set_line_width(context, width)
        cairo_stroke(context)
      }
      cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }
  }

  private static func trace(_ shape: Shape, _ context: OpaquePointer) {
    switch shape {
    case .move(let point): cairo_move_to(context, point.x, point.y)
    case .line(let point): cairo_line_to(context, point.x, point.y)
    case .curve(let first, let second, let end):
      cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
    case .close: cairo_close_path(context)
    case .rectangle(let area, let radius): Canvas.trace(area, cornerRadius: radius, context)
    case .ellipse(let center, let radii):
      cairo_new_sub_path(context)
      cairo_save(context)
      cairo_translate(context, center.x, center.y)
      cairo_scale(context, radii.width, radii.height)
      cairo_arc(context, 0, 0, 1, 0, 2 * .pi)
      cairo_restore(context)
      cairo_close_path(context)
    case .arc(let center, let radius, let from, let to):
      cairo_new_sub_path(context)
      cairo_arc(context, center.x, center.y, radius, from, to)
    }
  }

  /// Reads the words of a drawing.
  private struct Reader {
    private var words: ArraySlice<Substring>
    private var pen = Point.zero
    private var (width, turn, count) = (GlyphDrawing.line, 0.0, 1)

    init(_ text: String) { words = text.split(separator: " ")[...] }

    mutating func layers() -> [Layer] {
      var layers: [Layer] = []
      while let word = words.popFirst() {
        switch word {
        case "f": layers.append(layer(.fill))
        case "s": layers.append(layer(.stroke(width)))
        case "x": layers.append(layer(.cutFill))
        case "c": layers.append(layer(.cutStroke(GlyphDrawing.cut)))
        case "q":
          let width = number()
          layers.append(layer(.cutStroke(width)))
        case "w": width = number()
        case "t": turn = number() * .pi / 180
        case "k": count = Int(number())
        default:
          precondition(!layers.isEmpty, "\(word) is no part of a drawing")
          layers[layers.count - 1].shapes += shapes(word)
        }
      }
      return layers
    }

    private func layer(_ paint: Paint) -> Layer { Layer(paint: paint, turn: turn, count: count) }

    private mutating func number() -> Double {
      guard let word = words.popFirst(), let number = Double(word) else {
        preconditionFailure("a number is missing in a drawing")
      }
      return number
    }

    private mutating func point() -> Point { Point(number(), number()) }

    private mutating func reach(_ point: Point) -> Point {
      pen = point
      return point
    }

    private mutating func shapes(_ letter: Substring) -> [Shape] {
      switch letter {
      case "M": return [.move(reach(point()))]
      case "L": return [.line(reach(point()))]
      case "H": return [.line(reach(Point(number(), pen.y)))]
      case "V": return [.line(reach(Point(pen.x, number())))]
      case "C": return [.curve(point(), point(), reach(point()))]
      case "Z": return [.close]
      case "R":
        let (origin, size) = (point(), Size(number(), number()))
        return [.rectangle(Rectangle(origin: origin, size: size), radius: number())]
      case "O":
        let center = point()
        let radius = number()
        return [.ellipse(center, Size(radius, radius))]
      case "E": return [.ellipse(point(), Size(number(), number()))]
      case "P":
        let (center, radius) = (point(), number())
        return [.arc(center, radius: radius, from: number() * .pi / 180, to: number() * .pi / 180)]
      case "S": return star(point(), number(), number(), Int(number()))
      default: preconditionFailure("\(letter) is no shape")
      }
    }

    private func star(_ center: Point, _ outer: Double, _ inner: Double, _ points: Int) -> [Shape] {
      let corners = (0..<2 * points).map { index in
        let angle = Double(index) * .pi / Double(points) - .pi / 2
        let radius = index.isMultiple(of: 2) ? outer : inner
        return center + Point(radius * cos(angle), radius * sin(angle))
      }
      return [.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close]
    }
  }
}
