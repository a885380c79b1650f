import CarouselEngine
import Gestures

/// A carousel that fingers turn: a `Carousel`, a `GestureRecognizer`, and what connects them.
///
/// A value without a clock, as both of them are. Hand in touches when they arrive, call `advance(to:into:)`
/// once per frame and when `deadline` has come, and draw `carousel.placements(into:)`. A tap on an item
/// selects it.
///
/// ```swift
/// var touch = TouchCarousel(
///   Carousel(options: CarouselOptions(), bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 12))
/// var events: [CarouselEvent] = []
/// touch.handle(TouchFrame([.down(id: 0, at: Point(400, 240), milliseconds: 0)]), at: 0)
/// touch.handle(TouchFrame([.up(id: 0, milliseconds: 80)]), at: 0.08)
/// touch.advance(to: 0.1, into: &events)
/// // events: didSelectItem(0)
/// ```
public struct TouchCarousel: Sendable {
  /// The carousel. It can be changed at any time; the axis of its drags follows its orientation.
  public var carousel: Carousel
  /// What makes gestures of touches: its thresholds and contenders can be set.
  public var recognizer: GestureRecognizer
  /// Where the center of the carousel's bounds is, in the coordinates of the touches. At first the bounds
  /// begin at the touches' origin.
  public var center: Point
  /// The item under a finger that rests, while nothing moves: what is drawn there may show that it is
  /// pressed.
  public private(set) var pressedItem: Int?

  private var touch = CarouselTouch()
  private var gestures: [Gesture] = []
  /// Gestures that were not the carousel's.
  private var others: [Gesture] = []

  /// Connects a carousel with a recognizer. Taps are reported at once: double taps have to be asked for in
  /// `recognizer.recognizers`.
  public init(_ carousel: Carousel, recognizer: GestureRecognizer = GestureRecognizer()) {
    self.carousel = carousel
    self.recognizer = recognizer
    center = Point(carousel.bounds.width / 2, carousel.bounds.height / 2)
  }

  private var axis: Point {
    carousel.options.panVector ?? (carousel.options.isVertical ? Point(0, 1) : Point(1, 0))
  }

  /// Takes what happened to the fingers at one instant.
  ///
  /// - Parameter time: Now, in seconds of any monotonic clock.
  public mutating func handle(_ frame: TouchFrame, at time: Double) {
    recognizer.axis = axis
    recognizer.handle(frame, at: time, into: &gestures)
    act(at: time)
  }

  /// Moves on to `time`, and appends what has happened since the last call: `didSelectItem` for a tap on an
  /// item, and whatever else the carousel says.
  public mutating func advance(to time: Double, into events: inout [CarouselEvent]) {
    recognizer.advance(to: time, into: &gestures)
    recognizer.resample(forFrameAt: time, into: &gestures)
    act(at: time)
    carousel.advance(to: time, into: &events)
  }

  /// Gestures since the last call that were not the carousel's, in their order: taps beside the items, drags
  /// across the axis, long presses, pinches.
  public mutating func takeGestures() -> [Gesture] {
    defer { others.removeAll(keepingCapacity: true) }
    return others
  }

  /// Whether the next frame will differ: call `advance` and draw again.
  public var isMoving: Bool { carousel.isMoving || recognizer.needsResampling }

  /// When `advance` next has something to do although no finger moves; nil when only fingers can bring news.
  public var deadline: Double? { recognizer.deadline }

  private mutating func act(at time: Double) {
    for gesture in gestures where !handle(gesture, at: time) { keep(gesture) }
    gestures.removeAll(keepingCapacity: true)
  }

  private mutating func handle(_ gesture: Gesture, at time: Double) -> Bool {
    switch gesture {
    case .pressBegan(let point):
      pressedItem = touch.hasStoppedMotion ? nil : item(at: point)
      return pressedItem != nil
    case .pressEnded:
      defer { pressedItem = nil }
      return pressedItem != nil
    case .tap(let point):
      guard !touch.hasStoppedMotion else { return true }
      guard carousel.options.isTapEnabled, let item = item(at: point) else { return false }
      carousel.select(itemAt: item, at: time)
      return true
    default:
      return touch.handle(gesture, for: &carousel, center: center, at: time)
    }
  }

  /// The item at a point of the surface; placeholders are none.
  private func item(at point: Point) -> Int? {
    carousel.itemIndex(at: point - center).flatMap { 0..<carousel.numberOfItems ~= $0 ? $0 : nil }
  }

  /// A caller who never asks for them keeps the newest.
  private mutating func keep(_ gesture: Gesture) {
    if others.count == Self.mostGestures { others.removeFirst() }
    others.append(gesture)
  }

  private static let mostGestures = 256
}
