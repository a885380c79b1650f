import CarouselEngine
import Gestures
import RotundaGeometry
import TouchCarousel

/// What fingers mean.
extension Shell {
  mutating func handle(_ frame: TouchFrame, at time: Double) {
    guard takesInput(at: time) else { return }
    gestureBuffer.removeAll(keepingCapacity: true)
    recognizer.handle(frame, at: time, into: &gestureBuffer)
    actOnGestures()
  }

  /// Whether what fingers, keys or a wheel do at `time` is meant for the launcher; if so, it is what is seen.
  mutating func takesInput(at time: Double) -> Bool {
    guard case .program(_, let since) = screen else { return true }
    guard time >= waitsForCover(until: since) else { return false }
    showCarousel()
    return true
  }

  /// Forgets every finger and key that is down: their ends will be told to somebody else.
  mutating func releaseInput(at time: Double) {
    gestureBuffer.removeAll(keepingCapacity: true)
    recognizer.cancelAll(at: time, into: &gestureBuffer)
    actOnGestures()
    if scrolling.isActive { stopScrolling(velocity: 0) }
    scan.countsAt = nil
  }

  mutating func actOnGestures() {
    // Taken out, because opening a program releases its input and so comes here again.
    var gestures: [Gesture] = []
    swap(&gestures, &gestureBuffer)
    for gesture in gestures { act(on: gesture) }
    gestures.removeAll(keepingCapacity: true)
    swap(&gestures, &gestureBuffer)
  }

  mutating func act(on gesture: Gesture) {
    if case .touchBegan(let point) = gesture { forgoGesturesOfOtherTiles(at: point) }
    if panelsHandle(gesture) { return }
    switch gesture {
    case .touchBegan(let point): beginTouch(at: point)
    case .touchEnded: endTouch()
    case .pressBegan(let point): press(at: point)
    case .pressEnded: press(at: nil)
    case .tap(let point): tap(at: point)
    case .dragBegan(let drag), .dragChanged(let drag):
      if touch.slider != nil { return dragSlider(drag) }
      switch sliderMove(drag) {
      case .moves: return beginSliderDrag(drag)
      case .undecided: return
      case .none: break
      }
      if case .dragBegan = gesture { beginDrag(drag) } else { continueDrag(drag) }
    case .dragEnded(let drag):
      if touch.slider != nil {
        touch.slider = nil
      } else if touch.drivesCarousel || touch.drivesStack || touch.drivesContent {
        endDrag(drag)
      } else {
        endOtherDrag(drag)
      }
    case .dragCancelled:
      cancelSliderDrag()
      cancelDrag()
    default: performBound(gesture)
    }
  }

  /// A swipe that is not the carousel's: on a message it sends that away, elsewhere it does what it is bound to.
  private mutating func endOtherDrag(_ drag: Drag) {
    if isOnNotice(drag.start) {
      guard trigger(of: .dragEnded(drag)) != nil else { return }
      dismissNotice()
      return
    }
    performBound(.dragEnded(drag))
  }

  private mutating func performBound(_ gesture: Gesture) {
    guard !performOfTile(gesture), let (trigger, point) = trigger(of: gesture) else { return }
    perform(bindings[trigger], at: point)
  }

  private mutating func beginTouch(at point: Point) {
    touch = TouchState()
    touch.shelf = target(at: point).shelf
    recognizer.axis = touchedShelf.axis
    // What a touchpad does from now on, its stop included, must not take the carousel from the finger.
    if scrolling.isActive { stopScrolling(velocity: 0) }
    let hasCaught = catchContent(at: point)
    let looksStill = change == nil && level.looksStill(touch.shelf)
    let hasStopped = (touchedShelf.carousel.touchDown(at: clock), level.stack.touchDown(at: clock))
    touch.touchedSlider = touchedSlider(at: point)
    guard hasStopped.0 || hasStopped.1 || hasCaught || change != nil else { return }
    touch.stoppedMotion = !looksStill || hasCaught
    isDirty = true
  }

  /// No finger is on the surface any more, or none that counts.
  mutating func endTouch() {
    press(at: nil)
    releaseContent()
    touchedShelf.carousel.touchUp(at: clock)
    level.stack.touchUp(at: clock)
    touch = TouchState()
  }

  private mutating func press(at point: Point?) {
    let control = touch.stoppedMotion ? nil : point.flatMap { self.control(at: $0) }
    let tile = control == nil ? point.flatMap { pressedTile(at: $0) } : nil
    guard tile != touch.pressedTile || control != touch.pressedControl else { return }
    touch.pressedTile = tile
    touch.pressedControl = control
    movePress()
    isDirty = true
  }

  private func pressedTile(at point: Point) -> Int? {
    let target = target(at: point)
    let isTapEnabled = level.shelves[target.shelf].carousel.options.isTapEnabled
    return touch.stoppedMotion || target.shelf != touch.shelf || !isTapEnabled ? nil : target.tile
  }

  private mutating func tap(at point: Point) {
    if let notice, isOnNotice(point) {
      return tapNotice(notice, at: point)
    }
    guard !isOnMark(point) else { return perform(.admin) }
    guard !touch.stoppedMotion else { return }
    guard bindings[.tap] == .open else { return perform(bindings[.tap], at: point) }
    let target = target(at: point)
    guard target.shelf == level.current else { return approach(target) }
    if let touched = control(at: point) {
      if tapValue(touched, at: point) { return }
      return activate(touched.control, of: tiles[touched.tile])
    }
    guard carousel.options.isTapEnabled, let index = target.tile else { return }
    if index == carousel.currentItemIndex || !tiles[index].isLive && !carousel.options.centersItemWhenSelected
    {
      open(index)
    } else {
      sound(.tap)
      center(index)
    }
  }

  /// Brings another shelf to the middle, and its tile that was touched too.
  private mutating func approach(_ target: Level.Target) {
    show(shelf: target.shelf)
    if let tile = target.tile { center(tile, of: target.shelf) }
  }
}

/// What the fingers on the surface are about, from the first one down to the last one up.
struct TouchState: Hashable {
  /// Whether this touch stopped a gliding carousel: then it opens nothing.
  var stoppedMotion = false
  /// What this touch does to the carousel of its shelf.
  var ofCarousel = CarouselTouch()
  /// Whether a drag of this touch moves the carousel.
  var drivesCarousel: Bool { ofCarousel.isDragging }
  /// Whether a drag of this touch moves the shelves.
  var drivesStack = false
  /// Whether a drag of this touch moves what is on the tile in the middle.
  var drivesContent = false
  /// The slider on which the first finger landed.
  var touchedSlider: SliderDrag?
  /// The slider that a drag of this touch moves.
  var slider: SliderDrag?
  /// The control that shows it is pressed.
  var pressedControl: ControlPlace?
  /// The shelf on which the first finger landed.
  var shelf = 0
  /// The tile of it that shows it is pressed.
  var pressedTile: Int?
}

/// What fingers that move mean: along the tiles they turn the carousel on which they landed, across them they move the
/// shelves.
extension Shell {
  /// Whether a drag runs across the tiles, there are other shelves, and swipes are bound to go to them.
  private func movesShelves(_ drag: Drag) -> Bool {
    drag.axis == .perpendicular && !drag.isAfterLongPress && !isOnNotice(drag.start)
      && level.hasSeveralShelves
      && bindings.moveShelves(isVertical: level.isStackVertical) && !mayFlickTile(drag)
  }

  mutating func beginDrag(_ drag: Drag) {
    if movesContent(drag) { return beginContentDrag(drag) }
    if movesShelves(drag) { return beginShelfDrag(drag) }
    turnCarousel(with: drag)
  }

  /// The lock on an axis may be left while the finger is down; until then a perpendicular swipe moves no tiles. What
  /// moves the shelves does so to its end.
  mutating func continueDrag(_ drag: Drag) {
    if touch.drivesStack { return moveShelves(by: drag.delta, drag) }
    if touch.drivesContent { return dragContent(by: drag.delta, drag) }
    if movesContent(drag) { return beginContentDrag(drag) }
    if movesShelves(drag) { return beginShelfDrag(drag) }
    turnCarousel(with: drag)
  }

  /// The finger that moved something lifts.
  mutating func endDrag(_ drag: Drag) {
    if touch.drivesContent { endContentDrag(velocity: drag.velocity) }
    if touch.drivesStack {
      touch.drivesStack = false
      level.stack.endDragging(velocity: level.stack.distance(along: drag.velocity), at: clock)
    }
    touchCarousel { $0.endDragging(&$1, with: drag, at: $2) }
  }

  mutating func cancelDrag() {
    if touch.drivesStack { level.stack.cancelDragging(at: clock) }
    touchCarousel { $0.cancelDragging(&$1, at: $2) }
    if touch.drivesContent { endContentDrag(velocity: .zero) }
    touch.drivesStack = false
  }

  private mutating func turnCarousel(with drag: Drag) {
    let center = Point(metrics.size.width / 2, metrics.size.height / 2) + level.place(of: touch.shelf)
    if touchCarousel({ $0.drag(&$1, with: drag, center: center, at: $2) }) { isDirty = true }
  }

  /// Does something with the touch and the carousel on which it landed.
  private mutating func touchCarousel<Result>(
    _ action: (inout CarouselTouch, inout Carousel, _ time: Double) -> Result
  ) -> Result {
    var state = touch.ofCarousel
    defer { touch.ofCarousel = state }
    return action(&state, &touchedShelf.carousel, clock)
  }

  private mutating func beginShelfDrag(_ drag: Drag) {
    // The way was not decided yet when the finger left its place.
    if touch.drivesCarousel { cancelDrag() }
    touch.drivesStack = true
    level.stack.beginDragging(at: clock)
    moveShelves(by: drag.translation, drag)
  }

  private mutating func moveShelves(by way: Point, _ drag: Drag) {
    let velocity = level.stack.distance(along: drag.velocity)
    level.stack.drag(by: level.stack.distance(along: way), velocity: velocity, at: clock)
    isDirty = true
  }
}

/// Keeps touches back that only woke the screen, each from its down to its own up.
struct TouchSieve: Hashable {
  private var ignored: Set<Int32> = []

  /// More fingers than anybody has: beyond that, downs that never lift are forgotten.
  private static let limit = 64

  /// What is left of a frame; nil when nothing is. With `wakes`, fingers that land in it are kept back.
  mutating func admit(_ frame: TouchFrame, wakes: Bool) -> TouchFrame? {
    guard wakes || !ignored.isEmpty else { return frame }
    let shapes = frame.shapes.filter { !ignored.contains($0.id) }
    let events = frame.events.filter { admits($0, wakes: wakes) }
    return events.isEmpty && shapes.isEmpty ? nil : TouchFrame(events, shapes: shapes)
  }

  private mutating func admits(_ event: TouchEvent, wakes: Bool) -> Bool {
    switch event {
    case .down(let id, _, _):
      if wakes, ignored.count < Self.limit {
        ignored.insert(id)
      } else {
        // A compositor may forget to tell of an up, and give the id to the next finger.
        ignored.remove(id)
      }
      return !wakes
    case .motion(let id, _, _): return !ignored.contains(id)
    case .up(let id, _), .cancelContact(let id): return ignored.remove(id) == nil
    case .cancel, .lost:
      ignored = []
      return true
    }
  }
}

extension TouchFrame {
  /// Whether a finger lands in it.
  var lands: Bool { events.contains { if case .down = $0 { true } else { false } } }
  /// Whether a finger does something in it, and not only a compositor.
  var isTouched: Bool {
    events.contains { event in
      switch event {
      case .down, .motion: true
      case .up, .cancelContact, .cancel, .lost: false
      }
    }
  }
}

/// Gestures while a program covers the launcher.
extension Shell {
  /// Fingers seen beside the compositor. They belong to the program that has the screen, but for a few gestures.
  mutating func handleGlobal(_ frame: TouchFrame, at time: Double) {
    guard case .program = screen else { return forgetGlobalTouch(at: time) }
    gestureBuffer.removeAll(keepingCapacity: true)
    globalRecognizer.handle(frame, at: time, into: &gestureBuffer)
    actOnGlobalGestures()
  }

  mutating func meetGlobalDeadline(at time: Double) {
    gestureBuffer.removeAll(keepingCapacity: true)
    globalRecognizer.advance(to: time, into: &gestureBuffer)
    actOnGlobalGestures()
  }

  /// The strip along an edge does what a swipe from there does, and if that is nothing over a program, home: there is
  /// no other use for a strip.
  mutating func stripSwiped(from edge: Edge) {
    let action = bindings.overProgram[.edgeSwipe(edge)]
    perform(action == .none ? .home : action)
  }

  private mutating func actOnGlobalGestures() {
    var gestures: [Gesture] = []
    swap(&gestures, &gestureBuffer)
    let bindings = bindings.overProgram
    for gesture in gestures {
      guard case .program = screen else { break }
      guard let trigger = trigger(of: gesture) else { continue }
      perform(bindings[trigger.trigger], at: trigger.point)
    }
    gestures.removeAll(keepingCapacity: true)
    swap(&gestures, &gestureBuffer)
    if screen == .carousel { forgetGlobalTouch(at: clock) }
  }

  /// What fingers do from now on the launcher sees itself.
  mutating func forgetGlobalTouch(at time: Double) {
    var forgotten: [Gesture] = []
    globalRecognizer.cancelAll(at: time, into: &forgotten)
  }
}
