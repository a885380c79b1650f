import Configuration
import Programs

/// Leaving programs that go on, and coming back to them.
extension Shell {
  /// The launcher takes the screen from the program that has it, which ends or goes on as its tile says.
  mutating func leaveProgram() {
    guard case .program(let program, _) = screen else { return }
    if programs[program]?.place == .ending {
      // Its time is up.
    } else if isKeptAtHome(program), keptLimit != 0 {
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
    programs[program]?.place = .background
    outbox.append(.keep(program))
    guard let keptLimit else { return }
    // What started out of sight was never anybody's to leave.
    let kept = programs.filter { $0.value.place == .background && $0.value.hasHadScreen }.keys.sorted {
      $0.number < $1.number
    }
    // The one that was just left is the one to come back to.
    let others = kept.filter { $0 != program }
    for old in others.prefix(max(0, kept.count - keptLimit)) { stop(old) }
  }

  mutating func stop(_ program: ProgramID) {
    guard programs[program] != nil, programs[program]?.place != .ending else { return }
    programs[program]?.place = .ending
    outbox.append(.stop(program))
  }

  /// The program of a tile that runs, waits out of sight or is on its way out, if there is one and there is to be only one.
  func earlierProgram(of tile: LauncherTile) -> ProgramID? {
    guard tile.conduct.instances == .single else { return nil }
    return programs.filter { $0.value.tileID == tile.id }.keys.max { $0.number < $1.number }
  }

  /// A tile whose program still runs is opened again: the program comes back, or is waited for on its way out,
  /// because few programs like to run twice.
  mutating func reopen(_ tile: LauncherTile, _ program: ProgramID) {
    show(Notice(.opening(tile: tile.name), expires: nil))
    if programs[program]?.place == .screen, !tellsWindows {
      // Perhaps it has no window, and the launcher would step aside for nothing: it starts anew.
      stop(program)
    } else if programs[program]?.isHalted == true {
      // It would neither come nor draw.
      stop(program)
    }
    guard programs[program]?.place != .ending else { return awaited = program }
    programs[program]?.place = .screen
    let now = clock
    if programs[program]?.hasWindow == false { programs[program]?.windowlessSince = now }
    programs[program]?.hasHadScreen = true
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
    awaited = program
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
    guard awaited == program else { return false }
    awaited = nil
    guard screen == .carousel, curtain == nil, case .opening = notice?.message,
      let tile = findTile(tileID)
    else { return false }
    open(tile, isTrusted: true)
    return true
  }
}
