import RotundaGeometry

/// An edge swipe under way.
struct EdgeSwiping: Sendable {
  /// The state of the swipe.
  private(set) var swipe: EdgeSwipe
  /// Whether there is something to tell.
  var hasNews = false

  init(_ contact: Contact, from edge: Edge) {
    swipe = EdgeSwipe(
      edge: edge, contact: contact.id, start: contact.origin, position: contact.position, time: contact.time)
  }

  /// Its contact moved.
  mutating func follow(_ contact: Contact) {
    swipe.position = contact.position
    swipe.time = contact.time
    hasNews = true
  }

  /// The swipe at its end.
  func ended(velocity: Point, at time: Double, _ thresholds: Thresholds) -> EdgeSwipe {
    var swipe = swipe
    swipe.speed = velocity.dot(swipe.edge.inward)
    swipe.isFling = swipe.speed > thresholds.flingMinimum
    swipe.time = time
    return swipe
  }
}
