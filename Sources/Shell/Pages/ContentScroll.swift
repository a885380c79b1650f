import CarouselEngine
import Gestures
import RotundaGeometry

/// How far something is scrolled that is longer than the place where it is shown.
///
/// A carousel moves it, so that drags, flings, ends and springs feel as everywhere else: one without stops,
/// whose items are a few points each, or one whose items are whole screens.
struct ContentScroll: Sendable {
  /// An item of content without stops, in points: what lies beyond the end at most because content is counted
  /// in items.
  private static let fineStep = 4.0
  /// How far content can be pulled beyond its ends, as a part of what is seen of it.
  private static let stretch = 0.4
  /// Seconds in which a key or a wheel moves it on.
  static let keyTime = 0.2
  /// How far an arrow key and a step of a wheel scroll, in heights of letters.
  static let (keyStep, wheelStep) = (4.0, 3.0)

  private var carousel: Carousel
  /// An item, in points.
  private var step = Self.fineStep
  /// Whether it rests at whole screens only.
  private var isPaged = false
  /// How far a wheel has moved content that only goes on by whole screens, in points.
  private var wheeled = 0.0
  /// How much of a screen a wheel has to go for the next one.
  private static let turn = 0.25
  /// How much of the content is seen at once, in points.
  private(set) var room = 0.0
  /// The content, in points.
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

  /// How far the content's beginning lies above that of its place, in points; less than 0 and more than `end`
  /// while it is pulled or thrown beyond its ends.
  var offset: Double { carousel.scrollOffset * step }
  /// The farthest that it can rest, in points.
  var end: Double { Double(carousel.numberOfItems - 1) * step }
  /// Whether there is more than what is seen.
  var isNeeded: Bool { end > 0 }
  var isMoving: Bool { carousel.isMoving }
  var isDragging: Bool { carousel.isDragging }

  /// The content is so long, and so much of it is seen, in points; if it is paged, it rests at whole screens.
  /// What moves goes on.
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

  /// A finger lands; whether that stopped something.
  mutating func touchDown(at time: Double) -> Bool { carousel.touchDown(at: time) }
  mutating func touchUp(at time: Double) { carousel.touchUp(at: time) }
  mutating func beginDragging(at time: Double) { carousel.beginDragging(at: time) }

  /// The finger moves by so many points, downwards when positive.
  mutating func drag(by distance: Double, velocity: Double, at time: Double) {
    carousel.drag(by: distance, velocity: velocity, at: time)
  }

  /// - Parameter isStep: whether what is paged goes on by a screen at least; nil: as it does for its speed.
  mutating func endDragging(velocity: Double, isStep: Bool? = nil, at time: Double) {
    carousel.endDragging(velocity: velocity, isStep: isStep, at: time)
  }

  /// Follows a finger that moves it up and down; whether that is what the gesture is about.
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

  /// Moves it on by so many points, within its ends; whether there was anywhere to go.
  @discardableResult
  mutating func scroll(by distance: Double, duration: Double = keyTime, at time: Double) -> Bool {
    if isPaged { return scrollScreens(by: distance, isWheel: duration == 0, at: time) }
    let start = min(max(0, offset), end)
    let target = min(max(start + distance, 0), end)
    guard target != start else { return false }
    carousel.scroll(toOffset: target / step, duration: duration, at: time)
    return true
  }

  /// Shows what another one shows of the same content.
  mutating func show(_ other: ContentScroll, at time: Double) {
    let place = isPaged ? (other.offset / max(1, other.room)).rounded() : other.offset / step
    carousel.scroll(toOffset: min(max(0, place), Double(carousel.numberOfItems - 1)), duration: 0, at: time)
  }

  /// To the next screens that are as far away; a wheel's small steps add up until they are a part of one.
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

  /// Moves what lies from `top` to `bottom`, in points of the content, into what is seen.
  mutating func reveal(_ top: Double, _ bottom: Double, at time: Double) {
    if top < offset {
      scroll(by: top - offset, at: time)
    } else if bottom > offset + room {
      scroll(by: min(bottom - room, top) - offset, at: time)
    }
  }

  /// The same for an area in a viewport, both in points of the surface before anything is scrolled.
  mutating func reveal(_ area: Rectangle, in viewport: Rectangle, at time: Double) {
    reveal(area.origin.y - viewport.origin.y, area.maxY - viewport.origin.y, at: time)
  }

  /// What is seen of such an area; nil for nothing.
  func seen(_ area: Rectangle, in viewport: Rectangle) -> Rectangle? {
    viewport.intersection(Rectangle(origin: area.origin - Point(0, offset), size: area.size))
  }

  /// A wheel moves it by `step` points with each click, and a touchpad as a finger would; whether one does.
  mutating func handle(_ event: ScrollEvent, step: Double, at time: Double) -> Bool {
    switch event.kind {
    case .steps(_, let y): scroll(by: Double(y) * step, at: time)
    case .moved(let delta): scroll(by: -delta.y, duration: 0, at: time)
    case .stopped: return false
    }
    return true
  }
}

// What can be chosen, and what is seen of it.
extension ContentScroll {
  static let down = ElementID("scroll-down")
  static let up = ElementID("scroll-up")
  /// The shortest that a mark gets, in its widths.
  private static let shortestBar = 4.0

  /// A screenful down and up, where there is anything.
  func elements(_ words: Localizer) -> [Element] {
    var elements: [Element] = []
    if offset <= end - 1 {
      elements.append(Element(id: Self.down, role: .scroller, label: words(.scrollDown)))
    }
    if offset >= 1 { elements.append(Element(id: Self.up, role: .scroller, label: words(.scrollUp))) }
    return elements
  }

  /// The mark that shows how far content is scrolled, along `track`, which goes down or to the right; nil
  /// when all of it is seen.
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
