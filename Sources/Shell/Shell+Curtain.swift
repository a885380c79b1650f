import Programs

/// The dark screen, and the question whether somebody is still there.
extension Shell {
  /// Whether the screen is dark, so that no frame has to be seen.
  public var isDark: Bool { curtain?.isDark == true }

  /// Puts a curtain before everything, the program included that has the screen.
  mutating func lowerCurtain(_ kind: Curtain.Kind, into effects: inout [ShellEffect]) {
    endScreensaver(into: &effects)
    stopAttracting()
    let wasDark = isDark
    if case .program(let program, _) = screen {
      if keptLimit == 0 {
        leaveProgram(into: &effects)
      } else {
        putAside(program, into: &effects)
        curtain = Curtain(
          kind: kind, program: program, tile: curtain?.tile, arrives: clock + Curtain.arrival)
      }
    } else {
      leaveLevel(into: &effects)
    }
    if case .stillThere = notice?.message { dismissNotice() }
    curtain = Curtain(
      kind: kind, program: curtain?.program, tile: curtain?.tile, arrives: curtain?.arrives)
    isDirty = true
    if kind == .dark, !wasDark { effects.append(.setScreen(isOn: false)) }
  }

  mutating func putAside(_ program: ProgramID, into effects: inout [ShellEffect]) {
    keep(program, into: &effects)
    showCarousel()
    releaseInput(at: clock, into: &effects)
    effects.append(.comeForward)
  }

  /// Somebody is there again: what was before is back.
  mutating func liftCurtain(into effects: inout [ShellEffect]) {
    guard let curtain else { return }
    self.curtain = nil
    if curtain.isDark { effects.append(.setScreen(isOn: true)) }
    switch notice?.message {
    case .stillThere: dismissNotice()
    case .announcement: if !curtain.isDark { dismissNotice() }
    default: break
    }
    isDirty = true
    if let tile = curtain.tile.flatMap({ findTile($0) }) {
      return open(tile, isAsked: false, isTrusted: true, into: &effects)
    }
    guard let program = curtain.program, programs[program]?.place == .background else { return }
    programs[program]?.place = .screen
    screen = .program(program, since: clock)
    releaseInput(at: clock, into: &effects)
    effects.append(.bringForward(program))
  }

  /// The program behind the curtain has ended, and there is nobody to be asked about it.
  mutating func curtainLost(_ program: ProgramID, into effects: inout [ShellEffect]) {
    guard curtain?.program == program else { return }
    curtain?.program = nil
    if !isDark { liftCurtain(into: &effects) }
  }

  /// Asks whether somebody is still there, before a program is left that cannot be had back.
  mutating func ask(at time: Double, into effects: inout [ShellEffect]) {
    guard case .program = screen, keptLimit != 0, let delay = presence.delay(of: .home) else { return }
    lowerCurtain(.question(end: max(time, presence.since + delay)), into: &effects)
    countDown(at: time, into: &effects)
  }

  /// When the seconds that are left are one less.
  var nextCount: Double? {
    guard case .question(let end) = curtain?.kind, case .stillThere(let seconds) = notice?.message,
      seconds > 0
    else { return nil }
    return end - Double(seconds - 1)
  }

  mutating func countDown(at time: Double, into effects: inout [ShellEffect]) {
    guard case .question(let end) = curtain?.kind else { return }
    show(Notice(.stillThere(seconds: Int(max(0, end - time).rounded(.up))), expires: nil), into: &effects)
  }
}
