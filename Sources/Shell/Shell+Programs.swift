import Configuration
import Programs
import Scene

/// Opening programs and coming back from them.
extension Shell {
  /// A program that fails within so many seconds has "died at once": the visitor is told.
  ///
  /// Later a nonzero status is common (many programs end so when their window is closed): visitors get one line that goes
  /// by itself, and the journal the rest. A signal is told whenever it comes.
  static let earlyEnd = 5.0

  /// Does what a tap on a tile does, wherever the tile is.
  ///
  /// - Parameters:
  ///   - isAsked: whether somebody wants that, and not the launcher by itself.
  ///   - isTrusted: whether the PIN has been entered, where one is needed.
  mutating func open(
    _ tile: LauncherTile, isAsked: Bool = true, isTrusted: Bool = false
  ) {
    if isAsked { autostart.visitorOpens() }
    guard !isLocked else { return access.pendingTile = tile.id }
    guard tile.isEnabled else { return tellUnavailable(tile) }
    guard isTrusted || !tile.needsPIN else { return ask(for: .open(tile: tile.id)) }
    // Of a control, by its identifier: its program needs a value.
    if tile.$value.isThere { return withTiles { $0.cycle(tile) } }
    if let program = earlierProgram(of: tile) { return reopen(tile, program) }
    switch tile.action {
    case .unavailable(let obstacle):
      tell(.nothingToOpen(tile: tile.name, obstacle))
    case .start(let command):
      start(command, of: tile, isAsked: isAsked)
    case .folder(let tiles):
      outbox.append(.announce(.opened(tile: tile.id, isAsked: isAsked)))
      openFolder(tile, tiles)
    case .page(let content):
      outbox.append(.announce(.opened(tile: tile.id, isAsked: isAsked)))
      openPage(content, of: tile)
    case .perform(.open), .perform(.openTile):
      // A tile that opens itself would do so for ever.
      break
    case .perform(let action):
      perform(action)
    }
  }

  mutating func tellUnavailable(_ tile: LauncherTile) {
    show(Notice(.notAvailable(tile: tile.name), expires: clock + Notice.programLifetime))
  }

  mutating func start(
    _ command: Command, of tile: LauncherTile, isAsked: Bool
  ) {
    let program = programs.start(command, of: tile, at: clock, keeping: singleTile)
    outbox.append(.announce(.opened(tile: tile.id, isAsked: isAsked)))
    withTiles { $0.beginLaunch(tile) }
    screen = .program(program, since: clock)
    show(Notice(.opening(tile: tile.name), expires: nil))
    releaseInput(at: clock)
    outbox.append(.start(program, tile.request(command)))
  }

  mutating func startFailed(
    _ program: ProgramID, _ failure: StartFailure
  ) {
    if silentEnded(
      program, { .startFailed(tile: $0.name, command: $0.command.arguments, failure) })
    {
      return
    }
    guard let running = programs.ended(program) else { return }
    let hadScreen = hasScreen(program, running)
    announceEnd(of: running, .failed(tile: running.tileID))
    comeBack(from: program)
    coveredProgramLost(program)
    _ = programs.stopAwaiting(program)
    let message = Message.startFailed(tile: running.tile, command: running.command.arguments, failure)
    if screensaverEnded(program, message, isBad: true) { return }
    // What was asked to end meanwhile is nobody's on the screen.
    guard running.place != .ending else { return report(message) }
    programs.failed(running.tileID)
    guard !planRestart(running, hadScreen: hadScreen, because: message, isBad: true) else {
      return
    }
    tell(message, retry: running.tileID)
  }

  mutating func programUnlimited(_ program: ProgramID, reason: String) {
    guard let running = programs[program] else { return }
    report(.unlimited(tile: running.tile, reason: reason))
  }

  mutating func ended(
    _ program: ProgramID, _ reason: ExitReason, at time: Double
  ) {
    if silentEnded(
      program,
      {
        reason == .exited(status: 0) ? nil : .endedBadly(tile: $0.name, command: $0.command.arguments, reason)
      })
    {
      return
    }
    guard let running = programs.ended(program) else { return }
    let hadScreen = hasScreen(program, running)
    let isBad = reason != .exited(status: 0)
    let isTold = reason.isViolent || time - running.startedAt < Self.earlyEnd
    let isFailure = running.place != .ending && isBad && isTold
    announceEnd(of: running, .closed(tile: running.tileID, reason, isFailure: isFailure))
    comeBack(from: program)
    coveredProgramLost(program)
    if openAwaited(after: program, of: running.tileID) { return }
    // What was asked to end may do so in any way.
    guard running.place != .ending else { return closed(running, reason) }
    let message = Message.endedBadly(tile: running.tile, command: running.command.arguments, reason)
    if screensaverEnded(program, message, isBad: isBad) { return }
    if isBad && isTold { programs.failed(running.tileID) }
    guard !planRestart(running, hadScreen: hadScreen, because: message, isBad: isBad), isBad
    else { return }
    if isTold {
      tell(message, retry: running.tileID)
    } else {
      report(message)
      if hadScreen { mention(.endedWithFault(tile: running.tile)) }
    }
  }

  /// Says something in passing, where nothing else is to be read.
  private mutating func mention(_ message: Message) {
    guard notice == nil, cover == nil, screen == .carousel else { return }
    show(Notice(message, expires: clock + Notice.programLifetime))
  }

  /// Whether a program has the screen, or has it again as soon as somebody comes.
  private func hasScreen(_ program: ProgramID, _ running: RunningProgram) -> Bool {
    running.place == .screen || cover?.program == program
  }

  /// The carousel again, with no finger left over from before.
  private mutating func comeBack(from program: ProgramID) {
    guard case .program(program, _) = screen else { return }
    showCarousel()
    releaseInput(at: clock)
    outbox.append(.comeForward)
  }

  mutating func showCarousel() {
    screen = .carousel
    withTiles { $0.endLaunch() }
    switch notice?.message {
    case .opening, .slow: panels.notice.remove()
    default: break
    }
    isDirty = true
  }

  /// Says something on the screen and in the journal.
  mutating func tell(_ message: Message, retry tile: String? = nil) {
    show(Notice(message, expires: clock + Notice.programLifetime, retry: tile))
    report(message)
  }

  mutating func report(_ message: Message) {
    reports.add(message, at: clock)
    updateSystemPage()
    outbox.append(.report(message))
  }
}

extension ExitReason {
  /// Whether it was ended rather than ending by itself.
  var isViolent: Bool {
    if case .exited = self { false } else { true }
  }
}

/// Leaving programs that go on, and coming back to them.
extension Shell {
  /// The launcher takes the screen from the program that has it, which ends or goes on as its tile says.
  mutating func leaveProgram() {
    guard case .program(let program, _) = screen else { return }
    if programs[program]?.place == .ending {
      // Its time is up.
    } else if isKeptAtHome(program), programs.canKeep {
      keep(program)
    } else {
      stop(program)
    }
    showCarousel()
    releaseInput(at: clock)
    outbox.append(.comeForward)
  }

  /// Whether a program outlives the visit. On a machine for one program none does: the next visitor finds it as new.
  func isKeptAtHome(_ program: ProgramID) -> Bool {
    programs[program]?.onHome == .keep && singleTile == nil
  }

  mutating func keep(_ program: ProgramID) {
    programs.putAside(program)
    outbox.append(.keep(program))
    for old in programs.surplus(keeping: program) { stop(old) }
  }

  mutating func stop(_ program: ProgramID) {
    if programs.stop(program) { outbox.append(.stop(program)) }
  }

  /// The program of a tile that runs, waits out of sight or is on its way out, if there is one and there is to be only one.
  func earlierProgram(of tile: LauncherTile) -> ProgramID? {
    guard tile.conduct.instances == .single else { return nil }
    return programs.latest(of: tile.id)
  }

  /// A tile whose program still runs is opened again: the program comes back, or is waited for on its way out,
  /// because few programs like to run twice.
  mutating func reopen(_ tile: LauncherTile, _ program: ProgramID) {
    show(Notice(.opening(tile: tile.name), expires: nil))
    if programs[program]?.place == .screen, !programs.tellsWindows {
      // Perhaps it has no window, and the launcher would step aside for nothing: it starts anew.
      stop(program)
    } else if programs[program]?.isHalted == true {
      // It would neither come nor draw.
      stop(program)
    }
    guard programs[program]?.place != .ending else { return programs.await(program) }
    programs.reopen(program, at: clock)
    withTiles { $0.beginLaunch(tile) }
    screen = .program(program, since: clock)
    releaseInput(at: clock)
    outbox.append(.announce(.opened(tile: tile.id, isAsked: true)))
    outbox.append(.bringForward(program))
  }

  /// A program that can not be brought back is started anew.
  mutating func bringForwardFailed(_ program: ProgramID) {
    guard let running = programs[program], running.place == .screen else { return }
    if case .program(program, _) = screen {
      screen = .carousel
      withTiles { $0.endLaunch() }
    }
    stop(program)
    if case .program(program) = attraction { return screensaverLost() }
    programs.await(program)
    // Who came back to a dark screen has not been told yet.
    if case .opening = notice?.message {
    } else {
      show(Notice(.opening(tile: running.tile), expires: nil))
    }
    isDirty = true
  }

  /// A program ended: whether its tile was waiting for that, and is now opened.
  mutating func openAwaited(after program: ProgramID, of tileID: String)
    -> Bool
  {
    guard programs.stopAwaiting(program) else { return false }
    guard screen == .carousel, cover == nil, case .opening = notice?.message,
      let tile = findTile(tileID)
    else { return false }
    open(tile, isTrusted: true)
    return true
  }
}
