import Configuration
import Programs

// Opening tiles.
extension Shell {
  /// Handles a tap on a tile anywhere. `isAsked` says that a visitor wants it, not the launcher itself.
  /// `isTrusted` says that a required PIN was entered.
  mutating func open(_ tile: LauncherTile, isAsked: Bool = true, isTrusted: Bool = false) {
    if isAsked { programs.autostart.visitorOpens() }
    guard !isLocked else { return access.openLater(tile.id) }
    guard tile.isEnabled else { return perform(.showUnavailable(tile)) }
    guard isTrusted || !tile.needsPIN else { return perform(.askForPIN(.open(tile: tile.id))) }
    // Programs that start automatically have no code either.
    guard !tile.awaitsCode else {
      return isAsked ? show(.brief(.codeNeeded(tile: tile.name), at: clock)) : ()
    }
    // A control with a value, selected by its identifier. Its program needs a value.
    if tile.$value.hasValue { return withTiles { $0.cycle(tile) } }
    if let program = programs.earlierProgram(of: tile) { return reopen(tile, program) }
    switch tile.action {
    case .unavailable(let obstacle): showError(.nothingToOpen(tile: tile.name, obstacle))
    case .start(let command): start(command, of: tile, isAsked: isAsked)
    case .folder, .page:
      outbox.append(.emit(.opened(tile: tile.id, isAsked: isAsked)))
      present { $0.enter(tile) }
    case .perform(.open), .perform(.openTile):
      // A tile that opens itself would never stop.
      break
    case .perform(let action): perform(action)
    }
  }

  mutating func start(_ command: Command, of tile: LauncherTile, isAsked: Bool) {
    show(Notice(.opening(tile: tile.name), expires: nil))
    withPanels { $0.removeOffline() }
    programs.start(command, of: tile, at: clock, into: &outbox)
    launch(tile, isAsked: isAsked)
  }

  /// Opens a tile whose program is running.
  private mutating func reopen(_ tile: LauncherTile, _ program: ProgramID) {
    show(Notice(.opening(tile: tile.name), expires: nil))
    if programs.reopen(program, for: tile, at: clock, into: &outbox) { launch(tile, isAsked: true) }
  }

  /// Starts the launch animation of a tile whose program got the screen.
  private mutating func launch(_ tile: LauncherTile, isAsked: Bool) {
    outbox.append(.emit(.opened(tile: tile.id, isAsked: isAsked)))
    withTiles { $0.beginLaunch(tile) }
    present { $0.releaseInput() }
  }

  /// Opens waiting autostart tiles that can open now.
  mutating func openPending() {
    guard programs.autostart.isDue else { return }
    let (tiles, isFree) = (tilesPanel, !isCovered && !isLocked && panels.isFree && !presentation.isClosed)
    let (outOfSight, onScreen) = programs.autostart.consume(isScreenFree: isFree) { tiles.findTile($0) }
    for tile in outOfSight { programs.startOutOfSight(tile, at: clock, into: &outbox) }
    guard let onScreen, !idle.openLater(onScreen.id) else { return }
    open(onScreen, isAsked: false, isTrusted: onScreen.id == programs.singleTile)
  }

  /// Restarts a program that ended.
  mutating func restart(_ id: String, hadScreen: Bool) {
    guard let tile = findTile(id).map({ codes.filled($0) }), tile.isEnabled, !presentation.isClosed else {
      return programs.autostart.postpone(id, hadScreen: hadScreen)
    }
    guard !isLocked else { return programs.postponeRestart(of: id, at: clock) }
    guard hadScreen else { return programs.startOutOfSight(tile, at: clock, into: &outbox) }
    // The visitor may have opened something else meanwhile.
    guard !isCovered, !idle.openLater(id) else { return }
    guard panels.isFree else { return programs.postponeRestart(of: id, at: clock) }
    open(tile, isAsked: false, isTrusted: true)
  }
}

// The owner of the screen.
extension Shell {
  /// The program on the screen, or the one that will be there; nil while the launcher is visible.
  package var programOnScreen: ProgramID? { foreground.program }

  /// Whether visitors read that a program opens.
  var isOpening: Bool { presentation.isOpening }

  /// Notes that the launcher is visible.
  mutating func showLauncher() {
    programs.showLauncher()
    present { $0.endLaunch() }
  }

  /// Notes that the launcher has the screen again, and cancels earlier touches.
  private mutating func launcherCameForward() {
    showLauncher()
    present { $0.releaseInput() }
  }

  /// Takes the screen from the program, which ends or continues by its tile's setting.
  mutating func leaveProgram() {
    guard isCovered else { return }
    programs.leaveScreen(into: &outbox)
    launcherCameForward()
  }

  /// Takes the screen from the program while a panel covers it. Returns nil if the program cannot wait.
  mutating func setAside() -> ProgramID? {
    guard isCovered else { return nil }
    defer { launcherCameForward() }
    return programs.setAside(into: &outbox)
  }

  /// Gives the screen back to a waiting program.
  mutating func bringBack(_ program: ProgramID?) {
    if programs.bringBack(program, at: clock, into: &outbox) { present { $0.releaseInput() } }
  }

  /// Whether touches on the program on the screen matter, because they show whether it hangs.
  package var watchesHealth: Bool { health.needsTouches }

  /// Ends a program that hangs, and opens its tile again when it is gone.
  mutating func startAnew(_ program: ProgramID) {
    let isAttraction = idle.attraction == .program(program)
    let intents = programs.startAnew(program, isAttraction: isAttraction, at: clock, into: &outbox)
    guard !intents.isEmpty else { return }
    launcherCameForward()
    perform(intents)
  }

  // The ends of programs, and those without a window.

  /// Handles the end of a program, or a failed start.
  mutating func ended(_ program: ProgramID, _ end: ProgramEnd, at time: Double) {
    if let silent = programs.endedSilently(program) { return withTiles { $0.ended(silent, program, end) } }
    guard let (running, wasSeen) = programs.ended(program, into: &outbox) else { return }
    let hadScreen = running.place == .screen || idle.cover?.program == program
    if running.hasHadScreen { outbox.append(.emit(end.announcement(of: running, at: time))) }
    if wasSeen { launcherCameForward() }
    if idle.ended(program) { uncoverScreen() }
    if programs.stopAwaiting(program), end.isExit, !isCovered, idle.cover == nil, isOpening,
      let tile = findTile(running.tileID)
    {
      // Its visitor still waits for it.
      return open(codes.filled(tile), isTrusted: true)
    }
    perform(
      programs.conclude(
        end, of: running, hadScreen: hadScreen, isAttraction: idle.attraction == .program(program), at: clock,
        after: time - running.startedAt))
  }

  /// Starts a program without a window, for a control. Returns nil if too many are running.
  @discardableResult
  mutating func runSilently(_ command: Command, for part: LauncherTile) -> ProgramID? {
    let silent = SilentProgram(part, command, isOn: tilesPanel.toggles.state(part.id))
    let program = programs.startSilently(silent, for: part, into: &outbox)
    if program == nil { panels.tiles.restore(silent.toggle) }
    return program
  }

  /// Starts the programs that receive a value now.
  mutating func sendValues() {
    guard tilesPanel.values.deadline.map({ $0 <= clock }) == true else { return }
    while let due = panels.tiles.values.due(at: clock) {
      if let hung = due.hung { outbox.append(.stop(hung)) }
      var program: ProgramID?
      if let command = due.command { program = runSilently(command, for: due.part) }
      panels.tiles.values.began(program, for: due.part.id, at: clock)
    }
  }
}
