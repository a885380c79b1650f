import Configuration
import Programs
import RotundaGeometry

// Requests of panels, features and visitors.
extension Shell {
  /// Calls the presentation, and performs the intents that follow.
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

  mutating func perform(_ intents: [Intent]) { for intent in intents { perform(intent) } }

  mutating func perform(_ intent: Intent) {
    switch intent {
    case .close, .layOut: break  // The stack performs these.
    case .changed(let change): perform(change)
    case .editScreen: showEditor()
    case .showPhone: showPhone()
    case .stopPhone: stopPhone()
    case .installContent: installContent()
    case .edit(let wish): perform(wish)
    case .save(let edits, let pin):
      outbox.append(.save(save.begin(.edits(edits, newPIN: pin), for: .setup)))
    case .closePad: closePad(goesBack: true)
    case .enter(let pin, let purpose):
      perform(.updatePad(access.check(pin, for: purpose, into: &outbox) ? nil : .broken))
    case .control(let control):
      perform(system.intents(of: control, access.settings, touchTestName: environment.words(.touchTest)))
    case .open(let tile, let isTrusted): open(tile, isTrusted: isTrusted)
    case .askForPIN(let purpose): if access.hasPIN { showPad(purpose) } else { showError(.noPIN) }
    case .run(let command, let part): runSilently(command, for: part)
    case .sendValues: sendValues()
    case .retry(let tile): if let tile = findTile(tile) { open(codes.filled(tile)) }
    case .perform(let action, let point): perform(action, at: point)
    case .sceneEnded:
      idle.scenes.programEnded(at: clock)
      showNextScene(at: clock)
    case .showError(let message, let tile): showError(message, retry: tile)
    case .logError(let message): logError(message)
    case .effect(let effect): outbox.append(effect)
    case .start(let command, let tile): start(command, of: tile, isAsked: false)
    case .restart(let tile, let hadScreen): restart(tile, hadScreen: hadScreen)
    case .leaveProgram: leaveProgram()
    case .power(let action): end(by: action)
    case .wake(let time): somebodyCame(at: time, isVisitor: false)
    case .endVisit: endVisit()
    case .update(let tile, let update): retouch(tileStore.apply(update, to: tile))
    case .grant(let purpose): grant(purpose)
    case .updatePad(let answer):
      switch answer {
      // No PIN was entered.
      case nil, .wait: break
      case .wrong, .broken: presentation.play(.error)
      }
      withPanels { [gate = access.gate] in $0.updatePad(gate, answer) }
    case .showAnnouncement(let notice):
      // Over a program, the message is alone, and the program returns afterward. If no program can return,
      // the message waits.
      if isCovered, programs.canKeep { coverScreen(.message(end: notice.expires)) }
      show(notice)
    case .showSetup: showSetup()
    case .showLock:
      withPanels { $0.closeAll() }
      showPad(.unlock)
    case .openTrusted(let tile): if let tile = findTile(tile) { open(codes.filled(tile), isTrusted: true) }
    case .layOutHighlight, .sound, .pressRetry, .closePanel, .removePad, .closeFolder, .activate, .endLaunch,
      .show, .showBriefly, .showInPassing, .showOpening, .showSlow, .showUnavailable, .showOffline,
      .showSheet, .write, .wrote:
      present { $0.perform(intent) }
    }
  }

  /// Performs an action. `point` is the place of the finger, for actions on the content below it.
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
    case .back: if isCovered { leaveProgram() } else { present { $0.goBack() } }
    case .nextShelf, .previousShelf, .nextTile, .previousTile, .focus, .open, .language, .adjust, .speech,
      .sounds, .read:
      present { $0.perform(action, at: point) }
    case .openTile(let id): openTile(id)
    case .reload: outbox.append(.reloadConfiguration)
    case .admin:
      if access.isUnset {
        showFirstRun()
      } else if access.opensWithoutPIN {
        showSystem()
      } else {
        perform(.askForPIN(.admin))
      }
    case .lock: lock()
    case .power(let action):
      if access.allowsPower { end(by: action) } else { showError(.powerFailed(action, .powerNotAllowed)) }
    case .blank: coverScreen(.dark)
    case .help: show(HelpPage(returnsHome: idle.monitor.settings.returnHomeAfter != nil, at: clock))
    }
  }

  mutating func goHome() {
    // Before the tiles move: the scene belongs to the shelf in the middle.
    endAttraction()
    programs.callOffRestarts()
    clearScreen()
    present { $0.showFirstTiles() }
  }

  /// Opens a tile from any screen, with its latest code.
  mutating func openTile(_ id: String) {
    guard let tile = findTile(id) else { return }
    clearScreen()
    withTiles { $0.center(tile) }
    guard !tilesPanel.isBehindPIN(id) else { return perform(.askForPIN(.open(tile: id))) }
    open(codes.filled(tile))
  }

  /// Turns the machine off, reboots it, or puts it to sleep.
  private mutating func end(by action: PowerAction) {
    leaveProgram()
    perform(.showBriefly(.power(action)))
    outbox.append(.log(.power(action)))
    outbox.append(.power(action))
  }
}

// Screens.
extension Shell {
  /// Shows or removes the screen that explains why no tile can open.
  mutating func updateState() {
    guard let state = tileStore.state else { return withPanels { $0.remove(.state) } }
    guard !presentation.stands(for: state) else { return }
    endAttraction()
    // No visible tile could show the reason.
    for message in tileStore.obstacles { logError(message) }
    present { $0.show(state) }
  }

  /// Finds a tile of the launcher, in any folder.
  func findTile(_ id: String) -> LauncherTile? { tilesPanel.findTile(id) }

  /// Turns the carousel to an offset, in tiles, immediately and during any motion.
  package mutating func turn(to offset: Double) { withTiles { $0.turn(to: offset) } }
  /// Skips entrances, for still pictures.
  package mutating func skipEntrance() { panels.notice.skipEntrance() }

  /// Shows a screen that needs a certain visit or hour.
  package mutating func preview(_ screen: PreviewScreen, into effects: inout [ShellEffect]) {
    withOutbox(&effects) { shell in
      if screen == .system {
        shell.system.update(.example)
        return shell.showSystem()
      }
      if screen == .phone { return shell.previewPhone() }
      if screen == .edit { return shell.previewEditor() }
      if case .form(let form, let facts) = screen { return shell.previewEditor(form, facts) }
      if case .question(let left, _) = screen {
        let (time, end) = (shell.clock, shell.clock + Double(left))
        shell.idle.cover(.question(end: end), before: nil, at: time, into: &shell.outbox)
      }
      let (gate, settings) = (shell.access.gate, shell.idle.monitor.settings)
      shell.present { $0.preview(screen, gate, settings) }
    }
  }

  mutating func show(_ panel: some Panel) { withPanels { $0.show(panel) } }

  mutating func show(_ notice: Notice) { present { $0.show(notice) } }
  mutating func dismissNotice() { withPanels { _ = $0.dismissNotice() } }

  /// Closes all panels, except the PIN pad of a locked launcher.
  private mutating func clearScreen() {
    leaveProgram()
    closePad(goesBack: false)
    withPanels { $0.closeAll() }
  }

  /// Shows and reports a failure.
  mutating func showError(_ message: Message, retry tile: String? = nil) {
    show(.brief(message, retry: tile, at: clock))
    logError(message)
  }

  mutating func logError(_ message: Message) {
    system.add(message, at: clock)
    updateSystemPage()
    outbox.append(.logError(message))
  }

  // The page about the system.

  var systemPage: SystemPage? { panels.first(SystemPage.self) }

  private var systemContent: (report: SystemReport, controls: [SystemControl]) {
    var content = system.page(
      inbox.problems, showsEarlier: inbox.isRefused, access.settings, at: clock)
    content.report.running = programs.namesOfRunning
    content.report.outOfOrder = programs.outOfOrder.map { findTile($0)?.name ?? $0 }
    content.report.time = tilesPanel.header.timeOfDay
    return content
  }

  mutating func showSystem() {
    leaveProgram()
    present { $0.releaseInput() }
    withPanels { $0.remove(.system) }
    system.stick.begin()
    let content = systemContent
    let looks = system.looksForSticks(access.settings)
    show(SystemPage(content.report, content.controls, looksForSticks: looks, at: clock))
    outbox += [.readSystem, .readWallTime]
    if looks { outbox.append(.stick(.find)) }
  }

  /// Updates the system page.
  mutating func updateSystemPage() {
    let content = systemContent
    withPanels { $0.updateSystemPage(content.report, content.controls) }
  }
}
