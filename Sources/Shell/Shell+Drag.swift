import CarouselEngine
import Geometry
import Gestures

/// What fingers that move mean: along the tiles they turn the carousel on which they landed, across them they move the
/// shelves.
extension Shell {
  /// Whether a drag runs the way of the tiles, or need not.
  private func turnsCarousel(_ drag: Drag) -> Bool {
    let options = touchedShelf.carousel.options
    guard options.isScrollEnabled, !drag.isAfterLongPress else { return false }
    return drag.axis.isAlongAxis || !options.ignoresPerpendicularSwipes
  }

  /// Whether a drag runs across the tiles, there are other shelves, and swipes are bound to go to them.
  private func movesShelves(_ drag: Drag) -> Bool {
    drag.axis == .perpendicular && !drag.isAfterLongPress && !isOnNotice(drag.start)
      && level.hasSeveralShelves
      && bindings.moveShelves(isVertical: level.isStackVertical) && !mayFlickTile(drag)
  }

  mutating func beginDrag(_ drag: Drag) {
    if movesContent(drag) { return beginContentDrag(drag) }
    if movesShelves(drag) { return beginShelfDrag(drag) }
    let center = Point(metrics.size.width / 2, metrics.size.height / 2)
    let place = drag.start - center - level.place(of: touch.shelf)
    guard turnsCarousel(drag), touchedShelf.carousel.isInPanArea(place) else { return }
    touch.drivesCarousel = true
    touchedShelf.carousel.beginDragging(at: clock)
    move(with: drag)
  }

  /// The lock on an axis may be left while the finger is down; until then a perpendicular swipe moves no tiles. What
  /// moves the shelves does so to its end.
  mutating func continueDrag(_ drag: Drag) {
    if touch.drivesStack { return moveShelves(by: drag.delta, drag) }
    if touch.drivesContent { return dragContent(by: drag.delta, drag) }
    if movesContent(drag) { return beginContentDrag(drag) }
    if movesShelves(drag) { return beginShelfDrag(drag) }
    guard turnsCarousel(drag) else { return }
    if touch.drivesCarousel { move(with: drag) } else { beginDrag(drag) }
  }

  /// The finger that moved something lifts.
  mutating func endDrag(_ drag: Drag) {
    if touch.drivesContent { endContentDrag(velocity: drag.velocity) }
    if touch.drivesStack {
      touch.drivesStack = false
      level.stack.endDragging(velocity: level.stack.distance(along: drag.velocity), at: clock)
    }
    guard touch.drivesCarousel else { return }
    touch.drivesCarousel = false
    let velocity = turnsCarousel(drag) ? drag.velocity : .zero
    touchedShelf.carousel.endDragging(velocity: touchedShelf.carousel.distance(along: velocity), at: clock)
  }

  mutating func cancelDrag() {
    if touch.drivesStack { level.stack.cancelDragging(at: clock) }
    if touch.drivesCarousel { touchedShelf.carousel.cancelDragging(at: clock) }
    if touch.drivesContent { endContentDrag(velocity: .zero) }
    touch.drivesStack = false
    touch.drivesCarousel = false
  }

  private mutating func move(with drag: Drag) {
    let distance = touchedShelf.carousel.distance(along: drag.delta)
    let velocity = touchedShelf.carousel.distance(along: drag.velocity)
    touchedShelf.carousel.drag(by: distance, velocity: velocity, at: clock)
    isDirty = true
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
