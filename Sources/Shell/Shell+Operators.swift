import Configuration

// The PIN.
extension Shell {
  /// Whether the operator's corner needs touches over programs.
  package var watchesCorner: Bool { access.watchesCorner }

  /// The visible PIN pad; nil for none.
  var pad: PINPad? { panels.first(PINPad.self) }

  /// Shows the PIN pad in front. A program on the screen waits behind it.
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

  /// Closes the PIN pad, unless the launcher is locked. A program behind it returns or ends.
  mutating func closePad(goesBack: Bool) {
    guard let pad, pad.canBeClosed else { return }
    withPanels { $0.remove(.pin) }
    if goesBack { bringBack(pad.program) } else { programs.dismiss(pad.program, into: &outbox) }
  }

  /// Performs the action that needed the PIN.
  mutating func grant(_ purpose: PINPad.Purpose) {
    // If the pad closed meanwhile, no visitor waits for the grant.
    guard let pad, pad.purpose == purpose else { return }
    withPanels { $0.remove(.pin) }
    programs.dismiss(pad.program, into: &outbox)
    switch purpose {
    case .admin: showSystem()
    case .save: saveAgain()
    case .open, .control, .unlock: perform(access.grant(purpose, into: &outbox))
    }
  }

  /// Locks the launcher. Programs end or continue as when a visitor goes home.
  mutating func lock() {
    guard access.hasPIN else { return showError(.noPIN) }
    guard !isLocked else { return }
    goHome()
    programs.lock(into: &outbox)
    access.lock(into: &outbox)
    perform(.showLock)
  }

}

// Status and settings for operators.
extension Shell {
  /// Updates tiles in place with the latest facts.
  mutating func retouch(_ changed: Set<String>) {
    if !changed.isEmpty { withTiles { [shelves = tileStore.shown] in $0.retouch(changed, from: shelves) } }
  }

  /// The path of the applied configuration file; nil without one.
  package var configurationPath: String? { system.configurationPath }

  /// The state of the launcher.
  package var status: ShellStatus {
    let (program, panel) = (foreground.program.flatMap { programs[$0] }, panels.top)
    let cover: ShellStatus.Screen? = isDark ? .dark : idle.cover != nil ? .message : nil
    return ShellStatus(
      screen: cover ?? (isCovered ? .program : panel?.name ?? .carousel),
      tile: program?.tileID ?? panel?.tileID ?? tilesPanel.middleTile?.id, program: program?.tile,
      isIdle: idle.isIdle, lastError: system.lastError, problems: inbox.problems.count,
      isConfigurationWaiting: inbox.waiting != nil)
  }
}

// Changes of the configuration.
extension Shell {
  /// The minute of the week at which to send the next `ShellEvent.clock`; nil if the hour does not matter.
  package var clockAlarm: Int? { tileStore.clockAlarm }

  /// Applies a waiting configuration, but not while a program has the screen: nothing changes under its
  /// visitor.
  mutating func applyWaiting() {
    guard !isCovered, idle.cover?.program == nil, pad?.program == nil else { return }
    if let next = inbox.consume() {
      // The trial configuration stays until the trial ends.
      if editor.isTrying { editor.before = next } else { apply(next) }
      outbox.append(.configurationTaken(next.configuration))
    } else if tileStore.isStale {
      present { $0.leaveLevel() }
      replaceTiles()
      withPanels { $0.updatePage() }
    }
  }

  /// Applies another configuration. The visitor stays at the same tile if it remains, and programs continue.
  mutating func apply(_ entry: ConfigurationInbox.Entry) {
    let configuration = entry.configuration
    self.configuration = configuration
    let isThemeNew = present { $0.apply(configuration) }
    tileStore.replace(entry.shelves, configuration)
    applySettings(of: configuration)
    if idle.setClosed(tileStore.isClosed, at: clock) { uncoverScreen() }
    replaceTiles()
    programs.reviewTiles()
    withPanels { $0.updatePage() }
    // Without a PIN, visitors cannot leave the pad.
    if isLocked, !access.hasPIN { perform(access.unlock(into: &outbox)) }
    present { $0.stopScanning() }
    inbox.blame(entry.problems)
    showProblems()
    // A frame shows that the launcher works with it, even if nothing visible changed.
    isDirty = true
    present { $0.follow(configuration, isThemeNew: isThemeNew) }
  }

  /// Applies a configuration to the features.
  mutating func applySettings(of configuration: KioskConfiguration) {
    programs.autostart.apply(configuration.kiosk, tileStore.offered)
    control.apply(configuration.control)
    codes.apply(configuration)
    access.apply(configuration)
    restartScenes(where: idle.scenes.differs(from: configuration.idle) || !showsScene)
    idle.apply(configuration)
  }

  /// Replaces the launcher's shelves, and reopens folders that still exist.
  private mutating func replaceTiles() {
    programs.autostart.tilesChanged()
    // A scene among the tiles begins again with the new tiles. Pictures change only if none are left.
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
