import Configuration

// What the launcher shows between visits.
extension Shell {
  /// Whether what is seen is a scene of its own, and not the tiles.
  var showsScene: Bool {
    idle.scenes.isSeen(
      isPageOpen: panels.showsPage, arePicturesOpen: panels.showsPictures, foreground.program)
  }

  /// The last visit is long over: the scenes begin.
  mutating func attract(at time: Double) {
    guard !isCovered, idle.cover == nil, panels.alone == nil, presentation.standing == nil, !showsScene
    else { return }
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

  /// Shows the next scene that has something to show; the carousel moves where none has.
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

  /// Begins a scene; nil when it has nothing to show.
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

  /// The tiles are back, and the carousel comes to rest. With `keepsPictures`, another scene follows that may go on with them.
  mutating func endAttraction(keepsPictures: Bool = false) {
    let isSeen = showsScene
    if let number = panels.nextPicture { idle.scenes.keep(picture: number) }
    guard let mode = idle.scenes.end(), mode != .pictures || !keepsPictures else { return }
    if case .program = mode, isSeen { leaveProgram() }
    withPanels { $0.end(mode, isSeen: isSeen) }
  }

  /// Other settings, or other tiles: a scene among the tiles begins again with them, and one of pictures with other settings.
  mutating func restartScenes(for settings: IdleSettings? = nil) {
    guard idle.attraction != nil, idle.scenes.differs(from: settings) || !showsScene else { return }
    endAttraction()
    idle.beginScenesAgain()
  }

  /// There are other tiles, or they are in another language: so are their pictures.
  mutating func updateScenePictures() {
    guard idle.attraction == .pictures else { return }
    let settings = idle.monitor.settings
    guard !withPanels({ $0.updatePictures(settings) }) else { return }
    endAttraction()
    idle.beginScenesAgain()
  }
}
