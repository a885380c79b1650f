import RotundaGeometry

/// A finger that moves over the surface.
public struct Drag: Hashable, Sendable {
  /// The contact that leads: the first one down. Another takes over when it lifts, and nothing jumps.
  public var contact: Int32
  /// Where the leading contact landed.
  public var start: Point
  /// Where the leading contact is.
  public var position: Point
  /// How far the drag has come since the sample that left the slop.
  public var translation: Point = .zero
  /// How far it has come since the previous gesture of this drag.
  public var delta: Point = .zero
  /// Points per second. Zero but at the end, and there too after a hold.
  public var velocity: Point = .zero
  /// Which way it runs.
  public var axis: DragAxis = .undecided
  /// Whether it ends fast enough for what it moves to glide on.
  public var isFling = false
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
