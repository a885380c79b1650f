import CarouselEngine
import Geometry
import Gestures

/// What fingers mean.
extension Shell {
  /// Seconds after a program's start in which touches and keys on the launcher are not meant for it: the program's
  /// window is about to cover it. One that comes later shows that the launcher is what the visitor sees.
  static let coveringTime = 10.0
  /// Points from its place within which a tile looks as if it were there: half of what fingers hit within.
  private static let stillDistance = 4.0
  /// Points per second below which a motion is not seen as one: a point a frame at 60 Hz.
  private static let stillSpeed = 60.0

  mutating func handle(_ frame: TouchFrame, at time: Double, into effects: inout [ShellEffect]) {
    guard takesInput(at: time) else { return }
    gestureBuffer.removeAll(keepingCapacity: true)
    recognizer.handle(frame, at: time, into: &gestureBuffer)
    actOnGestures(into: &effects)
  }

  /// Whether what fingers, keys or a wheel do at `time` is meant for the launcher; if so, it is what is seen.
  mutating func takesInput(at time: Double) -> Bool {
    guard case .program(_, let since) = screen else { return true }
    guard time - since >= Self.coveringTime else { return false }
    showCarousel()
    return true
  }

  /// Forgets every finger and key that is down: their ends will be told to somebody else.
  mutating func releaseInput(at time: Double, into effects: inout [ShellEffect]) {
    gestureBuffer.removeAll(keepingCapacity: true)
    recognizer.cancelAll(at: time, into: &gestureBuffer)
    actOnGestures(into: &effects)
    if scrolling.isActive { stopScrolling(velocity: 0) }
  }

  mutating func actOnGestures(into effects: inout [ShellEffect]) {
    // Taken out, because opening a program releases its input and so comes here again.
    var gestures: [Gesture] = []
    swap(&gestures, &gestureBuffer)
    for gesture in gestures { act(on: gesture, into: &effects) }
    gestures.removeAll(keepingCapacity: true)
    swap(&gestures, &gestureBuffer)
  }

  private mutating func act(on gesture: Gesture, into effects: inout [ShellEffect]) {
    switch gesture {
    case .touchBegan: beginTouch()
    case .touchEnded: endTouch()
    case .pressBegan(let point): press(at: point)
    case .pressEnded: press(at: nil)
    case .tap(let point): tap(at: point, into: &effects)
    case .dragBegan(let drag): beginDrag(drag)
    case .dragChanged(let drag): continueDrag(drag)
    case .dragEnded(let drag):
      if touch.drivesCarousel {
        endDrag(velocity: turnsCarousel(drag) ? drag.velocity : .zero)
      } else {
        performBound(gesture, into: &effects)
      }
    case .dragCancelled: cancelDrag()
    default: performBound(gesture, into: &effects)
    }
  }

  private mutating func performBound(_ gesture: Gesture, into effects: inout [ShellEffect]) {
    guard let (trigger, point) = trigger(of: gesture) else { return }
    perform(bindings[trigger], at: point, into: &effects)
  }

  private mutating func beginTouch() {
    touch = TouchState()
    // What a touchpad does from now on, its stop included, must not take the carousel from the finger.
    if scrolling.isActive { stopScrolling(velocity: 0) }
    let looksStill = looksStill
    guard carousel.touchDown(at: clock) else { return }
    touch.stoppedMotion = !looksStill
    isDirty = true
  }

  /// Whether what still moves is the end of a settling that nobody sees: then a touch is a touch on a tile.
  private var looksStill: Bool {
    let distance = abs(carousel.offset(forItemAt: carousel.currentItemIndex)) * carousel.itemExtent
    return distance < Self.stillDistance && speed < Self.stillSpeed
  }

  private mutating func endTouch() {
    press(at: nil)
    touch = TouchState()
    carousel.touchUp(at: clock)
  }

  private mutating func press(at point: Point?) {
    let tile = point.flatMap { touch.stoppedMotion ? nil : tileIndex(at: $0) }
    guard tile != touch.pressedTile else { return }
    touch.pressedTile = tile
    isDirty = true
  }

  private mutating func tap(at point: Point, into effects: inout [ShellEffect]) {
    if let notice, noticeFrame(notice)?.contains(point) == true { return dismissNotice() }
    guard !touch.stoppedMotion else { return }
    guard bindings[.tap] == .open else { return perform(bindings[.tap], at: point, into: &effects) }
    guard let index = tileIndex(at: point) else { return }
    if index == carousel.currentItemIndex || !carousel.options.centersItemWhenSelected {
      open(index, into: &effects)
    } else {
      center(index)
    }
  }

  /// The frontmost tile under a point of the surface.
  func tileIndex(at point: Point) -> Int? {
    let center = Point(metrics.size.width / 2, metrics.size.height / 2)
    return carousel.itemIndex(at: point - center)
  }

  /// Whether a drag runs the way of the tiles, or need not.
  private func turnsCarousel(_ drag: Drag) -> Bool {
    guard carousel.options.isScrollEnabled, !drag.isAfterLongPress else { return false }
    return drag.axis.isAlongAxis || !carousel.options.ignoresPerpendicularSwipes
  }

  private mutating func beginDrag(_ drag: Drag) {
    let center = Point(metrics.size.width / 2, metrics.size.height / 2)
    guard turnsCarousel(drag), carousel.isInPanArea(drag.start - center) else { return }
    touch.drivesCarousel = true
    carousel.beginDragging(at: clock)
    move(with: drag)
  }

  /// The lock on an axis may be left while the finger is down; until then a perpendicular swipe moves nothing.
  private mutating func continueDrag(_ drag: Drag) {
    guard turnsCarousel(drag) else { return }
    if touch.drivesCarousel { move(with: drag) } else { beginDrag(drag) }
  }

  private mutating func move(with drag: Drag) {
    carousel.drag(
      by: carousel.distance(along: drag.delta), velocity: carousel.distance(along: drag.velocity), at: clock)
    isDirty = true
  }

  private mutating func endDrag(velocity: Point) {
    touch.drivesCarousel = false
    carousel.endDragging(velocity: carousel.distance(along: velocity), at: clock)
  }

  private mutating func cancelDrag() {
    guard touch.drivesCarousel else { return }
    touch.drivesCarousel = false
    carousel.cancelDragging(at: clock)
  }
}
