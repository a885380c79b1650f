import Configuration
import Programs

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
    beginOpening(tile)
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
      closeOpening()
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
    guard screen == .carousel, curtain == nil, case .opening = notice?.message,
      let tile = findTile(tileID)
    else { return false }
    open(tile, isTrusted: true)
    return true
  }
}
