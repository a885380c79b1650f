import Configuration
import Programs

/// How programs are run: with the launcher, again, and not for ever.
extension Shell {
  /// Seconds after which a program without a window is said to be slow, where the compositor tells of windows.
  static let slowStart = 10.0

  /// Seconds after which a program that is to start again looks whether a page is still being read.
  private static let readingTime = 5.0

  /// Takes what `[kiosk]` says about programs.
  mutating func takeKiosk(_ kiosk: KioskSettings) {
    homeTile = kiosk.homeTile
    autostart.apply(kiosk, tileStore.offered)
    allowsPower = kiosk.allowsPower
    takeSpeech(kiosk.isSpoken)
    takeSounds(kiosk.hasSounds)
  }

  /// When something about programs is due.
  var programDeadline: Double? {
    var earliest = ledger.due ?? .infinity
    for program in programs.values where program.place != .ending {
      if let limit = program.conduct.timeLimit { earliest = min(earliest, program.startedAt + limit) }
      if isWaitedFor(program) { earliest = min(earliest, program.windowlessSince + Self.slowStart) }
    }
    return earliest < .infinity ? earliest : nil
  }

  private func isWaitedFor(_ program: RunningProgram) -> Bool {
    tellsWindows && program.place == .screen && !program.hasWindow && !program.isSlow
  }

  mutating func meetProgramDeadlines(at time: Double) {
    for (id, program) in programs.sorted(by: { $0.key.number < $1.key.number }) where program.place != .ending
    {
      if let limit = program.conduct.timeLimit, program.startedAt + limit <= time {
        closeForTime(id, program)
      } else if isWaitedFor(program), program.windowlessSince + Self.slowStart <= time {
        programs[id]?.isSlow = true
        // Where the launcher is seen all the while, its visitor has been given back the tiles.
        if case .program(id, _) = screen, case .opening = notice?.message {
          show(Notice(.slow(tile: program.tile), expires: nil))
        }
      }
    }
    for (tile, restarts) in ledger.restarts.sorted(by: { $0.key < $1.key }) {
      guard let due = restarts.due, due <= time else { continue }
      ledger.restarts[tile]?.due = nil
      guard let seen = findTile(tile), seen.isEnabled else {
        autostart.postpone(tile, hadScreen: restarts.hadScreen)
        continue
      }
      startAgain(seen, hadScreen: restarts.hadScreen)
    }
  }

  /// A program's time is up.
  private mutating func closeForTime(
    _ id: ProgramID, _ program: RunningProgram
  ) {
    let isSeen = programOnScreen == id
    stop(id)
    outbox.append(.note(.timeIsUp(tile: program.tile)))
    guard isSeen else { return }
    leaveProgram()
    show(Notice(.timeIsUp(tile: program.tile), expires: clock + Notice.programLifetime))
  }

  private mutating func startAgain(_ tile: LauncherTile, hadScreen: Bool) {
    guard !isLocked else {
      let later = clock + Self.readingTime
      ledger.restarts[tile.id]?.due = later
      return
    }
    guard hadScreen else { return startOutOfSight(tile) }
    // Somebody has found something else meanwhile.
    guard screen == .carousel else { return }
    guard curtain == nil else {
      curtain?.tile = tile.id
      return
    }
    guard panels.isEmpty else {
      let due = clock + Self.readingTime
      ledger.restarts[tile.id]?.due = due
      return
    }
    open(tile, isAsked: false, isTrusted: true)
  }

  /// Starts a tile's program behind the launcher.
  mutating func startOutOfSight(_ tile: LauncherTile) {
    guard case .start(let command) = tile.action else { return }
    let program = register(command, of: tile)
    programs[program]?.place = .background
    programs[program]?.hasHadScreen = false
    ledger.started(tile.id, takesScreen: false, keeping: nil)
    outbox.append(.start(program, tile.request(command)))
  }

  /// A program has its first window. One that was started out of sight must not come before the launcher.
  mutating func windowAppeared(_ program: ProgramID) {
    guard let running = programs[program] else { return }
    programs[program]?.hasWindow = true
    programs[program]?.hasHadWindow = true
    programs[program]?.isSlow = false
    if case .slow = notice?.message { dismissNotice() }
    if running.place == .background, screen == .carousel { outbox.append(.comeForward) }
  }

  /// A program that had the screen has nothing on it any more: it has as long to come back as it had to come.
  mutating func windowsGone(_ program: ProgramID) {
    guard programs[program]?.hasWindow == true else { return }
    let now = clock
    programs[program]?.hasWindow = false
    programs[program]?.windowlessSince = now
  }

  /// A program ended or did not start: whether it is started again, which is then planned.
  mutating func planRestart(
    _ running: RunningProgram, hadScreen: Bool, because message: Message, isBad: Bool
  ) -> Bool {
    guard isWanted(running, isBad: isBad) else { return false }
    let delay = ledger.planRestart(
      of: running.tileID, after: clock - running.startedAt, at: clock, hadScreen: hadScreen)
    let crashes = ledger.restarts[running.tileID]?.failures ?? 0
    let told = Message.restarting(because: message, seconds: Int(delay.rounded(.up)))
    if isBad { report(told) } else { outbox.append(.note(told)) }
    guard hadScreen, screen == .carousel else { return true }
    if isBad || crashes > 1 {
      show(Notice(told, expires: nil, retry: running.tileID))
    } else {
      show(Notice(.opening(tile: running.tile), expires: nil))
    }
    return true
  }

  private func isWanted(_ running: RunningProgram, isBad: Bool) -> Bool {
    if singleTile == running.tileID { return true }
    return switch running.conduct.restart {
    case .never: false
    case .onFailure: isBad
    case .always: true
    }
  }

  /// A program that was asked to end has ended. On a machine for one program it starts anew, for the next visitor.
  mutating func closed(_ running: RunningProgram, _ reason: ExitReason) {
    outbox.append(.note(.closed(tile: running.tile, reason)))
    guard running.tileID == singleTile else { return }
    autostart.startSingleTileAnew()
  }

  /// Home, or another tile: what a visitor leaves is not to come back by itself.
  mutating func callOffRestarts() {
    ledger.callOff(except: singleTile)
  }
}

extension Shell {
  /// The tile that home leads to is in the middle from the beginning.
  mutating func startAtHomeTile() {
    guard let homeTile else { return }
    for shelf in levels[0].shelves.indices {
      guard let index = levels[0].shelves[shelf].tiles.firstIndex(where: { $0.id == homeTile }) else {
        continue
      }
      // Counted from 1, as the configuration does.
      levels[0].shelves[shelf].settings.startTile = index + 1
      levels[0].shelves[shelf].settings.scrollOffset = nil
      levels[0].stack.currentItemIndex = shelf
      return
    }
  }
}
