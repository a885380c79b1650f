import Gestures

/// A gesture that an action can be bound to.
package enum GestureTrigger: Hashable, Sendable {
  case tap
  /// Two taps in a row.
  case doubleTap
  case longPress
  /// A finger that rests and then moves.
  case longPressDrag
  /// A finger that moves one way and lifts.
  case swipe(SwipeDirection)
  /// A swipe that ends in a fling.
  case flick(SwipeDirection)
  case edgeSwipe(Edge)
  /// Several fingers that touch briefly, 2 to 5.
  case multiTap(fingers: Int)
  /// Several fingers that rest, 2 to 5.
  case multiLongPress(fingers: Int)
  /// Several fingers that move in the same direction, 2 to 5.
  case multiSwipe(fingers: Int, SwipeDirection)
  case pinchIn
  case pinchOut
  case rotation

  /// Every gesture, in the order of the documentation.
  package static let all: [GestureTrigger] = {
    // Separate statements, because a single expression is too complex for the type checker of Swift 6.2.
    var all: [GestureTrigger] = [.tap, .doubleTap, .longPress, .longPressDrag]
    all += SwipeDirection.allCases.map { .swipe($0) }
    all += SwipeDirection.allCases.map { .flick($0) }
    all += Edge.allCases.map { .edgeSwipe($0) }
    all += fingers.map { .multiTap(fingers: $0) }
    all += fingers.map { .multiLongPress(fingers: $0) }
    for count in fingers { all += SwipeDirection.allCases.map { .multiSwipe(fingers: count, $0) } }
    return all + [.pinchIn, .pinchOut, .rotation]
  }()

  /// The range of finger counts of multi-finger gestures.
  static let fingers = 2...5

  /// The gesture's key in `[gestures]`.
  package var name: String {
    switch self {
    case .tap: "tap"
    case .doubleTap: "double-tap"
    case .longPress: "long-press"
    case .longPressDrag: "long-press-drag"
    case .swipe(let direction): "swipe-\(direction.word)"
    case .flick(let direction): "flick-\(direction.word)"
    case .edgeSwipe(let edge): "edge-swipe-\(edge.word)"
    case .multiTap(let fingers): "\(Self.number(fingers))-finger-tap"
    case .multiLongPress(let fingers): "\(Self.number(fingers))-finger-long-press"
    case .multiSwipe(let fingers, let direction): "\(Self.number(fingers))-finger-swipe-\(direction.word)"
    case .pinchIn: "pinch-in"
    case .pinchOut: "pinch-out"
    case .rotation: "rotate"
    }
  }

  /// The recognizers that detect the gesture.
  package var recognizer: Recognizers {
    switch self {
    case .tap: .tap
    case .doubleTap: .doubleTap
    case .longPress: .longPress
    // A resting finger first counts as a long press.
    case .longPressDrag: [.longPress, .longPressDrag]
    case .swipe, .flick: .drag
    case .edgeSwipe: .edgeSwipe
    case .multiTap: .multiTap
    case .multiLongPress: .multiLongPress
    case .multiSwipe(fingers: 2, _): .twoFingerSwipe
    case .multiSwipe: .multiSwipe
    case .pinchIn, .pinchOut: .pinch
    case .rotation: .rotation
    }
  }

  static func number(_ fingers: Int) -> String {
    switch fingers {
    case 2: "two"
    case 3: "three"
    case 4: "four"
    default: "five"
    }
  }
}

extension SwipeDirection {
  /// The direction in the name of a key.
  package var word: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .up: "up"
    case .down: "down"
    }
  }
}

extension Edge {
  /// The edge in the name of a key.
  package var word: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    }
  }
}
