import Gestures

/// A gesture that an action can be bound to.
package enum GestureTrigger: Hashable, Sendable {
  case tap
  /// Two of them in a row.
  case doubleTap
  case longPress
  /// A finger that rests and then moves.
  case longPressDrag
  /// A finger that moves one way and lifts.
  case swipe(SwipeDirection)
  /// The same, thrown.
  case flick(SwipeDirection)
  case edgeSwipe(Edge)
  /// Several fingers that touch shortly, 2 to 5.
  case multiTap(fingers: Int)
  /// Several fingers that rest, 2 to 5.
  case multiLongPress(fingers: Int)
  /// Several fingers that move the same way, 2 to 5.
  case multiSwipe(fingers: Int, SwipeDirection)
  case pinchIn
  case pinchOut
  case rotation

  /// Every gesture, in the order in which they are documented.
  package static let all: [GestureTrigger] = {
    // One after the other: all in one expression is too much for the type checker of Swift 6.2.
    var all: [GestureTrigger] = [.tap, .doubleTap, .longPress, .longPressDrag]
    all += SwipeDirection.allCases.map { .swipe($0) }
    all += SwipeDirection.allCases.map { .flick($0) }
    all += Edge.allCases.map { .edgeSwipe($0) }
    all += fingers.map { .multiTap(fingers: $0) }
    all += fingers.map { .multiLongPress(fingers: $0) }
    for count in fingers { all += SwipeDirection.allCases.map { .multiSwipe(fingers: count, $0) } }
    return all + [.pinchIn, .pinchOut, .rotation]
  }()

  /// How many fingers gestures of several fingers have.
  static let fingers = 2...5

  /// Its key below `[gestures]`.
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

  /// What tells the recognizer to look out for it.
  package var recognizer: Recognizers {
    switch self {
    case .tap: .tap
    case .doubleTap: .doubleTap
    case .longPress: .longPress
    // A finger that rests is a long press first.
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
  /// How a key names it.
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
  /// How a key names it.
  package var word: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    }
  }
}
