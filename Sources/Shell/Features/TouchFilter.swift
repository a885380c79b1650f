import Gestures

/// Holds back touches that only woke the screen, each from its down to its up.
struct TouchFilter: Hashable {
  private var ignored: Set<Int32> = []

  /// More fingers than a person has. Beyond that, downs that never lift are forgotten.
  private static let limit = 64

  /// What is left of a frame; nil when nothing is. With `wakes`, fingers that land in it are kept back.
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
        // A compositor may forget to tell of an up, and give the id to the next finger.
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
  /// Whether a finger lands in it.
  var lands: Bool { events.contains { if case .down = $0 { true } else { false } } }
  /// Whether a finger does something in it, and not only a compositor.
  var isTouched: Bool {
    events.contains { event in
      switch event {
      case .down, .motion: true
      case .up, .cancelContact, .cancel, .lost: false
      }
    }
  }
}
