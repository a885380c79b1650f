import Gestures
import RotundaGeometry
import Wayland

/// Turns what `wl_pointer` says into fingers and scrolling.
package nonisolated struct PointerGatherer {
  /// The pointer of the first seat with its button held, as a finger: an id that no touchscreen gives. Those
  /// of the seats after it count on from there.
  package static let contact = Int32.min
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

/// Turns the axis events of one `wl_pointer` frame into steps of a wheel or the movement of fingers.
private nonisolated struct ScrollGatherer {
  private struct Axis {
    /// Points that the content scrolls, to the right or down.
    var value = 0.0
    /// 120ths of a wheel's step.
    var units = 0
    var hasUnits = false
    var isStopped = false
    /// The rest of a step that a fine wheel has not completed, kept from frame to frame.
    var rest = 0
    /// Fingers moved it, and have not left since.
    var isMoving = false

    /// Forgets what belongs to one frame.
    mutating func clear() {
      self = Axis(rest: rest, isMoving: isMoving)
    }
  }

  private var horizontal = Axis()
  private var vertical = Axis()
  private var source: WlPointer.AxisSource?
  private var milliseconds: UInt32 = 0
  private(set) var isEmpty = true

  /// One step of a wheel, as `wl_pointer.axis_value120` counts.
  private static let unitsPerStep = 120
  /// The `wl_pointer.axis` value of one step where the compositor names no other: libinput's 15 degrees.
  private static let pointsPerStep = 15.0
  /// More steps in one frame are nonsense.
  private static let stepLimit = 100

  mutating func handle(_ event: WlPointer.Event) {
    isEmpty = false
    switch event {
    case .axis(let time, let axis, let value):
      milliseconds = time
      update(axis) { $0.value += value }
    case .axisSource(let source): self.source = source
    case .axisStop(let time, let axis):
      milliseconds = time
      update(axis) { $0.isStopped = true }
    case .axisDiscrete(let axis, let steps):
      addUnits(axis, Int(steps) * Self.unitsPerStep)
    case .axisValue120(let axis, let units): addUnits(axis, Int(units))
    default: break
    }
  }

  private mutating func addUnits(_ axis: WlPointer.Axis, _ units: Int) {
    update(axis) {
      $0.units += units
      $0.hasUnits = true
    }
  }

  private mutating func update(_ axis: WlPointer.Axis, _ change: (inout Axis) -> Void) {
    switch axis {
    case .horizontalScroll: change(&horizontal)
    case .verticalScroll: change(&vertical)
    default: break
    }
  }

  /// Ends the frame.
  mutating func flush() -> [ScrollEvent] {
    guard !isEmpty else { return [] }
    defer { clear() }
    return isWheel ? steps() : movements()
  }

  private var isWheel: Bool {
    switch source {
    case WlPointer.AxisSource.wheel, WlPointer.AxisSource.wheelTilt: true
    case nil: horizontal.hasUnits || vertical.hasUnits
    default: false
    }
  }

  private mutating func steps() -> [ScrollEvent] {
    let x = Self.consumeSteps(&horizontal)
    let y = Self.consumeSteps(&vertical)
    guard x != 0 || y != 0 else { return [] }
    return [ScrollEvent(.steps(x: x, y: y), milliseconds: milliseconds)]
  }

  private static func consumeSteps(_ axis: inout Axis) -> Int {
    let units = axis.hasUnits ? axis.units : Int(axis.value / pointsPerStep * Double(unitsPerStep))
    // A change of direction does not have to make up for the rest of the other one.
    if units.signum() != axis.rest.signum() { axis.rest = 0 }
    let sum = axis.rest + units
    axis.rest = sum % unitsPerStep
    return min(max(sum / unitsPerStep, -stepLimit), stepLimit)
  }

  /// The content follows the fingers, so it moves against the direction that an axis counts in.
  private mutating func movements() -> [ScrollEvent] {
    var events: [ScrollEvent] = []
    let delta = Point(-horizontal.value, -vertical.value)
    if delta != .zero { events.append(ScrollEvent(.moved(delta), milliseconds: milliseconds)) }
    let didMove = horizontal.isMoving || vertical.isMoving || delta != .zero
    Self.track(&horizontal)
    Self.track(&vertical)
    if didMove && hasStop && !horizontal.isMoving && !vertical.isMoving {
      events.append(ScrollEvent(.stopped, milliseconds: milliseconds))
    }
    return events
  }

  private var hasStop: Bool { horizontal.isStopped || vertical.isStopped }

  private static func track(_ axis: inout Axis) {
    if axis.value != 0 { axis.isMoving = true }
    if axis.isStopped { axis.isMoving = false }
  }

  private mutating func clear() {
    isEmpty = true
    source = nil
    horizontal.clear()
    vertical.clear()
  }
}
