import CarouselEngine
import Configuration
import RotundaGeometry

/// What the actions do that gestures are bound to.
extension Shell {
  /// Does what was asked for. `point` is where the finger is, for actions that mean what lies under it.
  package mutating func perform(
    _ action: ShellAction, at point: Point? = nil, into effects: inout [ShellEffect]
  ) {
    withOutbox(&effects) { $0.perform(action, at: point) }
  }

  mutating func perform(_ action: ShellAction, at point: Point? = nil) {
    guard isAllowed(action) else { return }
    switch action {
    case .none: break
    case .home: goHome()
    case .back: goBack()
    case .nextShelf: if isCarouselShown { withTiles { $0.changeShelf(by: 1) } }
    case .previousShelf: if isCarouselShown { withTiles { $0.changeShelf(by: -1) } }
    case .nextTile: if isCarouselShown { withTiles { $0.step(by: 1) } }
    case .previousTile: if isCarouselShown { withTiles { $0.step(by: -1) } }
    case .open: if isCarouselShown { withTiles { $0.openTile(at: point) } }
    case .openTile(let id): openTile(id)
    case .reload: outbox.append(.reloadConfiguration)
    case .admin: askForSystem()
    case .lock: lock()
    case .language(let tag): choose(tag)
    case .adjust(let adjustment): adjust(adjustment)
    case .power(let action): perform(action)
    case .blank: coverScreen(.dark)
    case .help: show(HelpPage(returnsHome: idle.monitor.settings.returnHomeAfter != nil, at: clock))
    case .speech: reader.toggle()
    case .sounds: sounds.toggle()
    }
  }

  /// Whether no page hides the tiles.
  var isCarouselShown: Bool { panels.isEmpty }

  mutating func goHome() {
    // On the shelf where it was, before another one is in the middle.
    endScreensaver()
    stopAttracting()
    callOffRestarts()
    leaveProgram()
    dismissPanels()
    // What an operator has to say concerns the next visitor too.
    if case .announcement = notice?.message {} else { dismissNotice() }
    withTiles { $0.closeOuterFolders() }
    closeFolder()
    withTiles { $0.showFirstTiles() }
  }

  private mutating func goBack() {
    if case .program = screen { return leaveProgram() }
    if !withPanels({ $0.goBack() }) { closeFolder() }
  }

  /// Opens a tile wherever the visitor is.
  private mutating func openTile(_ id: String) {
    guard let tile = findTile(id) else { return }
    leaveProgram()
    dismissPanels()
    withTiles { $0.center(tile) }
    guard !tilesPanel.isBehindPIN(id) else { return ask(for: .open(tile: id)) }
    open(tile)
  }
}

/// Who has the screen.
extension Shell {
  /// The program that has the screen, as far as is known, or is about to have it; nil while the launcher is seen.
  package var programOnScreen: ProgramID? {
    if case .program(let program, _) = screen { program } else { nil }
  }
}

extension Shell {
  /// Turns the carousel to an offset, in tiles, at once and whatever was under way.
  package mutating func turn(to offset: Double) {
    withTiles { $0.turn(to: offset) }
  }
}

/// Switching the machine off, starting it again, sending it to sleep.
extension Shell {
  mutating func perform(_ action: PowerAction) {
    guard allowsPower else {
      return tell(.powerFailed(action, .powerNotAllowed))
    }
    carryOut(action)
  }

  /// The same for whoever knows the PIN, whatever the configuration allows visitors.
  mutating func carryOut(_ action: PowerAction) {
    leaveProgram()
    show(Notice(.power(action), expires: clock + Notice.programLifetime))
    outbox.append(.note(.power(action)))
    outbox.append(.power(action))
  }

  mutating func powerFailed(_ action: PowerAction, _ reason: String) {
    tell(.powerFailed(action, .told(reason)))
  }
}

/// The screen as a visitor needs it.
extension Shell {
  /// Does as the visitor asks; asked for the same again, no longer.
  mutating func adjust(_ adjustment: Adjustment) {
    if let place = adjustments.firstIndex(of: adjustment) {
      adjustments.remove(at: place)
    } else {
      adjustments.removeAll { $0.isAbout(adjustment) }
      adjustments.append(adjustment)
    }
    restyle()
    guard case .scan = adjustment else { return }
    if scanner.isOn { startScanning() } else { stopScanning() }
  }

  /// The next visitor finds everything as the configuration has it.
  mutating func forgetAdjustments() {
    guard !adjustments.isEmpty else { return }
    adjustments = []
    restyle()
    stopScanning()
  }

  /// Has everything drawn anew in the theme that now holds.
  private mutating func restyle() {
    releaseInput(at: clock)
    takeTheme()
    withTiles {
      $0.layOutTiles()
      $0.layOutSurroundings()
    }
    withPanels { $0.layOut() }
    layOutScan()
  }

  /// The theme is the configuration's, with what the visitor wants.
  mutating func takeTheme() {
    let settings = appearance.adjusted(adjustments)
    scanner.adjust(adjustments.compactMap { if case .scan(let isOn) = $0 { isOn } else { nil } }.first)
    environment.theme = settings.drawn
    environment.theme.language = tilesPanel.header.languages.first ?? ""
    environment.wantsMirror = settings.access.isMirrored
    environment.metrics.follow(theme)
  }
}

extension Adjustment {
  /// Whether it is about the same as another.
  fileprivate func isAbout(_ other: Adjustment) -> Bool {
    switch (self, other) {
    case (.theme, .theme), (.textScale, .textScale), (.reducedMotion, .reducedMotion), (.mirrored, .mirrored),
      (.scan, .scan):
      true
    default: false
    }
  }
}
