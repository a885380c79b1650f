import RotundaGeometry

/// Where things are on a sheet. In points from the upper left corner of the surface, before anything is
/// scrolled.
struct VisitorSheetLayout: Hashable {
  private(set) var rows: [Rectangle] = []
  private(set) var title = Rectangle(origin: .zero, size: .zero)
  /// Where rows are seen, and how high all of them are.
  private(set) var viewport = Rectangle(origin: .zero, size: .zero)
  private(set) var length = 0.0
  /// Free edge at both ends of a row, and a button of the size.
  private(set) var margin = 0.0
  private(set) var step = Size.zero

  /// Title and rows.
  var card: Rectangle {
    Rectangle(
      origin: title.origin, size: Size(viewport.size.width, max(0, viewport.maxY - title.origin.y)))
  }

  /// The widest row, its height, the gap to the next and the title's height, in heights of letters.
  private static let (widest, row, gap, heading) = (22.0, 2.6, 0.35, 2.2)
  /// On so much wider screens more than so many rows stand in two columns.
  private static let (wide, mostInOne) = (1.3, 3)

  init() {}

  init(_ count: Int, _ environment: Environment) {
    let (metrics, page) = (environment.metrics, environment.pageMetrics)
    let (font, size, foot) = (metrics.fontSize, metrics.size, page.foot)
    let gap = (font * Self.gap).rounded()
    let columns = size.width > size.height * Self.wide && count > Self.mostInOne ? 2 : 1
    let lines = (count + columns - 1) / columns
    let room = (foot.size.width - gap * Double(columns - 1)) / Double(columns)
    let width = min(room, font * Self.widest).rounded(.down)
    let height = max(page.chromeSide, font * Self.row).rounded()
    margin = (font * 0.8).rounded()
    step = Size(min(page.chromeSide, width / 4).rounded(), height)
    let heading = (font * Self.heading).rounded()
    length = Double(lines) * (height + gap) - gap
    let bottom = foot.origin.y - gap * 2
    let least = metrics.plainFontSize * 0.6
    let seen = max(height, min(length, bottom - least - heading))
    let all = width * Double(columns) + gap * Double(columns - 1)
    let left = ((size.width - all) / 2).rounded()
    viewport = Rectangle(origin: Point(left, bottom - seen), size: Size(all, seen))
    title = Rectangle(origin: Point(left, bottom - seen - heading), size: Size(all, heading))
    rows = (0..<count).map { index in
      let place = Point(
        left + Double(index / lines) * (width + gap),
        viewport.origin.y + Double(index % lines) * (height + gap))
      return Rectangle(origin: place, size: Size(width, height))
    }
  }

  /// The room for the words of a row.
  func labelWidth(of row: Rectangle) -> Double { max(1, row.size.width - 2 * margin - step.width * 1.5) }

  /// The buttons that make writing smaller and larger.
  func steps(of row: Int) -> (less: Rectangle, more: Rectangle) {
    let area = rows[row]
    let more = Rectangle(origin: Point(area.maxX - step.width, area.origin.y), size: step)
    let less = Rectangle(origin: Point(more.origin.x - 2.1 * step.width, area.origin.y), size: step)
    return (less, more)
  }
}
