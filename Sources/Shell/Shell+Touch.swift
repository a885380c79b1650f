import CarouselEngine
import RotundaGeometry
import Gestures

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
