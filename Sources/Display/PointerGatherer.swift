import Gestures
import RotundaGeometry
import Wayland

/// Converts `wl_pointer` events to touches and scroll events.
package nonisolated struct PointerGatherer {
  /// The touch ID of the first seat's pointer while its button is down; no touchscreen uses it. Further seats
  /// count up from it.
  package static let contact = Int32.min
  /// BTN_LEFT of linux/input-event-codes.h.
  private static let leftButton: UInt32 = 0x110

  private let contact: Int32
  /// The position in points.
  private(set) var position = Point.zero
  private var isDown = false
  private var touches = TouchFrame()
  private var wheel = ScrollGatherer()

  /// Creates a gatherer for a seat's pointer.
  init(seat index: Int = 0) {
    contact = Self.contact + Int32(clamping: index)
  }

  /// Handles an event. The results wait for the end of the frame or of the batch.
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

  /// Ends the touch: no release of the button will come.
  mutating func cancel() {
    guard isDown else { return }
    isDown = false
    touches.events.append(.cancelContact(id: contact))
  }

  /// Returns the pending touches as a frame.
  mutating func flushTouches() -> TouchFrame? {
    guard !touches.events.isEmpty else { return nil }
    defer { touches = TouchFrame() }
    return touches
  }

  /// Returns the pending scroll events of the wheel or touchpad.
  mutating func flushScrolls() -> [ScrollEvent] { wheel.flush() }

  /// Whether no input waits for the end of its frame.
  var isEmpty: Bool { touches.events.isEmpty && wheel.isEmpty }
}

/// Converts the axis events of one `wl_pointer` frame to steps of a wheel or movement of fingers.
private nonisolated struct ScrollGatherer {
  private struct Axis {
    /// The scroll distance in points, to the right or down.
    var value = 0.0
    /// The wheel's movement in 120ths of a step.
    var units = 0
    var hasUnits = false
    var isStopped = false
    /// The remainder of a high-resolution wheel's incomplete step, kept between frames.
    var rest = 0
    /// Whether fingers have moved it and have not lifted since.
    var isMoving = false

    /// Clears the state of one frame.
    mutating func clear() {
      self = Axis(rest: rest, isMoving: isMoving)
    }
  }

  private var horizontal = Axis()
  private var vertical = Axis()
  private var source: WlPointer.AxisSource?
  private var milliseconds: UInt32 = 0
  private(set) var isEmpty = true

  /// The unit of `wl_pointer.axis_value120`.
  private static let unitsPerStep = 120
  /// The `wl_pointer.axis` value of one step if the compositor reports no other: libinput's 15 degrees.
  private static let pointsPerStep = 15.0
  /// The most plausible steps in one frame.
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

  /// Ends the frame, and returns its events.
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
    // After a change of direction, the old remainder does not count.
    if units.signum() != axis.rest.signum() { axis.rest = 0 }
    let sum = axis.rest + units
    axis.rest = sum % unitsPerStep
    return min(max(sum / unitsPerStep, -stepLimit), stepLimit)
  }

  /// Returns movements. The content follows the fingers, against the direction of the axis.
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
