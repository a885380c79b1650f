import RotundaGeometry

/// The positions on a page of the first run, in points from the surface's top left corner, before scrolling.
struct SetupLayout: Hashable {
  /// The areas of the title and of the text below it, and their font sizes.
  private(set) var (title, detail) = (Rectangle.zero, Rectangle.zero)
  private(set) var (titleSize, detailSize, font) = (0.0, 0.0, 0.0)
  /// The progress bar.
  private(set) var progress = Rectangle.zero
  /// The visible area of the items, and the total height of all items.
  private(set) var viewport = Rectangle.zero
  private(set) var length = 0.0
  private(set) var items: [Rectangle] = []
  /// The buttons at the lower edge, in the order of their labels.
  private(set) var buttons: [Rectangle] = []
  private(set) var buttonSize = 0.0
  /// The gap between items, and the margin within an item.
  private(set) var (gap, margin) = (0.0, 0.0)
  /// Whether cards have their pictogram beside their text, not above it.
  private(set) var hasLowCards = false

  /// The facts besides the items that determine the layout.
  struct Surroundings: Hashable {
    var title = ""
    var detail = ""
    /// The labels of the buttons at the lower edge. If a button goes back, it is the first.
    var buttons: [String] = []
    var hasWayBack = false
    var isHello = false
  }

  /// The item font's size relative to the screen's font size.
  private static let letters = 1.08
  /// The font sizes of titles, in item font sizes, and their maximum shares of the screen's shorter side.
  private static let (titleScale, helloScale, mostTitle, mostHello) = (1.9, 3.2, 0.075, 0.12)
  private static let detailScale = 1.05
  /// The height of a line, in font sizes.
  private static let line = 1.42
  /// The margin on each side, as a share of the screen's width.
  private static let edgeShare = 0.06
  /// In font sizes: the height of rows, the widths of cells and chips, the height of cards, and maximum
  /// widths.
  private static let (row, cell, chip, card) = (2.6, 7.6, 5.6, 15.0)
  private static let (widestRow, widestCard, lowCard) = (34.0, 24.0, 6.5)
  /// The largest key of the PIN pad in millimeters, for a pad within a hand's span; and the gap as a share of
  /// a key.
  private static let (largestKey, keyGap) = (18.0, 0.14)
  private static let fingers = 12.0

  init() {}

  init(_ form: [SetupForm.Item], _ surroundings: Surroundings, _ environment: Environment) {
    let (metrics, page) = (environment.metrics, environment.pageMetrics)
    let (size, foot) = (metrics.size, page.foot)
    let isUpright = size.height > size.width
    font = min(metrics.fontSize * Self.letters, size.height * 0.075)
    gap = (font * 0.5).rounded()
    margin = (font * 0.7).rounded()
    let edge = max(foot.origin.x, (size.width * Self.edgeShare).rounded())
    let width = size.width - 2 * edge
    placeButtons(surroundings, foot, from: edge, width: width, gap: gap)
    let top = max(metrics.padding, (size.height * 0.05).rounded())
    let bottom = buttons.isEmpty ? size.height - top : foot.origin.y - gap
    progress = Rectangle(
      origin: Point(edge, (top * 0.5).rounded()), size: Size(width, max(3, (font * 0.16).rounded())))
    // On a wide screen, the PIN pad stands beside its title.
    let isPad = form.contains { if case .key = $0.kind { true } else { false } }
    let isSplit = isPad && !isUpright
    let column = isSplit ? (width * 0.46).rounded() : width
    sizeWriting(surroundings, metrics, column: column, room: bottom - top)
    let head = title.size.height + detail.size.height
    var start = isSplit ? top : top + head + gap
    // All visitors reach the lower half of a tall screen.
    if metrics.isTall { start = max(start, (size.height / 2).rounded()) }
    let room = Rectangle(
      origin: Point(isSplit ? edge + width - column : edge, start),
      size: Size(column, max(1, bottom - start)))
    place(form, in: room, isUpright: isUpright, isSplit: isSplit, page)
    if environment.isMirrored { turnKeys(of: form) }
    hasLowCards = isUpright
    guard !isSplit else {
      arrangeBeside(form, top: top, bottom: bottom, edge: edge, width: width)
      return
    }
    let free = max(0, room.size.height - length)
    // Center short content on upright screens and the welcome page. On tall screens, move it down to where
    // hands reach.
    let share = metrics.isTall ? 1 : isUpright || surroundings.isHello ? 0.5 : 0
    let move = (free * share).rounded()
    for index in items.indices { items[index].origin.y += move }
    viewport = Rectangle(
      origin: Point(edge - gap, start + move), size: Size(column + 2 * gap, max(1, room.size.height - move)))
    title.origin = Point(edge, max(top * 0.7, start + move - gap - head).rounded())
    detail.origin = Point(edge, title.maxY)
  }

  /// Keeps the usual order of digits on a mirrored screen.
  private mutating func turnKeys(of form: [SetupForm.Item]) {
    let keys = form.indices.filter { if case .key = form[$0].kind { true } else { false } }
    for row in stride(from: 0, to: keys.count - 2, by: 3) {
      let (first, last) = (keys[row], keys[row + 2])
      (items[first].origin.x, items[last].origin.x) = (items[last].origin.x, items[first].origin.x)
    }
  }

  // The lower edge.

  private mutating func placeButtons(
    _ surroundings: Surroundings, _ foot: Rectangle, from edge: Double, width: Double, gap: Double
  ) {
    let words = surroundings.buttons
    guard !words.isEmpty else { return }
    let share = (width - gap * Double(max(2, words.count - 1))) / Double(max(3, words.count))
    let longest = words.map { NoticeFit.width($0) }.max() ?? 1
    buttonSize = min(font, share * 0.86 / max(1, longest), foot.size.height * 0.5)
    let side = Size(
      max(foot.size.height, min(share, (longest + 2.6) * buttonSize)).rounded(), foot.size.height)
    var right = edge + width
    var places: [Rectangle] = []
    for index in words.indices.reversed() {
      if index == 0, surroundings.hasWayBack {
        places.insert(Rectangle(origin: Point(edge, foot.origin.y), size: side), at: 0)
      } else {
        right -= side.width
        places.insert(Rectangle(origin: Point(right, foot.origin.y), size: side), at: 0)
        right -= gap
      }
    }
    buttons = places
  }

  // The title.

  private mutating func sizeWriting(
    _ surroundings: Surroundings, _ metrics: Metrics, column: Double, room: Double
  ) {
    let shorter = min(metrics.size.width, metrics.size.height)
    let (scale, most) =
      surroundings.isHello ? (Self.helloScale, Self.mostHello) : (Self.titleScale, Self.mostTitle)
    titleSize = min(font * scale, shorter * most)
    func lines(_ text: String, _ size: Double) -> Double {
      text.isEmpty ? 0 : Double(NoticeFit.lines(text, width: column / size))
    }
    while lines(surroundings.title, titleSize) > 2, titleSize > font * 0.8 {
      titleSize *= 0.94
    }
    detailSize = min(font * (surroundings.isHello ? 1.3 : Self.detailScale), shorter * 0.05)
    let titleHeight = (lines(surroundings.title, titleSize) * titleSize * Self.line).rounded(.up)
    let detailHeight = (min(3, lines(surroundings.detail, detailSize)) * detailSize * Self.line).rounded(.up)
    title.size = Size(column, min(titleHeight, room * 0.4))
    detail.size = Size(column, detailHeight)
  }

  // Items.

  /// Places items. Neighbors of one kind form a grid.
  private mutating func place(
    _ form: [SetupForm.Item], in room: Rectangle, isUpright: Bool, isSplit: Bool, _ page: PageMetrics
  ) {
    var (top, index) = (room.origin.y, 0)
    while index < form.count {
      let kind = Class(form[index].kind)
      var end = index
      while end < form.count, Class(form[end].kind) == kind { end += 1 }
      let grid = grid(kind, count: end - index, in: room, isUpright: isUpright, isSplit: isSplit, page)
      for number in 0..<(end - index) {
        let column = Double(number % grid.columns)
        let row = Double(number / grid.columns)
        items.append(
          Rectangle(
            origin: Point(
              (room.origin.x + grid.indent + column * (grid.size.width + grid.gap)).rounded(),
              (top + row * (grid.size.height + grid.gap)).rounded()), size: grid.size))
      }
      let rows = Double((end - index + grid.columns - 1) / grid.columns)
      top += rows * (grid.size.height + grid.gap) - grid.gap + (kind == .dots ? gap : gap * 1.4)
      index = end
    }
    length = items.isEmpty ? 0 : (items.map(\.maxY).max() ?? 0) - room.origin.y
  }

  fileprivate enum Class { case card, row, stepper, cell, look, chip, button, key, dots }

  private struct Grid {
    var columns: Int
    var size: Size
    var gap: Double
    var indent = 0.0
  }

  private func grid(
    _ kind: Class, count: Int, in room: Rectangle, isUpright: Bool, isSplit: Bool, _ page: PageMetrics
  ) -> Grid {
    let width = room.size.width
    let target = max(page.targetSide, (Self.fingers * page.pointsPerMillimeter).rounded() * 0.8)
    let line = max(min(target, page.metrics.size.height * 0.16), (font * Self.row).rounded())
    func columns(_ count: Int, _ gap: Double) -> Double {
      ((width - gap * Double(count - 1)) / Double(count)).rounded(.down)
    }
    switch kind {
    case .row, .stepper:
      // Keep few lines in one column. More lines count as few if there is more room.
      let most = kind == .stepper ? 1 : room.size.height < line * 7 ? 2 : 3
      let isWide = width >= font * Self.widestRow && count > most
      return Grid(
        columns: isWide ? 2 : 1,
        size: Size(isWide ? columns(2, gap) : min(width, font * Self.widestRow * 1.2), line),
        gap: (gap * 0.7).rounded())
    case .button:
      let across = width / 3 >= font * 9 ? min(max(count, 2), 3) : 1
      return Grid(columns: across, size: Size(columns(across, gap), line), gap: gap)
    case .chip:
      let across = width / 7 >= font * Self.chip ? 7 : width / 4 >= font * Self.chip ? 4 : 2
      return Grid(columns: across, size: Size(columns(across, gap * 0.7), line), gap: (gap * 0.7).rounded())
    case .cell:
      let least = max(page.targetSide * 1.4, font * Self.cell)
      let across = max(2, Int((width + gap) / (least + gap)))
      let side = columns(across, gap)
      return Grid(columns: across, size: Size(side, (side * 0.62 + font * 2 * Self.line).rounded()), gap: gap)
    case .look: return looks(in: room, page)
    case .card: return cards(count, in: room, isUpright: isUpright, page)
    case .dots:
      let height = (font * 1.7).rounded()
      return Grid(columns: 1, size: Size(width, height), gap: gap)
    case .key: return keys(in: room, isUpright: isUpright, isSplit: isSplit, page)
    }
  }

  /// The height of the text below a theme's picture.
  var lookLine: Double { (font * 1.9).rounded() }

  /// Returns a grid that shows all themes if possible, with the screen's aspect ratio.
  private func looks(in room: Rectangle, _ page: PageMetrics) -> Grid {
    let shape = page.metrics.size.height / page.metrics.size.width
    let across = room.size.width / 4 >= font * 6.5 ? 4 : room.size.width / 3 >= font * 6.5 ? 3 : 2
    let widest = (room.size.width - gap * Double(across - 1)) / Double(across)
    // Fit two rows, unless the pictures become too small.
    let suitable = ((room.size.height - gap) / 2 - lookLine) / shape
    let side = max(min(widest, suitable), min(widest, font * 6.5), page.targetSide).rounded(.down)
    return Grid(columns: across, size: Size(side, (side * shape).rounded() + lookLine), gap: gap)
  }

  private func cards(_ count: Int, in room: Rectangle, isUpright: Bool, _ page: PageMetrics) -> Grid {
    let space = gap * 1.4
    if isUpright {
      let height = max(page.targetSide * 1.5, font * Self.lowCard).rounded()
      return Grid(columns: 1, size: Size(min(room.size.width, font * 30), height), gap: space)
    }
    let width = min((room.size.width - space * Double(count - 1)) / Double(count), font * Self.widestCard)
    let height = min(font * Self.card, max(page.targetSide, room.size.height))
    return Grid(columns: count, size: Size(width.rounded(), height.rounded()), gap: space)
  }

  private func keys(in room: Rectangle, isUpright: Bool, isSplit: Bool, _ page: PageMetrics) -> Grid {
    let (across, down) = (3 + 2 * Self.keyGap, 4 + 3 * Self.keyGap)
    let height = isSplit ? room.size.height : room.size.height - font * 1.7 - gap
    let most = max(Self.largestKey, page.metrics.leastTarget) * page.pointsPerMillimeter
    let least = page.targetSide
    let side = max(least, min(most, height / down, room.size.width / across)).rounded(.down)
    let space = (side * Self.keyGap).rounded()
    let extent = side * 3 + space * 2
    return Grid(
      columns: 3, size: Size(side, side), gap: space,
      indent: isSplit ? room.size.width - extent : max(0, (room.size.width - extent) / 2))
  }

  /// Places the keys of the pad at the trailing side, and the digits below the text.
  private mutating func arrangeBeside(
    _ form: [SetupForm.Item], top: Double, bottom: Double, edge: Double, width: Double
  ) {
    let keys = form.indices.filter { if case .dots = form[$0].kind { false } else { true } }
    let first = keys.map { items[$0].origin.y }.min() ?? top
    let last = keys.map { items[$0].maxY }.max() ?? top
    let start = top + max(0, (bottom - top - (last - first)) / 2)
    for index in keys { items[index].origin.y += (start - first).rounded() }
    let block = title.size.height + detail.size.height + gap * 2 + font * 1.7
    title.origin = Point(edge, (top + max(0, (bottom - top - block) / 2)).rounded())
    detail.origin = Point(edge, title.maxY)
    for index in form.indices where !keys.contains(index) {
      items[index].origin = Point(edge, detail.maxY + gap * 2)
    }
    viewport = Rectangle(origin: Point(edge, top), size: Size(width, max(1, bottom - top)))
    length = max(0, last - first)
  }
}

extension SetupLayout.Class {
  fileprivate init(_ kind: SetupForm.Item.Kind) {
    switch kind {
    case .card: self = .card
    case .row, .field, .network: self = .row
    case .stepper: self = .stepper
    case .cell: self = .cell
    case .look: self = .look
    case .chip: self = .chip
    case .button: self = .button
    case .key: self = .key
    case .dots: self = .dots
    }
  }
}

extension SetupLayout {
  /// Returns the minus and plus buttons of a line.
  func steps(in row: Rectangle, target: Double) -> (less: Rectangle, more: Rectangle) {
    let side = Size(max(row.size.height, target), row.size.height)
    let more = Rectangle(origin: Point(row.maxX - side.width, row.origin.y), size: side)
    let less = Rectangle(
      origin: Point(more.origin.x - side.width - font * 4.6, row.origin.y), size: side)
    return (less, more)
  }
}
