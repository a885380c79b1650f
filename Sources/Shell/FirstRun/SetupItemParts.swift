import RotundaGeometry

/// The areas of an item's parts, in points from the surface's top left corner.
struct SetupItemParts: Sendable {
  private(set) var label = Rectangle.zero
  private(set) var detail = Rectangle.zero
  private(set) var symbol = Rectangle.zero

  /// The height of a line, in font sizes.
  static let line = 1.42

  /// The width of the lock and the bars of a network, in font sizes.
  static let signal = 3.3

  /// Lays out the parts of an item in `area`.
  init(_ item: SetupForm.Item, in area: Rectangle, _ layout: SetupLayout) {
    let (font, margin) = (layout.font, layout.margin)
    let inner = Rectangle(
      origin: area.origin + Point(margin, 0),
      size: Size(max(1, area.size.width - 2 * margin), area.size.height))
    func cut(_ area: Rectangle, from: Double, _ width: Double) -> Rectangle {
      Rectangle(
        origin: Point(area.origin.x + from, area.origin.y), size: Size(max(1, width), area.size.height))
    }
    switch item.kind {
    case .row(let accessory):
      let end =
        switch accessory {
        case .none: 0.0
        case .toggle: font * 2.6
        case .check, .chevron, .remove: font * 1.8
        }
      let room = inner.size.width - end
      symbol = cut(inner, from: room, end)
      label = cut(inner, from: 0, item.detail.isEmpty ? room : room * 0.5 - margin / 2)
      detail = cut(inner, from: room * 0.5 + margin / 2, room * 0.5 - margin / 2)
    case .network:
      let end = font * Self.signal
      let room = inner.size.width - end
      symbol = cut(inner, from: room, end)
      label = cut(inner, from: 0, room - margin / 2)
      guard !item.detail.isEmpty else { break }
      // A name has up to 32 letters, and the whole line.
      label.size.height = (area.size.height * 0.56).rounded()
      detail = Rectangle(
        origin: Point(label.origin.x, label.maxY),
        size: Size(label.size.width, area.size.height - label.size.height))
    case .stepper:
      let steps = layout.steps(in: area, target: area.size.height)
      label = cut(inner, from: 0, steps.less.origin.x - inner.origin.x - margin / 2)
      let middle = Rectangle(
        origin: Point(steps.less.maxX, area.origin.y),
        size: Size(max(1, steps.more.origin.x - steps.less.maxX), area.size.height))
      detail = middle
    case .field:
      label = Rectangle(
        origin: inner.origin, size: Size(inner.size.width, (area.size.height * 0.4).rounded()))
      detail = Rectangle(
        origin: Point(inner.origin.x, label.maxY),
        size: Size(inner.size.width, area.size.height - label.size.height))
    case .button:
      let side = min(font * 1.5, area.size.height * 0.6)
      symbol = Rectangle(
        origin: Point(inner.origin.x, area.center.y - side / 2), size: Size(side, side))
      label = cut(inner, from: side + margin, inner.size.width - side - margin)
    case .cell:
      let label = (font * 2 * Self.line).rounded()
      let box = Rectangle(
        origin: area.origin + Point(0, margin / 2),
        size: Size(area.size.width, max(1, area.size.height - label - margin / 2)))
      let (width, height) = (box.size.width - margin * 2, box.size.height - margin / 2)
      symbol = Rectangle(center: box.center, size: Size(max(1, width), max(1, height)))
      self.label = Rectangle(
        origin: Point(area.origin.x + margin / 2, area.maxY - label),
        size: Size(max(1, area.size.width - margin), label - margin / 4))
    case .look:
      let height = area.size.height - layout.lookLine
      symbol = Rectangle(origin: area.origin, size: Size(area.size.width, height))
      label = Rectangle(
        origin: Point(area.origin.x, area.origin.y + height), size: Size(area.size.width, layout.lookLine))
    case .chip, .key: label = area.inset(by: margin / 3)
    case .dots: symbol = area
    case .card: placeCard(in: area, layout)
    }
  }

  private mutating func placeCard(in area: Rectangle, _ layout: SetupLayout) {
    let (font, margin) = (layout.font, layout.margin * 1.3)
    let width = max(1, area.size.width - 2 * margin)
    if layout.hasLowCards {
      let side = min(area.size.height - 2 * margin, area.size.width * 0.22)
      symbol = Rectangle(
        origin: Point(area.origin.x + margin, area.center.y - side / 2), size: Size(side, side))
      let left = symbol.maxX + margin
      let room = max(1, area.maxX - margin - left)
      let half = max(1, (area.size.height - margin) / 2)
      self.label = Rectangle(origin: Point(left, area.origin.y + margin / 2), size: Size(room, half))
      self.detail = Rectangle(origin: Point(left, area.center.y), size: Size(room, half))
      return
    }
    let detail = min(font * 2 * Self.line, area.size.height * 0.26)
    let label = min(font * 1.25 * Self.line, area.size.height * 0.2)
    self.detail = Rectangle(
      origin: Point(area.origin.x + margin, area.maxY - margin - detail), size: Size(width, detail))
    self.label = Rectangle(
      origin: Point(area.origin.x + margin, self.detail.origin.y - label), size: Size(width, label))
    let room = self.label.origin.y - area.origin.y
    let side = max(1, min(room * 0.62, width * 0.6))
    symbol = Rectangle(
      center: Point(area.center.x, area.origin.y + room / 2 + margin / 4), size: Size(side, side))
  }
}
