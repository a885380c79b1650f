/// What a carousel does of itself once it has been let go, or when a phase of its motion is over.
enum FollowUp: Hashable, Sendable {
  /// Fling on.
  case glide(ScrollCurve)
  /// Go to where it belongs.
  case settle(ScrollCurve)
  /// Stay.
  case stay
}

/// A drag in progress.
struct Drag: Hashable, Sendable {
  /// Where the carousel would be if its ends did not resist, in items.
  var raw = 0.0
  /// Velocity of the last move in items/s, as the physics understands it. Outlives the drag.
  var velocity = 0.0
  /// Whether that velocity was reported with the move.
  var isVelocityKnown = false
  /// When the finger last moved, seconds.
  var lastMove = 0.0
}

/// The feel of a carousel: how it follows a finger, and which curves it follows after that.
protocol ScrollPhysics: Sendable {
  /// A finger takes hold of a carousel at `offset`.
  static func begin(_ drag: inout Drag, at offset: Double, _ rules: ScrollRules)
  /// The offset after the finger has moved by `distance` points; `velocity` (points/s) where it is known.
  static func move(
    _ drag: inout Drag, from offset: Double, by distance: Double, velocity: Double?, _ rules: ScrollRules
  ) -> Double
  /// What follows when the finger lets go with `velocity` points/s.
  static func release(
    _ drag: inout Drag, offset: Double, velocity: Double, at time: Double, _ rules: ScrollRules
  )
    -> FollowUp
  /// What follows a fling that has ended at `offset`.
  static func afterGlide(_ offset: Double, _ drag: Drag, at time: Double, _ rules: ScrollRules) -> FollowUp
  /// The way to the nearest item, or back from beyond an end, for a carousel left at `offset`.
  static func settle(_ offset: Double, at time: Double, _ rules: ScrollRules) -> ScrollCurve?
  /// A programmed scroll.
  static func scroll(
    from offset: Double, velocity: Double, to target: Double, duration: Double, at time: Double
  ) -> ScrollCurve
}
