import RotundaGeometry

/// A finger that came in from an edge of the surface.
public struct EdgeSwipe: Hashable, Sendable {
  /// The edge it came from.
  public var edge: Edge
  /// The contact.
  public var contact: Int32
  /// Where it landed.
  public var start: Point
  /// Where it is.
  public var position: Point
  /// How far it has come inward since it landed, in points; negative when it went back beyond that.
  public var distance: Double { (position - start).dot(edge.inward) }
  /// How fast it moves inward, in points per second. Zero but at the end.
  public var speed: Double = 0
  /// Whether it ends fast enough inward to count as flung.
  public var isFling = false
  /// Local time of the newest sample, in seconds.
  public var time: Double

  /// A swipe from where it landed to where it is.
  public init(edge: Edge, contact: Int32, start: Point, position: Point, time: Double) {
    self.edge = edge
    self.contact = contact
    self.start = start
    self.position = position
    self.time = time
  }
}
