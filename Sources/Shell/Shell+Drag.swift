import CarouselEngine
import RotundaGeometry
import TouchCarousel
import Gestures

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
