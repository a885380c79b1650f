import Configuration
import Gestures
import Programs

// Who is there, and what happens when nobody is.
extension Shell {
  /// Whether anything ever happens because nobody is there.
  package var watchesTime: Bool { idle.monitor.firstDelay != nil }

  /// Takes note of who is there; what is left of the event for the others.
  mutating func admit(_ event: ShellEvent, at time: Double) -> ShellEvent? {
    let (admitted, isSomebody) = idle.admit(event, wakes: idle.cover != nil || showsScene, at: time)
    if case .touch(let frame) = event, frame.lands, idle.attraction?.showsTiles == true {
      idle.firstTouch.land()
    }
    let isUnseen = if case .controller = event { true } else { false }
    if isSomebody { somebodyCame(at: time, isUnseen: isUnseen) }
    // A touch that counts moves things where they are seen.
    if isSomebody, !isTouch(admitted) { returnFromOrbit() }
    if case .touch(let frame) = event, frame.isTouched { present { $0.stopScanning() } }
    return admitted
  }

  private func isTouch(_ event: ShellEvent?) -> Bool { if case .touch = event { true } else { false } }

  /// Everything is back in its place.
  mutating func returnFromOrbit() { if idle.orbit.reset() { isDirty = true } }

  /// Somebody does something, wherever: a visitor, unless an operator does it from outside.
  private mutating func somebodyCame(at time: Double, isVisitor: Bool = true, isUnseen: Bool = false) {
    if isVisitor { visitorCame(at: time) }
    idle.somebodyCame(at: time, isUnseen: isUnseen)
    idle.orbit.visitorCame()
    endAttraction()
    uncoverScreen()
  }

  private mutating func visitorCame(at time: Double) {
    if idle.isIdle {
      presentation.repeatAll()
      presentation.panels.tiles.beginVisit()
    } else {
      presentation.panels.tiles.nudge.touched(at: time)
    }
    idle.visitorCame(at: time, isBusy: isCovered, into: &outbox)
  }

  /// The compositor tells that somebody does something, in whatever window.
  mutating func compositorSawSomebody(at time: Double) {
    guard idle.believesCompositor(at: time) else { return }
    visitorCame(at: time)
    idle.somebodyCame(at: time)
    // A program got the touch. What the launcher itself shows still gets it.
    if case .program = idle.attraction { endAttraction() }
    idle.expectTouch(at: time)
  }

  mutating func meetIdleDeadlines(at time: Double) {
    if idle.mustUncover(at: time) { uncoverScreen() }
    if idle.mustCount(after: notice?.message.secondsLeft, at: time) { countDown(at: time) }
    for step in idle.dueSteps(at: time, isScanning: presentation.scanner.run != nil, into: &outbox) {
      switch step {
      case .warn: askWhetherSomebodyIsThere(at: time)
      case .home: endVisit()
      case .attract: attract(at: time)
      case .blank:
        if idle.monitor.isClosed { endVisit() }
        coverScreen(.dark)
      }
    }
    if idle.orbit.meet(at: time, letters: metrics.plainFontSize, scale: environment.scale) { isDirty = true }
    meetSceneDeadlines(at: time)
  }

  /// Nobody came back: what the visitor left is left.
  mutating func endVisit() {
    present { $0.stopScanning() }
    programs.endVisit(of: idle.endVisit(), into: &outbox)
    perform(.home)
    if !presentation.appearance.adjustments.isEmpty { releaseInput(at: clock) }
    present { $0.reset() }
    presentation.panels.tiles.beginVisit()
  }

  /// Whether the screen is to be on at this hour may have changed.
  mutating func updateScreenSchedule(at time: Double) {
    if idle.setClosed(tileStore.isClosed, at: time) { uncoverScreen() }
  }
}

// What covers the screen.
extension Shell {
  /// Puts a cover before everything, the program included that has the screen.
  mutating func coverScreen(_ kind: ScreenCover.Kind) {
    endAttraction()
    var program: ProgramID?
    if isCovered { program = setAside() } else { leaveLevel() }
    if notice?.message.secondsLeft != nil { dismissNotice() }
    idle.cover(kind, before: program, at: clock, into: &outbox)
    isDirty = true
  }

  /// Somebody is there again: what was before is back.
  mutating func uncoverScreen() {
    guard let cover = idle.uncover(into: &outbox) else { return }
    present { $0.uncover(wasDark: cover.isDark) }
    if let tile = cover.tile.flatMap({ findTile($0) }) { return open(tile, isAsked: false, isTrusted: true) }
    bringBack(cover.program)
  }

  /// Asks before a program is left that cannot be had back.
  private mutating func askWhetherSomebodyIsThere(at time: Double) {
    guard isCovered, programs.canKeep, let end = idle.questionEnd(at: time) else { return }
    coverScreen(.question(end: end))
    countDown(at: time)
  }

  private mutating func countDown(at time: Double) {
    guard let (seconds, end) = idle.countdown(at: time) else { return }
    show(Notice(.stillThere(seconds: seconds), expires: nil, countdownEnd: end))
  }
}

// The PIN.
extension Shell {
  /// Whether touches on programs have to be known because of the operator's corner.
  package var watchesCorner: Bool { access.watchesCorner }

  /// The pad that asks for the PIN, while it is shown.
  var pad: PINPad? { panels.first(PINPad.self) }

  /// What was kept of earlier PINs is known; nil when nothing was.
  mutating func restore(_ record: AccessRecord?, at time: Double) {
    access.restore(record, at: time)
    guard isLocked else { return }
    // What is broken may be what names the PIN.
    if access.hasPIN || !inbox.problems.isEmpty { showLock() } else { unlock() }
  }

  /// Asks for the PIN, then does what it was asked for.
  mutating func askForPIN(_ purpose: PINPad.Purpose) {
    if access.hasPIN { showPad(purpose) } else { showError(.noPIN) }
  }

  /// Shows the pad before everything; a program that has the screen waits behind it.
  private mutating func showPad(_ purpose: PINPad.Purpose) {
    let old = pad
    guard old?.purpose != purpose else { return }
    let name = purpose.tile.flatMap { findTile($0)?.name }
    var pad = PINPad(purpose, tileName: name, gate: access.gate, at: clock)
    pad.program = old?.program ?? setAside()
    leaveLevel()
    if access.settings.shufflesDigits { outbox.append(.readRandom) }
    show(pad)
  }

  /// Takes the pad away, unless the launcher is locked with it. A program that waits behind it comes back or is left.
  mutating func closePad(goesBack: Bool) {
    guard let pad, pad.canBeClosed else { return }
    withPanels { $0.remove(.pin) }
    if goesBack { bringBack(pad.program) } else { programs.dismiss(pad.program, into: &outbox) }
  }

  /// Has the pad show whether PINs are taken; `answer` says that the one that was entered is not.
  mutating func updatePad(_ answer: PINPad.Answer?) {
    if answer != nil { presentation.play(.error) }
    withPanels { [gate = access.gate] in $0.updatePad(gate, answer) }
  }

  /// A PIN was checked.
  mutating func finishCheck(_ verdict: PINVerdict) {
    switch access.finishCheck(verdict, at: clock, into: &outbox) {
    case .granted(let purpose):
      grant(purpose)
      updatePad(nil)
    case .refused(let answer, let message):
      report(message)
      updatePad(answer)
    case nil: break
    }
  }

  /// Does what the right PIN was asked for.
  private mutating func grant(_ purpose: PINPad.Purpose) {
    // It was closed meanwhile: nobody waits for it.
    guard let pad, pad.purpose == purpose else { return }
    withPanels { $0.remove(.pin) }
    programs.dismiss(pad.program, into: &outbox)
    switch purpose {
    case .admin: showSystem()
    case .unlock: unlock()
    case .open(let id): if let tile = findTile(id) { open(tile, isTrusted: true) }
    case .control(let control, let id):
      guard let tile = tilesPanel.tiles.first(where: { $0.id == id }) else { return }
      withTiles { $0.activate(control, of: tile, isTrusted: true) }
    }
  }

  /// Locks the launcher, programs included: what the visitor leaves is left as when going home.
  mutating func lock() {
    guard access.hasPIN else { return showError(.noPIN) }
    guard !isLocked else { return }
    goHome()
    programs.lock(into: &outbox)
    access.lock(into: &outbox)
    showLock()
  }

  /// Shows the pad that unlocks the launcher, and nothing else.
  private mutating func showLock() {
    withPanels { $0.closeAll() }
    showPad(.unlock)
  }

  private mutating func unlock() {
    let tile = access.unlock(into: &outbox)
    withPanels { $0.remove(.pin) }
    if let tile = tile.flatMap({ findTile($0) }) { open(tile, isTrusted: true) }
  }
}

// What operators ask for from outside.
extension Shell {
  mutating func handle(_ call: ControlCall, at time: Double) {
    let situation = RemoteControl.Situation(
      tile: call.request.tileID.flatMap { findTile($0) }, isLocked: isLocked,
      isLauncherSeen: !isCovered && !isDark, allowsPower: access.allowsPower)
    if let refusal = control.refusal(of: call.request, situation) {
      return outbox.append(.answer(call.number, .refused(refusal)))
    }
    switch call.request {
    case .reload:
      control.awaitReload(call.number)
      return outbox.append(.reloadConfiguration)
    case .home: endVisit()
    case .open(let tile):
      somebodyCame(at: time, isVisitor: false)
      perform(.openTile(tile))
    case .message(let text, let seconds): announce(text, until: seconds == 0 ? nil : time + Double(seconds))
    case .blank: if !isDark { coverScreen(.dark) }
    case .unblank: if isDark { somebodyCame(at: time, isVisitor: false) }
    case .screenshot: return outbox.append(.photograph(call.number))
    case .setTile(let tile, let words): retouch(tileStore.tell(TileUpdate(words), of: tile))
    }
    outbox.append(.answer(call.number, .done))
  }

  /// Has tiles show what is known of them now, where they are.
  mutating func retouch(_ changed: Set<String>) {
    guard !changed.isEmpty else { return }
    withTiles { [shelves = tileStore.shown] in $0.retouch(changed, from: shelves) }
  }

  /// Shows what an operator has to say. Over a program it stands alone, and the program is back afterwards; where none can be brought
  /// back it waits.
  private mutating func announce(_ text: String, until end: Double?) {
    guard let text = Notice.readable(text) else { return }
    if isCovered, programs.canKeep { coverScreen(.message(end: end)) }
    show(Notice(.announcement(text), expires: end))
    outbox.append(.note(.announcement(text)))
  }

  /// The configuration file in force; nil when there is none.
  package var configurationPath: String? { system.configurationPath }

  /// What the launcher is doing.
  package var status: ShellStatus {
    let program = foreground.program.flatMap { programs[$0] }
    let screen: ShellStatus.Screen =
      isDark ? .dark : idle.cover != nil ? .message : isCovered ? .program : panels.top?.name ?? .carousel
    return ShellStatus(
      screen: screen, tile: program?.tileID ?? panels.top?.tileID ?? tilesPanel.middleTile?.id,
      program: program?.tile, isIdle: idle.isIdle, lastError: system.lastError,
      problems: inbox.problems.count)
  }
}

// Another configuration.
extension Shell {
  /// The minute of the week at which `ShellEvent.clock` is to come next; nil when the hour does not matter.
  package var clockAlarm: Int? { tileStore.clockAlarm }

  /// Nothing changes under a visitor who is in a program: what was read is applied once the carousel is back.
  mutating func applyWaiting() {
    guard !isCovered, idle.cover?.program == nil, pad?.program == nil else { return }
    if let next = inbox.consume() {
      apply(next)
      outbox.append(.configurationTaken(next.configuration))
    } else if tileStore.isStale {
      leaveLevel()
      replaceTiles()
      withPanels { $0.updatePage() }
    }
  }

  /// Another configuration takes the place of the one in force. The visitor stays at the same tile as long as there is
  /// one, and programs go on.
  private mutating func apply(_ entry: ConfigurationInbox.Entry) {
    let (configuration, former) = (entry.configuration, theme)
    leaveLevel()
    present { $0.apply(configuration) }
    let isThemeNew = theme != former
    tileStore.replace(entry.shelves, configuration)
    applySettings(of: configuration)
    updateScreenSchedule(at: clock)
    replaceTiles()
    programs.reviewTiles()
    withPanels { $0.updatePage() }
    // There is nothing any more that could be entered.
    if isLocked, !access.hasPIN { unlock() }
    present { $0.applyScanning(of: configuration) }
    input.apply(
      configuration, axis: tilesPanel.shelf.axis, pointsPerMillimeter: environment.pointsPerMillimeter)
    input.lookOut(for: tilesPanel.tileGestures)
    inbox.blame(entry.problems)
    showProblems()
    withPanels {
      $0.layOutPanels()
      if isThemeNew { $0.layOutNotice() }
      $0.tiles.layOutSurroundings()
    }
  }

  /// Has the features follow a configuration.
  mutating func applySettings(of configuration: KioskConfiguration) {
    programs.autostart.apply(configuration.kiosk, tileStore.offered)
    control.apply(configuration.control)
    access.apply(configuration)
    contact = configuration.kiosk.contact
    restartScenes(for: configuration.idle)
    idle.apply(configuration)
  }

  /// Puts what there is now in the place of the launcher's shelves, and opens the folders again that are still there.
  private mutating func replaceTiles() {
    programs.autostart.tilesChanged()
    restartScenes()
    let shelves = tileStore.consume()
    withTiles { $0.replace(shelves) }
    updateScenePictures()
    input.lookOut(for: tilesPanel.tileGestures)
    updateState()
  }

  /// The files say something that can not be used. What is in force stays.
  mutating func refuse(_ problems: [Diagnostic]) {
    inbox.refuse(problems)
    control.refuseReloads(problems, into: &outbox)
    showProblems()
  }

  private mutating func showProblems() {
    updateSystemPage()
    present { [problems = inbox.problems] in $0.show(problems) }
  }
}
