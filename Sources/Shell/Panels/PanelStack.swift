import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The screens of the launcher, from back to front: the tiles, the panels, and the message.
///
/// Input goes to the front first. The stack leaves other work in `output` and `outbox`, and the shell
/// performs that work after each call.
struct PanelStack: Sendable {
  /// The common state of the screen.
  var environment: Environment {
    didSet { (tiles.environment, notice.environment) = (environment, environment) }
  }
  /// The tiles, behind everything else.
  var tiles: TilesPanel
  var notice: NoticePanel
  /// The panels in front of the tiles.
  private(set) var panels: [any Panel] = []
  /// Intents for others since the call began.
  private var output = PanelOutput()
  private var outbox: [ShellEffect] = []
  /// The axis of swipes for the latest touch; nil for unchanged.
  private(set) var swipeAxis: Point?

  init(_ tiles: TilesPanel, _ environment: Environment) {
    (self.tiles, self.environment) = (tiles, environment)
    notice = NoticePanel(environment)
  }

  /// Sets the time. Changes of `environment` from outside would allocate in every frame.
  mutating func setTime(_ time: Double) { environment.time = time }

  var isEmpty: Bool {
    // Every frame calls this; an iterator over panels would allocate memory.
    for index in panels.indices where !panels[index].isAside { return false }
    return true
  }
  /// Whether visitors see no panel that they opened.
  var isFree: Bool {
    // Every frame calls this; an iterator over panels would allocate memory.
    for index in panels.indices where !(panels[index] is StateScreen || panels[index].isAside) {
      return false
    }
    return true
  }
  /// Whether a visitor has opened a panel, or entered something.
  var hasVisitorsPanel: Bool {
    panels.contains { panel in
      switch panel {
      case is StateScreen, is AttractPanel: false
      case let pad as PINPad: pad.canBeClosed || !pad.digits.isEmpty
      default: panel.isOpen
      }
    }
  }
  /// Whether a panel behind the PIN is open.
  var hasOperatorsPanel: Bool {
    panels.contains { panel in
      switch panel {
      case is SystemPage, is EditPanel, is TrialPanel: panel.isOpen
      case let setup as FirstRunPanel: setup.isOpen && !setup.staysThroughVisits
      default: false
      }
    }
  }
  /// The front panel, even while it leaves.
  var top: (any Panel)? { panels.isEmpty ? nil : panels[panels.count - 1] }
  /// The front panel that stays and takes the screen.
  var open: (any Panel)? { last { $0.isOpen && !$0.isAside } }
  /// The panel that leaves the tiles usable; nil while another covers them.
  private var aside: (any Panel)? { open == nil ? last { $0.isAside } : nil }
  /// The panel that is alone on the screen: it hides messages and everything behind it.
  var alone: (any Panel)? { last { !$0.layer.rules.showsMessages } }

  /// Returns the front panel that meets a condition. Every frame calls it, and the library's search would
  /// allocate.
  private func last(where isWanted: (any Panel) -> Bool) -> (any Panel)? {
    var index = panels.count
    while index > 0 {
      index -= 1
      if isWanted(panels[index]) { return panels[index] }
    }
    return nil
  }

  /// The gestures of the front panel besides taps and drags.
  var recognizers: Recognizers { panels.isEmpty ? [] : open?.recognizers ?? [] }

  /// The index of `open`. It allocates; frames must not call it.
  private var openIndex: Int? { panels.indices.last { panels[$0].isOpen && !panels[$0].isAside } }
  private func index(of layer: PanelLayer) -> Int? { panels.firstIndex { $0.layer == layer } }

  func first<P: Panel>(_ type: P.Type) -> P? {
    for panel in panels { if let panel = panel as? P { return panel } }
    return nil
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool {
    if notice.isMoving || tiles.isMoving { return true }
    // Every frame calls this; an iterator over panels would allocate memory.
    for index in panels.indices where panels[index].isMoving(at: environment.time) { return true }
    return false
  }

  /// When a message or a panel next changes by itself.
  var deadline: Double? {
    var earliest = notice.notice?.expires ?? .infinity
    for index in panels.indices { earliest = min(earliest, panels[index].deadline ?? .infinity) }
    return earliest < .infinity ? earliest : nil
  }

  /// Sets the properties of the surroundings that the message needs.
  mutating func setSurroundings(isCovered: Bool) {
    notice.isAlone = isCovered || !tiles.hasTiles && panels.isEmpty
    // The growing tile shows that itself.
    notice.showsOpening = tiles.header.settings.showsOpening && tiles.launch == nil
    let (screen, foot) = (environment.metrics.size, environment.pageMetrics.foot)
    notice.foot = isFree ? tiles.footBelowMessages : screen.height - foot.origin.y
  }

  /// Appends the effects, and returns the intents; nil for none.
  mutating func collect(into effects: inout [ShellEffect]) -> PanelOutput? {
    if !tiles.outbox.isEmpty {
      effects += tiles.outbox
      tiles.outbox.removeAll(keepingCapacity: true)
    }
    if !outbox.isEmpty {
      effects += outbox
      outbox.removeAll(keepingCapacity: true)
    }
    if let wishes = tiles.takeOutput() { output.add(wishes) }
    guard output.needsFrame || !output.intents.isEmpty else { return nil }
    defer { output = PanelOutput() }
    return output
  }

  mutating func redraw() { output.redraw() }
  mutating func want(_ intent: Intent) { output.want(intent) }
}

// Showing and closing.
extension PanelStack {
  /// Shows a panel in its layer, and replaces the present one.
  mutating func show(_ panel: some Panel) {
    var panel = panel
    if panel.layer.rules.comesIn, index(of: panel.layer) == nil { notice.panelComesIn() }
    if !environment.metrics.size.isEmpty { panel.layOut(environment, into: &outbox) }
    panels.removeAll { $0.layer == panel.layer }
    panels.insert(panel, at: panels.firstIndex { $0.layer > panel.layer } ?? panels.count)
    redraw()
  }

  /// Removes the panel of a layer immediately.
  mutating func remove(_ layer: PanelLayer) {
    guard let index = index(of: layer) else { return }
    panels.remove(at: index)
    redraw()
  }

  /// Removes the screen that says that a tile needs the network.
  mutating func removeOffline() {
    if let index = index(of: .page), panels[index] is StateScreen { remove(.page) }
  }

  /// Closes the panel of a layer for its visitor. Returns whether one was open.
  @discardableResult
  mutating func close(_ layer: PanelLayer) -> Bool {
    guard let index = index(of: layer), panels[index].isOpen else { return false }
    if layer == .pin {
      output.want(.closePad)
    } else {
      if !panels[index].leave(at: environment.time) { panels.remove(at: index) }
      redraw()
    }
    return true
  }

  /// Closes all panels except the PIN pad, the screen instead of the tiles, and panels that stay.
  mutating func closeAll() {
    for layer in PanelLayer.allCases where layer != .pin && layer != .state {
      guard let index = index(of: layer), !panels[index].staysThroughVisits else { continue }
      close(layer)
    }
  }

  /// Closes the front panel. Returns whether one was open.
  mutating func goBack() -> Bool {
    if let panel = alone { return panel.staysThroughVisits || close(panel.layer) }
    return dismissNotice() || open.map { $0.layer != .state && close($0.layer) } == true
  }

  /// Changes the panel of a type. Returns whether it exists.
  @discardableResult
  mutating func change<P: Panel>(_ type: P.Type, _ change: (inout P) -> Void) -> Bool {
    for index in panels.indices {
      guard var panel = panels[index] as? P else { continue }
      change(&panel)
      panels[index] = panel
      redraw()
      return true
    }
    return false
  }

  /// Calls a panel by type, and performs its requests to the stack.
  mutating func tell<P: Panel>(
    _ type: P.Type, _ body: (inout P, Environment, inout PanelOutput) -> Void
  ) {
    guard let index = panels.firstIndex(where: { $0 is P }) else { return }
    ask(index) { panel, environment, output in
      guard var told = panel as? P else { return }
      body(&told, environment, &output)
      panel = told
    }
  }

  mutating func show(_ message: Notice) {
    if message.message.isError { output.want(.sound(.error)) }
    notice.show(message, into: &outbox)
    redraw()
  }

  /// Closes the message. Returns whether one was open.
  @discardableResult
  mutating func dismissNotice() -> Bool {
    guard notice.dismiss() else { return false }
    redraw()
    return true
  }

  /// Lays out everything in front of the tiles for the current screen.
  mutating func layOut() {
    notice.layOut(into: &outbox)
    layOutPanels()
  }

  /// Lays out all panels, or only the one of a layer.
  mutating func layOutPanels(only layer: PanelLayer? = nil) {
    guard !environment.metrics.size.isEmpty else { return }
    for index in panels.indices where layer == nil || panels[index].layer == layer {
      panels[index].layOut(environment, into: &outbox)
    }
    // The highlighted element may have moved. Callers that lay out everything handle that themselves.
    if layer != nil { output.want(.layOutHighlight) }
  }

  mutating func layOutNotice() { notice.layOut(into: &outbox) }
  /// Stores the measured size of a picture.
  mutating func measured(_ picture: Picture, size: PixelSize, inset: PixelSize, carets: [Int]) {
    if !carets.isEmpty {
      for index in panels.indices where panels[index].measured(picture, size: size, carets: carets) {
        redraw()
      }
    }
    for index in panels.indices where panels[index].measured(picture, size: size, inset: inset) {
      redraw()
    }
    if notice.measured(picture, size: size) { redraw() }
    tiles.measured(picture, size: size, inset: inset)
  }

  /// Scrolls an element into view for a visitor. The visitor is present, because they wait for it.
  mutating func reveal(_ element: ElementID) {
    if case .level = place { tiles.reveal(element) }
    stay()
  }

  /// Restarts the time-outs of the panels, because a visitor is present.
  private mutating func stay() { for index in panels.indices { panels[index].stay(at: environment.time) } }

  mutating func meetDeadlines() {
    if let expires = notice.notice?.expires, expires <= environment.time { dismissNotice() }
    for layer in PanelLayer.allCases {
      guard let index = index(of: layer), let due = panels[index].deadline, due <= environment.time else {
        continue
      }
      ask(index) { $0.meetDeadline($1, &$2) }
    }
  }

  /// Advances everything to the time of a frame, `elapsed` seconds after the previous one.
  mutating func advance(elapsed: Double) {
    tiles.advance(elapsed: elapsed)
    notice.advance()
    for index in panels.indices { panels[index].advance(environment, into: &outbox) }
    // Every frame does this; a reversed iterator would allocate memory.
    var index = panels.count
    while index > 0 {
      index -= 1
      if panels[index].isGone(at: environment.time) { panels.remove(at: index) }
    }
  }
}

// Input.
extension PanelStack {
  /// The bindings of gestures, and the speed of flicks.
  struct Meaning {
    let bindings: GestureBindings
    let trigger: (trigger: GestureTrigger, point: Point)?
    let flickMinimum: Double
  }

  /// Keeps the panels behind a form or a keyboard open, because they receive its input.
  private mutating func stayBehind(_ index: Int) {
    guard [.form, .keyboard].contains(panels[index].layer) else { return }
    for behind in 0..<index { panels[behind].stay(at: environment.time) }
  }

  /// Calls a panel, and performs its requests to the stack.
  private mutating func ask<Result>(
    _ index: Int, _ body: (inout any Panel, Environment, inout PanelOutput) -> Result
  ) -> Result {
    let layer = panels[index].layer
    var wishes = PanelOutput()
    let result = body(&panels[index], environment, &wishes)
    if wishes.needsFrame { redraw() }
    for intent in wishes.intents {
      switch intent {
      case .close: close(layer)
      case .layOut: layOutPanels(only: layer)
      case .write(let request): show(TextEntryPanel(request, at: environment.time))
      case .wrote(let request): deliver(request)
      default: output.want(intent)
      }
    }
    return result
  }

  /// Handles a gesture: the front panel decides first, then the message, then the tiles. Otherwise the stack
  /// performs the gesture's binding.
  mutating func handle(_ gesture: Gesture, _ meaning: Meaning) {
    (tiles.covered, tiles.isBehindPanel, swipeAxis) = (notice.reach, !isEmpty, nil)
    if panelsHandle(gesture, meaning) { return }
    if case .tap(let point) = gesture, notice.contains(point) { return tapNotice(at: point) }
    let isHandled = tiles.handle(gesture, meaning.bindings)
    if case .touchBegan = gesture { swipeAxis = tiles.swipeAxis }
    guard !isHandled else { return }
    // A swipe without another effect closes a message below it.
    if case .dragEnded(let drag) = gesture, notice.contains(drag.start) {
      if meaning.trigger != nil { dismissNotice() }
      return
    }
    guard !tiles.handleOfTile(gesture, flickMinimum: meaning.flickMinimum),
      let (trigger, point) = meaning.trigger
    else { return }
    output.want(.perform(meaning.bindings[trigger], at: point))
  }

  /// Whether the front panel reads touches itself.
  var takesTouches: Bool { open?.takesTouches == true }

  /// Handles touches before they become gestures.
  mutating func handle(_ touch: TouchFrame) {
    guard let index = openIndex, panels[index].takesTouches else { return }
    stayBehind(index)
    ask(index) { $0.handle(touch, $1, &$2) }
  }

  /// Calls the open panel behind a layer.
  mutating func change(
    behind layer: PanelLayer, _ body: (inout any Panel, Environment, inout PanelOutput) -> Void
  ) {
    guard let index = panels.lastIndex(where: { $0.layer < layer && $0.isOpen }) else { return }
    ask(index, body)
    redraw()
  }

  /// Reports whether a panel took a gesture.
  private mutating func panelsHandle(_ gesture: Gesture, _ meaning: Meaning) -> Bool {
    for index in panels.indices.reversed() where panels[index].isOpen {
      let (rules, axis) = (panels[index].layer.rules, panels[index].swipeAxis)
      stayBehind(index)
      let isHandled = ask(index) { $0.handle(gesture, $1, &$2) }
      if isHandled, case .touchBegan = gesture { swipeAxis = axis }
      // Visitors who cannot see a panel can turn on the screen reader here, too.
      let asksForSpeech = meaning.trigger.map { meaning.bindings[$0.trigger] } == .speech
      if isHandled || !(rules.passesGestures || asksForSpeech) { return true }
    }
    return false
  }

  /// Handles a tap on a message. Without a point, it is for the button. The button retries; elsewhere the tap
  /// closes the message.
  mutating func tapNotice(at point: Point?) {
    let tile = notice.notice?.retry
    let isOnButton = point.map { notice.isOnButton($0) } ?? true
    output.want(.sound(.tap))
    dismissNotice()
    if isOnButton, let tile { output.want(.retry(tile: tile)) }
  }

  /// Handles a key: panels in front of messages decide first, then the message, other panels, and the tiles.
  mutating func handle(_ event: KeyEvent) {
    if panelsHandle(event, behindMessages: false) || notice.handle(event, &output) { return }
    if panelsHandle(event, behindMessages: true) || tiles.handle(event) { return }
    if event.key == .escape, !dismissNotice() { output.want(.closeFolder) }
  }

  private mutating func panelsHandle(_ event: KeyEvent, behindMessages: Bool) -> Bool {
    for index in panels.indices.reversed()
    where panels[index].isOpen && panels[index].layer.rules.showsMessages == behindMessages {
      stayBehind(index)
      if ask(index, { $0.handle(event, $1, &$2) }) { return true }
    }
    return false
  }

  /// Whether a wheel or a touchpad can have an effect.
  var scrolls: Bool { open.map { $0.layer.rules.scrolls } ?? tiles.hasTiles }

  mutating func handle(_ event: ScrollEvent) {
    guard let index = openIndex else { return tiles.handle(event) }
    stayBehind(index)
    ask(index) { $0.handle(event, $1, &$2) }
  }
}

// Elements.
extension PanelStack {
  /// The screen whose elements visitors select.
  var place: ElementPlace {
    if let open { return .panel(open.name) }
    return .level(tiles.levels.count, folder: tiles.level.folder)
  }

  /// Returns the elements in a group, or outside groups.
  func elements(in group: ElementID? = nil) -> [Element] {
    let panel = open
    if let group { return (panel?.elements(in: group, environment) ?? tiles.elements(in: group)).counted }
    let messages = panel?.layer.rules.showsMessages == false ? [] : notice.elements
    let shown = panel?.elements(in: nil, environment) ?? tiles.elements(in: nil)
    return (messages + shown + (aside?.elements(in: nil, environment) ?? [])).counted
  }

  /// Returns the place of an element of the tiles or of a message; nil if invisible. Every frame calls it,
  /// because both move.
  func frame(of element: ElementID) -> Rectangle? {
    switch element {
    case .retry: notice.notice.flatMap { notice.buttonFrame(of: $0) }
    case .message: notice.reach
    default: tiles.frame(of: element)
    }
  }

  /// Activates an element.
  mutating func activate(_ element: ElementID) {
    switch element {
    case .retry: tapNotice(at: nil)
    case .message: dismissNotice()
    case .trial:
      guard let index = index(of: .trial) else { return }
      ask(index) { $0.activate(element, $1, &$2) }
    default:
      guard let index = openIndex else { return tiles.activate(element) }
      stayBehind(index)
      ask(index) { $0.activate(element, $1, &$2) }
    }
  }

  /// The lowest point for captions about an element.
  var captionBottom: Double {
    if let lowest = open?.captionBottom(environment) { return lowest }
    if alone == nil, let message = notice.notice, let area = notice.frame(of: message) {
      return area.origin.y - environment.metrics.padding
    }
    return environment.metrics.size.height - environment.metrics.padding * 1.5
  }
}

// Speech.
extension PanelStack {
  /// The subject of the visitor's attention.
  var focus: ScreenReader.Focus? {
    if let panel = alone { return .panel(panel.spoken) }
    if notice.isRetryFocused { return .retry }
    if let panel = open { return .panel(panel.spoken) }
    return tiles.spokenTile.map { .tile($0) }
  }

  /// Returns the spoken text for a focus, after an earlier focus.
  func sentences(about focus: ScreenReader.Focus, after before: ScreenReader.Focus?) -> [String] {
    switch focus {
    case .aside: return []
    case .retry: return [environment.words(.tryAgain), environment.words(.roleButton)]
    case .tile(let tile):
      if case .tile(let earlier) = before { return tiles.sentences(about: tile, after: earlier) }
      return tiles.sentences(about: tile, after: nil)
    case .panel(let panel):
      if case .panel(let earlier) = before, earlier.panel == panel.panel {
        return open?.sentences(after: earlier, environment) ?? []
      }
      return open?.sentences(after: nil, environment) ?? []
    }
  }
}

// Drawing.
extension PanelStack {
  /// The visible part of the stack.
  enum View { case everything, messageOnly, nothing }

  mutating func draw(_ view: View, isShaded: Bool, to frame: inout SceneFrame) {
    if view != .everything {
      guard view == .messageOnly else { return }
      if let question = notice.question {
        tiles.drawBackdrop(to: &frame)
        question.drawVeil(environment, to: &frame)
      }
      let first = frame.sprites.count
      notice.draw(to: &frame)
      notice.comeIn(first, of: &frame)
    } else if let panel = alone, panel.isCovering(at: environment.time) {
      panel.draw(environment, to: &frame)
      notice.comeIn(0, of: &frame)
    } else {
      let isCovered = top?.isCovering(at: environment.time) == true
      // Every frame calls this; an iterator over panels would allocate memory.
      var grown = 0.0
      for index in panels.indices { grown = max(grown, panels[index].growth(at: environment.time)) }
      // A state screen stands in front of the launcher's background.
      if isCovered, top is StateScreen { tiles.drawSurroundings(to: &frame) }
      tiles.draw(
        isCovered: isCovered, isShaded: isShaded, message: notice.notice.flatMap { notice.frame(of: $0) },
        grown: grown, to: &frame)
      for index in panels.indices {
        panels[index].draw(environment, to: &frame)
        let header = panels[index].headerOpacity(at: environment.time)
        if header > 0 { tiles.drawHeader(opacity: header, to: &frame) }
      }
      guard alone == nil else { return }
      let first = frame.sprites.count
      notice.draw(to: &frame)
      notice.comeIn(first, of: &frame)
      notice.drawLeaving(to: &frame)
    }
  }
}
