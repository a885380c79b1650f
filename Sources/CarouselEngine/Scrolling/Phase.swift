/// What is moving a carousel.
enum Phase: Hashable, Sendable {
  /// Nothing.
  case resting
  /// A finger lies on it and has stopped it, but drags nothing yet.
  case held
  /// A finger.
  case dragging
  /// A fling.
  case gliding(ScrollCurve)
  /// A programmed scroll, or the way to the nearest item.
  case scrolling(ScrollCurve)
  /// Itself, at constant speed since an offset and a time.
  case turning(from: Double, since: Double)

  /// The curve it follows, if it follows one.
  var curve: ScrollCurve? {
    switch self {
    case .gliding(let curve), .scrolling(let curve): curve
    case .resting, .held, .dragging, .turning: nil
    }
  }
}
