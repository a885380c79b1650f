import Configuration

/// Taking over what a configuration says.
extension Shell {
  /// Nothing changes under a visitor who is in a program: what was read is taken over once the carousel is back.
  mutating func takeWaiting() {
    guard screen == .carousel, cover?.program == nil, pad?.program == nil else { return }
    guard let next = inbox.consume() else { return takeChangedTiles() }
    take(next.configuration, next.shelves, next.problems)
    outbox.append(.configurationTaken(next.configuration))
  }

  /// Tiles come and go.
  private mutating func takeChangedTiles() {
    guard tileStore.isStale else { return }
    leaveLevel()
    retake()
    updatePage()
    tellOfNew(problems)
    isDirty = true
  }

  /// Another configuration takes the place of the one in force. The visitor stays at the same tile as long as there is
  /// one, and programs go on.
  private mutating func take(
    _ configuration: KioskConfiguration, _ shelves: [LauncherShelf], _ problems: [Diagnostic]
  ) {
    leaveLevel()
    let former = theme
    appearance = Appearance(configuration)
    takeTheme()
    let isThemeNew = theme != former
    panels.tiles.apply(configuration)
    tileStore.replace(shelves, configuration)
    takeKiosk(configuration)
    takeControl(configuration)
    stopAttracting()
    idle.monitor.settings = configuration.idle
    updateScreenSchedule(at: clock)
    retake()
    reviewAutostart()
    updatePage()
    takeAdmin(configuration.admin)
    stopScanning()
    scanner.apply(configuration.access)
    input.apply(configuration, axis: tilesPanel.shelf.axis, pointsPerMillimeter: pointsPerMillimeter)
    input.lookOut(for: tilesPanel.tileGestures)
    tellOfNew(problems)
    withPanels {
      $0.layOutPanels()
      if isThemeNew { $0.layOutNotice() }
    }
    withTiles { $0.layOutSurroundings() }
    isDirty = true
  }

  /// Puts what there is now in the place of the launcher's shelves, and opens the folders again that are still there.
  private mutating func retake() {
    autostart.tilesChanged()
    stopAttracting()
    let shelves = tileStore.consume()
    withTiles { $0.replace(shelves) }
    input.lookOut(for: tilesPanel.tileGestures)
  }

  /// What an earlier configuration was blamed for no longer counts.
  private mutating func tellOfNew(_ problems: [Diagnostic]) {
    switch notice?.message {
    case .configuration, .noTiles: dismissNotice()
    default: break
    }
    inbox.blame(problems)
    panels.tiles.hasProblems = !problems.isEmpty
    updateSystemPage()
    if let notice = emptinessNotice { show(notice) }
  }

  /// The files say something that can not be used. What is in force stays, and a mark says so to who knows it.
  mutating func refuse(_ problems: [Diagnostic]) {
    inbox.refuse(problems)
    panels.tiles.hasProblems = !self.problems.isEmpty
    let first = problems.first { $0.severity == .error } ?? problems.first
    answerReloads(.refused(.configuration(first?.description ?? "")))
    updateSystemPage()
    if let notice = emptinessNotice { show(notice) }
    isDirty = true
  }

  /// Why there is nothing to be seen; nil when there is something.
  var emptinessNotice: Notice? {
    guard !tilesPanel.hasTiles else { return nil }
    return Notice(problems.isEmpty ? .noTiles : .configuration(problems), expires: nil)
  }

  /// The screen's size in the world is known, or no longer is.
  mutating func measured(pointsPerMillimeter: Double?) {
    // Screens tell nonsense of their size.
    let pointsPerMillimeter = pointsPerMillimeter.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    guard pointsPerMillimeter != self.pointsPerMillimeter else { return }
    environment.pointsPerMillimeter = pointsPerMillimeter
    environment.metrics.pointsPerMillimeter = pointsPerMillimeter
    input.setThresholds(pointsPerMillimeter: pointsPerMillimeter)
    guard !metrics.size.isEmpty else { return }
    // What fingers hit is as large as they are.
    withTiles { $0.layOutTiles() }
    withPanels { $0.layOutPanels() }
    isDirty = true
  }
}
