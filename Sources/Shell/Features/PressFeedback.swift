import Gestures

/// Has every tap seen: also one that is over before the recognizer tells of a press, and each for long enough
/// to be noticed.
///
/// It stands behind the recognizer and alters what that tells: a tap of which no press was told gets one, and
/// the end of a press that a lift brings too soon comes later.
struct PressFeedback: Hashable {
  /// Seconds for which a press is shown at least: five frames at 60 Hz. Android has 64 ms, which cheap
  /// screens swallow.
  static let shortest = 0.09

  /// When the press began that is shown; nil while none is.
  private var start: Double?
  /// Whether one was told of the touch that is under way, or was last, and did not become something else.
  private var isTold = false
  /// When the end of it is told that was held back.
  private(set) var deadline: Double?

  /// Alters what the recognizer told at `time`.
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

  /// Whether the press ended because the finger lifted, and not because it does something else.
  private static func isLift(after index: Int, _ gestures: [Gesture]) -> Bool {
    guard index + 1 < gestures.count else { return false }
    switch gestures[index + 1] {
    case .tap, .doubleTap, .touchEnded: return true
    default: return false
    }
  }

  /// Tells the end that is due by `time`.
  mutating func advance(to time: Double, into gestures: inout [Gesture]) {
    guard let due = deadline, due <= time else { return }
    gestures.append(.pressEnded)
    (start, deadline) = (nil, nil)
  }
}
