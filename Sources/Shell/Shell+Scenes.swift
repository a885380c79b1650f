import Configuration
import Gestures
import Programs

// What the launcher shows between visits.
extension Shell {
  /// Whether what is seen is a scene of its own, and not the tiles.
  var showsScene: Bool {
    idle.scenes.isSeen(
      isPageOpen: panels.first(ContentPage.self)?.isOpen == true,
      arePicturesOpen: panels.first(AttractPanel.self)?.isOpen == true, foreground.program)
  }

  private var sceneList: [AttractScene] { idle.monitor.settings.scenes }

  /// The last visit is long over: the scenes begin.
  mutating func attract(at time: Double) {
    guard !isCovered, idle.cover == nil, panels.alone == nil, standing == nil, !showsScene else { return }
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

  /// A program that was shown ended by itself.
  mutating func sceneEnded(at time: Double) {
    idle.scenes.programEnded(at: time)
    showNextScene(at: time)
  }

  /// Shows the next scene that has something to show; the carousel moves where none has.
  private mutating func showNextScene(at time: Double) {
    let scenes = sceneList
    let order = idle.scenes.order(of: scenes.count)
    endAttraction(keepsPictures: true)
    let seconds = scenes.count > 1 ? idle.monitor.settings.sceneDuration : nil
    let shown = order.lazy.compactMap { index in scenes.indices.contains(index) ? index : nil }
    for index in shown {
      guard let mode = show(scenes[index], number: index, at: time) else { continue }
      idle.scenes.show(mode, scene: index, for: seconds, at: time)
      if mode != .pictures { closePictures() }
      return
    }
    closePictures()
    if let mode = moveCarousel(turns: scenes != [.step], at: time) { idle.scenes.showNone(but: mode) }
  }

  /// Begins a scene; nil when it has nothing to show.
  private mutating func show(_ scene: AttractScene, number: Int, at time: Double) -> AttractMode? {
    switch scene {
    case .hero, .slides:
      guard let pictures = pictures(of: scene) else { return nil }
      if panels.first(AttractPanel.self)?.isOpen == true {
        withPanels { $0.change(AttractPanel.self) { $0.show(pictures) } }
      } else {
        endVisitForScene()
        show(AttractPanel(pictures, from: idle.scenes.firstPicture(of: number), at: time))
      }
      return .pictures
    case .ghost: return withTiles { $0.beginGhost() } ? .ghost : nil
    case .turn, .step: return moveCarousel(turns: scene == .turn, at: time)
    case .tile(let id):
      // What is behind the PIN is not for everybody to see.
      guard let tile = findTile(id), tile.isEnabled, !tile.needsPIN else { return nil }
      return showByItself(tile)
    }
  }

  private mutating func endVisitForScene() {
    endVisit()
    idle.skipVisitSteps()
  }

  /// Opens a tile as a scene; nil when it has nothing to show.
  private mutating func showByItself(_ tile: LauncherTile) -> AttractMode? {
    switch tile.action {
    case .start, .page:
      endVisitForScene()
      open(tile, isAsked: false)
    case .folder, .perform, .unavailable: return nil
    }
    if let program = foreground.program { return .program(program) }
    return panels.first(ContentPage.self)?.isOpen == true ? .page : nil
  }

  private mutating func moveCarousel(turns: Bool, at time: Double) -> AttractMode? {
    guard tilesPanel.tiles.count > 1 else { return nil }
    isDirty = true
    guard turns, tilesPanel.carousel.isWrapEnabled else { return .stepping(next: time + Attraction.pause) }
    withTiles { $0.beginTurning(speed: Attraction.turningSpeed) }
    return .turning
  }

  /// The tiles are back, and the carousel comes to rest. With `keepsPictures`, another scene follows that may go on with them.
  mutating func endAttraction(keepsPictures: Bool = false) {
    let isSeen = showsScene
    if let number = panels.first(AttractPanel.self)?.nextNumber { idle.scenes.keep(picture: number) }
    switch idle.scenes.end() {
    case .page where isSeen: withPanels { $0.close(.page) }
    case .program where isSeen: leaveProgram()
    case .turning: withTiles { $0.endTurning() }
    case .ghost: withTiles { $0.endGhost() }
    case .pictures where !keepsPictures: closePictures()
    case .page, .program, .pictures, .stepping, nil: break
    }
  }

  private mutating func closePictures() { withPanels { $0.close(.attract) } }

  /// Other settings, or other tiles: a scene among the tiles begins again with them, and one of pictures with other settings.
  mutating func restartScenes(for settings: IdleSettings? = nil) {
    guard let mode = idle.attraction else { return }
    let isOther = mode == .pictures && settings.map { $0 != idle.monitor.settings } == true
    guard isOther || !showsScene else { return }
    endAttraction()
    idle.beginScenesAgain()
  }

  /// Shows the picture of the tile in the middle half-way, for a picture of that moment.
  mutating func previewScene() {
    guard let pictures = pictures(of: .hero) else { return }
    let middle = pictures.slides.firstIndex { $0.name == tilesPanel.middleTile?.name } ?? 0
    var panel = AttractPanel(pictures, from: middle, at: clock)
    panel.skipHalf()
    show(panel)
  }

  /// The pictures that are shown are those of other tiles or of another language now.
  mutating func updateScenePictures() {
    guard idle.attraction == .pictures, let shown = panels.first(AttractPanel.self)?.pictures else { return }
    guard let pictures = pictures(of: shown.scene) else {
      endAttraction()
      return idle.beginScenesAgain()
    }
    if pictures != shown { withPanels { $0.change(AttractPanel.self) { $0.show(pictures) } } }
  }

  /// What a scene of pictures shows; nil where there are none.
  private func pictures(of scene: AttractScene) -> AttractPictures? {
    let settings = idle.monitor.settings
    let pictures =
      scene == .hero
      ? AttractPictures(ofTiles: tilesPanel.levels[0].shelves.flatMap(\.tiles))
      : AttractPictures(
        settings, settings.slides.isEmpty ? tilesPanel.backdrop.settings.pictures : settings.slides,
        languages: tilesPanel.header.languages)
    guard !pictures.slides.isEmpty else { return nil }
    return pictures.drawn(atMost: Double(settings.attractRate))
  }
}
