import RotundaGeometry

/// A finger that moves over the surface.
public struct Drag: Hashable, Sendable {
  /// The contact that leads: the first one down. Another takes over when it lifts, and nothing jumps.
  public var contact: Int32
  /// Where the leading contact landed, in points of the surface.
  public var start: Point
  /// Where the leading contact is, in points of the surface.
  public var position: Point
  /// How far what the drag moves has come since the sample that left the slop: as far as the finger, and by
  /// and by as much more as the slop has swallowed (see `Thresholds.slopReturn`).
  public var translation: Point = .zero
  /// How far it has come since the previous gesture of this drag.
  public var delta: Point = .zero
  /// Points per second. Zero but at the end, and there too after a hold.
  public var velocity: Point = .zero
  /// Which way it runs, seen from the axis of the recognizer.
  public var axis: DragAxis = .undecided
  /// Whether it ends fast enough for what it moves to glide on.
  public var isFling = false
  /// Whether it ends fast enough for what it moves to go on by a step at least.
  public var isStep = false
  /// Whether it began after a long press; such a drag carries something away.
  public var isAfterLongPress = false
  /// Local time of the newest sample, in seconds.
  public var time: Double

  /// A drag that has not moved.
  public init(contact: Int32, start: Point, position: Point, time: Double) {
    self.contact = contact
    self.start = start
    self.position = position
    self.time = time
  }
}

/// Which way a drag runs, seen from the recognizer's axis.
public enum DragAxis: Hashable, Sendable {
  /// Not decided yet (only with rails).
  case undecided
  /// Along the axis.
  case parallel
  /// Across the axis.
  case perpendicular
  /// Decided to be neither: moves both ways until it ends (only with rails).
  case free

  /// Whether something that moves along the axis moves with this drag.
  public var isAlongAxis: Bool { self != .perpendicular }
}

/// A drag under way: what was told of it, and what is still to tell.
struct Dragging: Sendable {
  /// The state of the drag; its `delta` is what was not told yet.
  private(set) var drag: Drag
  /// Whether there is something to tell.
  private(set) var hasChanged = false
  private var lock: AxisLock
  /// From where the finger landed, unlike `translation`: which way it runs includes the slop.
  private var travel: Point
  private let axis: Point
  /// What the slop has swallowed, and the part of it, 0 to 1, that was given back.
  private let lag: Point
  private var returned = 0.0
  /// Over how many points it is given back; and from where on they count.
  private let returnDistance: Double
  private var base: Point
  /// When the sample was taken that left the slop, in local seconds: what was before it moves nothing.
  let beginning: Double
  /// Whether a sample arrived that no display frame has shown, when the drag is reported frame by frame.
  private(set) var isFresh = false
  /// Whether the finger fell silent, and what was predicted of it is being taken back.
  private(set) var isRecovering = false

  /// A drag of `contact`, which has come `travel` from where it was anchored.
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

  /// The leading contact moved, or is shown, at `position`.
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

  /// What is given back of the slop now that the finger has come to `position`: never taken again when it
  /// turns round.
  private mutating func regained(at position: Point) -> Point {
    guard returnDistance > 0, returned < 1 else { return .zero }
    let part = min(1, (position - base).length / returnDistance)
    guard part > returned else { return .zero }
    defer { returned = part }
    return lag * (part - returned)
  }

  /// The drag is no tap any more: the way it runs is decided again, now that there is more of it.
  mutating func confirm() {
    lock.reconsider()
    decide()
    hasChanged = true
  }

  /// The leading contact has a new sample for the next display frame.
  mutating func freshen() {
    isFresh = true
    isRecovering = false
  }

  /// The leading contact is in a display frame at `position`.
  mutating func show(_ contact: Contact, at position: Point) {
    isFresh = false
    update(with: contact, at: position)
  }

  /// The leading contact has been silent for too long.
  mutating func recover() { isRecovering = true }

  /// Another contact leads from now on, from where it is.
  mutating func lead(_ contact: Contact) {
    drag.contact = contact.id
    drag.start = contact.origin
    base += contact.position - drag.position
    drag.position = contact.position
    freshen()
  }

  /// What was not told yet; from now on it was.
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

  /// The part of a velocity that counts for what the drag moves.
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
