import RotundaGeometry

/// The places on a sheet, in points from the upper left corner of the surface, before scrolling.
struct VisitorSheetLayout: Hashable {
  private(set) var rows: [Rectangle] = []
  private(set) var title = Rectangle(origin: .zero, size: .zero)
  /// The visible area of the rows, and the height of all rows.
  private(set) var viewport = Rectangle(origin: .zero, size: .zero)
  private(set) var length = 0.0
  /// The margin at both ends of a row, and the size of a button for less or more.
  private(set) var margin = 0.0
  private(set) var step = Size.zero
  /// The gap between the two buttons.
  private var between = 0.0
  /// Whether the buttons stand below the row's text, because the text is large.
  private var isStacked = false

  /// The area of title and rows.
  var card: Rectangle {
    Rectangle(
      origin: title.origin, size: Size(viewport.size.width, max(0, viewport.maxY - title.origin.y)))
  }

  /// The greatest width of a row, its height, the gap to the next row, and the title's height, in heights of
  /// letters.
  private static let (widest, row, gap, heading) = (22.0, 2.6, 0.35, 2.2)
  /// The ratio of width to height from which rows stand in two columns, and the most rows in one column
  /// there. The least width of a column is in heights of letters.
  private static let (wide, mostInOne, leastColumn) = (1.3, 3, 12.0)
  /// The least room for text beside buttons, in heights of letters: two lines of usual print, or one line of
  /// large print. The last number is the scale from which print is large.
  private static let (leastWords, leastLargeWords, largePrint) = (7.0, 13.0, 1.5)
  /// The room for a value between two buttons: in widths of a button, and in heights of letters.
  private static let (valueWidth, valueLetters) = (1.1, 3.4)

  init() {}

  /// Lays out the rows.
  ///
  /// - Parameter hasSteps: Whether each row has buttons for less and more.
  init(_ hasSteps: [Bool], _ environment: Environment) {
    let (metrics, page, count) = (environment.metrics, environment.pageMetrics, hasSteps.count)
    let (font, size, foot) = (metrics.fontSize, metrics.size, page.foot)
    let gap = (font * Self.gap).rounded()
    let isWide = size.width > size.height * Self.wide && count > Self.mostInOne
    let columns = isWide && (foot.size.width - gap) / 2 >= font * Self.leastColumn ? 2 : 1
    let lines = (count + columns - 1) / columns
    let room = (foot.size.width - gap * Double(columns - 1)) / Double(columns)
    let width = min(room, font * Self.widest).rounded(.down)
    let height = max(page.chromeSide, font * Self.row).rounded()
    margin = (font * 0.8).rounded()
    step = Size(min(page.chromeSide, width / 4).rounded(), height)
    between = max(step.width * Self.valueWidth, font * Self.valueLetters).rounded()
    let words = metrics.textScale > Self.largePrint ? Self.leastLargeWords : Self.leastWords
    isStacked = width < font * words + 2 * step.width + between
    let heading = (font * Self.heading).rounded()
    let heights = hasSteps.map { $0 && isStacked ? 2 * height : height }
    // The rows of a column follow one another.
    var tops: [Double] = []
    for index in 0..<count {
      tops.append(index % lines == 0 ? 0 : tops[index - 1] + heights[index - 1] + gap)
      length = max(length, tops[index] + heights[index])
    }
    let bottom = foot.origin.y - gap * 2
    let least = metrics.plainFontSize * 0.6
    let seen = max(height, min(length, bottom - least - heading))
    let all = width * Double(columns) + gap * Double(columns - 1)
    let left = ((size.width - all) / 2).rounded()
    viewport = Rectangle(origin: Point(left, bottom - seen), size: Size(all, seen))
    title = Rectangle(origin: Point(left, bottom - seen - heading), size: Size(all, heading))
    rows = (0..<count).map { index in
      let place = Point(
        left + Double(index / lines) * (width + gap), viewport.origin.y + tops[index])
      return Rectangle(origin: place, size: Size(width, heights[index]))
    }
  }

  /// Returns the room for a row's text: beside its switch or its buttons, or above them.
  func words(of row: Int, hasSteps: Bool) -> Rectangle {
    let area = rows[row]
    let start = area.origin + Point(margin, 0)
    if hasSteps, isStacked {
      return Rectangle(origin: start, size: Size(area.size.width - 2 * margin, area.size.height / 2))
    }
    let end = hasSteps ? steps(of: row).less.origin.x : area.maxX - margin - step.width * 1.5
    return Rectangle(origin: start, size: Size(max(1, end - start.x), area.size.height))
  }

  /// Returns the places of the buttons for less and more.
  func steps(of row: Int) -> (less: Rectangle, more: Rectangle) {
    let area = rows[row]
    let top = area.maxY - step.height
    let more = Point(area.maxX - step.width - (isStacked ? margin : 0), top)
    let less = isStacked ? Point(area.origin.x + margin, top) : more - Point(step.width + between, 0)
    return (Rectangle(origin: less, size: step), Rectangle(origin: more, size: step))
  }
}
