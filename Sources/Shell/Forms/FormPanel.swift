import Configuration
import Gestures
import RotundaGeometry
import Scene

/// A form: rows to set by touch, with keys, with one switch or with the screen reader.
///
/// It stores no values. It emits a change as an intent, and receives the result through `show`.
struct FormPanel: Sendable {
  /// Identifies the form.
  let id: String
  private var title: String
  private(set) var rows: [FormRow]
  /// The id of the open row.
  private(set) var opened: String?
  private(set) var lines: [FormLine] = []
  private var face = FormFace()
  private(set) var layout = FormLayout()
  private(set) var scroll = ContentScroll()
  /// The scroll offset of the rows when one was opened, in points; and the offset to restore after the next
  /// layout.
  private var (wayBack, returnsTo): (Double, Double?) = (0, nil)
  private var pressed: ElementID?
  /// The line with the key focus, and the line that changed last.
  private var focus, changed: Int?
  /// The number of changes that the screen reader announces.
  private var changes = 0
  private var transition: PanelTransition
  private var expires: Double

  /// The distance by which the form rises as it appears, as a share of the screen.
  private static let rise = 0.06
  /// Seconds without input until the form closes. The next visitor must not find it.
  private static let lifetime = 300.0
  private static let (lineID, lessID, moreID) = (ElementID("line"), ElementID("less"), ElementID("more"))

  init(_ id: String, title: String, rows: [FormRow], at time: Double) {
    (self.id, self.title, self.rows) = (id, title, rows)
    transition = PanelTransition(at: time)
    expires = time + Self.lifetime
  }

  /// Shows changed rows or values.
  mutating func show(title: String, rows: [FormRow]) {
    guard title != self.title || rows != self.rows else { return }
    (self.title, self.rows) = (title, rows)
    changes += 1
    if !rows.contains(where: { $0.id == opened }) { opened = nil }
  }

  /// Skips the entrance animation, for still images.
  mutating func skipEntrance(at time: Double) { transition.skip(at: time) }
  /// Shows the choices of a row.
  mutating func open(_ row: String) { opened = row }

  private var openedRow: FormRow? { opened.flatMap { id in rows.first { $0.id == id } } }
  private func row(of line: Int) -> FormRow? {
    openedRow ?? (rows.indices.contains(line) ? rows[line] : nil)
  }

  private static func words(_ environment: Environment) -> FormLines {
    let calendar = CalendarWords(environment.languages)
    return FormLines(words: environment.words, weekdays: (0..<7).map { calendar.weekday(($0 + 1) % 7) })
  }

  private mutating func makeLines(_ environment: Environment) {
    let words = Self.words(environment)
    lines = openedRow.map { words.lines(in: $0) } ?? rows.map { words.line($0) }
  }

  // Effects of lines.

  private mutating func choose(_ index: Int, _ environment: Environment, _ output: inout PanelOutput) {
    guard lines.indices.contains(index), let row = row(of: index) else { return }
    changed = index
    switch lines[index].effect {
    case .nothing:
      output.want(.sound(.error))
      return
    case .open: open(row, environment, &output)
    case .change(let value):
      change(row, value, &output)
      if case .choice = row.kind { leaveRow(environment, &output) }
      if case .picture = row.kind { leaveRow(environment, &output) }
    case .step: step(index, by: 1, environment, &output)
    case .write(let name, let field):
      let id = ElementID("\(row.id)\n\(name)")
      let label = opened == nil || name == "color" ? row.label : "\(row.label) · \(lines[index].label)"
      output.want(.write(TextRequest(id: id, label: label, field: field)))
    }
    output.want(.sound(.tap))
    output.redraw()
  }

  private mutating func step(
    _ index: Int, by direction: Int, _ environment: Environment, _ output: inout PanelOutput
  ) {
    guard lines.indices.contains(index), lines[index].effect == .step, let row = row(of: index),
      let value = Self.words(environment).step(row, line: opened == nil ? nil : index, by: direction)
    else { return }
    changed = index
    output.want(.sound(.tap))
    change(row, value, &output)
  }

  private mutating func change(_ row: FormRow, _ value: FormValue, _ output: inout PanelOutput) {
    output.want(.changed(FormChange(form: id, row: row.id, value: value)))
    output.redraw()
  }

  private mutating func open(_ row: FormRow, _ environment: Environment, _ output: inout PanelOutput) {
    wayBack = scroll.offset
    turn(to: row.id, environment, &output)
  }

  private mutating func leaveRow(_ environment: Environment, _ output: inout PanelOutput) {
    guard let row = opened else { return }
    turn(to: nil, environment, &output)
    focus = focus == nil ? nil : rows.firstIndex { $0.id == row }
    returnsTo = wayBack
  }

  private mutating func turn(to row: String?, _ environment: Environment, _ output: inout PanelOutput) {
    opened = row
    (focus, changed, pressed) = (focus == nil ? nil : 0, nil, nil)
    changes += 1
    scroll = ContentScroll()
    output.want(.layOut)
    output.redraw()
  }

  private mutating func goBack(_ environment: Environment, _ output: inout PanelOutput) {
    if opened == nil { output.want(.close) } else { leaveRow(environment, &output) }
  }
}

extension PanelStack {
  /// Updates the rows of a form if it is open.
  mutating func updateForm(_ id: String, title: String, rows: [FormRow]) {
    guard first(FormPanel.self)?.id == id else { return }
    change(FormPanel.self) { $0.show(title: title, rows: rows) }
    layOutPanels(only: .form)
  }
}

extension FormPanel: Panel {
  var name: ShellStatus.Screen { .form }
  var layer: PanelLayer { .form }
  var isOpen: Bool { !transition.isClosing }
  var swipeAxis: Point? { Point(0, 1) }

  // Time.

  func isMoving(at time: Double) -> Bool { transition.isMoving(at: time) || scroll.isMoving }
  func isCovering(at time: Double) -> Bool { transition.isComplete(at: time) }
  func isGone(at time: Double) -> Bool { transition.isGone(at: time) }

  mutating func leave(at time: Double) -> Bool {
    transition.leave(at: time)
    return true
  }

  var deadline: Double? { transition.isClosing ? nil : expires }
  mutating func stay(at time: Double) { expires = time + Self.lifetime }
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if expires <= environment.time { output.want(.close) }
  }
  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    scroll.advance(to: environment.time)
  }

  // Input.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !transition.isClosing else { return false }
    stay(at: environment.time)
    switch gesture {
    case .pressBegan(let point): pressed = target(at: point, environment)
    case .pressEnded: pressed = nil
    case .tap(let point):
      if let target = target(at: point, environment) { activate(target, environment, &output) }
    case .doubleTap(let point):
      if let target = target(at: point, environment) { activate(target, environment, &output) }
    case .dragBegan(let drag) where drag.isAfterLongPress, .dragChanged(let drag) where drag.isAfterLongPress:
      return false
    case .longPressBegan: break
    default: guard scroll.handle(gesture, at: environment.time) else { return false }
    }
    output.redraw()
    return true
  }

  /// Returns the element at a point of the surface.
  private func target(at point: Point, _ environment: Environment) -> ElementID? {
    if environment.pageMetrics.closeFrame.contains(point) { return .close }
    guard layout.viewport.contains(point) else { return nil }
    let place = point + Point(0, scroll.offset)
    guard let line = layout.lines.firstIndex(where: { $0.contains(place) }), lines.indices.contains(line)
    else {
      return nil
    }
    if lines[line].sign == .steps {
      let (less, more) = layout.steps(of: line)
      if less.contains(place) { return ElementID(Self.lessID.name, line) }
      if more.contains(place) { return ElementID(Self.moreID.name, line) }
      return nil
    }
    return ElementID(Self.lineID.name, line)
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !transition.isClosing else { return false }
    stay(at: environment.time)
    let left = environment.isMirrored ? 1 : -1
    switch event.key {
    case .escape, .backspace: if event.phase == .pressed { goBack(environment, &output) }
    case .enter, .space:
      guard event.phase == .pressed else { return true }
      if let focus { choose(focus, environment, &output) } else { moveFocus(by: 1, environment, &output) }
    case .down: moveFocus(by: 1, environment, &output)
    case .up: moveFocus(by: -1, environment, &output)
    case .tab: moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, environment, &output)
    case .left: if let focus { step(focus, by: left, environment, &output) }
    case .right: if let focus { step(focus, by: -left, environment, &output) }
    default: break
    }
    return true
  }

  private mutating func moveFocus(by step: Int, _ environment: Environment, _ output: inout PanelOutput) {
    guard !lines.isEmpty, layout.lines.count == lines.count else { return }
    let next = focus.map { ($0 + step + lines.count) % lines.count } ?? (step > 0 ? 0 : lines.count - 1)
    (focus, changed) = (next, nil)
    scroll.reveal(layout.lines[next], in: layout.viewport, at: environment.time)
    output.redraw()
  }

  mutating func handle(_ event: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    stay(at: environment.time)
    let step = environment.metrics.fontSize * ContentScroll.keyStep
    if scroll.handle(event, step: step, at: environment.time) { output.redraw() }
  }

  mutating func wrote(
    _ text: String, in field: ElementID, _ environment: Environment, _ output: inout PanelOutput
  ) {
    let parts = field.name.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let row = rows.first(where: { $0.id == parts[0] }) else { return }
    guard let value = Self.words(environment).value(of: row, written: text, in: parts[1]) else {
      return output.want(.sound(.error))
    }
    change(row, value, &output)
  }

  // Elements.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let words = environment.words
    func seen(_ area: Rectangle) -> Rectangle? { scroll.seen(area, in: layout.viewport) }
    var elements: [Element] = []
    for index in lines.indices where layout.lines.indices.contains(index) {
      let line = lines[index]
      if line.sign == .steps {
        let (less, more) = layout.steps(of: index)
        elements += [(Self.lessID, Phrase.less, less), (Self.moreID, .more, more)].map { id, phrase, area in
          Element(
            id: ElementID(id.name, index), role: .button, label: words(phrase, line.label), value: line.value,
            frame: seen(area))
        }
      } else {
        elements.append(
          Element(
            id: ElementID(Self.lineID.name, index), role: .button, label: line.label,
            value: Self.value(line, words),
            isEnabled: line.effect != .nothing, frame: seen(layout.lines[index])))
      }
    }
    let close = Element(
      id: .close, role: .close, label: words(opened == nil ? .leave : .back),
      frame: environment.pageMetrics.closeFrame)
    return elements + scroll.elements(words) + [close]
  }

  /// Returns the text that the screen reader adds to a line's label.
  private static func value(_ line: FormLine, _ words: Localizer) -> String {
    if case .check(let isOn) = line.sign { return words(isOn ? .on : .off) }
    if case .isOn(let isOn) = line.sign, line.value.isEmpty { return words(isOn ? .on : .off) }
    return line.value
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    stay(at: environment.time)
    switch element {
    case ContentScroll.down: scroll.scroll(by: layout.viewport.size.height, at: environment.time)
    case ContentScroll.up: scroll.scroll(by: -layout.viewport.size.height, at: environment.time)
    case .close:
      output.want(.sound(opened == nil ? .tap : .back))
      goBack(environment, &output)
    case _ where element.isKind(of: Self.lessID): step(element.index, by: -1, environment, &output)
    case _ where element.isKind(of: Self.moreID): step(element.index, by: 1, environment, &output)
    default: choose(element.index, environment, &output)
    }
    output.redraw()
  }

  // Speech.

  var spoken: SpokenPanel {
    SpokenPanel(
      panel: name, subject: id, title: openedRow?.label ?? title,
      element: focus.map { ElementID(Self.lineID.name, $0) }, count: changes,
      answer: changed.map { $0 + 1 } ?? 0)
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    func said(_ index: Int) -> [String] {
      lines.indices.contains(index)
        ? [lines[index].label, Self.value(lines[index], environment.words)].filter { !$0.isEmpty } : []
    }
    let now = spoken
    guard let earlier, earlier.subject == now.subject, earlier.title == now.title else {
      return [now.title] + lines.indices.flatMap(said)
    }
    if let focus, earlier.element != now.element { return said(focus) }
    return changed.map(said) ?? []
  }
}

// Drawing.
extension FormPanel {
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    makeLines(environment)
    layout = FormLayout(lines.count, environment)
    if let focus, !lines.indices.contains(focus) { self.focus = nil }
    face.layOut(
      title: openedRow?.label ?? title, lines, layout, isInside: opened != nil, environment, into: &effects)
    scroll.fit(length: layout.length, into: layout.viewport.size.height, at: environment.time)
    if let place = returnsTo { scroll.scroll(by: place, duration: 0, at: environment.time) }
    returnsTo = nil
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool { face.measured(picture, size: size) }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    let (theme, openness) = (environment.theme, transition.openness(at: environment.time))
    let (half, first) = (Point(frame.size.width / 2, frame.size.height / 2), frame.sprites.count)
    frame.append(.color(theme.background.opacity(1)), in: environment.screen)
    frame.sprites[first].opacity = openness
    let way = theme.hasReducedMotion ? 0 : (1 - openness) * Self.rise * frame.size.height
    let plane = Plane(transform: .identity.translated(-half.x, way - half.y, 0), opacity: openness)
    face.draw(
      lines, layout, FormFace.State(offset: scroll.offset, pressed: pressed, focus: focus), on: plane,
      environment,
      to: &frame)
  }
}
