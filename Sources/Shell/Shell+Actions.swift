import Configuration
import Gestures
import Programs
import RotundaGeometry

// What panels, features and visitors want done.
extension Shell {
  /// Has the presentation do something, and does what it wants of others.
  @discardableResult
  mutating func present<Result>(_ body: (inout Presentation) -> Result) -> Result {
    presentation.setSurroundings(isCovered: idle.cover != nil, isLauncherSeen: !isCovered)
    let result = body(&presentation)
    if let output = presentation.collect(into: &outbox) {
      if output.needsFrame { isDirty = true }
      for intent in output.intents { perform(intent) }
    }
    return result
  }

  @discardableResult
  mutating func withPanels<Result>(_ body: (inout PanelStack) -> Result) -> Result {
    present { body(&$0.panels) }
  }

  @discardableResult
  mutating func withTiles<Result>(_ body: (inout TilesPanel) -> Result) -> Result {
    present { body(&$0.panels.tiles) }
  }

  mutating func perform(_ intent: Intent) {
    switch intent {
    case .close, .layOut: break  // The stack has done that.
    case .closePad: closePad(goesBack: true)
    case .layOutHighlight: if presentation.scanner.run != nil { present { $0.layOutHighlight() } }
    case .sound(let cue): presentation.play(cue)
    case .enter(let pin, let purpose):
      updatePad(access.check(pin, for: purpose, into: &outbox) ? nil : .broken)
    case .control(let control): perform(control)
    case .open(let tile, let isTrusted): open(tile, isTrusted: isTrusted)
    case .showUnavailable(let tile): show(.brief(.notAvailable(tile: tile.name), at: clock))
    case .showOffline(let tile): show(stateScreen(.offline(tile)))
    case .askForPIN(let purpose): askForPIN(purpose)
    case .run(let command, let part): runSilently(command, for: part)
    case .sendValues: sendValues()
    case .pressRetry: withPanels { $0.tapNotice(at: nil) }
    case .retry(let tile): if let tile = findTile(tile) { open(tile) }
    case .showSheet(let kind): show(VisitorSheet(kind, at: clock))
    case .closeFolder:
      if tilesPanel.levels.count > 1 { presentation.play(.back) }
      closeFolder()
    case .perform(let action, let point): perform(action, at: point)
    case .sceneEnded: sceneEnded(at: clock)
    case .show(let notice): show(notice)
    case .showInPassing(let message):
      if notice == nil, idle.cover == nil, !isCovered { show(.brief(message, at: clock)) }
    case .showError(let message, let tile): showError(message, retry: tile)
    case .report(let message): report(message)
    case .note(let message): outbox.append(.note(message))
    }
  }

  /// Performs an action. `point` is where the finger is, for actions that mean what lies under it.
  package mutating func perform(
    _ action: ShellAction, at point: Point? = nil, into effects: inout [ShellEffect]
  ) {
    withOutbox(&effects) { $0.perform(action, at: point) }
  }

  mutating func perform(_ action: ShellAction, at point: Point? = nil) {
    guard access.allows(action) else { return }
    switch action {
    case .none: break
    case .home: goHome()
    case .back: goBack()
    case .nextShelf: if panels.isEmpty { withTiles { $0.changeShelf(by: 1) } }
    case .previousShelf: if panels.isEmpty { withTiles { $0.changeShelf(by: -1) } }
    case .nextTile: if panels.isEmpty { withTiles { $0.step(by: 1) } }
    case .previousTile: if panels.isEmpty { withTiles { $0.step(by: -1) } }
    case .focus: if let key = action.key, !isCovered { withPanels { $0.handle(KeyEvent(key)) } }
    case .open: if panels.isEmpty { withTiles { $0.openTile(at: point) } }
    case .openTile(let id): openTile(id)
    case .reload: outbox.append(.reloadConfiguration)
    case .admin: if access.opensWithoutPIN { showSystem() } else { askForPIN(.admin) }
    case .lock: lock()
    case .language(let tag): present { $0.choose(language: tag) }
    case .adjust(let adjustment):
      releaseInput(at: clock)
      present { $0.adjust(adjustment) }
    case .power(let action):
      if access.allowsPower { end(by: action) } else { showError(.powerFailed(action, .powerNotAllowed)) }
    case .blank: coverScreen(.dark)
    case .help: show(HelpPage(returnsHome: idle.monitor.settings.returnHomeAfter != nil, at: clock))
    case .speech: presentation.toggleSpeech()
    case .sounds: presentation.toggleSounds()
    }
  }

  mutating func goHome() {
    // On the shelf where it was, before another one is in the middle.
    endAttraction()
    programs.callOffRestarts()
    leaveProgram()
    dismissPanels()
    // What an operator has to say concerns the next visitor too.
    if case .announcement = notice?.message {} else { dismissNotice() }
    withTiles { $0.closeOuterFolders() }
    closeFolder()
    withTiles { $0.showFirstTiles() }
  }

  private mutating func goBack() {
    if isCovered { return leaveProgram() }
    if !panels.isEmpty || notice != nil || tilesPanel.levels.count > 1 { presentation.play(.back) }
    if !withPanels({ $0.goBack() }) { closeFolder() }
  }

  /// Opens a tile wherever the visitor is.
  private mutating func openTile(_ id: String) {
    guard let tile = findTile(id) else { return }
    leaveProgram()
    dismissPanels()
    withTiles { $0.center(tile) }
    guard !tilesPanel.isBehindPIN(id) else { return askForPIN(.open(tile: id)) }
    open(tile)
  }

  /// Switches the machine off, starts it again or sends it to sleep.
  private mutating func end(by action: PowerAction) {
    leaveProgram()
    show(.brief(.power(action), at: clock))
    outbox.append(.note(.power(action)))
    outbox.append(.power(action))
  }
}

// What stands for the tiles.
extension Shell {
  /// What stands for the tiles; nil while something can be opened.
  var standing: StateScreen? { panels.first(StateScreen.self).flatMap { $0.layer == .state ? $0 : nil } }
  /// Whether visitors can open nothing because of the hour.
  var isClosed: Bool { if case .closed = standing?.state { true } else { false } }

  /// Shows why nothing can be opened, or that something can be.
  mutating func updateState() {
    guard let state = tileStore.state else {
      if standing != nil { withPanels { $0.remove(.state) } }
      return
    }
    let screen = stateScreen(state)
    if standing?.isSame(as: screen) == true { return }
    endAttraction()
    if state == .outOfOrder { reportObstacles() }
    show(screen)
  }

  /// More tiles than that say nothing new.
  private static let mostObstacles = 4

  /// Visitors see no tile any more that would say why it cannot be opened.
  private mutating func reportObstacles() {
    for tile in tileStore.shown.lazy.flatMap(\.tiles).prefix(Self.mostObstacles) {
      if case .unavailable(let obstacle) = tile.action {
        report(.nothingToOpen(tile: tile.name, obstacle))
      }
    }
  }

  func stateScreen(_ state: KioskState) -> StateScreen {
    let style = tilesPanel.header.settings.clock
    return StateScreen(state, contact: contact, clock: style == .none ? .auto : style, at: clock)
  }
}

// What is shown.
extension Shell {
  /// A tile of the launcher, in whatever folder it is.
  func findTile(_ id: String) -> LauncherTile? { tilesPanel.findTile(id) }

  /// Closes the folder that is open, if one is.
  private mutating func closeFolder() {
    guard tilesPanel.levels.count > 1 else { return }
    leaveLevel()
    withTiles { $0.closeFolder() }
  }

  /// Goes on at a visitor's place; nil is the one that waited for a screen.
  mutating func restore(_ place: [String]?) {
    leaveLevel()
    withTiles { $0.restore(place) }
  }

  /// Turns the carousel to an offset, in tiles, at once and whatever was under way.
  package mutating func turn(to offset: Double) { withTiles { $0.turn(to: offset) } }
  /// Whatever comes in is simply there: for pictures of a moment.
  package mutating func skipEntrance() { panels.notice.skipEntrance() }

  mutating func show(_ panel: some Panel) { withPanels { $0.show(panel) } }

  mutating func show(_ notice: Notice) { present { $0.show(notice) } }
  mutating func dismissNotice() { withPanels { _ = $0.dismissNotice() } }

  /// Everything that stands before the tiles goes, except for the pad that the launcher is locked with.
  private mutating func dismissPanels() {
    closePad(goesBack: false)
    withPanels { $0.closeAll() }
  }

  /// Shows that something went wrong, and reports it.
  mutating func showError(_ message: Message, retry tile: String? = nil) {
    show(.brief(message, retry: tile, at: clock))
    report(message)
  }

  mutating func report(_ message: Message) {
    system.add(message, at: clock)
    updateSystemPage()
    outbox.append(.report(message))
  }
}

// The page about the system.
extension Shell {
  var systemPage: SystemPage? { panels.first(SystemPage.self) }
  private var systemControls: [SystemControl] { system.controls(access.settings) }
  private var systemReport: SystemReport {
    var report = system.report(inbox.problems, showsEarlier: inbox.isRefused, at: clock)
    report.running = programs.namesOfRunning
    report.outOfOrder = programs.outOfOrder.map { findTile($0)?.name ?? $0 }
    report.time = tilesPanel.header.timeOfDay
    return report
  }

  mutating func showSystem() {
    leaveProgram()
    releaseInput(at: clock)
    withPanels { $0.remove(.system) }
    show(SystemPage(systemReport, systemControls, at: clock))
    outbox += [.readSystem, .readWallTime]
  }

  /// Something else is known of the machine, or may be done.
  mutating func updateSystemPage() {
    let (report, controls) = (systemReport, systemControls)
    withPanels { $0.updateSystemPage(report, controls) }
  }

  mutating func perform(_ control: SystemControl) {
    guard systemControls.contains(control) else { return }
    presentation.play(.tap)
    switch control {
    case .restart: outbox.append(.restart)
    case .reload: outbox.append(.reloadConfiguration)
    case .touchTest:
      guard let (tile, command) = system.touchTest(named: environment.words(.touchTest)) else { return }
      withPanels { $0.close(.system) }
      start(command, of: tile, isAsked: false)
    case .reboot, .powerOff:
      withPanels { $0.close(.system) }
      end(by: control == .reboot ? .reboot : .powerOff)
    case .console: outbox.append(.leaveToConsole)
    }
  }
}
