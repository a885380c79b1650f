import Gestures

/// Withholds touches that only woke the screen, each from its down to its up.
struct TouchFilter: Hashable {
  private var ignored: Set<Int32> = []

  /// More fingers than a person has. Beyond that, the filter ignores downs that never lift.
  private static let limit = 64

  /// Returns the rest of a frame; nil if nothing remains. With `wakes`, the filter withholds fingers that
  /// land in it.
  mutating func admit(_ frame: TouchFrame, wakes: Bool) -> TouchFrame? {
    guard wakes || !ignored.isEmpty else { return frame }
    let shapes = frame.shapes.filter { !ignored.contains($0.id) }
    let events = frame.events.filter { admits($0, wakes: wakes) }
    return events.isEmpty && shapes.isEmpty ? nil : TouchFrame(events, shapes: shapes)
  }

  private mutating func admits(_ event: TouchEvent, wakes: Bool) -> Bool {
    switch event {
    case .down(let id, _, _):
      if wakes, ignored.count < Self.limit {
        ignored.insert(id)
      } else {
        // A compositor may omit an up, and reuse the identifier for the next finger.
        ignored.remove(id)
      }
      return !wakes
    case .motion(let id, _, _): return !ignored.contains(id)
    case .up(let id, _), .cancelContact(let id): return ignored.remove(id) == nil
    case .cancel, .lost:
      ignored = []
      return true
    }
  }
}

extension TouchFrame {
  /// Whether a finger lands in the frame.
  var lands: Bool { events.contains { if case .down = $0 { true } else { false } } }
  /// Whether the frame has a finger's action, and not only the compositor's.
  var isTouched: Bool {
    events.contains { event in
      switch event {
      case .down, .motion: true
      case .up, .cancelContact, .cancel, .lost: false
      }
    }
  }
}
