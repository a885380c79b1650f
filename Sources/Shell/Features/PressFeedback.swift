import Gestures

/// Makes every tap visible for long enough, also one that ends before the recognizer reports a press.
///
/// It alters the recognizer's output: it adds a press to a tap without one, and delays the end of a press
/// that ends too soon.
struct PressFeedback: Hashable {
  /// The least duration of a visible press, in seconds: five frames at 60 Hz. Android's 64 ms are invisible
  /// on cheap screens.
  static let shortest = 0.09

  /// When the visible press began; nil without one.
  private var start: Double?
  /// Whether the recognizer reported a press of the latest touch, which did not become another gesture.
  private var isTold = false
  /// When to report the delayed end.
  private(set) var deadline: Double?

  /// Alters the gestures that the recognizer reported at `time`.
  mutating func alter(_ gestures: inout [Gesture], at time: Double) {
    var index = 0
    while index < gestures.count {
      switch gestures[index] {
      case .touchBegan:
        if deadline != nil {
          gestures.insert(.pressEnded, at: index)
          index += 1
        }
        (start, deadline, isTold) = (nil, nil, false)
      case .pressBegan: (start, isTold) = (time, true)
      case .pressEnded:
        isTold = Self.isLift(after: index, gestures)
        if isTold, let start, time < start + Self.shortest {
          gestures.remove(at: index)
          deadline = start + Self.shortest
          continue
        }
        start = nil
      case .tap(let point):
        guard !isTold else { break }
        gestures.insert(.pressBegan(at: point), at: index)
        (start, deadline, isTold) = (time, time + Self.shortest, true)
        index += 1
      default: break
      }
      index += 1
    }
  }

  /// Reports whether the press ended because the finger lifted.
  private static func isLift(after index: Int, _ gestures: [Gesture]) -> Bool {
    guard index + 1 < gestures.count else { return false }
    switch gestures[index + 1] {
    case .tap, .doubleTap, .touchEnded: return true
    default: return false
    }
  }

  /// Reports an end that is due by `time`.
  mutating func advance(to time: Double, into gestures: inout [Gesture]) {
    guard let due = deadline, due <= time else { return }
    gestures.append(.pressEnded)
    (start, deadline) = (nil, nil)
  }
}
