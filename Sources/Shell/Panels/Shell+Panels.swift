import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// Panels in front of the tiles: showing them, asking them, and doing what they want.
extension Shell {
  var systemPage: SystemPage? { panels.first(SystemPage.self) }
  /// The page of a tile that has the screen.
  var page: ContentPage? { panels.first(ContentPage.self) }

  /// Shows a panel in its layer.
  mutating func show(_ panel: some Panel) {
    var panel = panel
    if panel.layer.rules.comesIn, panels.index(of: panel.layer) == nil { withNotice { $0.panelComesIn() } }
    if !metrics.size.isEmpty { panel.layOut(environment, into: &outbox) }
    panels.show(panel)
    isDirty = true
  }

  /// Takes the panel of a layer away at once.
  mutating func remove(_ layer: PanelLayer) {
    guard panels.index(of: layer) != nil else { return }
    panels.remove(layer)
    isDirty = true
  }

  /// Closes the panel of a layer as its visitor would; whether there was one to close.
  @discardableResult
  mutating func close(_ layer: PanelLayer) -> Bool {
    guard let index = panels.index(of: layer), panels[index].isOpen else { return false }
    if layer == .pin {
      closePad()
    } else {
      panels.leave(layer, at: clock)
      isDirty = true
    }
    return true
  }

  /// Everything that stands before the tiles goes, except for the pad that the launcher is closed with.
  mutating func dismissPanels() {
    dismissPad()
    for layer in PanelLayer.allCases where layer != .pin { close(layer) }
  }

  /// Has panels drawn for the screen as it is: all of them, or the one of a layer.
  mutating func layOutPanels(only layer: PanelLayer? = nil) {
    guard !metrics.size.isEmpty else { return }
    for index in panels.indices where layer == nil || panels[index].layer == layer {
      panels[index].layOut(environment, into: &outbox)
    }
    // What the highlight is on may stand elsewhere now. Callers that lay out everything lay out the highlight too.
    if layer != nil, scan.run != nil { layOutScan() }
  }

  /// Whether a gesture was meant for a panel: the one in front is asked first.
  mutating func panelsHandle(_ gesture: Gesture) -> Bool {
    for index in panels.indices.reversed() where panels[index].isOpen {
      let (layer, axis) = (panels[index].layer, panels[index].swipeAxis)
      var output = PanelOutput()
      let isHandled = panels[index].handle(gesture, environment, &output)
      if isHandled, case .touchBegan = gesture, let axis { input.swipe(along: axis) }
      perform(output, of: layer)
      if isHandled || !(layer.rules.passesGestures || asksForSpeech(gesture)) { return true }
    }
    return false
  }

  /// Visitors who cannot see a panel have it read out as everything else is.
  private func asksForSpeech(_ gesture: Gesture) -> Bool {
    input.trigger(of: gesture).map { input.bindings[$0.0] } == .speech
  }

  /// Whether a key was meant for a panel before messages, or behind them.
  mutating func panelsHandle(_ event: KeyEvent, behindMessages: Bool) -> Bool {
    for index in panels.indices.reversed()
    where panels[index].isOpen && panels[index].layer.rules.showsMessages == behindMessages {
      let layer = panels[index].layer
      var output = PanelOutput()
      let isHandled = panels[index].handle(event, environment, &output)
      perform(output, of: layer)
      if isHandled { return true }
    }
    return false
  }

  /// Whether a wheel or a touchpad was meant for a panel.
  mutating func panelsHandle(_ event: ScrollEvent) -> Bool {
    guard let index = panels.indices.last(where: { panels[$0].isOpen }) else { return false }
    let layer = panels[index].layer
    var output = PanelOutput()
    if layer.rules.scrolls { panels[index].handle(event, environment, &output) }
    perform(output, of: layer)
    return true
  }

  /// Chooses an element of the panel in front.
  mutating func activate(_ element: ElementID) {
    guard let index = panels.indices.last(where: { panels[$0].isOpen }) else { return }
    let layer = panels[index].layer
    var output = PanelOutput()
    panels[index].activate(element, environment, &output)
    perform(output, of: layer)
  }

  mutating func meetPanelDeadlines() {
    for layer in PanelLayer.allCases {
      guard let index = panels.index(of: layer), let due = panels[index].deadline, due <= clock else {
        continue
      }
      var output = PanelOutput()
      panels[index].meetDeadline(environment, &output)
      perform(output, of: layer)
    }
  }

  /// When the next thing happens to a panel by itself.
  var panelDeadline: Double? {
    var earliest = Double.infinity
    for index in panels.indices { earliest = min(earliest, panels[index].deadline ?? .infinity) }
    return earliest < .infinity ? earliest : nil
  }

  /// Moves panels to the time of a frame.
  mutating func advancePanels() {
    for index in panels.indices { panels[index].advance(environment, into: &outbox) }
    panels.removeGone(at: clock)
  }

  var arePanelsMoving: Bool {
    for index in panels.indices where panels[index].isMoving(at: clock) { return true }
    return false
  }

  /// Does what a panel wants.
  mutating func perform(_ output: PanelOutput, of layer: PanelLayer?) {
    if output.needsFrame { isDirty = true }
    for intent in output.intents {
      switch intent {
      case .close: if let layer { close(layer) }
      case .layOut: layOutPanels(only: layer)
      case .sound(let cue): sound(cue)
      case .enter(let pin, let purpose): check(pin, for: purpose)
      case .control(let control): perform(control)
      case .open(let tile, let isTrusted): open(tile, isTrusted: isTrusted)
      case .showUnavailable(let tile): tellUnavailable(tile)
      case .askForPIN(let purpose): ask(for: purpose)
      case .run(let command, let part): runSilently(command, for: part)
      case .sendValues: sendValues()
      case .retry: tapNotice(at: nil)
      case .closeFolder: closeFolder()
      case .perform(let action, let point): perform(action, at: point)
      }
    }
  }
}

/// Messages on the screen.
extension Shell {
  var notice: Notice? { noticePanel.notice }

  /// Has the message do something, in the surroundings that it now has.
  mutating func withNotice<Result>(_ body: (inout NoticePanel, inout [ShellEffect]) -> Result) -> Result {
    noticePanel.environment = environment
    noticePanel.isAlone = !tilesPanel.hasTiles || cover != nil
    noticePanel.showsOpening = tilesPanel.header.settings.showsOpening
    return body(&noticePanel, &outbox)
  }

  mutating func withNotice<Result>(_ body: (inout NoticePanel) -> Result) -> Result {
    withNotice { notice, _ in body(&notice) }
  }

  mutating func show(_ notice: Notice) {
    // The same once more is news again, unless it only counts.
    if notice.message.withoutCountdown == notice.message { speech.message = nil }
    if notice.message.isError { sound(.error) }
    withNotice { $0.show(notice, into: &$1) }
    isDirty = true
  }

  /// Takes the notice away; whether there was one.
  @discardableResult
  mutating func dismissNotice() -> Bool {
    guard withNotice({ $0.dismiss() }) else { return false }
    isDirty = true
    return true
  }

  mutating func layOutNotice() { withNotice { $0.layOut(into: &$1) } }

  /// Whatever comes in is simply there: for pictures of a moment.
  package mutating func skipEntrance() { withNotice { $0.skipEntrance() } }

  /// A tap on a notice: on its button, or with none, what went wrong is tried again; elsewhere the notice goes.
  mutating func tapNotice(at point: Point?) {
    let tile = notice?.retry
    let isOnButton = point.map { noticePanel.isOnButton($0) } ?? true
    sound(.tap)
    dismissNotice()
    guard isOnButton, let tile = tile.flatMap({ findTile($0) }) else { return }
    open(tile)
  }

  /// Whether a key was meant for the button of the message.
  mutating func noticeHandles(_ event: KeyEvent) -> Bool {
    var output = PanelOutput()
    let isHandled = withNotice { $0.handle(event, &output) }
    perform(output, of: nil)
    return isHandled
  }

  mutating func pictureReady(_ picture: Picture, size: PixelSize) {
    for index in panels.indices where panels[index].measured(picture, size: size) { isDirty = true }
    if scan.caption?.measured(picture, size: size) == true { isDirty = true }
    if withNotice({ $0.measured(picture, size: size) }) { isDirty = true }
    withTiles { $0.measured(picture, size: size) }
  }
}

/// Pages of tiles.
extension Shell {
  mutating func openPage(_ content: PageContent, of tile: LauncherTile) {
    leaveLevel()
    show(ContentPage(tile, content, at: clock))
  }

  /// A page whose tile is still there shows what it says now; any other goes.
  mutating func updatePage() {
    guard let page, page.isOpen, let id = page.tileID else { return }
    let tile = findTile(id)
    // A file that is being replaced: who reads what was in it goes on doing so.
    if case .unavailable = tile?.action { return }
    guard let tile, case .page(let content) = tile.action else {
      close(.page)
      return
    }
    if let new = page.updated(tile, content) { show(new) }
  }
}

/// The page about the system.
extension Shell {
  /// Tells the page for touchscreens from tiles' programs.
  private static let touchTestID = "rotunda:touch-test"

  /// Shows what is known now.
  mutating func showSystem() {
    leaveProgram()
    releaseInput(at: clock)
    remove(.system)
    show(SystemPage(systemReport, offeredControls, at: clock))
    outbox.append(.readSystem)
  }

  /// Something else is known of the machine, or may be done.
  mutating func updateSystemPage() {
    let (report, controls) = (systemReport, offeredControls)
    if panels.change(SystemPage.self, { $0.show(report, controls) }) { layOutPanels(only: .system) }
  }

  /// What the page says.
  private var systemReport: SystemReport {
    SystemReport(
      information: system, problems: problems, showsEarlier: inbox.isRefused,
      entries: reports.entries.map { .init(message: $0.message, age: clock - $0.time) })
  }

  /// What is offered: everything to operators who have entered the PIN, to others what cannot end the kiosk.
  private var offeredControls: [SystemControl] {
    SystemControl.allCases.filter { control in
      if control == .touchTest, system.program == nil { return false }
      if control == .console, !access.settings.allowsConsole { return false }
      return access.hasPIN || control.isHarmless
    }
  }

  mutating func perform(_ control: SystemControl) {
    guard offeredControls.contains(control) else { return }
    sound(.tap)
    switch control {
    case .restart: outbox.append(.restart)
    case .reload: outbox.append(.reloadConfiguration)
    case .touchTest: startTouchTest()
    case .reboot: end(by: .reboot)
    case .powerOff: end(by: .powerOff)
    case .console: outbox.append(.leaveToConsole)
    }
  }

  private mutating func end(by action: PowerAction) {
    close(.system)
    carryOut(action)
  }

  /// The page for touchscreens is a program like others: whatever a broken touchscreen does to it, there is a way back.
  private mutating func startTouchTest() {
    guard let program = system.program else { return }
    close(.system)
    let file = system.configurationPath.map { ["--config", $0] } ?? []
    let command = Command([program, "touch-test"] + file)
    let tile = LauncherTile(
      id: Self.touchTestID, name: words(.touchTest), icon: nil, action: .start(command))
    start(command, of: tile, isAsked: false)
  }
}
