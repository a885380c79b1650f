import Configuration
import Gestures

/// Taking over what a configuration says.
extension Shell {
  /// Nothing changes under a visitor who is in a program: what was read is taken over once the carousel is back.
  mutating func takeWaiting() {
    guard screen == .carousel, curtain?.program == nil, pad?.program == nil else { return }
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
    themeSettings = configuration.theme
    takeTheme()
    let isThemeNew = theme != former
    (header.settings, backdrop.settings) = (configuration.header, configuration.background)
    gestures = configuration.gestures
    hasBackTile = configuration.kiosk.hasBackTile
    bindings = GestureBindings(configuration.gestures, for: configuration.carousel)
    tileStore.replace(shelves, configuration)
    takeKiosk(configuration.kiosk)
    takeControl(configuration)
    stopAttracting()
    presence.settings = configuration.idle
    updateScreenSchedule(at: clock)
    retake()
    reviewAutostart()
    updatePage()
    takeAdmin(configuration.admin)
    stopScanning()
    scan.settings = configuration.access
    setUpRecognizers()
    tellOfNew(problems)
    layOutPanels()
    if isThemeNew { layOutNotice() }
    layOutSurroundings()
    isDirty = true
  }

  /// Puts what there is now in the place of the launcher's shelves, and opens the folders again that are still there.
  private mutating func retake() {
    autostart.tilesChanged()
    stopAttracting()
    var taken = [levels[0].taking(tileStore.consume(), at: clock)]
    if !metrics.size.isEmpty { taken[0].resize(for: metrics) }
    for old in levels.dropFirst() {
      guard let folder = old.folder, let outer = taken.last,
        let (shelf, tile) = outer.shelves.lazy.compactMap({ shelf in shelf.tile(folder).map { (shelf, $0) } })
          .first,
        case .folder(let inside) = tile.action
      else { break }
      var inner = old.taking([contents(of: tile, inside, like: shelf)], at: clock)
      if !metrics.size.isEmpty { inner.resize(for: metrics) }
      taken.append(inner)
    }
    levels = taken
    change = nil
    focusedControl = nil
    findSwitchedOn()
    findTileGestures()
  }

  /// What an earlier configuration was blamed for no longer counts.
  private mutating func tellOfNew(_ problems: [Diagnostic]) {
    switch notice?.message {
    case .configuration, .noTiles: dismissNotice()
    default: break
    }
    inbox.blame(problems)
    updateSystemPage()
    if let notice = emptinessNotice { show(notice) }
  }

  /// The files say something that can not be used. What is in force stays, and a mark says so to who knows it.
  mutating func refuse(_ problems: [Diagnostic]) {
    inbox.refuse(problems)
    let first = problems.first { $0.severity == .error } ?? problems.first
    answerReloads(.refused(.configuration(first?.description ?? "")))
    updateSystemPage()
    if let notice = emptinessNotice { show(notice) }
    isDirty = true
  }

  /// Why there is nothing to be seen; nil when there is something.
  var emptinessNotice: Notice? {
    guard !hasTiles else { return nil }
    return Notice(problems.isEmpty ? .noTiles : .configuration(problems), expires: nil)
  }

  /// The screen's size in the world is known, or no longer is.
  mutating func measured(pointsPerMillimeter: Double?) {
    // Screens tell nonsense of their size.
    let pointsPerMillimeter = pointsPerMillimeter.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    guard pointsPerMillimeter != self.pointsPerMillimeter else { return }
    environment.pointsPerMillimeter = pointsPerMillimeter
    environment.metrics.pointsPerMillimeter = pointsPerMillimeter
    setUpThresholds()
    guard !metrics.size.isEmpty else { return }
    // What fingers hit is as large as they are.
    for index in levels.indices { levels[index].resize(for: metrics) }
    layOutPanels()
    isDirty = true
  }

  /// Makes the recognisers look out for what is bound.
  mutating func setUpRecognizers() {
    recognizer.axis = shelf.axis
    recognizer.resamples = gestures.resampling
    recognizer.policy = gestures.policy
    recognizer.velocityStrategy = gestures.velocityStrategy
    recognizer.recognizers = bindings.recognizers.union(tileRecognizers)
    recognizer.edges = bindings.edges
    recognizer.longPressFingers = bindings.longPressFingers
    globalRecognizer.recognizers = bindings.recognizersOverProgram
    globalRecognizer.edges = bindings.overProgram.edges
    globalRecognizer.longPressFingers = bindings.overProgram.longPressFingers
    setUpThresholds()
  }

  private mutating func setUpThresholds() {
    let thresholds = gestures.thresholds(pointsPerMillimeter: pointsPerMillimeter)
    recognizer.thresholds = thresholds
    globalRecognizer.thresholds = thresholds
  }
}
