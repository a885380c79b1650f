/// The original's fling: constant deceleration from `velocity` to a stand in `duration` seconds.
///
/// `x = from + velocity τ − velocity τ² / (2 duration)`. The duration is chosen so that this ends on the target; it is
/// infinite where nothing brakes.
struct Braking: Hashable, Sendable {
  var from: Double
  /// Items/s.
  var velocity: Double
  var start: Double
  /// Seconds.
  var duration: Double

  var end: Double { start + duration }

  func offset(_ time: Double) -> Double {
    let elapsed = min(duration, max(0, time - start))
    guard duration > 0 else { return from }
    let acceleration = -velocity / duration
    return from + (velocity * elapsed + 0.5 * acceleration * (elapsed * elapsed))
  }

  func velocity(_ time: Double) -> Double {
    let elapsed = min(duration, max(0, time - start))
    return duration > 0 ? velocity * (1 - elapsed / duration) : 0
  }
}
