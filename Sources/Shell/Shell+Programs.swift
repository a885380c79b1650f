import Programs
import Scene

/// Opening programs and coming back from them.
extension Shell {
  /// A program that fails within so many seconds has "died at once": the visitor is told.
  ///
  /// Later a nonzero status is common (many programs end so when their window is closed) and only the journal's
  /// concern; a signal is told whenever it comes.
  static let earlyEnd = 5.0

  /// Does what a tap on a tile of the shelf in the middle does.
  mutating func open(_ index: Int, into effects: inout [ShellEffect]) {
    guard tiles.indices.contains(index) else { return }
    open(tiles[index], into: &effects)
  }

  /// Does what a tap on a tile does, wherever the tile is.
  mutating func open(_ tile: LauncherTile, into effects: inout [ShellEffect]) {
    if let program = earlierProgram(of: tile) { return reopen(tile, program, into: &effects) }
    switch tile.action {
    case .unavailable(let reason):
      tell(.nothingToOpen(tile: tile.name, reason: reason), into: &effects)
    case .start(let command):
      start(command, of: tile, into: &effects)
    case .folder(let tiles):
      openFolder(tile, tiles, into: &effects)
    case .perform(.open), .perform(.openTile):
      // A tile that opens itself would do so for ever.
      break
    case .perform(let action):
      perform(action, into: &effects)
    }
  }

  private mutating func start(_ command: Command, of tile: LauncherTile, into effects: inout [ShellEffect]) {
    lastProgram += 1
    let program = ProgramID(lastProgram)
    programs[program] = RunningProgram(
      tile: tile.name, tileID: tile.id, onHome: tile.onHome, command: command, startedAt: clock)
    screen = .program(program, since: clock)
    show(Notice(.opening(tile: tile.name), expires: nil), into: &effects)
    releaseInput(at: clock, into: &effects)
    effects.append(.start(program, command))
  }

  mutating func startFailed(
    _ program: ProgramID, _ failure: StartFailure, into effects: inout [ShellEffect]
  ) {
    guard let running = programs.removeValue(forKey: program) else { return }
    comeBack(from: program, into: &effects)
    tell(
      .startFailed(tile: running.tile, command: running.command.arguments, failure), into: &effects)
  }

  mutating func ended(
    _ program: ProgramID, _ reason: ExitReason, at time: Double, into effects: inout [ShellEffect]
  ) {
    guard let running = programs.removeValue(forKey: program) else { return }
    comeBack(from: program, into: &effects)
    if openAwaited(after: program, of: running.tileID, into: &effects) { return }
    // What was asked to end may do so in any way.
    guard reason != .exited(status: 0), running.place != .ending else { return }
    let message = Message.endedBadly(tile: running.tile, command: running.command.arguments, reason)
    if reason.isSignal || time - running.startedAt < Self.earlyEnd {
      tell(message, into: &effects)
    } else {
      report(message, into: &effects)
    }
  }

  /// The carousel again, with no finger left over from before.
  private mutating func comeBack(from program: ProgramID, into effects: inout [ShellEffect]) {
    guard case .program(program, _) = screen else { return }
    showCarousel()
    releaseInput(at: clock, into: &effects)
    effects.append(.comeForward)
  }

  mutating func showCarousel() {
    screen = .carousel
    if case .opening = notice?.message { notice = nil }
    isDirty = true
  }

  /// Says something on the screen and in the journal.
  private mutating func tell(_ message: Message, into effects: inout [ShellEffect]) {
    show(Notice(message, expires: clock + Notice.programLifetime), into: &effects)
    report(message, into: &effects)
  }

  private mutating func report(_ message: Message, into effects: inout [ShellEffect]) {
    reports.add(message, at: clock)
    layOutSystemPage(into: &effects)
    effects.append(.report(message))
  }
}

extension ExitReason {
  /// Whether a signal was the cause.
  var isSignal: Bool {
    if case .signaled = self { true } else { false }
  }
}
