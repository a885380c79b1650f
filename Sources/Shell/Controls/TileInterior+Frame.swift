import Configuration
import RotundaGeometry
import Scene

/// Drawing of a live tile's contents.
extension TileInterior {
  /// The present state of a tile's controls.
  struct State {
    /// The pressed control.
    var pressed: TileControl?
    /// The control that has the focus.
    var focused: TileControl?
    /// The identifiers of toggles that are on.
    var on: Set<String> = []
    /// The values of controls.
    var values = ControlValues()
  }

  /// The share of the text color in the ground of a button, of a pressed one, and in the line between two
  /// rows.
  private static let groundOpacity = 0.13
  private static let pressedOpacity = 0.3
  private static let lineOpacity = 0.1
  /// The width of a control's focus ring, as a share of the control's height; and the opacity of the color in
  /// a focused row.
  private static let ringShare = 0.07
  private static let focusOpacity = 0.3
  /// The radius of a button's corners, as a share of its height.
  private static let cornerShare = 0.28

  /// Draws the contents within the card.
  func append(on card: Plane, _ look: ShelfLook, _ state: State, to frame: inout SceneFrame) {
    if let icon, let area = layout.icon {
      card.append(.picture(icon, placeholder: .clear), in: area, to: &frame)
    }
    if layout.isNamed { card.append(name, at: layout.header.origin, scale: look.scale, to: &frame) }
    if layout.isNamed, let summary {
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
      column?.append(screensOf: layout.viewport.size.height, at: contentOrigin, on: plane, to: &frame)
    } else {
      column?.append(at: contentOrigin, on: plane, to: &frame)
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
        tinge(look.theme.progress, Self.focusOpacity, look), in: area,
        corner: area.size.height * Self.cornerShare, to: &frame)
    } else if state.pressed == .row(index) {
      plane.append(
        tinge(text, Self.groundOpacity, look), in: area, corner: area.size.height * Self.cornerShare,
        to: &frame)
    }
    if index > 0 {
      let line = Rectangle(origin: area.origin, size: Size(area.size.width, 1))
      plane.append(tinge(text, Self.lineOpacity, look), in: line, to: &frame)
    }
    let part = tile.rows[index]
    if let control = part.value, let place = self.area(of: .row(index)) {
      plane.append(
        tinge(text, Self.groundOpacity, look), in: place, corner: place.size.height * Self.cornerShare,
        to: &frame)
      append(control, of: part, rows[index], in: place, on: plane, look, state, to: &frame)
    } else {
      append(rows[index], of: part, in: area, isCentered: false, on: plane, look, state, to: &frame)
      if part.leadsOn { appendChevron(in: area, on: plane, look, to: &frame) }
    }
  }

  /// The sign at the end of a row that leads on. Its extent and line width are shares of the row's height;
  /// the last number is its opacity.
  private static let (chevron, chevronLine, chevronOpacity) = (0.16, 0.05, 0.7)

  private func appendChevron(
    in area: Rectangle, on plane: Plane, _ look: ShelfLook, to frame: inout SceneFrame
  ) {
    let height = area.size.height
    let extent = height * Self.chevron
    let tip = Point(area.maxX - height * Self.iconGap, area.center.y)
    let box = Rectangle(
      origin: Point(tip.x - extent, tip.y - extent), size: Size(extent, 2 * extent))
    // Rotated bars are not clipped. Therefore the sign appears only when all of it is visible.
    if let clip = plane.clip, !clip.contains(box.origin) || !clip.contains(Point(box.maxX, box.maxY)) {
      return
    }
    appendBar(from: tip, extent, turned: -.pi / 4, height * Self.chevronLine, on: plane, look, to: &frame)
    appendBar(from: tip, extent, turned: .pi / 4, height * Self.chevronLine, on: plane, look, to: &frame)
  }

  /// Appends a bar that ends at `tip`, `extent` wide and high, upward or downward.
  private func appendBar(
    from tip: Point, _ extent: Double, turned angle: Double, _ width: Double, on plane: Plane,
    _ look: ShelfLook, to frame: inout SceneFrame
  ) {
    var bar = plane
    bar.clip = nil
    let middle = tip - Point(extent / 2, (angle > 0 ? extent : -extent) / 2)
    bar.transform = plane.transform.translated(middle.x, middle.y, 0).rotatedAboutZ(angle)
    let length = extent * 2.0.squareRoot() + width
    bar.append(
      tinge(text, Self.chevronOpacity, look), in: Rectangle(center: .zero, size: Size(length, width)),
      corner: width / 2, to: &frame)
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
    let light =
      state.pressed == control && tile.buttons[index].isCentered ? Self.pressedOpacity : Self.groundOpacity
    plane.append(tinge(text, light, look), in: area, corner: corner, to: &frame)
    let button = tile.buttons[index]
    if let control = button.value {
      append(control, of: button, buttons[index], in: area, on: plane, look, state, to: &frame)
    } else {
      append(
        buttons[index], of: button, in: area, isCentered: button.isCentered, on: plane, look, state,
        to: &frame)
    }
  }

  /// Appends the icon, the text and the switch of a control.
  private func append(
    _ label: Label, of part: LauncherTile, in area: Rectangle, padding: Double? = nil, isCentered: Bool,
    on plane: Plane, _ look: ShelfLook, _ state: State, to frame: inout SceneFrame
  ) {
    let (height, padding) = (area.size.height, padding ?? area.size.height * Self.iconGap)
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

  /// The share of the accent color in the chosen part of a choice.
  private static let fillOpacity = 0.3
  /// The share of the text color in the unfilled track of a slider, and the size of the thumb, in heights of
  /// the track.
  private static let (trackOpacity, thumb) = (0.28, 2.4)
  /// The share of the text color in a stepper's signs.
  private static let signOpacity = 0.85

  /// Appends a control with a value, on the ground of a button.
  private func append(
    _ control: ValueControl, of part: LauncherTile, _ label: Label, in area: Rectangle, on plane: Plane,
    _ look: ShelfLook, _ state: State, to frame: inout SceneFrame
  ) {
    let value = state.values.value(of: part)
    let (place, corner) = (ValueLayout(area), area.size.height * Self.cornerShare)
    switch control.style {
    case .slider:
      appendTrack(control.share(of: value), of: place, on: plane, look, to: &frame)
      let line = place.line
      append(
        label, of: part, in: line, padding: area.size.height * Self.iconGap, isCentered: false, on: plane,
        look,
        state, to: &frame)
      let padding = area.size.height * Self.iconGap
      let text = control.text(of: value)
      append(
        value: text, around: Point(area.maxX - padding - width(of: text, look) / 2, line.center.y), on: plane,
        look, to: &frame)
    case .stepper:
      append(label, of: part, in: area, isCentered: false, on: plane, look, state, to: &frame)
      append(value: control.text(of: value), around: place.valueCenter, on: plane, look, to: &frame)
      appendSign(
        isPlus: false, isFaint: value <= control.range.lowerBound, in: place.less, on: plane, look,
        to: &frame)
      appendSign(
        isPlus: true, isFaint: value >= control.range.upperBound, in: place.more, on: plane, look,
        to: &frame)
    case .choice:
      for (index, segment) in place.segments(control.choices.count).enumerated() {
        if Double(index) == control.nearest(value) {
          plane.append(
            tinge(look.theme.progress, Self.fillOpacity, look), in: segment, corner: corner, to: &frame)
        }
        if label.choices.indices.contains(index) {
          plane.append(label.choices[index], around: segment.center, scale: look.scale, to: &frame)
        }
      }
    }
  }

  /// Appends a slider's track, filled up to its value, and the thumb.
  private func appendTrack(
    _ share: Double, of place: ValueLayout, on plane: Plane, _ look: ShelfLook, to frame: inout SceneFrame
  ) {
    let track = place.track
    let corner = track.size.height / 2
    plane.append(tinge(text, Self.trackOpacity, look), in: track, corner: corner, to: &frame)
    let way = track.size.width * share
    let filled = Rectangle(origin: track.origin, size: Size(way, track.size.height))
    if way > 0 { plane.append(.color(look.theme.progress), in: filled, corner: corner, to: &frame) }
    let side = track.size.height * Self.thumb
    plane.append(
      .color(text),
      in: Rectangle(center: Point(track.origin.x + way, track.center.y), size: Size(side, side)),
      corner: side / 2, to: &frame)
  }

  /// Returns a color as seen with an opacity on the tile.
  private func tinge(_ color: Color, _ opacity: Double, _ look: ShelfLook) -> Sprite.Fill {
    .color(look.theme.tinge(color, opacity, on: ground(look)))
  }

  /// Returns the color of the tile's ground.
  private func ground(_ look: ShelfLook) -> Color { tile.appearance.colors.first ?? look.theme.card }

  private func appendSign(
    isPlus: Bool, isFaint: Bool, in area: Rectangle, on plane: Plane, _ look: ShelfLook,
    to frame: inout SceneFrame
  ) {
    let (length, width) = (area.size.height * 0.3, max(2, area.size.height * 0.06))
    let color = tinge(text, isFaint ? Self.signOpacity * 0.4 : Self.signOpacity, look)
    plane.append(
      color, in: Rectangle(center: area.center, size: Size(length, width)), corner: width / 2, to: &frame)
    guard isPlus else { return }
    plane.append(
      color, in: Rectangle(center: area.center, size: Size(width, length)), corner: width / 2, to: &frame)
  }

  /// Returns the width of a value's letters; 0 before they are measured.
  private func width(of text: String, _ look: ShelfLook) -> Double {
    text.reduce(0) { $0 + (valueLetters[$1]?.extent(scale: look.scale)?.width ?? 0) }
  }

  private func append(
    value text: String, around center: Point, on plane: Plane, _ look: ShelfLook, to frame: inout SceneFrame
  ) {
    var left = center.x - width(of: text, look) / 2
    for letter in look.isMirrored ? String(text.reversed()) : text {
      guard let writing = valueLetters[letter], let extent = writing.extent(scale: look.scale) else {
        continue
      }
      plane.append(
        writing, at: Point(left, center.y - extent.height / 2), scale: look.scale, to: &frame)
      left += extent.width
    }
  }

  private func appendSwitch(
    isOn: Bool, in area: Rectangle, on plane: Plane, _ look: ShelfLook, to frame: inout SceneFrame
  ) {
    let right = area.maxX - area.size.height * Self.iconGap
    plane.appendSwitch(
      isOn: isOn, endingAt: Point(right, area.center.y), height: area.size.height * 0.46,
      on: look.theme.progress, off: text, knob: .white, to: &frame)
  }

  private func appendScrollBar(on plane: Plane, _ look: ShelfLook, to frame: inout SceneFrame) {
    let (area, width) = (layout.viewport, max(2, layout.size.width * 0.012))
    let track =
      layout.isSideways
      ? Rectangle(origin: Point(area.origin.x, area.maxY + width), size: Size(area.size.width, width))
      : Rectangle(origin: Point(area.maxX + width, area.origin.y), size: Size(width, area.size.height))
    guard let bar = scroll.bar(in: track, isSideways: layout.isSideways) else { return }
    plane.append(tinge(text, 0.4, look), in: bar, corner: width / 2, to: &frame)
  }
}
