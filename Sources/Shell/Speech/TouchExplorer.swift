import Gestures
import RotundaGeometry

/// Distinguishes exploring fingers from swiping ones while the screen reader is on.
///
/// It holds back a landing finger for a moment. A finger that moves on, or is not alone, belongs to gestures,
/// which then receive all held events. A resting finger explores from then on: the visitor hears what it
/// passes, and gestures do not see it. Screen readers of telephones do the same.
struct TouchExplorer: Hashable {
  enum Outcome: Hashable {
    /// Events for gestures.
    case pass(TouchFrame)
    /// The exploring finger is at a place.
    case explore(Point)
    /// The exploring finger has lifted.
    case lifted
    /// A short touch of one finger.
    case tap(Point)
    /// A second finger tapped while the first one rested.
    case splitTap
  }

  private enum State: Hashable {
    case idle
    /// A finger whose action is undecided.
    case held(Int32, start: Point, since: Double, [TouchFrame])
    case exploring(Int32, Point, second: Second?)
    /// Fingers that belong to gestures.
    case passing(Set<Int32>)
  }

  /// A second finger, which landed while another one explores.
  private struct Second: Hashable {
    let id: Int32
    let start: Point
    let since: Double
    let milliseconds: UInt32
  }

  private var state = State.idle

  /// Seconds after which a resting finger explores. A swipe has begun by then.
  static let decision = 0.2
  /// Seconds in which a second finger taps. Two fingers that rest longer are a gesture.
  static let splitTime = 0.35

  /// Whether it handles any fingers.
  var isActive: Bool { state != .idle }

  /// When to decide about the fingers.
  var deadline: Double? {
    switch state {
    case .held(_, _, let since, _): since + Self.decision
    case .exploring(_, _, let second?): second.since + Self.splitTime
    case .idle, .exploring, .passing: nil
    }
  }

  /// Handles touch events. `slop` is the greatest distance of an unintended movement.
  mutating func handle(_ frame: TouchFrame, slop: Double, at time: Double) -> [Outcome] {
    switch state {
    case .idle: if !begin(frame, at: time) { return [.pass(frame)] }
    case .held(let id, let start, let since, var frames):
      frames.append(frame)
      return decide(id, start, since, frames, slop)
    case .exploring(let id, let point, let second): return explore(frame, id, point, second, at: time)
    case .passing(let fingers):
      state = Self.left(of: fingers, after: frame)
      return [.pass(frame)]
    }
    return []
  }

  /// Holds back a finger that lands alone. Returns whether one did.
  private mutating func begin(_ frame: TouchFrame, at time: Double) -> Bool {
    var downs: [(id: Int32, point: Point)] = []
    for case .down(let id, let point, _) in frame.events { downs.append((id, point)) }
    if downs.count == 1, frame.events.count == 1 {
      state = .held(downs[0].id, start: downs[0].point, since: time, [frame])
      return true
    }
    state = Self.left(of: [], after: frame)
    return false
  }

  private mutating func decide(
    _ id: Int32, _ start: Point, _ since: Double, _ frames: [TouchFrame], _ slop: Double
  ) -> [Outcome] {
    for event in frames.last?.events ?? [] {
      switch event {
      case .up(id, _):
        state = .idle
        return [.tap(start)]
      case .motion(id, let point, _) where (point - start).length <= slop: continue
      case .motion(id, _, _), .down: return pass(frames)
      case .cancelContact(id), .cancel, .lost:
        state = .idle
        return []
      case .motion, .up, .cancelContact: continue
      }
    }
    state = .held(id, start: start, since: since, frames)
    return []
  }

  private mutating func pass(_ frames: [TouchFrame]) -> [Outcome] {
    state = frames.reduce(.passing([])) { state, frame in
      if case .passing(let fingers) = state { Self.left(of: fingers, after: frame) } else { .idle }
    }
    return frames.map { .pass($0) }
  }

  private mutating func explore(
    _ frame: TouchFrame, _ id: Int32, _ point: Point, _ second: Second?, at time: Double
  ) -> [Outcome] {
    var (point, second, outcomes) = (point, second, [Outcome]())
    for event in frame.events {
      switch event {
      case .motion(id, let place, _):
        point = place
        outcomes.append(.explore(place))
      case .up(id, _):
        state = .idle
        return outcomes + [.lifted]
      case .cancelContact(id), .cancel, .lost:
        state = .idle
        return outcomes
      case .down(let other, let place, let milliseconds) where second == nil:
        second = Second(id: other, start: place, since: time, milliseconds: milliseconds)
      case .up(let other, _) where other == second?.id:
        if let since = second?.since, time - since <= Self.splitTime { outcomes.append(.splitTap) }
        second = nil
      case .cancelContact(let other) where other == second?.id: second = nil
      default: continue
      }
    }
    state = .exploring(id, point, second: second)
    return outcomes
  }

  /// Makes due decisions.
  mutating func advance(to time: Double) -> [Outcome] {
    guard let deadline, deadline <= time else { return [] }
    switch state {
    case .held(let id, let start, _, _):
      state = .exploring(id, start, second: nil)
      return [.explore(start)]
    // Two resting fingers are a gesture, which begins now.
    case .exploring(let id, let point, let second?):
      state = .passing([id, second.id])
      return [
        .pass(
          TouchFrame([
            .down(id: id, at: point, milliseconds: second.milliseconds),
            .down(id: second.id, at: second.start, milliseconds: second.milliseconds),
          ]))
      ]
    case .idle, .exploring, .passing: return []
    }
  }

  /// Forgets all fingers that are down.
  mutating func cancel() { state = .idle }

  private static func left(of fingers: Set<Int32>, after frame: TouchFrame) -> State {
    var fingers = fingers
    for event in frame.events {
      switch event {
      case .down(let id, _, _): fingers.insert(id)
      case .up(let id, _), .cancelContact(let id): fingers.remove(id)
      case .cancel, .lost: fingers = []
      case .motion: break
      }
    }
    return fingers.isEmpty ? .idle : .passing(fingers)
  }
}
