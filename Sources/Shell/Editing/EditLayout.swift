import RotundaGeometry

/// The positions of the editor's cards, in points from the surface's top left corner, before scrolling.
struct EditLayout: Hashable, Sendable {
  /// A card for a tile, or the button that adds one at the end of a shelf.
  struct Card: Hashable, Sendable {
    let shelf: Int
    /// The tile's index on its shelf; nil for the button that adds a tile.
    let tile: Int?
    /// The whole card, its picture, and the line below the picture with its name.
    let (frame, picture, name): (Rectangle, Rectangle, Rectangle)
    /// The buttons that edit, move and remove; empty for the button that adds a tile.
    let handles: [Rectangle]
  }

  private(set) var cards: [Card] = []
  /// The titles of shelves, by shelf index.
  private(set) var titles: [Int: Rectangle] = [:]
  private(set) var viewport = Rectangle(origin: .zero, size: .zero)
  private(set) var heading = Rectangle(origin: .zero, size: .zero)
  private(set) var length = 0.0
  /// The buttons at the lower edge.
  private(set) var controls: [Rectangle] = []
  private(set) var (handle, gap) = (0.0, 0.0)

  /// The side of a handle in millimeters, and its maximum share of the screen's shorter side.
  private static let (side, sideShare) = (15.0, 0.19)
  /// The number of buttons on a card.
  private static let handles = 3
  /// The height of a picture as a share of its width.
  private static let aspect = 0.6
  /// The heights of name and title lines and the gap between cards, in font sizes.
  private static let (name, title, gap) = (1.5, 1.9, 0.7)
  private static let mostColumns = 8

  init() {}

  /// - Parameter units: the relative widths of the buttons at the lower edge.
  init(_ shelves: [EditShelf], controls units: [Double], hasTitles: Bool, _ environment: Environment) {
    let (metrics, page) = (environment.metrics, environment.pageMetrics)
    let (font, foot) = (metrics.fontSize, page.foot)
    controls = Self.controls(units, page)
    gap = (metrics.plainFontSize * Self.gap).rounded()
    handle =
      (min(
        max(Self.side, metrics.leastTarget) * page.pointsPerMillimeter,
        min(metrics.size.width, metrics.size.height) * Self.sideShare)).rounded()
    let least = Double(Self.handles) * handle + 2
    let columns = min(Self.mostColumns, max(1, Int((foot.size.width + gap) / (least + gap))))
    let share = (foot.size.width + gap) / Double(columns) - gap
    let width = (share / Double(Self.handles)).rounded(.down) * Double(Self.handles)
    let bottom = min(foot.origin.y, controls.first?.origin.y ?? foot.origin.y) - gap
    let (high, line) = ((font * Self.title).rounded(), (font * Self.name).rounded())
    let top = metrics.isTall ? metrics.size.height / 2 : (metrics.plainFontSize * 0.6).rounded()
    heading = Rectangle(origin: Point(foot.origin.x, top), size: Size(foot.size.width, high))
    viewport = Rectangle(
      origin: Point(foot.origin.x, heading.maxY), size: Size(foot.size.width, max(1, bottom - heading.maxY)))
    // The viewport always fits a whole row.
    let picture = min(width * Self.aspect, max(handle / 2, viewport.size.height - line - handle)).rounded(
      .down)
    var lowest = viewport.origin.y
    for (number, shelf) in shelves.enumerated() {
      if hasTitles, shelf.name != nil || shelf.canBeNamed {
        // An editable title is a touch target.
        let height = shelf.canBeNamed ? max(high, handle) : high
        titles[number] = Rectangle(
          origin: Point(foot.origin.x, lowest), size: Size(foot.size.width, height))
        lowest += height
      }
      for index in 0...shelf.tiles.count {
        let place = Point(
          foot.origin.x + Double(index % columns) * (width + gap), lowest)
        let card = card(
          number, index < shelf.tiles.count ? index : nil, at: place, Size(width, picture), line)
        cards.append(card)
        if index % columns == columns - 1 || index == shelf.tiles.count {
          lowest += card.frame.size.height + gap
        }
      }
    }
    length = max(0, lowest - gap - viewport.origin.y)
  }

  /// Places the buttons in one row with the close button. If the row is too short, uses two rows.
  private static func controls(_ units: [Double], _ page: PageMetrics) -> [Rectangle] {
    let (foot, close) = (page.foot, page.closeFrame)
    let gap = (page.metrics.plainFontSize * 0.5).rounded()
    let room = foot.maxX - close.maxX - gap
    let all = units.reduce(0, +)
    let least = units.min() ?? 1
    let rows = (room / all - gap) * least < page.targetSide ? 2 : 1
    var places: [Rectangle] = []
    let inRow = (units.count + rows - 1) / rows
    for row in 0..<rows {
      let part = Array(units.dropFirst(row * inRow).prefix(inRow))
      let unit = (room - Double(part.count - 1) * gap) / max(1, part.reduce(0, +))
      var left = close.maxX + gap
      for width in part {
        let place = Point(left.rounded(), foot.origin.y - Double(rows - 1 - row) * (foot.size.height + gap))
        places.append(Rectangle(origin: place, size: Size((width * unit).rounded(.down), foot.size.height)))
        left += width * unit + gap
      }
    }
    return places
  }

  private func card(
    _ shelf: Int, _ tile: Int?, at place: Point, _ size: Size, _ line: Double
  ) -> Card {
    let (width, high) = (size.width, size.height)
    let picture = Rectangle(origin: place, size: size)
    let name = Rectangle(origin: Point(place.x, picture.maxY), size: Size(width, line))
    let step = width / Double(Self.handles)
    let handles =
      tile == nil
      ? []
      : (0..<Self.handles).map { index in
        Rectangle(
          origin: Point(place.x + Double(index) * step, name.maxY), size: Size(step, handle))
      }
    let frame = Rectangle(origin: place, size: Size(width, high + line + handle))
    return Card(shelf: shelf, tile: tile, frame: frame, picture: picture, name: name, handles: handles)
  }

  /// Returns the shelf whose title is at a point of the content.
  func title(at point: Point) -> Int? { titles.first { $0.value.contains(point) }?.key }

  /// Returns the card at a point of the content.
  func card(at point: Point) -> Int? { cards.firstIndex { $0.frame.contains(point) } }
}
