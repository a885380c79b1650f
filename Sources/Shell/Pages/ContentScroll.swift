import CarouselEngine
import Geometry

/// How far something is scrolled that is longer than the place where it is shown.
///
/// A carousel moves it, so that drags, flings, ends and springs feel as everywhere else: one without stops, whose items
/// are a few points each.
struct ContentScroll: Sendable {
  /// An item, in points: what lies beyond the end at most because content is counted in items.
  private static let step = 4.0
  /// How far content can be pulled beyond its ends, as a part of what is seen of it.
  private static let stretch = 0.4
  /// Seconds in which a key or a wheel moves it on.
  static let keyTime = 0.2

  private var carousel: Carousel
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
      options: options, bounds: Size(1, 1), itemSize: Size(Self.step, Self.step), numberOfItems: 1)
  }

  /// How far the content's beginning lies above that of its place, in points; less than 0 and more than `end` while it
  /// is pulled or thrown beyond its ends.
  var offset: Double { carousel.scrollOffset * Self.step }
  /// The farthest that it can rest, in points.
  var end: Double { Double(carousel.numberOfItems - 1) * Self.step }
  /// Whether there is more than what is seen.
  var isNeeded: Bool { end > 0 }
  var isMoving: Bool { carousel.isMoving }
  var isDragging: Bool { carousel.isDragging }

  /// The content is so long, and so much of it is seen, in points. What moves goes on.
  mutating func fit(length: Double, into room: Double, at time: Double) {
    guard length != self.length || room != self.room else { return }
    (self.length, self.room) = (length, room)
    let items = Int((max(0, length - room) / Self.step).rounded(.up)) + 1
    carousel.options.bounceDistance = room * Self.stretch / Self.step
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

  mutating func endDragging(velocity: Double, at time: Double) {
    carousel.endDragging(velocity: velocity, at: time)
  }

  /// Moves it on by so many points, within its ends; whether there was anywhere to go.
  @discardableResult
  mutating func scroll(by distance: Double, duration: Double = keyTime, at time: Double) -> Bool {
    let start = min(max(0, offset), end)
    let target = min(max(start + distance, 0), end)
    guard target != start else { return false }
    carousel.scroll(toOffset: target / Self.step, duration: duration, at: time)
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
}
