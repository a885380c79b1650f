import Configuration
import Gestures
import RotundaGeometry

// Touches, keys and wheels.
extension Presentation {
  /// Returns an event in coordinates of the picture before its motion and mirroring.
  func placed(_ event: ShellEvent) -> ShellEvent {
    let event = orbit.offset == .zero ? event : event.moved(back: orbit.offset)
    return panels.environment.isMirrored
      ? event.mirrored(width: panels.environment.metrics.size.width) : event
  }

  /// Reports whether a gesture counts. At the end of a touch, the picture returns to its place.
  mutating func admits(_ gesture: Gesture) -> Bool {
    guard input.firstTouch.admits(gesture) else { return false }
    if case .touchEnded = gesture { returnFromOrbit() }
    return true
  }

  /// Returns the gestures that a landing finger decides. They precede its gesture.
  mutating func decided(by gesture: Gesture) -> [Gesture] {
    guard case .touchBegan(let point) = gesture, input.hasTileGestures else { return [] }
    return input.forgo(except: panels.tiles.recognizers(at: point))
  }

  /// Handles a gesture.
  mutating func handle(_ gesture: Gesture) {
    let meaning = PanelStack.Meaning(
      bindings: input.bindings, trigger: input.trigger(of: gesture), flickMinimum: input.flickMinimum)
    panels.handle(gesture, meaning)
    if case .touchBegan = gesture, let axis = panels.swipeAxis { input.swipe(along: axis) }
  }

  /// Cancels all fingers and keys that are down, because another window receives their ends.
  mutating func releaseInput(at time: Double? = nil) {
    explorer.cancel()
    touchGuard.cancel()
    handleAll(input.cancel(at: time ?? clock))
    if panels.tiles.scrolling.isActive { panels.tiles.stopScrolling(velocity: 0) }
    forgetHold()
  }

  private mutating func handleAll(_ gestures: [Gesture]) {
    for gesture in gestures where admits(gesture) { handle(gesture) }
    input.reuse(gestures)
  }

  /// Handles a change of keyboard focus.
  mutating func setFocus(_ hasFocus: Bool, at time: Double) {
    if !hasFocus {
      releaseInput(at: time)
      // No tile looks pressed now.
      handleAll(input.endPress())
    }
    let isLaunchCovered = !hasFocus && !isLauncherSeen
    panels.tiles.launch?.isCovered = isLaunchCovered
  }

  /// Handles a key that goes down or repeats: for one-switch scanning, a bound action, or the front panel.
  mutating func handle(_ event: KeyEvent) {
    guard !handleSwitch(event), keyGuard.admits(event, at: clock), !handleReadingKey(event) else { return }
    stopScanning()
    guard let button = ControllerButton(event.key), input.bindings[button] != .none else {
      return panels.handle(event)
    }
    let action = input.bindings[button]
    if let key = action.key {
      panels.handle(bound(key, event.phase))
    } else if event.phase == .pressed {
      panels.want(.perform(action, at: nil))
    }
  }

  /// Returns the key of a button. On a mirrored screen, left and right follow the visible image.
  func bound(_ key: Key, _ phase: KeyEvent.Phase) -> KeyEvent {
    let event = KeyEvent(key, phase)
    return panels.environment.isMirrored ? event.mirrored : event
  }
}

// Presence.
extension Presentation {
  /// Handles the rest of an event. `endsScene` says that a scene among the tiles was visible.
  mutating func admit(_ event: ShellEvent, rest: ShellEvent?, isSomebody: Bool, endsScene: Bool) {
    if case .touch(let frame) = event {
      if frame.lands, endsScene { input.firstTouch.land() }
      if frame.isTouched { stopScanning() }
      if frame.lands { interruptSpeech() }
    } else if isSomebody {
      interruptSpeech()
    }
    // A touch that counts acts on the tiles' visible places.
    if case .touch = rest {} else if isSomebody { returnFromOrbit() }
  }

  /// Notes a visitor's activity.
  mutating func visitorCame(isNew: Bool, at time: Double) {
    if isNew {
      repeatAll()
      panels.tiles.beginVisit()
    } else {
      panels.tiles.nudge.touched(at: time)
    }
  }

  /// Returns the picture to its place.
  mutating func returnFromOrbit() { if orbit.reset() { panels.redraw() } }
  /// Moves the picture a little when it is due.
  mutating func meetOrbit(at time: Double) {
    let environment = panels.environment
    let isMoved = orbit.meet(at: time, letters: environment.metrics.plainFontSize, scale: environment.scale)
    if isMoved { panels.redraw() }
  }
}

// Navigation.
extension Presentation {
  /// Ends all gestures on the tiles.
  mutating func leaveLevel() {
    releaseInput()
    // A tap comes before the end of its touch.
    panels.tiles.endTouch()
  }

  /// Closes the open folder, if any.
  mutating func closeFolder() {
    guard panels.tiles.levels.count > 1 else { return }
    leaveLevel()
    panels.tiles.closeFolder()
  }

  /// Restores a visitor's place; nil for the place that waited for a screen.
  mutating func restore(_ place: [String]?) {
    leaveLevel()
    panels.tiles.restore(place)
  }

  /// Returns the tiles to the beginning of a visit.
  mutating func showFirstTiles() {
    // An operator's message also concerns the next visitor.
    if case .announcement = panels.notice.notice?.message {} else { panels.dismissNotice() }
    panels.tiles.closeOuterFolders()
    closeFolder()
    panels.tiles.showFirstTiles()
  }

  /// Opens a folder or a page.
  mutating func enter(_ tile: LauncherTile) {
    leaveLevel()
    switch tile.action {
    case .folder(let tiles): panels.tiles.openFolder(tile, tiles)
    case .page(let content):
      let tiles = panels.tiles
      panels.show(
        ContentPage(
          tile, content.linked(tiles.findTile), from: tiles.growingTile(tile.id),
          isReduced: tiles.theme.hasReducedMotion, at: clock))
    default: break
    }
  }

  /// Closes the screen in front, one at a time.
  mutating func goBack() {
    if !panels.isEmpty || panels.notice.notice != nil || panels.tiles.levels.count > 1 { play(.back) }
    if !panels.goBack() { closeFolder() }
  }
}
