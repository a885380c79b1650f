import CarouselEngine
import Gestures

/// A carousel with touch input: a `Carousel` connected to a `GestureRecognizer`.
///
/// This is a value without a clock, like its two parts. Callers pass touches when they arrive, call
/// `advance(to:into:)` once per frame and at `deadline`, and draw `carousel.placements(into:)`. A tap on an
/// item selects it.
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
  /// The carousel. It can change at any time. The axis of drags follows its orientation.
  public var carousel: Carousel
  /// The recognizer that turns touches into gestures. Callers can set its thresholds and recognizers.
  public var recognizer: GestureRecognizer
  /// The center of the carousel's bounds, in the coordinates of the touches. By default the bounds begin at
  /// the origin of the touches.
  public var center: Point
  /// The item under a resting finger while nothing moves. Callers may draw it as pressed.
  public private(set) var pressedItem: Int?

  private var touch = CarouselTouch()
  private var gestures: [Gesture] = []
  /// Gestures that the carousel did not handle.
  private var others: [Gesture] = []

  /// Connects a carousel with a recognizer. Taps are reported at once, unless `recognizer.recognizers`
  /// includes double taps.
  public init(_ carousel: Carousel, recognizer: GestureRecognizer = GestureRecognizer()) {
    self.carousel = carousel
    self.recognizer = recognizer
    center = Point(carousel.bounds.width / 2, carousel.bounds.height / 2)
  }

  private var axis: Point {
    carousel.options.panVector ?? (carousel.options.isVertical ? Point(0, 1) : Point(1, 0))
  }

  /// Handles the touch events of one instant.
  ///
  /// - Parameter time: The present time, in seconds of any monotonic clock.
  public mutating func handle(_ frame: TouchFrame, at time: Double) {
    recognizer.axis = axis
    recognizer.handle(frame, at: time, into: &gestures)
    act(at: time)
  }

  /// Advances to `time` and appends the carousel's events since the last call, including `didSelectItem` for
  /// a tap on an item.
  public mutating func advance(to time: Double, into events: inout [CarouselEvent]) {
    recognizer.advance(to: time, into: &gestures)
    recognizer.resample(forFrameAt: time, into: &gestures)
    act(at: time)
    carousel.advance(to: time, into: &events)
  }

  /// Returns the gestures since the last call that the carousel did not handle, in order. These are taps
  /// beside the items, drags across the axis, long presses and pinches. Keeps at most the newest 256.
  public mutating func takeGestures() -> [Gesture] {
    defer { others.removeAll(keepingCapacity: true) }
    return others
  }

  /// Whether the next frame will differ. If so, call `advance` and draw again.
  public var isMoving: Bool { carousel.isMoving || recognizer.needsResampling }

  /// The next time at which `advance` has work without finger movement; nil if only touches cause work.
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

  /// Returns the item at a point of the surface, but no placeholder.
  private func item(at point: Point) -> Int? {
    carousel.itemIndex(at: point - center).flatMap { 0..<carousel.numberOfItems ~= $0 ? $0 : nil }
  }

  /// Adds an unhandled gesture. Drops the oldest one if the caller never takes them.
  private mutating func keep(_ gesture: Gesture) {
    if others.count == Self.mostGestures { others.removeFirst() }
    others.append(gesture)
  }

  private static let mostGestures = 256
}
