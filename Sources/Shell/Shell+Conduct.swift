import Configuration
import Programs

/// How programs are run: with the launcher, again, and not for ever.
extension Shell {
  /// Seconds after which a program that is to start again looks whether a page is still being read.
  private static let readingTime = 5.0

  /// Takes what the configuration says about programs, speech and sounds.
  mutating func takeKiosk(_ configuration: KioskConfiguration) {
    autostart.apply(configuration.kiosk, tileStore.offered)
    allowsPower = configuration.kiosk.allowsPower
    reader.apply(configuration.access.isSpoken)
    sounds.apply(configuration.access.hasSounds)
  }

  mutating func meetProgramDeadlines(at time: Double) {
    for due in programs.due(at: time) {
      switch due {
      case .timeIsUp(let id): if let program = programs[id] { closeForTime(id, program) }
      case .slow(let id):
        // Where the launcher is seen all the while, its visitor has been given back the tiles.
        if case .program(id, _) = screen, case .opening = notice?.message, let program = programs[id] {
          show(Notice(.slow(tile: program.tile), expires: nil))
        }
      }
    }
    for (id, hadScreen) in programs.dueRestarts(at: time) {
      guard let tile = findTile(id), tile.isEnabled else {
        autostart.postpone(id, hadScreen: hadScreen)
        continue
      }
      startAgain(tile, hadScreen: hadScreen)
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
      return programs.postponeRestart(of: tile.id, to: clock + Self.readingTime)
    }
    guard hadScreen else { return startOutOfSight(tile) }
    // Somebody has found something else meanwhile.
    guard screen == .carousel else { return }
    guard cover == nil else {
      cover?.tile = tile.id
      return
    }
    guard panels.isEmpty else {
      return programs.postponeRestart(of: tile.id, to: clock + Self.readingTime)
    }
    open(tile, isAsked: false, isTrusted: true)
  }

  /// Starts a tile's program behind the launcher.
  mutating func startOutOfSight(_ tile: LauncherTile) {
    guard case .start(let command) = tile.action else { return }
    let program = programs.start(command, of: tile, at: clock, outOfSight: true, keeping: nil)
    outbox.append(.start(program, tile.request(command)))
  }

  /// A program has its first window. One that was started out of sight must not come before the launcher.
  mutating func windowAppeared(_ program: ProgramID) {
    guard let running = programs[program] else { return }
    programs.windowAppeared(program)
    if case .slow = notice?.message { dismissNotice() }
    if running.place == .background, screen == .carousel { outbox.append(.comeForward) }
  }

  /// A program ended or did not start: whether it is started again, which is then planned.
  mutating func planRestart(
    _ running: RunningProgram, hadScreen: Bool, because message: Message, isBad: Bool
  ) -> Bool {
    guard isWanted(running, isBad: isBad) else { return false }
    let (delay, crashes) = programs.planRestart(of: running, at: clock, hadScreen: hadScreen)
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
    programs.callOffRestarts(except: singleTile)
  }
}

/// The marks on tiles that say what their programs do.
extension Shell {
  /// Has the faces of those tiles made anew whose marks come, change or go.
  mutating func markRunningTiles() {
    guard programs.hasNews(isCovered: isCovered) else { return }
    let changed = programs.updateMarks()
    guard !changed.isEmpty else { return }
    let marks = programs.marks
    withTiles { $0.show(marks: marks, changed: changed) }
  }

  /// Visitors who see the marks are to see what is: programs are inspected when the launcher is seen again and when it is touched,
  /// and at no other time, so that nothing wakes for them.
  mutating func inspectPrograms(_ event: ShellEvent, isSeenAgain: Bool) {
    guard screen == .carousel, !isDark else { return }
    switch event {
    case .touch, .key, .scroll, .focus, .active: break
    default: if !isSeenAgain { return }
    }
    if programs.needsInspection(at: clock) { outbox.append(.lookAtPrograms) }
  }
}

extension Level {
  /// Has the faces of some tiles made anew.
  mutating func renewFaces(of changed: Set<String>) {
    for shelf in shelves.indices {
      for (index, tile) in shelves[shelf].tiles.enumerated()
      where changed.contains(tile.id) || tile.parts.contains(where: { changed.contains($0.id) }) {
        shelves[shelf].faces.renew(index)
      }
    }
  }
}
