import RotundaGeometry

/// The layout of a tile with more than a name and an icon. Lengths are in points, and places from its middle.
struct InteriorLayout: Hashable {
  let size: Size
  /// The size of the name's letters.
  let letters: Double
  /// The size of the letters on controls.
  let controlLetters: Double
  /// The least extent of touch areas.
  let target: Double
  /// Whether the name is on the tile.
  let isNamed: Bool
  /// Whether content scrolls sideways, across the direction of the tiles.
  let isSideways: Bool
  /// The area of the name, beside its icon.
  let header: Rectangle
  /// The square of the icon; nil without one.
  let icon: Rectangle?
  /// The visible area of the list or the page; empty without room.
  let viewport: Rectangle
  let buttons: [Rectangle]

  /// The margin and the gaps, as shares of the tile's shorter side.
  private static let marginShare = 0.06
  private static let gapShare = 0.03
  /// The height of text lines, in heights of letters. Noto Sans needs 1.36. Fonts that need more get smaller
  /// letters.
  static let lineHeight = 1.4
  /// The size of the header's second line, as a share of the first.
  static let summaryShare = 0.66
  /// The size of text on controls, as a share of the header's. A name that shrinks to make room for controls
  /// does not reduce it, up to `controlHeight`, a share of a control's height.
  private static let controlShare = 0.78
  private static let controlHeight = 0.36
  /// The least width of a button, in heights of letters: room for a word.
  private static let leastButton = 4.5
  /// The smallest letters of a name that makes room for touch areas, in points.
  private static let leastLetters = 12.0
  /// The share of the free room for an icon on a tile that has only buttons.
  private static let largeIcon = 0.8
  /// The greatest share of the height below the header for buttons.
  private static let mostButtons = 0.6

  init(
    _ tile: LauncherTile, size: Size, letters: Double, target: Double, isSideways: Bool, isNamed: Bool = true
  ) {
    let shorter = min(size.width, size.height)
    let (margin, gap) = (shorter * Self.marginShare, shorter * Self.gapShare)
    let inside = Rectangle(center: .zero, size: size).inset(by: margin)
    let lines = 1 + (tile.appearance.detail.isEmpty ? 0 : Self.summaryShare)
    // Without a list or a page, the icon has room below the name.
    let hasContent = !tile.rows.isEmpty || tile.isPageInside
    self.target = min(target, shorter / 3)
    let wide = tile.buttons.map { $0.offAction != nil || $0.$value.hasValue }
    let places = Self.lines(
      wide, width: inside.size.width, gap: gap, least: max(letters * Self.leastButton, self.target))
    let (row, needed) = (hasContent ? self.target + gap : 0, Double(places.count) * (self.target + gap))
    // The size of touch areas takes precedence over the size of the name.
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
    // Buttons alone on a tile stand in the middle.
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

  /// Returns the indices of the buttons in each line, as many as fit. Each `wide` button has its own line.
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

  /// Returns the areas of the buttons, at the lower edge.
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

  /// The height of a list's row.
  var rowHeight: Double { max(1, min(target, viewport.size.height)) }

  /// The number of whole rows that are visible at once.
  private var rowsAtOnce: Int { max(1, Int(viewport.size.height / rowHeight)) }

  /// Returns the area of a row, from the upper left corner of the whole list. In a sideways list, each screen
  /// has as many rows as are visible at once.
  func row(_ index: Int) -> Rectangle {
    let size = Size(viewport.size.width, rowHeight)
    guard isSideways else { return Rectangle(origin: Point(0, Double(index) * rowHeight), size: size) }
    let (screen, line) = (index / rowsAtOnce, index % rowsAtOnce)
    return Rectangle(origin: Point(Double(screen) * size.width, Double(line) * rowHeight), size: size)
  }

  /// Returns the length of a list, along its scroll direction.
  func length(rows count: Int) -> Double {
    guard isSideways else { return Double(count) * rowHeight }
    return Double((count + rowsAtOnce - 1) / rowsAtOnce) * viewport.size.width
  }

  /// The visible length of a list or page, along its scroll direction.
  var room: Double { isSideways ? viewport.size.width : viewport.size.height }
}
