import RotundaGeometry

/// The movement of a finger over the surface.
public struct Drag: Hashable, Sendable {
  /// The leading contact: the first one down. When it lifts, another takes over without a jump.
  public var contact: Int32
  /// The landing point of the leading contact, in points of the surface.
  public var start: Point
  /// The position of the leading contact, in points of the surface.
  public var position: Point
  /// The movement of the content since the sample that left the slop. It is the finger's movement plus a
  /// growing part of the movement that the slop absorbed (see `Thresholds.slopReturn`).
  public var translation: Point = .zero
  /// The movement since the previous gesture of this drag.
  public var delta: Point = .zero
  /// The velocity in points per second. Zero before the end, and at the end after a hold.
  public var velocity: Point = .zero
  /// The direction relative to the axis of the recognizer.
  public var axis: DragAxis = .undecided
  /// Whether the drag ends fast enough for a fling.
  public var isFling = false
  /// Whether the drag ends fast enough for the content to move by at least one step.
  public var isStep = false
  /// Whether the drag began after a long press. Such a drag carries an item.
  public var isAfterLongPress = false
  /// Local time of the newest sample, in seconds.
  public var time: Double

  /// Creates a drag that has not moved.
  public init(contact: Int32, start: Point, position: Point, time: Double) {
    self.contact = contact
    self.start = start
    self.position = position
    self.time = time
  }
}

/// The direction of a drag relative to the recognizer's axis.
public enum DragAxis: Hashable, Sendable {
  /// Not decided yet (only with rails).
  case undecided
  /// Along the axis.
  case parallel
  /// Across the axis.
  case perpendicular
  /// Neither along nor across: the drag moves in both directions until it ends (only with rails).
  case free

  /// Whether content that moves along the axis follows this drag.
  public var isAlongAxis: Bool { self != .perpendicular }
}

/// A drag in progress: its reported and its unreported state.
struct Dragging: Sendable {
  /// The state of the drag. Its `delta` is not reported yet.
  private(set) var drag: Drag
  /// Whether the drag has unreported changes.
  private(set) var hasChanged = false
  private var lock: AxisLock
  /// The movement from the landing point, unlike `translation`. The decision about the direction includes the
  /// slop.
  private var travel: Point
  private let axis: Point
  /// The movement that the slop absorbed, and the part of it, 0 to 1, that the drag has returned.
  private let lag: Point
  private var returned = 0.0
  /// The distance over which the drag returns the slop, in points, and the point from which this distance
  /// counts.
  private let returnDistance: Double
  private var base: Point
  /// The time of the sample that left the slop, in local seconds. Earlier movement has no effect.
  let beginning: Double
  /// Whether a new sample has not appeared in a display frame yet, if the drag is reported once per frame.
  private(set) var isFresh = false
  /// Whether the finger stopped sending samples and its prediction is being withdrawn.
  private(set) var isRecovering = false

  /// Creates a drag of `contact`, which has moved by `travel` from its anchor.
  init(
    _ contact: Contact, travel: Point, axis: Point, lock: AxisLock, returnDistance: Double,
    isAfterLongPress: Bool
  ) {
    drag = Drag(contact: contact.id, start: contact.origin, position: contact.position, time: contact.time)
    drag.isAfterLongPress = isAfterLongPress
    beginning = contact.sampled
    self.travel = travel
    lag = travel
    self.returnDistance = returnDistance
    base = contact.position
    self.axis = axis
    self.lock = lock
    decide()
  }

  /// Moves the leading contact to `position`.
  mutating func update(with contact: Contact, at position: Point) {
    let step = position - drag.position
    guard step != .zero || contact.time > drag.time else { return }
    drag.position = position
    drag.time = max(drag.time, contact.time)
    let moved = step + regained(at: position)
    drag.translation += moved
    drag.delta += moved
    travel += step
    hasChanged = true
    decide()
    lock.scroll(main: step.dot(axis), cross: step.dot(normal))
    drag.axis = lock.state
  }

  /// Returns the next part of the slop to give back at `position`. The drag never takes it back when the
  /// finger reverses.
  private mutating func regained(at position: Point) -> Point {
    guard returnDistance > 0, returned < 1 else { return .zero }
    let part = min(1, (position - base).length / returnDistance)
    guard part > returned else { return .zero }
    defer { returned = part }
    return lag * (part - returned)
  }

  /// Confirms a tentative drag and decides its direction again from the longer movement.
  mutating func confirm() {
    lock.reconsider()
    decide()
    hasChanged = true
  }

  /// Notes a new sample of the leading contact for the next display frame.
  mutating func freshen() {
    isFresh = true
    isRecovering = false
  }

  /// Updates the drag with the leading contact's position in a display frame.
  mutating func show(_ contact: Contact, at position: Point) {
    isFresh = false
    update(with: contact, at: position)
  }

  /// Begins to withdraw the prediction, because the leading contact has sent no sample for too long.
  mutating func recover() { isRecovering = true }

  /// Makes another contact the leading one, at its present position.
  mutating func lead(_ contact: Contact) {
    drag.contact = contact.id
    drag.start = contact.origin
    base += contact.position - drag.position
    drag.position = contact.position
    freshen()
  }

  /// Returns the unreported changes and marks them as reported.
  mutating func consumeChange() -> Drag {
    defer {
      hasChanged = false
      drag.delta = .zero
    }
    return drag
  }

  func ended(
    _ contact: Contact, velocity: Point, at time: Double, _ thresholds: Thresholds
  ) -> Drag {
    var drag = drag
    drag.velocity = velocity
    drag.isFling = velocity.length > thresholds.flingMinimum
    drag.isStep = speed(of: contact.flickVelocity(velocity)) >= thresholds.stepMinimum
    drag.time = time
    return drag
  }

  /// Returns the component of a velocity in the direction of the drag.
  private func speed(of velocity: Point) -> Double {
    switch drag.axis {
    case .parallel: abs(velocity.dot(axis))
    case .perpendicular: abs(velocity.dot(normal))
    case .undecided, .free: velocity.length
    }
  }

  private var normal: Point { Point(-axis.y, axis.x) }

  private mutating func decide() {
    lock.move(main: travel.dot(axis), cross: travel.dot(normal))
    drag.axis = lock.state
  }
}
