import Gestures
import RotundaGeometry

/// Lets a finger count only once it has rested, and not at once after another one, for hands that tremble.
///
/// A finger that moves on counts at once: swipes are no accidents.
struct TouchGuard: Hashable {
  /// Seconds that a finger has to rest, and seconds without a touch after one.
  private var (hold, pause) = (0.0, 0.0)
  /// The events of the resting finger so far.
  private var held: [TouchFrame] = []
  private var (id, start, since): (Int32, Point, Double) = (0, .zero, 0)
  /// Fingers that count, and those that do not.
  private var (counted, ignored): (Set<Int32>, Set<Int32>) = ([], [])
  /// When the last one was lifted.
  private var lifted = -Double.infinity

  /// More fingers than a person has. Beyond that, downs that never lift are forgotten.
  private static let limit = 64

  /// Takes its settings.
  mutating func apply(hold: Double, pause: Double) { (self.hold, self.pause) = (hold, pause) }

  /// Whether everything counts.
  var isOff: Bool { hold <= 0 && pause <= 0 && held.isEmpty && counted.isEmpty && ignored.isEmpty }

  /// When the finger that rests counts.
  var deadline: Double? { held.isEmpty ? nil : since + hold }

  /// Takes touch events, and returns those that count; `slop` is the distance of an unintended movement.
  mutating func admit(_ frame: TouchFrame, slop: Double, at time: Double) -> [TouchFrame] {
    var events: [TouchEvent] = []
    var passed: [TouchFrame] = []
    for event in frame.events {
      switch event {
      case .down(let id, let point, _):
        ignored.remove(id)
        if time - lifted < pause, counted.isEmpty, held.isEmpty {
          if ignored.count < Self.limit { ignored.insert(id) }
        } else if hold > 0, counted.isEmpty, held.isEmpty {
          (self.id, start, since) = (id, point, time)
          held = [TouchFrame([event])]
        } else {
          // Further fingers make a gesture, and no accident.
          passed += release()
          counted.insert(id)
          events.append(event)
        }
      case .motion(let id, let point, _):
        guard !ignored.contains(id) else { continue }
        if !held.isEmpty, id == self.id {
          held.append(TouchFrame([event]))
          if (point - start).length > slop { passed += release() }
        } else {
          events.append(event)
        }
      case .up(let id, _), .cancelContact(let id):
        if ignored.remove(id) != nil { continue }
        // Too short: it was nothing.
        if !held.isEmpty, id == self.id {
          held = []
          continue
        }
        counted.remove(id)
        if counted.isEmpty { lifted = time }
        events.append(event)
      case .cancel, .lost:
        (held, counted, ignored) = ([], [], [])
        events.append(event)
      }
    }
    if !events.isEmpty || !frame.shapes.isEmpty && held.isEmpty {
      passed.append(TouchFrame(events, shapes: frame.shapes.filter { !ignored.contains($0.id) }))
    }
    return passed
  }

  /// A finger that has not counted yet never does: something else is on the screen.
  mutating func cancel() { held = [] }

  /// Returns the events that count now.
  mutating func advance(to time: Double) -> [TouchFrame] {
    guard let deadline, deadline <= time else { return [] }
    return release()
  }

  private mutating func release() -> [TouchFrame] {
    guard !held.isEmpty else { return [] }
    defer { held = [] }
    counted.insert(id)
    return held
  }
}

/// Lets a key count only once within a pause, and not again while it is held, where that is set.
struct KeyGuard: Hashable {
  private var (pause, repeats) = (0.0, true)
  /// The key that counted last, and when it was pressed last.
  private var latest: Key?
  private var time = -Double.infinity

  /// Takes its settings.
  mutating func apply(pause: Double, repeats: Bool) { (self.pause, self.repeats) = (pause, repeats) }

  /// Whether a key counts.
  mutating func admits(_ event: KeyEvent, at time: Double) -> Bool {
    switch event.phase {
    case .repeated: return repeats
    case .pressed:
      defer { (latest, self.time) = (event.key, time) }
      return event.key != latest || time - self.time >= pause
    case .released: return true
    }
  }
}
