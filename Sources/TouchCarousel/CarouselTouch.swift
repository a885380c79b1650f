@_exported import CarouselEngine
@_exported import Gestures

/// The effect of one touch on a carousel: its fingers stop, scroll and release the carousel.
///
/// For programs that route gestures themselves, because one surface has several carousels or other content.
/// For a single carousel, use `TouchCarousel`.
public struct CarouselTouch: Hashable, Sendable {
  /// Whether a drag of this touch scrolls the carousel.
  public private(set) var isDragging = false
  /// Whether the touch stopped a moving carousel. If so, its tap selects nothing.
  public private(set) var hasStoppedMotion = false

  /// Creates a touch without fingers on the carousel.
  public init() {}

  /// Reports whether a drag scrolls `carousel`: it runs along the axis, or the carousel also accepts
  /// perpendicular swipes. A drag after a long press does not scroll, because it carries an item.
  public static func turns(_ carousel: Carousel, _ drag: Drag) -> Bool {
    guard carousel.options.isScrollEnabled, !drag.isAfterLongPress else { return false }
    return drag.axis.isAlongAxis || !carousel.options.ignoresPerpendicularSwipes
  }

  /// Handles the first finger of the touch, on `carousel` or beside it.
  public mutating func land(on carousel: inout Carousel, at time: Double) {
    self = CarouselTouch()
    hasStoppedMotion = carousel.touchDown(at: time)
  }

  /// Handles the end of the last finger, for any reason.
  public mutating func lift(from carousel: inout Carousel, at time: Double) {
    carousel.touchUp(at: time)
    self = CarouselTouch()
  }

  /// Handles the beginning or continuation of a drag. A drag can leave its axis lock while the finger is down
  /// and therefore begin to scroll the carousel late.
  ///
  /// - Parameter center: The center of the carousel's bounds, in the coordinates of the drag.
  /// - Returns: Whether the drag scrolls the carousel. If not, the caller may use it.
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

  /// Handles the lift of the dragging finger. The carousel continues with the finger's velocity.
  public mutating func endDragging(_ carousel: inout Carousel, with drag: Drag, at time: Double) {
    guard isDragging else { return }
    isDragging = false
    let turns = Self.turns(carousel, drag)
    let velocity = turns ? drag.velocity : .zero
    carousel.endDragging(
      velocity: carousel.distance(along: velocity), isStep: turns && drag.isStep, at: time)
  }

  /// Cancels the drag. The carousel settles where it is.
  public mutating func cancelDragging(_ carousel: inout Carousel, at time: Double) {
    guard isDragging else { return }
    isDragging = false
    carousel.cancelDragging(at: time)
  }

  /// Handles a gesture, if it concerns a carousel.
  ///
  /// - Parameter center: The center of the carousel's bounds, in the coordinates of the gestures.
  /// - Returns: Whether the gesture was for the carousel. Taps are not, except taps that stopped the
  ///   carousel; other taps are up to the caller.
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
