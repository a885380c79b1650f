import RotundaGeometry
import Gestures
import Wayland

/// Turns the axis events of one `wl_pointer` frame into steps of a wheel or the movement of fingers.
nonisolated struct ScrollGatherer {
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
  /// The `wl_pointer.axis` value of one step where nothing else is told: libinput's 15 degrees.
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
    let x = Self.takeSteps(&horizontal)
    let y = Self.takeSteps(&vertical)
    guard x != 0 || y != 0 else { return [] }
    return [ScrollEvent(.steps(x: x, y: y), milliseconds: milliseconds)]
  }

  private static func takeSteps(_ axis: inout Axis) -> Int {
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
