import Configuration
import Gestures
import RotundaGeometry
import Scene

/// A sheet with visitors' choices, which last until their visit ends: a language, or accessibility settings.
struct VisitorSheet: Sendable {
  enum Kind: Hashable, Sendable {
    /// The languages to choose from, by their tags.
    case language([String])
    case forEveryone
  }

  private var choices: VisitorChoices
  private(set) var scroll = ContentScroll()
  private var layout = VisitorSheetLayout()
  private var title, close: Writing?
  private var labels: [Writing] = []
  /// The values between the buttons for less and more, by row.
  private var sizes: [Int: Writing] = [:]
  private var signs: [Writing] = []
  /// The spoken title.
  private var heading = ""
  /// The number of changes of the settings.
  private var changes = 0
  /// The pressed element, the row that has the focus, and the row that changed last.
  private var pressed: ElementID?
  private var focus, changed: Int?
  private var transition: PanelTransition

  /// The distance below its place at which it appears, as a share of the screen's height.
  private static let rise = 0.06
  /// The opacity of the veil over the content behind it.
  private static let veil = 0.9
  private static let (titleSize, labelSize) = (1.45, 1.0)
  /// The size of the signs on buttons, in heights of letters and at most as a share of their button.
  private static let (signSize, signShare) = (1.45, 0.7)
  private static let focusWidth = 4.0
  private static let pressedOpacity = 0.7
  /// A multiplication sign, which every font has, as on pages; a minus sign, a plus sign, and a check mark.
  private static let (closeSign, minus, plus, check) = ("×", "−", "+", "✓")
  /// Drawn before any tile's card.
  private static let drawingOrder = -1

  init(_ kind: Kind, at time: Double) {
    (choices, transition) = (VisitorChoices(kind), PanelTransition(at: time))
  }

  private static func element(_ row: Int) -> ElementID { ElementID("choice", row) }
  private static func less(_ row: Int) -> ElementID { ElementID("smaller", row) }
  private static func more(_ row: Int) -> ElementID { ElementID("larger", row) }

  private var kind: Kind { choices.kind }
  private var rows: [VisitorChoices.Row] { choices.rows }

  private mutating func choose(_ index: Int, by step: Int = 1, _ output: inout PanelOutput) {
    guard rows.indices.contains(index) else { return }
    changed = index
    output.want(.sound(.tap))
    if case .language = rows[index] { output.want(.close) }
    if let action = choices.action(of: rows[index], by: step) { output.want(.perform(action, at: nil)) }
  }
}

extension VisitorSheet: Panel {
  var name: ShellStatus.Screen { .choices }
  var layer: PanelLayer { .page }
  var isOpen: Bool { !transition.isClosing }
  var swipeAxis: Point? { Point(0, 1) }

  // Time.

  func isMoving(at time: Double) -> Bool { transition.isMoving(at: time) || scroll.isMoving }
  func isCovering(at time: Double) -> Bool { false }
  func isGone(at time: Double) -> Bool { transition.isGone(at: time) }

  mutating func leave(at time: Double) -> Bool {
    transition.leave(at: time)
    return true
  }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    scroll.advance(to: environment.time)
    scroll.fit(length: layout.length, into: layout.viewport.size.height, at: environment.time)
  }

  // Input.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !transition.isClosing else { return false }
    switch gesture {
    case .pressBegan(let point): pressed = target(at: point, environment)
    case .pressEnded: pressed = nil
    case .tap(let point): tap(at: point, environment, &output)
    case .dragBegan(let drag) where drag.isAfterLongPress, .dragChanged(let drag) where drag.isAfterLongPress:
      return false
    case .dragEnded where !scroll.isDragging: return false
    case .doubleTap, .longPressBegan: break
    default: guard scroll.handle(gesture, at: environment.time) else { return false }
    }
    output.redraw()
    return true
  }

  private mutating func tap(at point: Point, _ environment: Environment, _ output: inout PanelOutput) {
    guard let target = target(at: point, environment) else {
      // A tap beside the sheet closes it. Between two rows it has no effect.
      if !layout.card.contains(point) { output.want(.close) }
      return
    }
    activate(target, environment, &output)
  }

  /// Returns the element under a point of the surface.
  private func target(at point: Point, _ environment: Environment) -> ElementID? {
    if environment.pageMetrics.closeFrame.contains(point) { return .close }
    guard layout.viewport.contains(point) else { return nil }
    let place = point + Point(0, scroll.offset)
    guard let row = layout.rows.firstIndex(where: { $0.contains(place) }) else { return nil }
    guard rows[row].hasSteps else { return Self.element(row) }
    let (less, more) = layout.steps(of: row)
    return less.contains(place) ? Self.less(row) : more.contains(place) ? Self.more(row) : nil
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !transition.isClosing else { return false }
    switch event.key {
    case .escape: output.want(.close)
    case .enter, .space:
      guard event.phase == .pressed else { return true }
      if let focus { choose(focus, &output) } else { moveFocus(by: 1, environment, &output) }
    case .down: moveFocus(by: 1, environment, &output)
    case .up: moveFocus(by: -1, environment, &output)
    case .tab: moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, environment, &output)
    case .left, .right:
      guard let focus, rows[focus].hasSteps else { break }
      choose(focus, by: event.key == .right ? 1 : -1, &output)
    default: break
    }
    return true
  }

  private mutating func moveFocus(by step: Int, _ environment: Environment, _ output: inout PanelOutput) {
    let next = focus.map { $0 + step } ?? (step > 0 ? 0 : rows.count - 1)
    let row = (next + rows.count) % rows.count
    focus = row
    scroll.reveal(layout.rows[row], in: layout.viewport, at: environment.time)
    output.redraw()
  }

  mutating func handle(_ event: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    let step = environment.metrics.fontSize * ContentScroll.keyStep
    if scroll.handle(event, step: step, at: environment.time) { output.redraw() }
  }

  // Elements.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let words = environment.words
    func seen(_ area: Rectangle) -> Rectangle? { scroll.seen(area, in: layout.viewport) }
    var elements: [Element] = []
    for row in rows.indices where layout.rows.indices.contains(row) {
      if rows[row].hasSteps {
        let ((less, more), names) = (layout.steps(of: row), choices.stepNames(rows[row], words))
        let value = choices.value(rows[row], words)
        // The spoken text names the subject of the row, unless the buttons do.
        let about = rows[row] == .textSize ? [] : [choices.label(rows[row], words)]
        elements += [
          Element(
            id: Self.less(row), role: .button, label: names.less, value: value, frame: seen(less),
            speech: [names.less] + about + [value]),
          Element(
            id: Self.more(row), role: .button, label: names.more, value: value, frame: seen(more),
            speech: [names.more] + about + [value]),
        ]
      } else {
        elements.append(whole(row, in: seen(layout.rows[row]), words))
      }
    }
    let close = Element(
      id: .close, role: .close, label: words(.leave), frame: environment.pageMetrics.closeFrame)
    return elements + scroll.elements(words) + [close]
  }

  /// Returns a row as one element.
  private func whole(_ row: Int, in frame: Rectangle?, _ words: Localizer) -> Element {
    Element(
      id: Self.element(row), role: rows[row].role, label: choices.label(rows[row], words),
      value: choices.value(rows[row], words), frame: frame)
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    switch element {
    case ContentScroll.down: scroll.scroll(by: layout.viewport.size.height, at: environment.time)
    case ContentScroll.up: scroll.scroll(by: -layout.viewport.size.height, at: environment.time)
    case Self.less(element.index): choose(element.index, by: -1, &output)
    case Self.more(element.index): choose(element.index, &output)
    case .close:
      output.want(.sound(.tap))
      output.want(.close)
    default: choose(element.index, &output)
    }
    output.redraw()
  }

  // Speech.

  var spoken: SpokenPanel {
    SpokenPanel(
      panel: name, subject: kind == .forEveryone ? ElementID.forEveryone.name : ElementID.language.name,
      title: heading, element: focus.map { Self.element($0) }, count: changes,
      answer: changed.map { $0 + 1 } ?? 0)
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    func said(_ row: Int) -> [String] {
      var element = whole(row, in: nil, environment.words)
      element.place = ElementCount(row + 1, of: rows.count)
      return element.sentences(in: environment.words)
    }
    guard let earlier else { return [heading] + rows.indices.flatMap { said($0) } }
    if let focus, earlier.element != Self.element(focus) { return said(focus) }
    return changed.map { said($0) } ?? []
  }
}

// Layout and drawing.
extension VisitorSheet {
  private mutating func followSettings(_ environment: Environment) {
    let before = rows
    guard choices.follow(environment) else { return }
    changes += 1
    // The focus stays on its row.
    func place(_ index: Int?) -> Int? {
      index.flatMap { before.indices.contains($0) ? rows.firstIndex(of: before[$0]) : nil }
    }
    (focus, changed) = (place(focus), place(changed))
  }

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    followSettings(environment)
    let (words, theme, font) = (environment.words, environment.theme, environment.metrics.fontSize)
    heading = words(kind == .forEveryone ? .forEveryone : .language)
    layout = VisitorSheetLayout(rows.map(\.hasSteps), environment)
    func writing(_ text: String, _ size: Double, _ room: Size, bold: Bool = false) -> Writing {
      environment.label(text, size: font * size, color: theme.raisedText, within: room, isBold: bold)
    }
    title = environment.label(
      heading, size: font * Self.titleSize, color: theme.header, within: layout.title.size, isBold: true)
    labels = rows.indices.map { row in
      let room = layout.words(of: row, hasSteps: rows[row].hasSteps).size
      return writing(choices.label(rows[row], words), Self.labelSize, room)
    }
    sizes = [:]
    for row in rows.indices where rows[row].hasSteps {
      let (less, more) = layout.steps(of: row)
      let room = Size(more.origin.x - less.maxX, layout.step.height)
      sizes[row] = writing(choices.shownValue(rows[row], words), Self.labelSize, room)
    }
    let sign = min(Self.signSize, layout.step.width * Self.signShare / font)
    signs = [Self.minus, Self.plus, Self.check].map { writing($0, sign, layout.step, bold: true) }
    let area = environment.pageMetrics.closeFrame.size
    close = environment.label(Self.closeSign, size: area.height * 0.53, color: theme.raisedText, within: area)
    for writing in [title, close].compactMap(\.self) + Array(sizes.values) + labels + signs {
      effects.append(.draw(writing.picture, order: Self.drawingOrder))
    }
    scroll.fit(length: layout.length, into: layout.viewport.size.height, at: environment.time)
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = [
      title?.measured(picture, size: size), close?.measured(picture, size: size),
    ].contains(true)
    for row in sizes.keys where sizes[row]?.measured(picture, size: size) == true { isOne = true }
    for index in labels.indices where labels[index].measured(picture, size: size) { isOne = true }
    for index in signs.indices where signs[index].measured(picture, size: size) { isOne = true }
    return isOne
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    let (theme, scale) = (environment.theme, environment.scale)
    let openness = transition.openness(at: environment.time)
    let half = Point(frame.size.width / 2, frame.size.height / 2)
    let first = frame.sprites.count
    frame.append(.color(theme.background.opacity(1)), in: environment.screen)
    frame.sprites[first].opacity = Self.veil * openness
    let way = theme.hasReducedMotion ? 0 : (1 - openness) * Self.rise * frame.size.height
    var plane = Plane(transform: .identity.translated(-half.x, way - half.y, 0), opacity: openness)
    if let title, let extent = title.extent(scale: scale) {
      let corner = Point(layout.title.origin.x, layout.title.center.y - extent.height / 2)
      plane.append(title, at: corner, scale: scale, to: &frame)
    }
    plane.clip = layout.viewport
    for row in rows.indices where labels.indices.contains(row) {
      draw(row, on: plane, environment, to: &frame)
    }
    plane.clip = nil
    let area = environment.pageMetrics.closeFrame
    plane.append(
      .color(theme.raised), in: pressed == .close ? area.scaled(by: 0.92) : area,
      corner: area.size.height / 2,
      to: &frame)
    if let close { plane.append(close, around: area.center, scale: scale, to: &frame) }
  }

  private func draw(_ row: Int, on plane: Plane, _ environment: Environment, to frame: inout SceneFrame) {
    let (theme, scale) = (environment.theme, environment.scale)
    let place = layout.rows[row]
    let area = Rectangle(origin: place.origin - Point(0, scroll.offset), size: place.size)
    let radius = environment.metrics.fontSize * 0.5
    let line = focus == row ? Self.focusWidth : theme.borderWidth
    if line > 0 {
      plane.append(
        .color(focus == row ? theme.progress : theme.border), in: area.inset(by: -line),
        corner: radius + line, to: &frame)
    }
    plane.append(.color(theme.raised), in: area, corner: radius, to: &frame)
    let opacity = pressed == Self.element(row) ? Self.pressedOpacity : 1
    var plane = plane
    plane.opacity *= opacity
    if let extent = labels[row].extent(scale: scale) {
      let words = layout.words(of: row, hasSteps: rows[row].hasSteps)
      let middle = words.center.y - scroll.offset
      let corner = Point(words.origin.x, (middle - extent.height / 2).rounded())
      plane.append(labels[row], at: corner, scale: scale, to: &frame)
    }
    if rows[row].hasSteps {
      drawSteps(row, on: plane, environment, to: &frame)
    } else if case .language = rows[row] {
      guard choices.isOn(rows[row]) == true, signs.count > 2 else { return }
      let center = Point(area.maxX - layout.margin - layout.step.width / 4, area.center.y)
      plane.append(signs[2], around: center, scale: scale, to: &frame)
    } else {
      drawSwitch(isOn: choices.isOn(rows[row]) == true, in: area, on: plane, environment, to: &frame)
    }
  }

  private func drawSteps(_ row: Int, on plane: Plane, _ environment: Environment, to frame: inout SceneFrame)
  {
    let up = Point(0, -scroll.offset)
    let (less, more) = layout.steps(of: row)
    for (sign, (element, area)) in [(Self.less(row), less), (Self.more(row), more)].enumerated() {
      let side = min(area.size.width, area.size.height) * (pressed == element ? 0.76 : 0.84)
      let disc = Rectangle(center: area.center + up, size: Size(side, side))
      plane.append(
        .color(environment.theme.raisedText), in: disc, corner: disc.size.height / 2, opacity: 0.16,
        to: &frame)
      if signs.indices.contains(sign) {
        plane.append(signs[sign], around: disc.center, scale: environment.scale, to: &frame)
      }
    }
    if let size = sizes[row] {
      let middle = Point((less.maxX + more.origin.x) / 2, less.center.y) + up
      plane.append(size, around: middle, scale: environment.scale, to: &frame)
    }
  }

  private func drawSwitch(
    isOn: Bool, in area: Rectangle, on plane: Plane, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let theme = environment.theme
    plane.appendSwitch(
      isOn: isOn, endingAt: Point(area.maxX - layout.margin, area.center.y),
      height: min(environment.metrics.fontSize * 1.2, area.size.height * 0.6).rounded(),
      on: theme.progress, off: theme.raisedText, knob: theme.card, to: &frame)
  }
}
