import Geometry
import Gestures

/// The gestures that were recognised last, by name.
struct GestureHistory: Hashable {
  /// The newest first.
  private(set) var names: [String] = []

  /// How many are shown.
  static let length = 5

  /// Notes a gesture; false when it is one that is not named.
  mutating func take(_ gesture: Gesture) -> Bool {
    guard let name = gesture.name else { return false }
    names.insert(name, at: 0)
    if names.count > Self.length { names.removeLast() }
    return true
  }
}

extension Gesture {
  /// What it is called once it is complete; nil before, and for what is none.
  var name: String? {
    switch self {
    case .tap: "tap"
    case .doubleTap: "double tap"
    case .multiTap(let fingers, _): "tap with \(fingers) fingers"
    case .longPressBegan: "long press"
    case .multiLongPress(let fingers, _): "long press with \(fingers) fingers"
    case .dragEnded(let drag): drag.name
    case .dragCancelled: "drag, taken back"
    case .edgeSwipeEnded(let swipe): "swipe from the \(swipe.edge) edge"
    case .pinchEnded(let pinch): pinch.name
    case .swipe(let swipe): "swipe \(swipe.direction) with \(swipe.fingers) fingers"
    default: nil
    }
  }
}

extension Drag {
  /// A drag by its direction, and whether it was flung.
  fileprivate var name: String {
    let way = SwipeDirection(position - start, tolerance: .pi / 4).map { " \($0)" } ?? ""
    if isAfterLongPress { return "long press, then drag\(way)" }
    return (isFling ? "fling" : "drag") + way
  }
}

extension Pinch {
  /// A pinch by its factor, or a turn by its angle.
  fileprivate var name: String {
    let degrees = Int((rotation * 180 / .pi).rounded())
    if abs(scaleSinceLanding - 1) < 0.1, abs(degrees) >= 10 { return "turn by \(degrees)°" }
    let percent = Int((scaleSinceLanding * 100).rounded())
    return "pinch to \(percent) %"
  }
}
