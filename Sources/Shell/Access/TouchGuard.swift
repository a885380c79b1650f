import Gestures
import RotundaGeometry

/// Makes fingers count only once they rest, and only after a pause since the previous one, for trembling
/// hands.
///
/// A moving finger counts immediately, because swipes are no accidents.
struct TouchGuard: Hashable {
  /// The seconds that a finger must rest, and the seconds without a touch after one.
  private var (hold, pause) = (0.0, 0.0)
  /// The events of the resting finger so far.
  private var held: [TouchFrame] = []
  private var (id, start, since): (Int32, Point, Double) = (0, .zero, 0)
  /// The fingers that count, and those that are ignored.
  private var (counted, ignored): (Set<Int32>, Set<Int32>) = ([], [])
  /// When the last counted finger lifted.
  private var lifted = -Double.infinity

  /// More fingers than a person has. Beyond that, the guard ignores downs that never lift.
  private static let limit = 64

  mutating func apply(hold: Double, pause: Double) { (self.hold, self.pause) = (hold, pause) }

  /// Whether all touches count.
  var isOff: Bool { hold <= 0 && pause <= 0 && held.isEmpty && counted.isEmpty && ignored.isEmpty }

  /// When the resting finger counts.
  var deadline: Double? { held.isEmpty ? nil : since + hold }

  /// Returns the touch events that count. `slop` is the greatest distance of an unintended movement.
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
          // Further fingers make a gesture, not an accident.
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
        // The touch was too short to count.
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

  /// Discards a finger that has not counted yet, because the screen changed.
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

/// Makes a repeated key count only after a pause, and ignores held keys if so configured.
struct KeyGuard: Hashable {
  private var (pause, repeats) = (0.0, true)
  /// The latest key, and (in `time`) when it was pressed.
  private var latest: Key?
  private var time = -Double.infinity

  mutating func apply(pause: Double, repeats: Bool) { (self.pause, self.repeats) = (pause, repeats) }

  /// Reports whether a key event counts.
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
