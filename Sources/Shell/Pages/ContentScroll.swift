import CarouselEngine
import Gestures
import RotundaGeometry

/// The scroll position of content that is longer than its viewport.
///
/// A carousel drives it. Therefore drags, flings, ends and springs feel as everywhere else. Its items are a
/// few points each, for continuous scrolling, or whole screens.
struct ContentScroll: Sendable {
  /// The size of an item for continuous scrolling, in points. It is the greatest overshoot at the end,
  /// because the carousel counts in items.
  private static let fineStep = 4.0
  /// The distance by which visitors can pull content beyond its ends, as a share of the viewport.
  private static let stretch = 0.4
  /// Seconds of a scroll by a key or a wheel.
  static let keyTime = 0.2
  /// The distances of an arrow key and of a step of a wheel, in heights of letters.
  static let (keyStep, wheelStep) = (4.0, 3.0)

  private var carousel: Carousel
  /// The size of an item, in points.
  private var step = Self.fineStep
  /// Whether the content stops only at whole screens.
  private var isPaged = false
  /// The wheel's movement of paged content since the latest page, in points.
  private var wheeled = 0.0
  /// The share of a screen after which a wheel turns the page.
  private static let turn = 0.25
  /// The height of the viewport, in points.
  private(set) var room = 0.0
  /// The height of the content, in points.
  private(set) var length = 0.0
  private var events: [CarouselEvent] = []

  init() {
    var options = CarouselOptions()
    options.layout = .linear
    options.isVertical = true
    options.wrap = false
    options.snapsToItems = false
    options.visibleItems = 1
    options.layoutChangeDuration = 0
    carousel = Carousel(
      options: options, bounds: Size(1, 1), itemSize: Size(Self.fineStep, Self.fineStep), numberOfItems: 1)
  }

  /// The distance of the content's beginning above the viewport's, in points. It is negative, or greater than
  /// `end`, while the content is pulled or thrown beyond its ends.
  var offset: Double { carousel.scrollOffset * step }
  /// The greatest offset at rest, in points.
  var end: Double { Double(carousel.numberOfItems - 1) * step }
  /// Whether the content is longer than the viewport.
  var isNeeded: Bool { end > 0 }
  var isMoving: Bool { carousel.isMoving }
  var isDragging: Bool { carousel.isDragging }

  /// Sets the heights of the content and of the viewport, in points. Paged content stops at whole screens.
  /// Motion continues.
  mutating func fit(length: Double, into room: Double, isPaged: Bool = false, at time: Double) {
    guard length != self.length || room != self.room || isPaged != self.isPaged else { return }
    (self.length, self.room, self.isPaged) = (length, room, isPaged)
    step = isPaged ? max(1, room) : Self.fineStep
    carousel.itemSize = Size(step, step)
    carousel.options.snapsToItems = isPaged
    carousel.options.isPagingEnabled = isPaged
    let items = Int((max(0, length - room) / step).rounded(.up)) + 1
    carousel.options.bounceDistance = room * Self.stretch / step
    if items != carousel.numberOfItems { carousel.reload(numberOfItems: items, time: time) }
  }

  mutating func advance(to time: Double) {
    carousel.advance(to: time, into: &events)
    events.removeAll(keepingCapacity: true)
  }

  /// Begins a touch. Returns whether it stopped a motion.
  mutating func touchDown(at time: Double) -> Bool { carousel.touchDown(at: time) }
  mutating func touchUp(at time: Double) { carousel.touchUp(at: time) }
  mutating func beginDragging(at time: Double) { carousel.beginDragging(at: time) }

  /// Moves the content by a distance in points, positive downward.
  mutating func drag(by distance: Double, velocity: Double, at time: Double) {
    carousel.drag(by: distance, velocity: velocity, at: time)
  }

  /// Ends a drag.
  ///
  /// - Parameter isStep: Whether paged content moves on by at least a screen; nil to decide by the velocity.
  mutating func endDragging(velocity: Double, isStep: Bool? = nil, at time: Double) {
    carousel.endDragging(velocity: velocity, isStep: isStep, at: time)
  }

  /// Follows a finger that moves the content up and down. Returns whether it handled the gesture.
  mutating func handle(_ gesture: Gesture, at time: Double) -> Bool {
    switch gesture {
    case .touchBegan: _ = touchDown(at: time)
    case .touchEnded: touchUp(at: time)
    case .dragBegan(let drag), .dragChanged(let drag):
      guard drag.axis.isAlongAxis, !drag.isAfterLongPress else { return true }
      if !isDragging { beginDragging(at: time) }
      self.drag(by: drag.delta.y, velocity: drag.velocity.y, at: time)
    case .dragEnded(let drag):
      let isMeant = drag.axis.isAlongAxis && !drag.isAfterLongPress
      endDragging(velocity: isMeant ? drag.velocity.y : 0, at: time)
    case .dragCancelled: endDragging(velocity: 0, at: time)
    default: return false
    }
    return true
  }

  /// Scrolls by a distance in points, within the ends. Returns whether the content moves.
  @discardableResult
  mutating func scroll(by distance: Double, duration: Double = keyTime, at time: Double) -> Bool {
    if isPaged { return scrollScreens(by: distance, isWheel: duration == 0, at: time) }
    let start = min(max(0, offset), end)
    let target = min(max(start + distance, 0), end)
    guard target != start else { return false }
    carousel.scroll(toOffset: target / step, duration: duration, at: time)
    return true
  }

  /// Takes the position of another scroll of the same content.
  mutating func show(_ other: ContentScroll, at time: Double) {
    let place = isPaged ? (other.offset / max(1, other.room)).rounded() : other.offset / step
    carousel.scroll(toOffset: min(max(0, place), Double(carousel.numberOfItems - 1)), duration: 0, at: time)
  }

  /// Moves paged content to another screen. A wheel's small steps add up to a share of a screen.
  private mutating func scrollScreens(by distance: Double, isWheel: Bool, at time: Double) -> Bool {
    wheeled = isWheel ? wheeled + distance : distance
    guard abs(wheeled) >= step * Self.turn || !isWheel else { return isNeeded }
    let screens = (wheeled / step).rounded(.awayFromZero)
    wheeled = 0
    let target = min(max(0, carousel.scrollOffset.rounded() + screens), Double(carousel.numberOfItems - 1))
    guard target != carousel.scrollOffset else { return false }
    carousel.scroll(toOffset: target, duration: Self.keyTime, at: time)
    return true
  }

  /// Scrolls an area into view. `top` and `bottom` are in points of the content.
  mutating func reveal(_ top: Double, _ bottom: Double, at time: Double) {
    if top < offset {
      scroll(by: top - offset, at: time)
    } else if bottom > offset + room {
      scroll(by: min(bottom - room, top) - offset, at: time)
    }
  }

  /// Scrolls an area into view. The area and the viewport are in points of the surface, before scrolling.
  mutating func reveal(_ area: Rectangle, in viewport: Rectangle, at time: Double) {
    reveal(area.origin.y - viewport.origin.y, area.maxY - viewport.origin.y, at: time)
  }

  /// Returns the visible part of an area in a viewport; nil for none.
  func seen(_ area: Rectangle, in viewport: Rectangle) -> Rectangle? {
    viewport.intersection(Rectangle(origin: area.origin - Point(0, offset), size: area.size))
  }

  /// Handles a wheel, which scrolls by `step` points per click, or a touchpad. Returns whether the content
  /// scrolls.
  mutating func handle(_ event: ScrollEvent, step: Double, at time: Double) -> Bool {
    switch event.kind {
    case .steps(_, let y): scroll(by: Double(y) * step, at: time)
    case .moved(let delta): scroll(by: -delta.y, duration: 0, at: time)
    case .stopped: return false
    }
    return true
  }
}

// Elements and the scroll bar.
extension ContentScroll {
  static let down = ElementID("scroll-down")
  static let up = ElementID("scroll-up")
  /// The least length of a scroll bar, in its widths.
  private static let shortestBar = 4.0

  /// Returns the elements for a screen down and up, where content follows.
  func elements(_ words: Localizer) -> [Element] {
    var elements: [Element] = []
    if offset <= end - 1 {
      elements.append(Element(id: Self.down, role: .scroller, label: words(.scrollDown)))
    }
    if offset >= 1 { elements.append(Element(id: Self.up, role: .scroller, label: words(.scrollUp))) }
    return elements
  }

  /// Returns the scroll bar along `track`, which goes down or to the right; nil if all content is visible.
  func bar(in track: Rectangle, isSideways: Bool = false) -> Rectangle? {
    guard isNeeded, length > 0, !track.size.isEmpty else { return nil }
    let (way, width) =
      isSideways ? (track.size.width, track.size.height) : (track.size.height, track.size.width)
    let extent = max(way * room / length, min(width * Self.shortestBar, way))
    let start = (way - extent) * min(max(0, offset / end), 1)
    return isSideways
      ? Rectangle(origin: track.origin + Point(start, 0), size: Size(extent, width))
      : Rectangle(origin: track.origin + Point(0, start), size: Size(width, extent))
  }
}
