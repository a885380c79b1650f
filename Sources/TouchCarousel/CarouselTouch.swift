@_exported import CarouselEngine
@_exported import Gestures

/// What the fingers of one touch do to a carousel: they stop it, turn it, and let it go.
///
/// A value beside the carousel, for programs that route gestures themselves, because several carousels or
/// other things are on one surface. `TouchCarousel` does that for a carousel by itself.
public struct CarouselTouch: Hashable, Sendable {
  /// Whether a drag of this touch turns the carousel.
  public private(set) var isDragging = false
  /// Whether the touch stopped a carousel that was moving. It is a catch then, and its tap selects nothing.
  public private(set) var hasStoppedMotion = false

  /// No finger is on the carousel.
  public init() {}

  /// Whether a drag is one that turns `carousel`: along its axis, or in any direction where perpendicular
  /// swipes count too; not after a long press, which carries something away.
  public static func turns(_ carousel: Carousel, _ drag: Drag) -> Bool {
    guard carousel.options.isScrollEnabled, !drag.isAfterLongPress else { return false }
    return drag.axis.isAlongAxis || !carousel.options.ignoresPerpendicularSwipes
  }

  /// The first finger of the touch lands on `carousel` or beside it.
  public mutating func land(on carousel: inout Carousel, at time: Double) {
    self = CarouselTouch()
    hasStoppedMotion = carousel.touchDown(at: time)
  }

  /// The last finger of the touch is gone, in whatever way.
  public mutating func lift(from carousel: inout Carousel, at time: Double) {
    carousel.touchUp(at: time)
    self = CarouselTouch()
  }

  /// A drag begins, or moves on. A drag can leave the lock on an axis while the finger is down, and take hold
  /// of the carousel late.
  ///
  /// - Parameter center: The center of the carousel's bounds, in the coordinates of the drag.
  /// - Returns: Whether the drag turns the carousel; if not, it may mean something else.
  @discardableResult
  public mutating func drag(
    _ carousel: inout Carousel, with drag: Drag, center: Point, at time: Double
  ) -> Bool {
    guard Self.turns(carousel, drag) else { return false }
    if !isDragging {
      guard carousel.isInPanArea(drag.start - center) else { return false }
      isDragging = true
      carousel.beginDragging(at: time)
    }
    let velocity = carousel.distance(along: drag.velocity)
    carousel.drag(by: carousel.distance(along: drag.delta), velocity: velocity, at: time)
    return true
  }

  /// The finger that turned the carousel lifts, and it glides on.
  public mutating func endDragging(_ carousel: inout Carousel, with drag: Drag, at time: Double) {
    guard isDragging else { return }
    isDragging = false
    let turns = Self.turns(carousel, drag)
    let velocity = turns ? drag.velocity : .zero
    carousel.endDragging(
      velocity: carousel.distance(along: velocity), isStep: turns && drag.isStep, at: time)
  }

  /// The drag was taken back: the carousel settles where it is.
  public mutating func cancelDragging(_ carousel: inout Carousel, at time: Double) {
    guard isDragging else { return }
    isDragging = false
    carousel.cancelDragging(at: time)
  }

  /// Takes a gesture, if it is one that concerns a carousel.
  ///
  /// - Parameter center: The center of the carousel's bounds, in the coordinates of the gestures.
  /// - Returns: Whether it was one. Taps never are, except those that stopped the carousel: what they mean is
  ///   the caller's.
  public mutating func handle(
    _ gesture: Gesture, for carousel: inout Carousel, center: Point, at time: Double
  ) -> Bool {
    switch gesture {
    case .touchBegan: land(on: &carousel, at: time)
    case .touchEnded: lift(from: &carousel, at: time)
    case .dragBegan(let drag), .dragChanged(let drag):
      return self.drag(&carousel, with: drag, center: center, at: time)
    case .dragEnded(let drag):
      guard isDragging else { return false }
      endDragging(&carousel, with: drag, at: time)
    case .dragCancelled:
      guard isDragging else { return false }
      cancelDragging(&carousel, at: time)
    case .tap, .doubleTap: return hasStoppedMotion
    default: return false
    }
    return true
  }
}
