import RotundaGeometry
import Gestures
import Wayland

/// Turns what `wl_pointer` says into fingers and scrolling.
public nonisolated struct PointerGatherer {
  /// The pointer of the first seat with its button held, as a finger: an id that no touchscreen gives. Those of the
  /// seats after it count on from there.
  public static let contact = Int32.min
  /// BTN_LEFT of linux/input-event-codes.h.
  private static let leftButton: UInt32 = 0x110

  private let contact: Int32
  /// Where it is, in points.
  private(set) var position = Point.zero
  private var isDown = false
  private var touches = TouchFrame()
  private var wheel = ScrollGatherer()

  /// A gatherer for the pointer of one of the seats.
  init(seat index: Int = 0) {
    contact = Self.contact + Int32(clamping: index)
  }

  /// Takes an event. What it makes waits for the end of the frame or of the batch.
  mutating func handle(_ event: WlPointer.Event) {
    switch event {
    case .enter(_, _, let x, let y): position = Point(x, y)
    case .leave: cancel()
    case .motion(let time, let x, let y): move(to: Point(x, y), time)
    case .button(_, let time, let button, let state) where button == Self.leftButton:
      press(state == .pressed, time)
    case .button, .frame: break
    case .axis, .axisSource, .axisStop, .axisDiscrete, .axisValue120: wheel.handle(event)
    }
  }

  private mutating func move(to point: Point, _ time: UInt32) {
    guard point != position else { return }
    position = point
    if isDown { touches.events.append(.motion(id: contact, at: point, milliseconds: time)) }
  }

  private mutating func press(_ isPressed: Bool, _ time: UInt32) {
    guard isPressed != isDown else { return }
    isDown = isPressed
    touches.events.append(
      isPressed
        ? .down(id: contact, at: position, milliseconds: time)
        : .up(id: contact, milliseconds: time))
  }

  /// The button's release will not be heard.
  mutating func cancel() {
    guard isDown else { return }
    isDown = false
    touches.events.append(.cancelContact(id: contact))
  }

  /// What the fingers did, as a frame.
  mutating func flushTouches() -> TouchFrame? {
    guard !touches.events.isEmpty else { return nil }
    defer { touches = TouchFrame() }
    return touches
  }

  /// What the wheel or the touchpad did.
  mutating func flushScrolls() -> [ScrollEvent] { wheel.flush() }

  /// Whether something waits for the end of its frame.
  var isEmpty: Bool { touches.events.isEmpty && wheel.isEmpty }
}
