import Configuration
import Gestures
import Languages
import RotundaGeometry
import Scene

/// A panel's request for a text. `id` is the panel's name for the field.
struct TextRequest: Hashable, Sendable {
  let id: ElementID
  /// The title above the field.
  let label: String
  var field: TextField
}

/// A text field with the on-screen keyboard below it. It also accepts hardware keyboards.
///
/// It covers the panel that requested the text, and returns the text to it when the visitor is done.
struct TextEntryPanel: Sendable {
  private var request: TextRequest
  private(set) var board: OnScreenKeyboard
  private var (face, fieldFace) = (KeyboardFace(), TextFieldFace())
  private var label, close, eye: Writing?
  private(set) var layout = TextEntryLayout()
  /// Whether the keyboard is hidden, with only the field visible.
  private(set) var isHidden = false
  /// The key with the key focus, or the form of one, or the key that shows a password.
  private enum Focus: Hashable { case key(Int), reveal }
  private var focus: Focus?
  private var focusedKey: Int? { if case .key(let key) = focus { key } else { nil } }
  private var (isClosePressed, isRevealPressed) = (false, false)
  /// Whether the current touch began on the keyboard, which handles it.
  private var isOnKeys = false
  /// The last character for the screen reader, empty if secret; and the number of typed characters.
  private var (echo, strokes) = ("", 0)
  /// Whether the panel requested the keyboards of the kiosk's languages.
  private var hasAsked = false
  private var transition: PanelTransition
  private var expires: Double

  /// The duration of the entrance and exit, in seconds, and the distance of the entrance, as a share of the
  /// screen.
  private static let (duration, rise) = (0.2, 0.12)
  /// The opacity of the veil over the panel behind.
  private static let veil = 0.72
  /// Seconds without input until the panel closes and discards the text.
  private static let lifetime = 180.0
  private static let (labelSize, textSize) = (0.85, 1.2)
  private static let closeSign = "×"
  private static let drawingOrder = -2
  private static let focusWidth = 3.0
  private static let (keyID, formID, rowID) = (ElementID("key"), ElementID("form"), ElementID("keys"))
  private static let (fieldID, formsID) = (ElementID("field"), ElementID("forms"))
  private static let revealID = ElementID("reveal")

  init(_ request: TextRequest, at time: Double) {
    (self.request, transition) = (request, PanelTransition(at: time, duration: Self.duration))
    self.request.field.moveCaret(to: request.field.characters.count)
    board = OnScreenKeyboard(request.field.kind)
    expires = time + Self.lifetime
  }

  var field: TextField { request.field }

  /// Performs the effects of keys.
  private mutating func perform(
    _ strokes: [OnScreenKeyboard.Stroke], _ environment: Environment, _ output: inout PanelOutput
  ) {
    guard !strokes.isEmpty else { return }
    for stroke in strokes { perform(stroke, environment, &output) }
    output.redraw()
    output.want(.layOut)
  }

  private mutating func perform(
    _ stroke: OnScreenKeyboard.Stroke, _ environment: Environment, _ output: inout PanelOutput
  ) {
    switch stroke {
    case .text(let text):
      guard request.field.insert(text) else { return output.want(.sound(.error)) }
      note(field.isSecret ? "" : text)
      output.want(.sound(.tap))
      board.capitalize(field.isAtBeginning)
    case .replace(let text):
      request.field.replaceLast(with: text)
      note(text)
      output.want(.sound(.tap))
    case .backspace:
      let last = field.last
      guard request.field.deleteBackward() else { return }
      note(last.map(String.init) ?? "")
      output.want(.sound(.tap))
      board.capitalize(field.isAtBeginning)
    case .caret(let step):
      request.field.moveCaret(by: field.runsRightToLeft == true ? -step : step)
      note("")
    // Only keyboards over programs have these keys.
    case .field: break
    case .hide:
      isHidden = true
      output.want(.layOutHighlight)
    case .done: finish(&output)
    case .changed: break
    }
  }

  private mutating func note(_ echo: String) {
    self.echo = echo
    strokes += 1
  }

  private mutating func finish(_ output: inout PanelOutput) {
    output.want(.sound(.tap))
    output.want(.wrote(request))
    output.want(.close)
  }

  private mutating func show() { isHidden = false }

  private mutating func toggleReveal(_ output: inout PanelOutput) {
    request.field.isRevealed.toggle()
    output.want(.sound(.tap))
    output.want(.layOut)
    output.redraw()
  }
}

extension PanelStack {
  /// Passes a text to the panel behind the keyboard, which requested it.
  mutating func deliver(_ written: TextRequest) {
    change(behind: .keyboard) { $0.wrote(written.field.text, in: written.id, $1, &$2) }
  }
}

extension TextEntryPanel: Panel {
  var name: ShellStatus.Screen { .keyboard }
  var layer: PanelLayer { .keyboard }
  var isOpen: Bool { !transition.isClosing }

  // Time.

  func isMoving(at time: Double) -> Bool { transition.isMoving(at: time) }
  func isCovering(at time: Double) -> Bool { false }
  func isGone(at time: Double) -> Bool { transition.isGone(at: time) }

  mutating func leave(at time: Double) -> Bool {
    transition.leave(at: time)
    board.forgetFingers()
    return true
  }

  mutating func stay(at time: Double) { expires = time + Self.lifetime }
  var deadline: Double? { transition.isClosing ? nil : min(expires, board.deadline ?? .infinity) }

  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if expires <= environment.time { return output.want(.close) }
    perform(board.meetDeadline(at: environment.time), environment, &output)
  }

  // Fingers.

  var takesTouches: Bool { true }

  mutating func handle(_ touch: TouchFrame, _ environment: Environment, _ output: inout PanelOutput) {
    guard !transition.isClosing else { return }
    stay(at: environment.time)
    if case .down(_, let place, _)? = touch.events.first {
      focus = nil
      isOnKeys = !isHidden && (board.variants != nil || board.places.area.contains(place))
    }
    guard !isHidden else { return }
    for event in touch.events { perform(board.handle(event, at: environment.time), environment, &output) }
  }

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    switch gesture {
    case .touchBegan, .touchEnded: break
    case .pressBegan(let point):
      isClosePressed = layout.close.contains(point)
      isRevealPressed = layout.reveal?.contains(point) == true
      output.redraw()
    case .pressEnded:
      (isClosePressed, isRevealPressed) = (false, false)
      output.redraw()
    case .tap(let point): tap(at: point, environment, &output)
    case .doubleTap(let point): tap(at: point, environment, &output)
    case .dragBegan(let drag), .dragChanged(let drag):
      guard !isOnKeys, layout.field.contains(drag.start) else { break }
      moveCaret(to: drag.position, environment, &output)
    case .dragEnded, .dragCancelled, .longPressBegan, .longPressEnded, .longPressCancelled: break
    // Gestures of several fingers can belong to the screen reader.
    default: return false
    }
    return true
  }

  private mutating func tap(at point: Point, _ environment: Environment, _ output: inout PanelOutput) {
    guard !isOnKeys else { return }
    if layout.close.contains(point) {
      output.want(.sound(.tap))
      output.want(.close)
    } else if layout.reveal?.contains(point) == true {
      toggleReveal(&output)
    } else if layout.field.contains(point) {
      if isHidden {
        show()
        output.want(.layOut)
      }
      moveCaret(to: point, environment, &output)
    }
  }

  private mutating func moveCaret(
    to point: Point, _ environment: Environment, _ output: inout PanelOutput
  ) {
    request.field.moveCaret(to: fieldFace.caret(at: point, isMirrored: environment.isMirrored))
    output.want(.layOut)
    output.redraw()
  }

  // Hardware keyboards and remote controls.

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !transition.isClosing else { return false }
    stay(at: environment.time)
    let isPressed = event.phase == .pressed
    switch event.key {
    case .character(let character):
      focus = nil
      perform([.text(String(character))], environment, &output)
    case .space:
      focus = nil
      perform([.text(" ")], environment, &output)
    case .other(let name):
      if let mark = LetterForms.mark(ofDeadKey: name) { request.field.hold(mark) }
    case .backspace: perform([.backspace], environment, &output)
    case .home: move(to: 0, &output)
    case .end: move(to: field.characters.count, &output)
    case .left, .right: side(event.key == .right, environment, &output)
    case .up: moveFocus(down: -1, &output)
    case .down: moveFocus(down: 1, &output)
    case .tab: if isPressed { moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, &output) }
    case .enter:
      guard isPressed else { return true }
      switch focus {
      case .reveal: toggleReveal(&output)
      case .key(let key): activate(key, environment, &output)
      case nil: finish(&output)
      }
    case .escape:
      guard isPressed else { return true }
      if board.variants != nil {
        board.closeVariants()
        focus = nil
        output.want(.layOut)
      } else {
        output.want(.close)
      }
    case .pageUp, .pageDown: break
    }
    output.redraw()
    return true
  }

  private mutating func move(to place: Int, _ output: inout PanelOutput) {
    request.field.moveCaret(to: place)
    note("")
    output.want(.layOut)
  }

  /// Moves the key focus to the side, or the caret if no key has the focus. The keyboard looks the same on a
  /// mirrored screen.
  private mutating func side(_ isRight: Bool, _ environment: Environment, _ output: inout PanelOutput) {
    let step = isRight != environment.isMirrored ? 1 : -1
    guard focusedKey == nil else { return moveFocus(by: step, &output) }
    perform([.caret(step)], environment, &output)
  }

  private mutating func moveFocus(by step: Int, _ output: inout PanelOutput) {
    guard !isHidden else { return show(and: &output) }
    let count = board.variants?.texts.count ?? board.keys.count
    guard count > 0 else { return }
    // The key that shows a password comes after the last one.
    let stops = count + (field.canBeRevealed && board.variants == nil ? 1 : 0)
    let now = focus == .reveal ? count : focusedKey
    let next = now.map { ($0 + step + stops) % stops } ?? (step > 0 ? 0 : stops - 1)
    focus = next < count ? .key(next) : .reveal
  }

  /// Moves the focus to the nearest key in the row above or below.
  private mutating func moveFocus(down step: Int, _ output: inout PanelOutput) {
    guard !isHidden else { return show(and: &output) }
    guard board.variants == nil else { return }
    let rows = board.places.rows
    // The key that shows a password is above the others.
    if focus == nil, step < 0, field.canBeRevealed { return focus = .reveal }
    guard let focusedKey, let row = rows.firstIndex(where: { $0.contains(focusedKey) }) else {
      focus = (step > 0 ? rows.first?.lowerBound : rows.last?.lowerBound).map { .key($0) }
      return
    }
    // The field is above the first row. There the arrow keys move the caret again.
    guard rows.indices.contains(row + step) else { return focus = nil }
    let place = board.places.keys[focusedKey].center.x
    focus = rows[row + step].min {
      abs(board.places.keys[$0].center.x - place) < abs(board.places.keys[$1].center.x - place)
    }.map { .key($0) }
  }

  private mutating func show(and output: inout PanelOutput) {
    show()
    output.want(.layOut)
  }

  /// Presses the key, or chooses the form, that has the focus.
  private mutating func activate(_ key: Int, _ environment: Environment, _ output: inout PanelOutput) {
    if board.variants != nil {
      perform(board.choose(form: key).map { [$0] } ?? [], environment, &output)
      focus = nil
    } else {
      perform(board.press(key, at: environment.time).map { [$0] } ?? [], environment, &output)
      if key >= board.keys.count { focus = nil }
    }
  }

  // Elements.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let words = environment.words
    let close = Element(id: .close, role: .close, label: words(.leave), frame: layout.close)
    if let offered = board.variants {
      return zip(offered.texts, offered.places).enumerated().map { index, form in
        Element(id: ElementID(Self.formID.name, index), role: .key, label: form.0, frame: form.1)
      } + [close]
    }
    let places = board.places
    if let group, group.isKind(of: Self.rowID), places.rows.indices.contains(group.index) {
      return places.rows[group.index].map { element(ofKey: $0, words) }
    }
    let field = Element(
      id: Self.fieldID, role: .button, label: request.label,
      value: self.field.isSecret ? "" : self.field.text,
      frame: layout.field)
    let reveal = layout.reveal.map {
      Element(
        id: Self.revealID, role: .toggle, label: words(.showPassword),
        value: words(self.field.isRevealed ? .on : .off), frame: $0)
    }
    let tools = [field, reveal, close].compactMap(\.self)
    guard !isHidden else { return tools }
    let rows = places.rows.indices.map { index in
      let names = places.rows[index].map { name(ofKey: $0, words) }
      return Element(
        id: ElementID(Self.rowID.name, index), role: .group, label: names.joined(separator: " "),
        frame: places.row(index), speech: names)
    }
    var elements = rows
    if let last = self.field.last, board.keyWithForms(of: last) != nil {
      elements.append(
        Element(id: Self.formsID, role: .button, label: words(.otherForms, String(last)), frame: nil))
    }
    return elements + tools
  }

  private func name(ofKey index: Int, _ words: Localizer) -> String {
    board.keys[index].spokenName(isShifted: board.isShifted, in: words)
  }

  private func element(ofKey index: Int, _ words: Localizer) -> Element {
    Element(
      id: ElementID(Self.keyID.name, index), role: .key, label: name(ofKey: index, words),
      frame: board.places.face(index))
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    stay(at: environment.time)
    output.redraw()
    switch element.name {
    case ElementID.close.name:
      if board.variants != nil { board.closeVariants() } else { output.want(.close) }
      output.want(.layOut)
    case Self.fieldID.name:
      show()
      output.want(.layOut)
    case Self.revealID.name: toggleReveal(&output)
    case Self.formsID.name:
      _ = board.offerForms(of: field.last)
      output.want(.layOut)
    case Self.formID.name: perform(board.choose(form: element.index).map { [$0] } ?? [], environment, &output)
    case Self.keyID.name:
      perform(board.press(element.index, at: environment.time).map { [$0] } ?? [], environment, &output)
    default: break
    }
  }

  func captionBottom(_ environment: Environment) -> Double? {
    max(0, layout.bar.origin.y - environment.metrics.padding)
  }

  // Speech.

  var spoken: SpokenPanel {
    let key = focusedKey.map { ElementID(board.variants == nil ? Self.keyID.name : Self.formID.name, $0) }
    let chosen = focus == .reveal ? Self.revealID : key
    return SpokenPanel(
      panel: name, subject: request.id.name + "\(request.id.index)", title: board.layout.name,
      element: chosen,
      count: strokes, answer: (isHidden ? 1 : 0) + (field.isRevealed ? 2 : 0))
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    let (now, words) = (spoken, environment.words)
    guard let earlier, earlier.subject == now.subject else {
      return [request.label] + (field.isSecret || field.isEmpty ? [] : [field.text])
    }
    var sentences: [String] = []
    if now.count != earlier.count, !echo.isEmpty { sentences.append(echo) }
    if now.title != earlier.title { sentences.append(now.title) }
    if now.answer % 2 != earlier.answer % 2 {
      sentences.append(isHidden ? words(.hideKeyboard) : request.label)
    }
    if now.answer / 2 != earlier.answer / 2 || now.element != earlier.element && focus == .reveal {
      sentences += [words(.showPassword), words(field.isRevealed ? .on : .off)]
    }
    if now.element != earlier.element, let focusedKey {
      let forms = board.variants?.texts
      if let forms, forms.indices.contains(focusedKey) {
        sentences.append(forms[focusedKey])
      } else if board.keys.indices.contains(focusedKey) {
        sentences.append(name(ofKey: focusedKey, words))
      }
    }
    return sentences
  }
}

// Drawing.
extension TextEntryPanel {
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    if !hasAsked {
      hasAsked = true
      if environment.keyboards.isEmpty { effects.append(.readKeyboards(environment.writtenLanguages)) }
      board.capitalize(field.isAtBeginning)
    }
    let before = board.layout
    board.offer(environment.keyboards, language: field.language ?? environment.languages.first)
    if board.layout != before { board.capitalize(field.isAtBeginning) }
    board.layOut(bottom: TextEntryLayout.bottom(environment), environment)
    layout = TextEntryLayout(
      environment, keys: board.places.area, isHidden: isHidden, hasReveal: field.canBeRevealed)
    face.layOut(board, environment, into: &effects)
    let (theme, font) = (environment.theme, environment.metrics.fontSize)
    label = environment.label(
      request.label, size: min(font * Self.labelSize, layout.label.size.height / 1.4), color: theme.header,
      within: layout.label.size, isBold: true)
    close = environment.label(
      Self.closeSign, size: layout.close.size.height * 0.6, color: theme.raisedText, within: layout.close.size
    )
    fieldFace.layOut(
      field, in: layout.text, size: min(font * Self.textSize, layout.text.size.height / 1.4), environment,
      into: &effects)
    eye = layout.reveal.map { place in
      let side = (place.size.height * 0.6).rounded()
      let color = field.isRevealed ? theme.raised : theme.raisedText
      return Writing(
        .pictogram(Pictogram(Glyph.eye.rawValue, color: color)), within: Size(side, side),
        scale: environment.scale)
    }
    for writing in [label, close, eye].compactMap(\.self) {
      effects.append(.draw(writing.picture, order: Self.drawingOrder))
    }
    if let focusedKey, focusedKey >= (board.variants?.texts.count ?? board.keys.count) { focus = nil }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    let isLabel = label?.measured(picture, size: size) == true
    let isClose = close?.measured(picture, size: size) == true
    let isEye = eye?.measured(picture, size: size) == true
    let isKey = face.measured(picture, size: size)
    return fieldFace.measured(picture, size: size) || isLabel || isClose || isEye || isKey
  }

  mutating func measured(_ picture: Picture, size: PixelSize, carets: [Int]) -> Bool {
    fieldFace.measured(picture, size: size, carets: carets)
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    let (theme, openness) = (environment.theme, transition.openness(at: environment.time))
    let (half, first) = (Point(frame.size.width / 2, frame.size.height / 2), frame.sprites.count)
    frame.append(.color(theme.background.opacity(1)), in: environment.screen)
    frame.sprites[first].opacity = Self.veil * openness
    let way = theme.hasReducedMotion ? 0 : (1 - openness) * Self.rise * frame.size.height
    let plane = Plane(transform: .identity.translated(-half.x, way - half.y, 0), opacity: openness)
    plane.append(.color(theme.background.opacity(1)), in: layout.bar, to: &frame)
    if let label, let extent = label.extent(scale: environment.scale) {
      let corner = Point(layout.label.origin.x, layout.label.maxY - extent.height)
      plane.append(label, at: corner, scale: environment.scale, to: &frame)
    }
    let corner = layout.field.size.height * 0.16
    plane.append(
      .color(theme.progress), in: layout.field.inset(by: -Self.focusWidth), corner: corner + Self.focusWidth,
      to: &frame)
    plane.append(.color(theme.raised), in: layout.field, corner: corner, to: &frame)
    fieldFace.draw(on: plane, hasCaret: true, environment, to: &frame)
    let place = isClosePressed ? layout.close.scaled(by: 0.92) : layout.close
    plane.append(.color(theme.raised), in: place, corner: place.size.height / 2, to: &frame)
    if let close { plane.append(close, around: place.center, scale: environment.scale, to: &frame) }
    drawReveal(on: plane, environment, to: &frame)
    if !isHidden { face.draw(board, focus: focusedKey, on: plane, environment, to: &frame) }
  }

  private func drawReveal(on plane: Plane, _ environment: Environment, to frame: inout SceneFrame) {
    guard let place = layout.reveal else { return }
    let theme = environment.theme
    let area = isRevealPressed ? place.scaled(by: 0.92) : place
    if focus == .reveal {
      plane.append(
        .color(theme.progress), in: area.inset(by: -Self.focusWidth),
        corner: area.size.height / 2 + Self.focusWidth, to: &frame)
    }
    let ground = field.isRevealed ? theme.raisedText : theme.raised
    plane.append(.color(ground), in: area, corner: area.size.height / 2, to: &frame)
    if let eye { plane.append(eye, around: area.center, scale: environment.scale, to: &frame) }
  }
}

extension Environment {
  /// The languages of texts on this screen: the visitor's, and those of the tiles.
  var writtenLanguages: [String] {
    var tags: [String] = []
    for tag in languages.prefix(1) + readers.map(\.language) {
      // Skip locales without a language, such as C.
      guard let tag = LanguageTag(tag)?.description, !tags.contains(tag) else { continue }
      tags.append(tag)
    }
    return tags.isEmpty ? ["en"] : tags
  }
}
