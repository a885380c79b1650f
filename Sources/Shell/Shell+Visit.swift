import Configuration
import Programs

// Visits and idle time.
extension Shell {
  /// Whether any idle action is configured.
  package var watchesTime: Bool { idle.monitor.firstDelay != nil }

  /// Notes the activity of an event. Returns the rest of the event for others.
  mutating func admit(_ event: ShellEvent, at time: Double) -> ShellEvent? {
    let (admitted, isSomebody) = idle.admit(event, wakes: idle.cover != nil || showsScene, at: time)
    let endsScene = idle.attraction?.showsTiles == true
    if isSomebody {
      let isUnseen = if case .controller = event { true } else { false }
      somebodyCame(at: time, isUnseen: isUnseen)
    }
    present { $0.admit(event, rest: admitted, isSomebody: isSomebody, endsScene: endsScene) }
    return admitted
  }

  /// Notes input in any window, from a visitor or from an operator.
  mutating func somebodyCame(at time: Double, isVisitor: Bool = true, isUnseen: Bool = false) {
    if isVisitor { visitorCame(at: time) }
    idle.somebodyCame(at: time, isUnseen: isUnseen)
    presentation.orbit.visitorCame()
    endAttraction()
    uncoverScreen()
  }

  private mutating func visitorCame(at time: Double) {
    presentation.visitorCame(isNew: idle.isIdle, at: time)
    idle.visitorCame(at: time, isBusy: isCovered, into: &outbox)
  }

  /// Handles the compositor's report of input in any window.
  mutating func compositorSawSomebody(at time: Double) {
    guard idle.believesCompositor(at: time) else { return }
    visitorCame(at: time)
    idle.somebodyCame(at: time)
    // A program got the touch. The launcher's own screens still receive it, too.
    if case .program = idle.attraction { endAttraction() }
    idle.expectTouch(at: time)
  }

  mutating func meetIdleDeadlines(at time: Double) {
    if idle.mustUncover(at: time) { uncoverScreen() }
    if idle.mustCount(after: notice?.message.secondsLeft, at: time) { countDown(at: time) }
    for step in idle.dueSteps(at: time, isScanning: presentation.scanner.run != nil, into: &outbox) {
      switch step {
      case .warn, .warnOfScene, .warnOfDark: ask(step, at: time)
      case .home:
        endVisit()
        idle.resumeScenes()
      case .attract: attract(at: time)
      case .blank:
        if idle.monitor.isClosed { endVisit() }
        coverScreen(.dark)
      }
    }
    // A question without a step ends the visit by itself.
    if idle.isUnanswered(at: time) { endVisit() }
    present { $0.meetOrbit(at: time) }
    meetSceneDeadlines(at: time)
  }

  /// Asks the visitor before a step, if the end of the visit would take something from them.
  private mutating func ask(_ warning: IdleMonitor.Step, at time: Double) {
    // Scenes do not end programs.
    guard warning != .warnOfScene || canAttract, let end = idle.questionEnd(of: warning, at: time) else {
      return
    }
    ask(until: end, at: time)
  }

  /// Asks whether the visitor is still there, if they have something to lose. A question never covers a
  /// program that cannot return. It also never covers the first run, whose visit does not end.
  mutating func ask(until end: Double, at time: Double) {
    guard idle.cover == nil, !showsScene, !setsUp,
      isCovered ? programs.canKeep : presentation.isInUse(turnsByItself: idle.attraction != nil)
    else { return }
    coverScreen(.question(end: end))
    countDown(at: time)
    presentation.play(.question)
  }

  /// Ends the visit, and its program.
  mutating func endVisit() {
    // An operator who sets up the kiosk may be looking for a memory stick. An earlier question still
    // disappears: otherwise its end would be due again and again.
    guard !setsUp else {
      if idle.isUnanswered(at: clock) { uncoverScreen() }
      return
    }
    let announcement = idle.cover?.announcement
    defer { if let announcement { showAgain(announcement) } }
    present { $0.stopScanning() }
    endTrial(returns: false)
    codes.endVisit()
    programs.endVisit(of: idle.endVisit(), into: &outbox)
    perform(.home)
    present { $0.reset() }
    presentation.panels.tiles.beginVisit()
    showFirstRun()
  }
}

// Scenes between visits.
extension Shell {
  /// Whether a scene fills the screen instead of the tiles.
  var showsScene: Bool {
    idle.scenes.isSeen(
      isPageOpen: panels.showsPage, arePicturesOpen: panels.showsPictures, foreground.program)
  }

  /// Whether scenes can begin.
  private var canAttract: Bool {
    !isCovered && idle.cover == nil && panels.alone == nil && presentation.standing == nil && !showsScene
  }

  /// Begins the scenes, long after the last visit.
  mutating func attract(at time: Double) {
    if idle.isUnanswered(at: time) { endVisitForScene() }
    guard canAttract else { return }
    presentation.play(.attract)
    idle.scenes.rewind()
    showNextScene(at: time)
  }

  mutating func meetSceneDeadlines(at time: Double) {
    if idle.scenes.mustChange(at: time) { showNextScene(at: time) }
    guard idle.scenes.mustStep(at: time) else { return }
    guard !isCovered, !tilesPanel.tiles.isEmpty else { return endAttraction() }
    idle.scenes.step(at: time)
    withTiles { $0.showNext(duration: Attraction.stepDuration) }
  }

  /// Shows the next scene with content. The carousel moves if no scene has any.
  mutating func showNextScene(at time: Double) {
    let candidates = idle.scenes.candidates
    endAttraction(keepsPictures: true)
    for (number, scene) in candidates {
      guard let mode = show(scene, number, at: time) else { continue }
      idle.scenes.show(mode, scene: number, at: time)
      if mode != .pictures { withPanels { _ = $0.close(.attract) } }
      return
    }
    withPanels { _ = $0.close(.attract) }
    let turns = idle.scenes.turnsWithoutScenes
    if let mode = withPanels({ $0.moveTiles(turning: turns, at: time) }) { idle.scenes.showNone(but: mode) }
  }

  /// Begins a scene. Returns nil if it has no content.
  private mutating func show(_ scene: AttractScene, _ number: Int, at time: Double) -> AttractMode? {
    switch scene {
    case .hero, .slides:
      guard let pictures = panels.pictures(of: scene, idle.monitor.settings) else { return nil }
      if !panels.showsPictures { endVisitForScene() }
      let first = idle.scenes.firstPicture(of: number)
      withPanels { $0.show(pictures, from: first, at: time) }
      return .pictures
    case .ghost: return withTiles { $0.beginGhost() } ? .ghost : nil
    case .turn, .step: return withPanels { $0.moveTiles(turning: scene == .turn, at: time) }
    case .tile(let id):
      guard let tile = findTile(id), tile.canBeScene else { return nil }
      endVisitForScene()
      open(tile, isAsked: false)
      return foreground.program.map { .program($0) } ?? (panels.showsPage ? .page : nil)
    }
  }

  private mutating func endVisitForScene() {
    endVisit()
    idle.skipVisitSteps()
  }

  /// Ends the scene: the tiles are back, and the carousel comes to rest. `keepsPictures` says that another
  /// scene continues with the pictures.
  mutating func endAttraction(keepsPictures: Bool = false) {
    let isSeen = showsScene
    if let number = panels.nextPicture { idle.scenes.keep(picture: number) }
    guard let mode = idle.scenes.end(), mode != .pictures || !keepsPictures else { return }
    if case .program = mode, isSeen { leaveProgram() }
    withPanels { $0.end(mode, isSeen: isSeen) }
  }

  /// Begins the scenes again after a change of the content.
  mutating func restartScenes(where isOther: Bool) {
    guard idle.attraction != nil, isOther else { return }
    endAttraction()
    idle.beginScenesAgain()
  }

  // The cover of the screen.

  /// Covers everything, including a program on the screen.
  mutating func coverScreen(_ kind: ScreenCover.Kind) {
    endAttraction()
    var (program, announcement): (ProgramID?, Notice?)
    if isCovered { program = setAside() } else { present { $0.leaveLevel() } }
    if notice?.message.secondsLeft != nil { dismissNotice() }
    if case .question = kind, case .announcement = notice?.message { announcement = notice }
    idle.cover(kind, before: program, hiding: announcement, at: clock, into: &outbox)
    isDirty = true
  }

  /// Removes the cover for a visitor who is back, and shows the earlier screen.
  mutating func uncoverScreen() {
    guard let cover = idle.uncover(into: &outbox) else { return }
    present { $0.uncover(wasDark: cover.isDark) }
    if let announcement = cover.announcement { showAgain(announcement) }
    if let tile = cover.tile.flatMap({ findTile($0) }) { return open(tile, isAsked: false, isTrusted: true) }
    bringBack(cover.program)
  }

  /// Shows an operator's message again after a question, unless its time is over.
  private mutating func showAgain(_ announcement: Notice) {
    if announcement.expires.map({ $0 > clock }) != false { show(announcement) }
  }

  private mutating func countDown(at time: Double) {
    guard let (seconds, end) = idle.countdown(at: time) else { return }
    show(Notice(.stillThere(seconds: seconds), expires: nil, countdownEnd: end))
  }
}
