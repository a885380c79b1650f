import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene

/// What is shown: the tiles, the panels before them, and the message.
extension Shell {
  var systemPage: SystemPage? { panels.first(SystemPage.self) }
  /// The page of a tile that has the screen.
  var page: ContentPage? { panels.first(ContentPage.self) }

  var environment: Environment {
    get { panels.environment }
    _modify { yield &panels.environment }
  }
  var tilesPanel: TilesPanel { panels.tiles }
  var noticePanel: NoticePanel { panels.notice }
  var notice: Notice? { panels.notice.notice }

  /// Has what is shown do something, and does what it wants of others.
  @discardableResult
  mutating func withPanels<Result>(_ body: (inout PanelStack) -> Result) -> Result {
    panels.setSurroundings(isCovered: cover != nil)
    let result = body(&panels)
    if let wishes = panels.collect(into: &outbox) { perform(wishes) }
    return result
  }

  @discardableResult
  mutating func withTiles<Result>(_ body: (inout TilesPanel) -> Result) -> Result {
    withPanels { body(&$0.tiles) }
  }

  mutating func show(_ panel: some Panel) { withPanels { $0.show(panel) } }
  mutating func remove(_ layer: PanelLayer) { withPanels { $0.remove(layer) } }

  mutating func show(_ notice: Notice) {
    // The same once more is news again, unless it only counts.
    if notice.message.withoutCountdown == notice.message { reader.repeatMessage() }
    withPanels { $0.show(notice) }
  }

  /// Takes the message away; whether there was one.
  @discardableResult
  mutating func dismissNotice() -> Bool { withPanels { $0.dismissNotice() } }

  /// Everything that stands before the tiles goes, except for the pad that the launcher is closed with.
  mutating func dismissPanels() {
    dismissPad()
    withPanels { $0.closeAll() }
  }

  /// Whatever comes in is simply there: for pictures of a moment.
  package mutating func skipEntrance() { panels.notice.skipEntrance() }

  /// Does what is wanted.
  private mutating func perform(_ output: PanelOutput) {
    if output.needsFrame { isDirty = true }
    for intent in output.intents {
      switch intent {
      case .close, .layOut: break  // The stack has done that.
      case .closePad: closePad()
      case .followHighlight: if scanner.run != nil { layOutScan() }
      case .sound(let cue): sounds.play(cue)
      case .enter(let pin, let purpose): check(pin, for: purpose)
      case .control(let control): perform(control)
      case .open(let tile, let isTrusted): open(tile, isTrusted: isTrusted)
      case .showUnavailable(let tile): tellUnavailable(tile)
      case .askForPIN(let purpose): ask(for: purpose)
      case .run(let command, let part): runSilently(command, for: part)
      case .sendValues: sendValues()
      case .pressRetry: withPanels { $0.tapNotice(at: nil) }
      case .retry(let tile): if let tile = findTile(tile) { open(tile) }
      case .closeFolder: closeFolder()
      case .perform(let action, let point): perform(action, at: point)
      }
    }
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
      withPanels { $0.close(.page) }
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
    withPanels {
      if $0.change(SystemPage.self, { $0.show(report, controls) }) { $0.layOutPanels(only: .system) }
    }
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
    sounds.play(.tap)
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
    withPanels { $0.close(.system) }
    carryOut(action)
  }

  /// The page for touchscreens is a program like others: whatever a broken touchscreen does to it, there is a way back.
  private mutating func startTouchTest() {
    guard let program = system.program else { return }
    withPanels { $0.close(.system) }
    let file = system.configurationPath.map { ["--config", $0] } ?? []
    let command = Command([program, "touch-test"] + file)
    let tile = LauncherTile(
      id: Self.touchTestID, name: words(.touchTest), icon: nil, action: .start(command))
    start(command, of: tile, isAsked: false)
  }
}
