import RotundaGeometry

/// Where things are on a tile that has more on it than a name and an icon. Lengths in points, places from its
/// middle.
struct InteriorLayout: Hashable {
  let size: Size
  /// How high the name's letters are.
  let letters: Double
  /// How high the letters on controls are.
  let controlLetters: Double
  /// The least extent of what a finger has to hit.
  let target: Double
  /// Whether the tile's name is written on it.
  let isNamed: Bool
  /// Whether the way across the tiles is from side to side.
  let isSideways: Bool
  /// Where the name is, beside its icon.
  let header: Rectangle
  /// A square; nil without icon.
  let icon: Rectangle?
  /// Where the list or the page is seen; empty where there is no room.
  let viewport: Rectangle
  /// Where the buttons are.
  let buttons: [Rectangle]

  /// Free edge and gaps, as parts of the tile's shorter side.
  private static let marginShare = 0.06
  private static let gapShare = 0.03
  /// How high the lines of writing are, in letters' heights: Noto Sans takes 1.36. Fonts that take more have
  /// smaller letters.
  static let lineHeight = 1.4
  /// The second line of the header, as a part of the first.
  static let summaryShare = 0.66
  /// Writing on controls, as a part of that of the header; a name that makes room for them takes none of it,
  /// as long as it is no higher than this part of a control.
  private static let controlShare = 0.78
  private static let controlHeight = 0.36
  /// How wide a button is at least, in letters' heights: room for a word.
  private static let leastButton = 4.5
  /// The smallest letters of a name that makes room for what fingers hit, in points.
  private static let leastLetters = 12.0
  /// How much of the free room an icon takes on a tile that has only buttons beside it.
  private static let largeIcon = 0.8
  /// What buttons get at most of the height beside the header.
  private static let mostButtons = 0.6

  init(
    _ tile: LauncherTile, size: Size, letters: Double, target: Double, isSideways: Bool, isNamed: Bool = true
  ) {
    let shorter = min(size.width, size.height)
    let (margin, gap) = (shorter * Self.marginShare, shorter * Self.gapShare)
    let inside = Rectangle(center: .zero, size: size).inset(by: margin)
    let lines = 1 + (tile.appearance.detail.isEmpty ? 0 : Self.summaryShare)
    // Without a list or a page there is room for the icon below the name.
    let hasContent = !tile.rows.isEmpty || tile.isPageInside
    self.target = min(target, shorter / 3)
    let wide = tile.buttons.map { $0.offAction != nil || $0.$value.hasValue }
    let places = Self.lines(
      wide, width: inside.size.width, gap: gap, least: max(letters * Self.leastButton, self.target))
    let (row, needed) = (hasContent ? self.target + gap : 0, Double(places.count) * (self.target + gap))
    // What fingers hit comes before how large the name is.
    let headerHeight =
      isNamed
      ? max(
        min(Self.leastLetters, letters) * Self.lineHeight * lines,
        min(letters * Self.lineHeight * lines, inside.size.height - needed - row - gap)) : 0
    let left = tile.icon == nil || !hasContent ? 0 : headerHeight + gap
    (self.size, self.isSideways, self.isNamed) = (size, isSideways, isNamed)
    self.letters = isNamed ? headerHeight / Self.lineHeight / lines : letters
    controlLetters = max(
      self.letters * Self.controlShare, min(letters * Self.controlShare, self.target * Self.controlHeight))
    header = Rectangle(
      origin: inside.origin + Point(left, 0), size: Size(max(1, inside.size.width - left), headerHeight))
    let below = isNamed ? header.maxY + gap : inside.origin.y
    let free = inside.maxY - below
    let buttons = Self.buttons(
      places, inside, gap: gap, target: self.target,
      room: hasContent ? max(free * Self.mostButtons, min(needed, free - row)) : free)
    // With nothing beside them they stand in the middle.
    let isAlone = !isNamed && !hasContent && tile.icon == nil
    let rise = isAlone ? buttons.first.map { ($0.origin.y - inside.origin.y) / 2 } ?? 0 : 0
    self.buttons = buttons.map { Rectangle(origin: $0.origin - Point(0, rise), size: $0.size) }
    let bottom = self.buttons.first.map { $0.origin.y - gap } ?? inside.maxY
    let rest = Rectangle(
      origin: Point(inside.origin.x, below), size: Size(inside.size.width, max(0, bottom - below)))
    viewport = hasContent ? rest : Rectangle(origin: rest.origin, size: .zero)
    icon = Self.icon(tile, headerHeight, inside, rest, hasContent)
  }

  private static func icon(
    _ tile: LauncherTile, _ height: Double, _ inside: Rectangle, _ free: Rectangle, _ hasContent: Bool
  ) -> Rectangle? {
    guard tile.icon != nil else { return nil }
    if hasContent { return height > 0 ? Rectangle(origin: inside.origin, size: Size(height, height)) : nil }
    let side = min(free.size.width, free.size.height) * largeIcon
    return side > height ? Rectangle(center: free.center, size: Size(side, side)) : nil
  }

  /// Which buttons stand beside one another, as many as find room; those that are `wide` have a line each.
  private static func lines(_ wide: [Bool], width: Double, gap: Double, least: Double) -> [[Int]] {
    let columns = max(1, Int((width + gap) / (least + gap)))
    var lines: [[Int]] = []
    for index in wide.indices {
      if let last = lines.last, last.count < columns, !wide[index], !wide[last[0]] {
        lines[lines.count - 1].append(index)
      } else {
        lines.append([index])
      }
    }
    return lines
  }

  /// Where they are: at the lower edge.
  private static func buttons(
    _ lines: [[Int]], _ inside: Rectangle, gap: Double, target: Double, room: Double
  ) -> [Rectangle] {
    guard !lines.isEmpty, room > 0 else { return [] }
    let height = max(1, min(target, (room + gap) / Double(lines.count) - gap))
    let top = inside.maxY - Double(lines.count) * (height + gap) + gap
    return lines.enumerated().flatMap { row, line in
      let width = (inside.size.width - gap * Double(line.count - 1)) / Double(line.count)
      return line.indices.map { column in
        let corner = Point(Double(column) * (width + gap), Double(row) * (height + gap))
        return Rectangle(origin: Point(inside.origin.x, top) + corner, size: Size(width, height))
      }
    }
  }

  /// How high a row of a list is.
  var rowHeight: Double { max(1, min(target, viewport.size.height)) }

  /// How many whole rows are seen at once.
  private var rowsAtOnce: Int { max(1, Int(viewport.size.height / rowHeight)) }

  /// Where a row is, from the upper left corner of the whole list. Where a list scrolls from side to side, as
  /// many rows as are seen at once stand one below another, and the next ones beside them.
  func row(_ index: Int) -> Rectangle {
    let size = Size(viewport.size.width, rowHeight)
    guard isSideways else { return Rectangle(origin: Point(0, Double(index) * rowHeight), size: size) }
    let (screen, line) = (index / rowsAtOnce, index % rowsAtOnce)
    return Rectangle(origin: Point(Double(screen) * size.width, Double(line) * rowHeight), size: size)
  }

  /// How long a list of so many rows is, along the way that it scrolls.
  func length(rows count: Int) -> Double {
    guard isSideways else { return Double(count) * rowHeight }
    return Double((count + rowsAtOnce - 1) / rowsAtOnce) * viewport.size.width
  }

  /// How much of a list or a page is seen at once, along the way that it scrolls.
  var room: Double { isSideways ? viewport.size.width : viewport.size.height }
}
