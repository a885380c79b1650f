import Gestures
import Programs
import RotundaGeometry

/// What fingers, keys, wheels and touchpads mean: what is in front is asked first.
extension Shell {
  mutating func handle(_ frame: TouchFrame, at time: Double) {
    guard takesInput(at: time) else { return }
    act(on: input.handle(frame, at: time))
  }

  /// Whether what fingers, keys or a wheel do at `time` is meant for the launcher; if so, it is what is seen.
  private mutating func takesInput(at time: Double) -> Bool {
    guard case .program(_, let since) = screen else { return true }
    guard time >= waitsForCover(until: since) else { return false }
    showCarousel()
    return true
  }

  /// Forgets every finger and key that is down: their ends will be told to another window.
  mutating func releaseInput(at time: Double) {
    act(on: input.cancel(at: time))
    withTiles { if $0.scrolling.isActive { $0.stopScrolling(velocity: 0) } }
    scanner.forgetHold()
  }

  /// The same once another window has the keyboard: nothing shows any more that it was tapped.
  mutating func loseInput(at time: Double) {
    releaseInput(at: time)
    act(on: input.endPress())
  }

  /// What is under way on the tiles ends here.
  mutating func leaveLevel() {
    releaseInput(at: clock)
    // A tap is told before its touch has ended.
    withTiles { $0.endTouch() }
  }

  mutating func act(on gestures: [Gesture]) {
    for gesture in gestures { act(on: gesture) }
    input.reuse(gestures)
  }

  private mutating func act(on gesture: Gesture) {
    if case .touchBegan(let point) = gesture, input.hasTileGestures {
      for decided in input.forgo(except: tilesPanel.recognizers(at: point)) { act(on: decided) }
    }
    let meaning = PanelStack.Meaning(
      bindings: input.bindings, trigger: input.trigger(of: gesture), flickMinimum: input.flickMinimum)
    withPanels { $0.handle(gesture, meaning) }
    if case .touchBegan = gesture, let axis = panels.swipeAxis { input.swipe(along: axis) }
  }

  /// Fingers seen beside the compositor. They belong to the program that has the screen, but for a few gestures.
  mutating func handleGlobal(_ frame: TouchFrame, at time: Double) {
    guard case .program = screen else { return input.forgetElsewhere(at: time) }
    actOnGlobal(input.handleElsewhere(frame, at: time))
  }

  mutating func actOnGlobal(_ gestures: [Gesture]) {
    let bindings = input.bindings.overProgram
    for gesture in gestures {
      guard case .program = screen else { break }
      guard let trigger = input.trigger(of: gesture) else { continue }
      perform(bindings[trigger.trigger], at: trigger.point)
    }
    input.reuse(gestures)
    // What fingers do from now on the launcher sees itself.
    if screen == .carousel { input.forgetElsewhere(at: clock) }
  }

  /// The strip along an edge does what a swipe from there does, and if that is nothing over a program, home: there is
  /// no other use for a strip.
  mutating func stripSwiped(from edge: Edge) {
    let action = input.bindings.overProgram[.edgeSwipe(edge)]
    perform(action == .none ? .home : action)
  }

  /// The key of remote controls that leads to the beginning from wherever one is.
  private static let remoteHome = Key.other("XF86HomePage")

  mutating func handle(_ event: KeyEvent, at time: Double) {
    guard event.phase != .released else { return scanner.release(event, at: time) }
    guard event.modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return }
    // A key that is still held from before the program says nothing about who is seen.
    guard screen == .carousel || event.phase == .pressed, takesInput(at: time) else { return }
    guard !handleSwitch(event) else { return }
    stopScanning()
    guard event.key != Self.remoteHome else { return perform(.home) }
    withPanels { $0.handle(event) }
  }

  mutating func handle(_ event: ScrollEvent, at time: Double) {
    guard panels.scrolls, takesInput(at: time) else { return }
    withPanels { $0.handle(event) }
  }
}

// The tiles.
extension Shell {
  /// A tile of the launcher, in whatever folder it is.
  func findTile(_ id: String) -> LauncherTile? { tilesPanel.findTile(id) }

  /// Closes the folder that is open; whether there was one.
  @discardableResult
  mutating func closeFolder() -> Bool {
    guard tilesPanel.levels.count > 1 else { return false }
    leaveLevel()
    withTiles { $0.closeFolder() }
    return true
  }

  /// Goes on at a visitor's place; nil is the one that waited for a screen.
  mutating func restore(_ place: [String]?) {
    leaveLevel()
    withTiles { $0.restore(place) }
  }

  mutating func openFolder(_ tile: LauncherTile, _ tiles: [LauncherTile]) {
    leaveLevel()
    withTiles { $0.openFolder(tile, tiles) }
  }

  /// Starts the programs that are to be told of a value now.
  mutating func sendValues() {
    guard tilesPanel.values.deadline.map({ $0 <= clock }) == true else { return }
    while let due = panels.tiles.values.due(at: clock) {
      if let hung = due.hung { outbox.append(.stop(hung)) }
      var program: ProgramID?
      if let control = due.part.value, case .start(let command) = due.part.action {
        program = runSilently(control.command(command, for: due.value), for: due.part)
      }
      panels.tiles.values.began(program, for: due.part.id, at: clock)
    }
  }

  /// A program without a window ended: whether another program sets its value by now, and its end means nothing. What the
  /// machine has now is looked up, where it can be.
  mutating func isOutdated(_ program: ProgramID, _ ended: SilentProgram, hasFailed: Bool) -> Bool {
    guard let id = ended.control else { return false }
    guard panels.tiles.values.ended(program, of: id, hasFailed: hasFailed) else { return true }
    isDirty = true
    if let source = tilesPanel.valueParts[id]?.value?.source { outbox.append(.readValue(source)) }
    sendValues()
    return false
  }
}
