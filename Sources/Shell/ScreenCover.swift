import Programs

/// What lies over everything until somebody is there again.
struct ScreenCover: Hashable {
  /// What is seen of it.
  enum Kind: Hashable {
    /// A question with a countdown to `end`.
    case question(end: Double)
    /// What an operator has to say, until `end` or until it is touched.
    case message(end: Double?)
    /// Nothing: the screen is off, or black.
    case dark
  }

  var kind: Kind
  /// The program that had the screen, and has it again afterwards.
  var program: ProgramID?
  /// The tile whose program is to be started afterwards: while nobody is there, none comes to the front.
  var tile: String?
  /// When it is lifted because the compositor tells of somebody whom the launcher itself has not seen: a mouse, say.
  var lifts: Double?

  /// Until when the compositor's word of somebody may mean the launcher's own window, which came before a program's.
  var arrives: Double?

  /// Seconds in which that window comes. cage tells of somebody when a window comes to the front, as it does when the mouse
  /// is moved; who touches the screen meanwhile touches the launcher itself.
  static let arrival = 2.0

  /// Seconds in which a touch that the compositor has told of reaches the launcher itself, to be swallowed.
  static let grace = 0.25

  var isDark: Bool { kind == .dark }
}

/// The dark screen, and the question whether somebody is still there.
extension Shell {
  /// Whether the screen is dark, so that no frame has to be seen.
  package var isDark: Bool { cover?.isDark == true }

  /// Puts a cover before everything, the program included that has the screen.
  mutating func coverScreen(_ kind: ScreenCover.Kind) {
    endScreensaver()
    stopAttracting()
    let wasDark = isDark
    if case .program(let program, _) = screen {
      if !programs.canKeep {
        leaveProgram()
      } else {
        putAside(program)
        cover = ScreenCover(
          kind: kind, program: program, tile: cover?.tile, arrives: clock + ScreenCover.arrival)
      }
    } else {
      leaveLevel()
    }
    if case .stillThere = notice?.message { dismissNotice() }
    cover = ScreenCover(
      kind: kind, program: cover?.program, tile: cover?.tile, arrives: cover?.arrives)
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
  mutating func uncoverScreen() {
    guard let cover else { return }
    self.cover = nil
    if cover.isDark { outbox.append(.setScreen(isOn: true)) }
    switch notice?.message {
    case .stillThere: dismissNotice()
    case .announcement: if !cover.isDark { dismissNotice() }
    default: break
    }
    isDirty = true
    if let tile = cover.tile.flatMap({ findTile($0) }) {
      return open(tile, isAsked: false, isTrusted: true)
    }
    guard let program = cover.program, programs[program]?.place == .background else { return }
    programs.bringBack(program)
    screen = .program(program, since: clock)
    releaseInput(at: clock)
    outbox.append(.bringForward(program))
  }

  /// The program behind the cover has ended, and there is nobody to be asked about it.
  mutating func coveredProgramLost(_ program: ProgramID) {
    guard cover?.program == program else { return }
    cover?.program = nil
    if !isDark { uncoverScreen() }
  }

  /// Asks whether somebody is still there, before a program is left that cannot be had back.
  mutating func ask(at time: Double) {
    guard case .program = screen, programs.canKeep, let delay = idle.monitor.delay(of: .home) else { return }
    coverScreen(.question(end: max(time, idle.monitor.since + delay)))
    countDown(at: time)
  }

  /// When the seconds that are left are one less.
  var nextCount: Double? {
    guard case .question(let end) = cover?.kind, case .stillThere(let seconds) = notice?.message,
      seconds > 0
    else { return nil }
    return end - Double(seconds - 1)
  }

  mutating func countDown(at time: Double) {
    guard case .question(let end) = cover?.kind else { return }
    show(Notice(.stillThere(seconds: Int(max(0, end - time).rounded(.up))), expires: nil))
  }
}

/// What tells whether the program that was opened has covered the launcher.
extension Shell {
  /// Seconds after a program's start in which touches and keys on the launcher are not meant for it: the program's
  /// window is about to cover it. One that comes later shows that the launcher is what the visitor sees.
  static let coveringTime = 10.0
  /// The same where the launcher is still in front as the compositor tells: that program has nothing to show yet, and
  /// may never have. Most programs are there within three seconds, browsers on small machines within five.
  static let nothingToSeeTime = 5.0

  /// When the launcher no longer waits to be covered by a program that was opened at `start`.
  func waitsForCover(until start: Double) -> Double {
    start + (hasFocus ? Self.nothingToSeeTime : Self.coveringTime)
  }

  /// When "Opening …" goes by itself; nil when it need not: it is covered, as far as is known, or not shown.
  var openingDeadline: Double? {
    guard hasFocus, case .program(_, let since) = screen, case .opening = notice?.message else { return nil }
    return since + Self.nothingToSeeTime
  }

  /// The program has nothing to show: the tiles are there again, and a touch on them counts. It goes on, and a window
  /// that it still puts up has the screen.
  mutating func endOpening(at time: Double) {
    guard let openingDeadline, openingDeadline <= time else { return }
    dismissNotice()
    withTiles { $0.endLaunch() }
  }

  /// Whether the launcher is what is seen although a program was opened: that has no window yet, or none any more.
  var isSeenDespiteProgram: Bool {
    guard hasFocus, case .program(_, let since) = screen else { return false }
    return clock >= since + Self.nothingToSeeTime
  }

  /// Whether a program is being opened or has the screen, so that the tiles beside its own are in the shade.
  var isShaded: Bool {
    guard case .program(_, let since) = screen else { return false }
    return notice != nil || clock < waitsForCover(until: since)
  }
}
