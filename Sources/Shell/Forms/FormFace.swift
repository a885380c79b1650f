import Configuration
import RotundaGeometry
import Scene

/// Draws a form.
struct FormFace: Sendable {
  /// The form's state in one frame.
  struct State {
    let offset: Double
    let pressed: ElementID?
    let focus: Int?
  }

  private var title, close: Writing?
  /// The text of each line, and the picture at its end.
  private var lines: [(label: Writing, value: Writing?, picture: Writing?)] = []
  private var signs: [String: Writing] = [:]
  private var lock: Writing?

  private static let (titleSize, labelSize, valueSize, signSize) = (1.45, 1.0, 0.82, 1.4)
  private static let (focusWidth, pressedOpacity, radius) = (4.0, 0.7, 0.5)
  /// Multiplication sign, back and forward arrows, minus, plus and check mark. Every font has them.
  private static let (closeSign, backSign, moreSign, minus, plus, check) = ("×", "‹", "›", "−", "+", "✓")
  /// The text colors of irrevocable actions, on dark and on light ground.
  private static let (graveDark, graveLight) = (Color(hex: 0xff9b92), Color(hex: 0xa8201a))
  /// The minimum contrast of text: WCAG 2.1, success criterion 1.4.3.
  private static let leastContrast = 4.5
  private static let drawingOrder = -1

  mutating func layOut(
    title text: String, _ new: [FormLine], _ layout: FormLayout, isInside: Bool, _ environment: Environment,
    into effects: inout [ShellEffect]
  ) {
    let (theme, font) = (environment.theme, environment.metrics.fontSize)
    var known: [Picture: PixelSize] = [:]
    for writing in all { known[writing.picture] = writing.size }
    title = environment.label(
      text, size: min(font * Self.titleSize, layout.title.size.height / 1.4), color: theme.header,
      within: layout.title.size, isBold: true)
    lines = zip(new, layout.lines).map { line, area in
      let width = layout.wordsWidth(area, line.sign)
      let hasValue = !line.value.isEmpty
      // Label and value share the height of a line. Therefore limit large letters.
      let room = area.size.height * (hasValue ? 0.5 : 0.9)
      let label = environment.label(
        line.label, size: min(font * Self.labelSize, room / 1.35),
        color: line.isGrave ? Self.grave(theme) : theme.raisedText, within: Size(width, room))
      let value =
        hasValue
        ? environment.label(
          line.value, size: min(font * Self.valueSize, area.size.height * 0.38 / 1.35),
          color: theme.raisedDetail,
          within: Size(width, area.size.height * 0.4)) : nil
      var picture: Writing?
      if case .picture(let source?) = line.sign {
        let side = layout.sign(area).size
        var drawn = Writing(.image(source), within: side, scale: environment.scale)
        // The picture fills its area, whatever its own aspect ratio.
        drawn.size = drawn.picture.size
        picture = drawn
      }
      return (label, value, picture)
    }
    func sign(_ text: String, within size: Size) -> Writing {
      environment.label(
        text, size: min(font * Self.signSize, size.height * 0.6), color: theme.raisedText, within: size,
        isBold: true)
    }
    let room = Size(max(1, layout.step.width), max(1, layout.step.height))
    for text in [Self.moreSign, Self.minus, Self.plus, Self.check] {
      // Icons are not mirrored on a mirrored screen. Therefore swap the arrow.
      let isTurned = environment.isMirrored && text == Self.moreSign
      signs[text] = sign(isTurned ? Self.backSign : text, within: room)
    }
    let closing = environment.pageMetrics.closeFrame.size
    close = environment.label(
      !isInside ? Self.closeSign : environment.isMirrored ? Self.moreSign : Self.backSign,
      size: closing.height * 0.6, color: theme.raisedText,
      within: closing)
    let side = (font * 1.1).rounded()
    lock = Writing(
      .pictogram(Pictogram(Glyph.lock.rawValue, color: theme.raisedDetail)), within: Size(side, side),
      scale: environment.scale)
    for writing in all {
      if let size = known[writing.picture] { _ = measured(writing.picture, size: size) }
      effects.append(.draw(writing.picture, order: Self.drawingOrder))
    }
  }

  private static func grave(_ theme: Theme) -> Color {
    [graveDark, graveLight].first { $0.contrast(to: theme.raised) >= leastContrast } ?? theme.raisedText
  }

  private var all: [Writing] {
    [title, close, lock].compactMap(\.self) + signs.values
      + lines.flatMap { [$0.label, $0.value, $0.picture].compactMap(\.self) }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = [
      title?.measured(picture, size: size), close?.measured(picture, size: size),
      lock?.measured(picture, size: size),
    ].contains(true)
    for key in signs.keys where signs[key]?.measured(picture, size: size) == true { isOne = true }
    for index in lines.indices {
      if lines[index].label.measured(picture, size: size) { isOne = true }
      if lines[index].value?.measured(picture, size: size) == true { isOne = true }
      if lines[index].picture?.measured(picture, size: size) == true { isOne = true }
    }
    return isOne
  }

  func draw(
    _ form: [FormLine], _ layout: FormLayout, _ state: State, on plane: Plane, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    let (theme, scale) = (environment.theme, environment.scale)
    if let title, let extent = title.extent(scale: scale) {
      let corner = Point(layout.title.origin.x, layout.title.center.y - extent.height / 2)
      plane.append(title, at: corner, scale: scale, to: &frame)
    }
    var seen = plane
    seen.clip = layout.viewport.inset(by: -Self.focusWidth)
    for index in form.indices where lines.indices.contains(index) && layout.lines.indices.contains(index) {
      let place = layout.lines[index]
      let area = Rectangle(origin: place.origin - Point(0, state.offset), size: place.size)
      guard area.maxY >= layout.viewport.origin.y, area.origin.y <= layout.viewport.maxY else { continue }
      draw(form[index], index, in: area, layout, state, on: seen, environment, to: &frame)
    }
    let area = environment.pageMetrics.closeFrame
    plane.append(
      .color(theme.raised), in: state.pressed == .close ? area.scaled(by: 0.92) : area,
      corner: area.size.height / 2,
      to: &frame)
    if let close { plane.append(close, around: area.center, scale: scale, to: &frame) }
  }

  private func draw(
    _ line: FormLine, _ index: Int, in area: Rectangle, _ layout: FormLayout, _ state: State, on plane: Plane,
    _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (theme, scale, writing) = (environment.theme, environment.scale, lines[index])
    let radius = environment.metrics.plainFontSize * Self.radius
    let isFocused = state.focus == index
    let outline = isFocused ? Self.focusWidth : theme.borderWidth
    if outline > 0 {
      plane.append(
        .color(isFocused ? theme.progress : theme.border), in: area.inset(by: -outline),
        corner: radius + outline,
        to: &frame)
    }
    plane.append(.color(theme.raised), in: area, corner: radius, to: &frame)
    var plane = plane
    if state.pressed?.name == "line", state.pressed?.index == index { plane.opacity *= Self.pressedOpacity }
    let heights = [writing.label, writing.value].compactMap { $0?.extent(scale: scale)?.height }
    var top = area.center.y - heights.reduce(0, +) / 2
    for text in [writing.label, writing.value].compactMap(\.self) {
      plane.append(text, at: Point(area.origin.x + layout.margin, top.rounded()), scale: scale, to: &frame)
      top += text.extent(scale: scale)?.height ?? 0
    }
    drawSign(line.sign, writing.picture, index, in: area, layout, state, on: plane, environment, to: &frame)
  }

  private func drawSign(
    _ sign: FormLine.Sign, _ picture: Writing?, _ index: Int, in area: Rectangle, _ layout: FormLayout,
    _ state: State, on plane: Plane, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (theme, scale, place) = (environment.theme, environment.scale, layout.sign(area))
    func put(_ text: String) {
      if let writing = signs[text] { plane.append(writing, around: place.center, scale: scale, to: &frame) }
    }
    switch sign {
    case .nothing: break
    case .more: put(Self.moreSign)
    case .check(let isOn): if isOn { put(Self.check) }
    case .locked: if let lock { plane.append(lock, around: place.center, scale: scale, to: &frame) }
    case .isOn(let isOn):
      plane.appendSwitch(
        isOn: isOn, endingAt: Point(area.maxX - layout.margin, area.center.y),
        height: min(layout.signWidth / 1.8, area.size.height * 0.6).rounded(), on: theme.progress,
        off: theme.raisedText, knob: theme.raised, to: &frame)
    case .color(let color):
      guard let color else { return put(Self.moreSign) }
      let circle = place.inset(by: place.size.height * 0.08)
      plane.append(
        .color(theme.raisedText), in: circle.inset(by: -2), corner: circle.size.height / 2 + 2, to: &frame)
      plane.append(.color(color), in: circle, corner: circle.size.height / 2, to: &frame)
    case .picture:
      guard let picture else { return put(Self.moreSign) }
      plane.append(picture, around: place.center, scale: scale, to: &frame)
    case .steps: drawSteps(index, in: area, layout, state, on: plane, environment, to: &frame)
    }
  }

  private func drawSteps(
    _ index: Int, in area: Rectangle, _ layout: FormLayout, _ state: State, on plane: Plane,
    _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (less, more) = layout.steps(of: index)
    for (text, place, name) in [(Self.minus, less, "less"), (Self.plus, more, "more")] {
      let button = Rectangle(origin: Point(place.origin.x, area.origin.y), size: place.size)
      let side = min(button.size.width, button.size.height) * 0.8
      let isPressed = state.pressed?.name == name && state.pressed?.index == index
      let disc = Rectangle(center: button.center, size: Size(side, side)).scaled(by: isPressed ? 0.9 : 1)
      plane.append(
        .color(environment.theme.raisedText), in: disc, corner: disc.size.height / 2, opacity: 0.16,
        to: &frame)
      if let writing = signs[text] {
        plane.append(writing, around: disc.center, scale: environment.scale, to: &frame)
      }
    }
  }
}
