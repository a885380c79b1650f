import RotundaGeometry
import Gestures

/// The gestures that were recognised last, by name.
struct GestureHistory: Hashable {
  /// The newest first.
  private(set) var names: [String] = []

  /// How many are shown.
  static let length = 5

  /// Notes a gesture; false when it is one that is not named.
  mutating func take(_ gesture: Gesture, in words: Words) -> Bool {
    guard let name = gesture.name(in: words) else { return false }
    names.insert(name, at: 0)
    if names.count > Self.length { names.removeLast() }
    return true
  }
}

extension Gesture {
  /// What it is called once it is complete; nil before, and for what is none.
  func name(in words: Words) -> String? {
    switch self {
    case .tap: words(.tap)
    case .doubleTap: words(.doubleTap)
    case .multiTap(let fingers, _): words(.tapWithFingers, "\(fingers)")
    case .longPressBegan: words(.longPress)
    case .multiLongPress(let fingers, _): words(.longPressWithFingers, "\(fingers)")
    case .dragEnded(let drag): drag.name(in: words)
    case .dragCancelled: words(.dragTakenBack)
    case .edgeSwipeEnded(let swipe): words(swipe.edge.phrase)
    case .pinchEnded(let pinch): pinch.name(in: words)
    case .swipe(let swipe): words(.swipeWithFingers, words(swipe.direction.phrase), "\(swipe.fingers)")
    default: nil
    }
  }
}

extension Drag {
  /// A drag by its direction, and whether it was flung.
  fileprivate func name(in words: Words) -> String {
    let way = SwipeDirection(position - start, tolerance: .pi / 4).map { words($0.phrase) } ?? ""
    if isAfterLongPress { return words(.longPressThenDrag, way) }
    return words(isFling ? .fling : .drag, way)
  }
}

extension Pinch {
  /// A pinch by its factor, or a turn by its angle.
  fileprivate func name(in words: Words) -> String {
    let degrees = Int((rotation * 180 / .pi).rounded())
    if abs(scaleSinceLanding - 1) < 0.1, abs(degrees) >= 10 { return words(.turnBy, "\(degrees)") }
    return words(.pinchTo, "\(Int((scaleSinceLanding * 100).rounded()))")
  }
}

extension SwipeDirection {
  fileprivate var phrase: Phrase {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    }
  }
}

extension Edge {
  fileprivate var phrase: Phrase {
    switch self {
    case .top: .swipeFromTop
    case .bottom: .swipeFromBottom
    case .left: .swipeFromLeft
    case .right: .swipeFromRight
    }
  }
}
