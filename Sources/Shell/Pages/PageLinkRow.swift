import Configuration
import RotundaGeometry
import Scene

/// Links to tiles as buttons side by side, in as many lines as needed. Lengths are in points.
struct PageLinkRow: Sendable {
  private struct Button: Sendable {
    let link: PageLink
    var writing: Writing
    /// The tile's picture, as a disc; nil for none.
    let picture: Picture?
  }
  private var buttons: [Button]

  /// The gap between buttons, and the padding of a button, in font sizes.
  private static let (gap, padding) = (0.6, 0.9)
  /// The size of a tile's picture, as a share of its button's height.
  private static let pictureShare = 0.72
  /// The share of the text color in the ground of a button, and of a pressed one.
  private static let (ground, pressed) = (0.14, 0.3)
  /// The estimated width of a letter, in font sizes.
  private static let letterWidth = 0.55

  init(_ links: [PageLink], _ style: PageStyle) {
    buttons = links.map { link in
      let side = max(1, Int((style.target * Self.pictureShare * style.scale).rounded()))
      let picture = link.picture.map {
        Picture(
          .ground(Ground(picture: $0, top: style.theme.card, bottom: style.theme.card)),
          size: PixelSize(side, side), scale: style.scale)
      }
      let used = 2 * style.fontSize * Self.padding + (picture == nil ? 0 : style.target)
      let writing = style.title(
        link.label, size: 1, width: max(style.fontSize * 2, style.width - used), mostLines: 1)
      return Button(link: link, writing: writing, picture: picture)
    }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    for index in buttons.indices {
      if buttons[index].writing.measured(picture, size: size) { isOne = true }
      if buttons[index].picture == picture { isOne = true }
    }
    return isOne
  }

  func request(order: Int, into effects: inout [ShellEffect]) {
    for button in buttons {
      effects.append(.draw(button.writing.picture, order: order))
      if let picture = button.picture { effects.append(.draw(picture, order: order)) }
    }
  }

  /// Returns a button's width: as wide as its text, and no narrower than a finger needs.
  private func width(_ index: Int, _ style: PageStyle) -> Double {
    let button = buttons[index]
    let letters =
      button.writing.extent(scale: style.scale)?.width
      ?? Double(button.link.label.count) * style.fontSize * Self.letterWidth
    // The disc stands in the round end of its button.
    let start = button.picture == nil ? style.fontSize * Self.padding : style.target
    return min(max(start + letters + style.fontSize * Self.padding, style.target * 1.2), style.width)
      .rounded()
  }

  /// Visits the buttons with their places, from the row's upper left corner.
  private func forEachPlace(_ style: PageStyle, _ body: (Int, Rectangle) -> Void) {
    let gap = (style.fontSize * Self.gap).rounded()
    var corner = Point.zero
    for index in buttons.indices {
      let width = width(index, style)
      if corner.x > 0, corner.x + width > style.width { corner = Point(0, corner.y + style.target + gap) }
      body(index, Rectangle(origin: corner, size: Size(width, style.target)))
      corner.x += width + gap
    }
  }

  func height(_ style: PageStyle) -> Double {
    var bottom = 0.0
    forEachPlace(style) { bottom = $1.maxY }
    return bottom
  }

  func targets(_ style: PageStyle) -> [PageTarget] {
    var targets: [PageTarget] = []
    forEachPlace(style) { targets.append(PageTarget(kind: .link(buttons[$0].link), area: $1)) }
    return targets
  }

  func append(
    at corner: Point, _ style: PageStyle, on plane: Plane, pressed: Int?, to frame: inout SceneFrame
  ) {
    forEachPlace(style) { index, place in
      let area = Rectangle(origin: corner + place.origin, size: place.size)
      append(buttons[index], in: area, style, on: plane, isPressed: index == pressed, to: &frame)
    }
  }

  private func append(
    _ button: Button, in area: Rectangle, _ style: PageStyle, on plane: Plane, isPressed: Bool,
    to frame: inout SceneFrame
  ) {
    let (theme, radius) = (style.theme, area.size.height / 2)
    if theme.borderWidth > 0 {
      plane.append(.color(theme.border), in: area, corner: radius, to: &frame)
      plane.append(
        .color(theme.background), in: area.inset(by: theme.borderWidth), corner: radius - theme.borderWidth,
        to: &frame)
    }
    let ground = theme.background.opacity(1)
      .mixed(with: theme.cardText, isPressed ? Self.pressed : Self.ground)
    let inner = area.inset(by: theme.borderWidth)
    plane.append(.color(ground), in: inner, corner: inner.size.height / 2, to: &frame)
    var left = area.origin.x + style.fontSize * Self.padding
    if let picture = button.picture {
      let side = area.size.height * Self.pictureShare
      let disc = Rectangle(
        center: Point(area.origin.x + area.size.height / 2, area.center.y), size: Size(side, side))
      plane.append(.picture(picture, placeholder: .clear), in: disc, corner: side / 2, to: &frame)
      left = area.origin.x + area.size.height
    }
    guard let extent = button.writing.extent(scale: style.scale) else { return }
    // Without a disc, the text is centered in a wider button.
    if button.picture == nil { left = area.center.x - extent.width / 2 }
    plane.append(
      button.writing, at: Point(left.rounded(), (area.center.y - extent.height / 2).rounded()),
      scale: style.scale, to: &frame)
  }
}
