import Configuration

// The PIN.
extension Shell {
  /// Whether touches on programs have to be known because of the operator's corner.
  package var watchesCorner: Bool { access.watchesCorner }

  /// The pad that asks for the PIN, while it is shown.
  var pad: PINPad? { panels.first(PINPad.self) }

  /// Shows the pad before everything; a program that has the screen waits behind it.
  mutating func showPad(_ purpose: PINPad.Purpose) {
    let old = pad
    guard old?.purpose != purpose else { return }
    let name = purpose.tile.flatMap { findTile($0)?.name }
    var pad = PINPad(purpose, tileName: name, gate: access.gate, at: clock)
    pad.program = old?.program ?? setAside()
    present { $0.leaveLevel() }
    if access.settings.shufflesDigits { outbox.append(.readRandom) }
    show(pad)
  }

  /// Takes the pad away, unless the launcher is locked with it. A program that waits behind it comes back or
  /// is left.
  mutating func closePad(goesBack: Bool) {
    guard let pad, pad.canBeClosed else { return }
    withPanels { $0.remove(.pin) }
    if goesBack { bringBack(pad.program) } else { programs.dismiss(pad.program, into: &outbox) }
  }

  /// Does what the right PIN was asked for.
  mutating func grant(_ purpose: PINPad.Purpose) {
    // It was closed meanwhile: no one waits for it.
    guard let pad, pad.purpose == purpose else { return }
    withPanels { $0.remove(.pin) }
    programs.dismiss(pad.program, into: &outbox)
    if purpose == .admin { showSystem() } else { perform(access.grant(purpose, into: &outbox)) }
  }

  /// Locks the launcher, programs included: what the visitor leaves is left as when going home.
  mutating func lock() {
    guard access.hasPIN else { return showError(.noPIN) }
    guard !isLocked else { return }
    goHome()
    programs.lock(into: &outbox)
    access.lock(into: &outbox)
    perform(.showLock)
  }

}

// What operators see from outside, and set.
extension Shell {
  /// Has tiles show what is known of them now, where they are.
  mutating func retouch(_ changed: Set<String>) {
    if !changed.isEmpty { withTiles { [shelves = tileStore.shown] in $0.retouch(changed, from: shelves) } }
  }

  /// The configuration file in force; nil when there is none.
  package var configurationPath: String? { system.configurationPath }

  /// What the launcher is doing.
  package var status: ShellStatus {
    let (program, panel) = (foreground.program.flatMap { programs[$0] }, panels.top)
    let cover: ShellStatus.Screen? = isDark ? .dark : idle.cover != nil ? .message : nil
    return ShellStatus(
      screen: cover ?? (isCovered ? .program : panel?.name ?? .carousel),
      tile: program?.tileID ?? panel?.tileID ?? tilesPanel.middleTile?.id, program: program?.tile,
      isIdle: idle.isIdle, lastError: system.lastError, problems: inbox.problems.count)
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
      present { $0.leaveLevel() }
      replaceTiles()
      withPanels { $0.updatePage() }
    }
  }

  /// Another configuration takes the place of the one in force. The visitor stays at the same tile as long as
  /// there is one, and programs go on.
  private mutating func apply(_ entry: ConfigurationInbox.Entry) {
    let configuration = entry.configuration
    let isThemeNew = present { $0.apply(configuration) }
    tileStore.replace(entry.shelves, configuration)
    applySettings(of: configuration)
    if idle.setClosed(tileStore.isClosed, at: clock) { uncoverScreen() }
    replaceTiles()
    programs.reviewTiles()
    withPanels { $0.updatePage() }
    // There is nothing any more that could be entered.
    if isLocked, !access.hasPIN { perform(access.unlock(into: &outbox)) }
    present { $0.stopScanning() }
    inbox.blame(entry.problems)
    showProblems()
    present { $0.follow(configuration, isThemeNew: isThemeNew) }
  }

  /// Has the features follow a configuration.
  mutating func applySettings(of configuration: KioskConfiguration) {
    programs.autostart.apply(configuration.kiosk, tileStore.offered)
    control.apply(configuration.control)
    access.apply(configuration)
    restartScenes(where: idle.scenes.differs(from: configuration.idle) || !showsScene)
    idle.apply(configuration)
  }

  /// Puts what there is now in the place of the launcher's shelves, and opens the folders again that are
  /// still there.
  private mutating func replaceTiles() {
    programs.autostart.tilesChanged()
    // A scene among the tiles begins again with them; pictures only where there are none any more.
    restartScenes(where: !showsScene)
    let (shelves, settings) = (tileStore.consume(), idle.monitor.settings)
    withTiles { $0.replace(shelves) }
    restartScenes(where: idle.attraction == .pictures && !withPanels { $0.updatePictures(settings) })
    presentation.input.lookOut(for: tilesPanel.tileGestures)
    updateState()
  }

  mutating func showProblems() {
    updateSystemPage()
    present { [problems = inbox.problems] in $0.show(problems) }
  }
}
