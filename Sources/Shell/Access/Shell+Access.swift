import Configuration
import Gestures
import Programs

/// Asking for the PIN, and what comes of the answer.
extension Shell {
  /// Whether the launcher is closed until the PIN is entered.
  package var isLocked: Bool { access.record.isLocked }

  /// The pad that asks for the PIN, while it is shown.
  var pad: PINPad? { panels.first(PINPad.self) }

  /// What was kept of earlier PINs is known; nil when nothing was.
  mutating func remember(_ record: AccessRecord?, at time: Double) {
    access.record = record ?? (access.hasPIN ? .missing : AccessRecord())
    access.waitEnds = time + access.record.delay
    guard isLocked else { return }
    // What is broken may be what names the PIN.
    if access.hasPIN || !problems.isEmpty { stayLocked() } else { unlock() }
  }

  /// What the configuration says about PINs.
  mutating func takeAdmin(_ settings: AdminSettings) {
    access.settings = settings
    // There is nothing any more that could be entered.
    if isLocked, !access.hasPIN { unlock() }
  }

  /// Asks for the PIN, then does what it was asked for.
  mutating func ask(for purpose: PINPad.Purpose) {
    guard access.hasPIN else { return tell(.noPIN) }
    showPad(purpose)
  }

  /// Shows the pad before everything; a program that has the screen waits behind it.
  mutating func showPad(_ purpose: PINPad.Purpose) {
    let old = pad
    guard old?.purpose != purpose else { return }
    var pad = PINPad(
      purpose, tileName: purpose.tile.flatMap { findTile($0)?.name }, gate: access.gate, at: clock)
    pad.program = old?.program ?? setAside()
    releaseInput(at: clock)
    withTiles { $0.endTouch() }
    if access.settings.shufflesDigits { outbox.append(.readRandom) }
    show(pad)
  }

  /// Takes the screen from the program that has it, for as long as the PIN takes; nil where there is none that could wait.
  private mutating func setAside() -> ProgramID? {
    guard case .program(let program, _) = screen else { return nil }
    guard programs.canKeep, programs[program]?.place == .screen else {
      leaveProgram()
      return nil
    }
    putAside(program)
    return program
  }

  /// Nobody has entered the PIN: what was before is back.
  mutating func closePad() {
    guard let pad, pad.canBeClosed else { return }
    remove(.pin)
    guard let program = pad.program, programs[program]?.place == .background else { return }
    programs.bringBack(program)
    screen = .program(program, since: clock)
    releaseInput(at: clock)
    outbox.append(.bringForward(program))
  }

  /// The pad goes, and what was before does not come back. What the launcher is closed with stays.
  mutating func dismissPad() {
    guard let pad, pad.canBeClosed else { return }
    remove(.pin)
    if let program = pad.program, programs[program]?.onHome != .keep { stop(program) }
  }

  /// A random number was drawn: it says in which order the digits stand.
  mutating func shuffleDigits(by number: UInt64) {
    guard access.settings.shufflesDigits, pad?.digits.isEmpty == true else { return }
    withPanels { $0.change(PINPad.self) { $0.shuffle(by: number) } }
    isDirty = true
  }

  /// A PIN was entered: it is counted as a wrong one, and then checked.
  mutating func check(_ pin: PIN, for purpose: PINPad.Purpose) {
    guard case .hash(let hash) = access.settings.pin else { return refusePIN(.broken) }
    access.checking = purpose
    access.record.count()
    outbox.append(.checkPIN(pin, hash, record: access.record))
    updatePad()
  }

  /// The PIN was checked.
  mutating func checked(_ verdict: PINVerdict) {
    guard let purpose = access.checking else { return }
    access.checking = nil
    switch verdict {
    case .right:
      access.record.failures = 0
      access.waitEnds = 0
      outbox.append(.keepRecord(access.record))
      grant(purpose)
    case .wrong:
      access.waitEnds = clock + access.record.delay
      report(.wrongPIN(times: access.record.failures))
      refusePIN(.wrong)
    case .failed(let reason):
      report(.pinFailed(reason: reason))
      refusePIN(.broken)
    }
    updatePad()
  }

  /// Tells the pad whether PINs are taken.
  private mutating func updatePad() {
    let gate = access.gate
    withPanels { $0.change(PINPad.self) { $0.gate = gate } }
    isDirty = true
  }

  /// Does what the right PIN was asked for.
  private mutating func grant(_ purpose: PINPad.Purpose) {
    // It was closed meanwhile: nobody waits for it.
    guard let pad, pad.purpose == purpose else { return }
    remove(.pin)
    if let program = pad.program, programs[program]?.onHome != .keep { stop(program) }
    switch purpose {
    case .admin: showSystem()
    case .unlock: unlock()
    case .open(let id): if let tile = findTile(id) { open(tile, isTrusted: true) }
    case .control(let control, let id):
      guard let tile = tilesPanel.tiles.first(where: { $0.id == id }) else { return }
      withTiles { $0.activate(control, of: tile, isTrusted: true) }
    }
  }

  private mutating func refusePIN(_ answer: PINPad.Answer) {
    sounds.play(.error)
    let (gate, time) = (access.gate, clock)
    withPanels {
      $0.change(PINPad.self) {
        $0.gate = gate
        $0.refuse(answer, at: time)
      }
      $0.layOutPanels()
    }
    isDirty = true
  }
}

/// Closing the launcher until the PIN is entered.
extension Shell {
  /// Closes it, programs included: what the visitor leaves is left as when going home.
  mutating func lock() {
    guard access.hasPIN else { return tell(.noPIN) }
    guard !isLocked else { return }
    goHome()
    // Where windows are not told of, one more of what was left running would come before the pad.
    if !programs.tellsWindows { for program in programs.kept { stop(program) } }
    access.record.isLocked = true
    outbox.append(.keepRecord(access.record))
    stayLocked()
  }

  /// Shows the pad that opens it again, and nothing else.
  mutating func stayLocked() {
    withPanels { $0.closeAll() }
    showPad(.unlock)
  }

  mutating func unlock() {
    access.record.isLocked = false
    outbox.append(.keepRecord(access.record))
    remove(.pin)
    guard let tile = access.pendingTile else { return }
    access.pendingTile = nil
    if let tile = findTile(tile) { open(tile, isTrusted: true) }
  }

  /// Whether something is to be done while the launcher is closed.
  func isAllowed(_ action: ShellAction) -> Bool {
    guard isLocked else { return true }
    return [.blank, .speech, .sounds].contains(action)
  }
}

/// The way of whoever looks after the machine.
extension Shell {
  /// Counts presses of the corner, on the launcher and on programs alike.
  ///
  /// The press that opens something does nothing else; whether it was one.
  mutating func watchCorner(
    _ frame: TouchFrame, at time: Double
  ) -> Bool {
    // Without a PIN the corner tells nobody that there is none.
    guard access.hasPIN || access.settings.showsPageWithoutPIN, cover == nil,
      panels.open?.layer.rules.countsCorner != false
    else { return false }
    let isPressed = access.hatch.take(
      frame, at: time, access.settings, isMirrored: isMirrored, on: metrics.size,
      pointsPerMillimeter: pageMetrics.pointsPerMillimeter)
    guard isPressed else { return false }
    // Its finger is still down, and what it opens must not take its up for a tap.
    idle.ignore(frame)
    perform(.admin)
    return true
  }

  /// Shows the system's page to whoever may see it.
  mutating func askForSystem() {
    if !access.hasPIN, access.settings.showsPageWithoutPIN { return showSystem() }
    ask(for: .admin)
  }

  /// Whether touches on programs have to be known because of the corner.
  package var watchesCorner: Bool {
    access.settings.corner != nil && (access.hasPIN || access.settings.showsPageWithoutPIN)
  }
}
