import Programs

/// The dark screen, and the question whether somebody is still there.
extension Shell {
  /// Whether the screen is dark, so that no frame has to be seen.
  public var isDark: Bool { curtain?.isDark == true }

  /// Puts a curtain before everything, the program included that has the screen.
  mutating func lowerCurtain(_ kind: Curtain.Kind) {
    endScreensaver()
    stopAttracting()
    let wasDark = isDark
    if case .program(let program, _) = screen {
      if !programs.canKeep {
        leaveProgram()
      } else {
        putAside(program)
        curtain = Curtain(
          kind: kind, program: program, tile: curtain?.tile, arrives: clock + Curtain.arrival)
      }
    } else {
      leaveLevel()
    }
    if case .stillThere = notice?.message { dismissNotice() }
    curtain = Curtain(
      kind: kind, program: curtain?.program, tile: curtain?.tile, arrives: curtain?.arrives)
    isDirty = true
    if kind == .dark, !wasDark { outbox.append(.setScreen(isOn: false)) }
  }

  mutating func putAside(_ program: ProgramID) {
    keep(program)
    showCarousel()
    releaseInput(at: clock)
    outbox.append(.comeForward)
  }

  /// Somebody is there again: what was before is back.
  mutating func liftCurtain() {
    guard let curtain else { return }
    self.curtain = nil
    if curtain.isDark { outbox.append(.setScreen(isOn: true)) }
    switch notice?.message {
    case .stillThere: dismissNotice()
    case .announcement: if !curtain.isDark { dismissNotice() }
    default: break
    }
    isDirty = true
    if let tile = curtain.tile.flatMap({ findTile($0) }) {
      return open(tile, isAsked: false, isTrusted: true)
    }
    guard let program = curtain.program, programs[program]?.place == .background else { return }
    programs.bringBack(program)
    screen = .program(program, since: clock)
    releaseInput(at: clock)
    outbox.append(.bringForward(program))
  }

  /// The program behind the curtain has ended, and there is nobody to be asked about it.
  mutating func curtainLost(_ program: ProgramID) {
    guard curtain?.program == program else { return }
    curtain?.program = nil
    if !isDark { liftCurtain() }
  }

  /// Asks whether somebody is still there, before a program is left that cannot be had back.
  mutating func ask(at time: Double) {
    guard case .program = screen, programs.canKeep, let delay = presence.delay(of: .home) else { return }
    lowerCurtain(.question(end: max(time, presence.since + delay)))
    countDown(at: time)
  }

  /// When the seconds that are left are one less.
  var nextCount: Double? {
    guard case .question(let end) = curtain?.kind, case .stillThere(let seconds) = notice?.message,
      seconds > 0
    else { return nil }
    return end - Double(seconds - 1)
  }

  mutating func countDown(at time: Double) {
    guard case .question(let end) = curtain?.kind else { return }
    show(Notice(.stillThere(seconds: Int(max(0, end - time).rounded(.up))), expires: nil))
  }
}
