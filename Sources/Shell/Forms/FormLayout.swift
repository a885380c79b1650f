import RotundaGeometry

/// The positions of a form's lines, in points from the surface's top left corner, before scrolling.
struct FormLayout: Hashable, Sendable {
  private(set) var lines: [Rectangle] = []
  private(set) var title = Rectangle(origin: .zero, size: .zero)
  /// The visible area of the lines, and the total height of all lines.
  private(set) var viewport = Rectangle(origin: .zero, size: .zero)
  private(set) var length = 0.0
  /// The margin within a line, the size of a minus or plus button, and the width of other signs at a line's
  /// end.
  private(set) var (margin, step, signWidth) = (0.0, Size.zero, 0.0)

  /// The maximum width of a line, its height, the gap between lines and the height of the title, in font
  /// sizes.
  private static let (widest, line, gap, heading) = (30.0, 2.9, 0.35, 2.2)
  /// Forms with more than `mostInOne` lines have two columns if the screen's aspect ratio exceeds `wide`.
  private static let (wide, mostInOne) = (1.3, 4)

  init() {}

  init(_ count: Int, _ environment: Environment) {
    let (metrics, page) = (environment.metrics, environment.pageMetrics)
    let (font, size, foot) = (metrics.fontSize, metrics.size, page.foot)
    let gap = (font * Self.gap).rounded()
    let columns = size.width > size.height * Self.wide && count > Self.mostInOne ? 2 : 1
    let rows = (count + columns - 1) / columns
    let room = (foot.size.width - gap * Double(columns - 1)) / Double(columns)
    let width = min(room, font * Self.widest).rounded(.down)
    let bottom = foot.origin.y - gap * 2
    let heading = (font * Self.heading).rounded()
    let top = metrics.isTall ? size.height / 2 : metrics.plainFontSize * 0.6
    let most = max(1, bottom - top - heading)
    let height = min(max(page.chromeSide, font * Self.line), most).rounded()
    margin = (min(font, metrics.plainFontSize * 1.5) * 0.8).rounded()
    step = Size(min(page.chromeSide, width / 4).rounded(), height)
    signWidth = (min(font * 2.4, width * 0.2)).rounded()
    length = max(0, Double(rows) * (height + gap) - gap)
    let seen = max(height, min(length, most))
    let all = width * Double(columns) + gap * Double(columns - 1)
    let left = ((size.width - all) / 2).rounded()
    viewport = Rectangle(origin: Point(left, bottom - seen), size: Size(all, seen))
    title = Rectangle(origin: Point(left, bottom - seen - heading), size: Size(all, heading))
    lines = (0..<count).map { index in
      let place = Point(
        left + Double(index % columns) * (width + gap),
        viewport.origin.y + Double(index / columns) * (height + gap))
      return Rectangle(origin: place, size: Size(width, height))
    }
  }

  /// Returns the width for the text of a line with a sign.
  func wordsWidth(_ line: Rectangle, _ sign: FormLine.Sign) -> Double {
    let taken: Double =
      switch sign {
      case .nothing: 0
      case .steps: 2 * step.width
      default: signWidth + margin / 2
      }
    return max(1, line.size.width - 2 * margin - taken)
  }

  /// Returns the areas of a line's minus and plus buttons.
  func steps(of line: Int) -> (less: Rectangle, more: Rectangle) {
    let area = lines[line]
    let more = Rectangle(origin: Point(area.maxX - step.width, area.origin.y), size: step)
    return (Rectangle(origin: Point(more.origin.x - step.width, area.origin.y), size: step), more)
  }

  /// Returns the area of a line's sign.
  func sign(_ line: Rectangle) -> Rectangle {
    let side = min(signWidth, line.size.height * 0.72).rounded()
    return Rectangle(
      origin: Point(line.maxX - margin - side, (line.center.y - side / 2).rounded()), size: Size(side, side))
  }
}
