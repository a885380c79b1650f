import RotundaGeometry
import Scene

/// What a frame shows on a tile beside its card.
extension TileInterior {
  /// How a tile's controls look now.
  struct State: Hashable {
    /// The control that a finger presses.
    var pressed: TileControl?
    /// The control that keys have chosen.
    var focused: TileControl?
    /// The toggles that are on, by their identifiers.
    var on: Set<String> = []
  }

  /// How much of the writing's colour the ground of a button has, of a pressed one, and of the line between two rows.
  private static let groundOpacity = 0.13
  private static let pressedOpacity = 0.3
  private static let lineOpacity = 0.1
  /// How wide the frame around a control is that keys have chosen, as a part of its height, and how a row shows it.
  private static let ringShare = 0.07
  private static let focusOpacity = 0.3
  /// The corners of a button, as a part of its height.
  private static let cornerShare = 0.28

  /// Draws it. Nothing of it is seen outside of the card.
  func append(on card: Plane, _ look: ShelfLook, _ state: State, to frame: inout SceneFrame) {
    if let icon, let area = layout.icon {
      card.append(.picture(icon, placeholder: .clear), in: area, to: &frame)
    }
    card.append(name, at: layout.header.origin, scale: look.scale, to: &frame)
    if let summary {
      let line = layout.letters * InteriorLayout.lineHeight
      card.append(summary, at: layout.header.origin + Point(0, line), scale: look.scale, to: &frame)
    }
    appendContent(on: card, look, state, to: &frame)
    for index in buttons.indices {
      append(button: index, on: card, look, state, to: &frame)
    }
  }

  private func appendContent(on card: Plane, _ look: ShelfLook, _ state: State, to frame: inout SceneFrame) {
    guard !layout.viewport.size.isEmpty else { return }
    var plane = card
    guard let seen = card.clip.map({ $0.intersection(layout.viewport) }) ?? layout.viewport else { return }
    plane.clip = seen
    if layout.isSideways {
      column?.append(
        screensOf: layout.viewport.size.height, at: contentOrigin, on: plane, theme(look), to: &frame)
    } else {
      column?.append(at: contentOrigin, on: plane, theme(look), to: &frame)
    }
    for index in rows.indices {
      let area = place(ofRow: index)
      guard layout.viewport.intersection(area) != nil else { continue }
      append(row: index, in: area, on: plane, look, state, to: &frame)
    }
    appendScrollBar(on: card, look, to: &frame)
  }

  private func append(
    row index: Int, in area: Rectangle, on plane: Plane, _ look: ShelfLook, _ state: State,
    to frame: inout SceneFrame
  ) {
    if state.focused == .row(index) {
      plane.append(
        .color(look.theme.progress), in: area, corner: area.size.height * Self.cornerShare,
        opacity: Self.focusOpacity, to: &frame)
    } else if state.pressed == .row(index) {
      plane.append(
        .color(text), in: area, corner: area.size.height * Self.cornerShare, opacity: Self.groundOpacity,
        to: &frame)
    }
    if index > 0 {
      let line = Rectangle(origin: area.origin, size: Size(area.size.width, 1))
      plane.append(.color(text), in: line, opacity: Self.lineOpacity, to: &frame)
    }
    append(rows[index], of: tile.rows[index], in: area, isCentered: false, on: plane, look, state, to: &frame)
  }

  private func append(
    button index: Int, on plane: Plane, _ look: ShelfLook, _ state: State, to frame: inout SceneFrame
  ) {
    let (area, control) = (layout.buttons[index], TileControl.button(index))
    let corner = area.size.height * Self.cornerShare
    if state.focused == control {
      let ring = area.size.height * Self.ringShare
      let around = Rectangle(
        center: area.center, size: Size(area.size.width + 2 * ring, area.size.height + 2 * ring))
      plane.append(.color(look.theme.progress), in: around, corner: corner + ring, to: &frame)
      plane.append(.color(look.theme.card), in: area, corner: corner, to: &frame)
    }
    plane.append(
      .color(text), in: area, corner: corner,
      opacity: state.pressed == control ? Self.pressedOpacity : Self.groundOpacity, to: &frame)
    let button = tile.buttons[index]
    append(
      buttons[index], of: button, in: area, isCentered: button.offAction == nil, on: plane, look, state,
      to: &frame)
  }

  /// Icon, writing and switch of a control.
  private func append(
    _ label: Label, of part: LauncherTile, in area: Rectangle, isCentered: Bool, on plane: Plane,
    _ look: ShelfLook, _ state: State, to frame: inout SceneFrame
  ) {
    let (height, padding) = (area.size.height, area.size.height * Self.iconGap)
    let side = label.icon == nil ? 0 : height * Self.iconShare
    let extent = label.writing.extent(scale: look.scale) ?? .zero
    let used = extent.width + (side > 0 ? side + padding : 0)
    var left = area.origin.x + (isCentered ? max(padding, (area.size.width - used) / 2) : padding)
    if let icon = label.icon {
      let place = Rectangle(center: Point(left + side / 2, area.center.y), size: Size(side, side))
      plane.append(.picture(icon, placeholder: .clear), in: place, to: &frame)
      left += side + padding
    }
    plane.append(
      label.writing, at: Point(left, area.center.y - extent.height / 2), scale: look.scale, to: &frame)
    if part.offAction != nil {
      appendSwitch(isOn: state.on.contains(part.id), in: area, on: plane, look, to: &frame)
    }
  }

  private func appendSwitch(
    isOn: Bool, in area: Rectangle, on plane: Plane, _ look: ShelfLook, to frame: inout SceneFrame
  ) {
    let height = area.size.height * 0.46
    let width = height * 1.75
    let right = area.maxX - area.size.height * Self.iconGap
    let track = Rectangle(
      center: Point(right - width / 2, area.center.y), size: Size(width, height))
    let knob = height * 0.78
    let way = (width - height) / 2
    plane.append(
      .color(isOn ? look.theme.progress : text), in: track, corner: height / 2,
      opacity: isOn ? 1 : 0.35, to: &frame)
    plane.append(
      .color(.white),
      in: Rectangle(center: track.center + Point(isOn ? way : -way, 0), size: Size(knob, knob)),
      corner: knob / 2, to: &frame)
  }

  private func appendScrollBar(on plane: Plane, _ look: ShelfLook, to frame: inout SceneFrame) {
    let (area, width) = (layout.viewport, max(2, layout.size.width * 0.012))
    let track =
      layout.isSideways
      ? Rectangle(origin: Point(area.origin.x, area.maxY + width), size: Size(area.size.width, width))
      : Rectangle(origin: Point(area.maxX + width, area.origin.y), size: Size(width, area.size.height))
    guard let bar = scroll.bar(in: track, isSideways: layout.isSideways) else { return }
    plane.append(.color(text), in: bar, corner: width / 2, opacity: 0.4, to: &frame)
  }
}
