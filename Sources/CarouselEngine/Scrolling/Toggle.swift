/// How far the current item of the second cover flow has yet to turn towards the viewer.
///
/// 0: it faces the viewer; ±1: it still leans the way it did before it became the current item.
struct Toggle: Hashable, Sendable {
  /// Shortest and longest time of a turn, seconds (iCarousel 1.8.3).
  static let shortest = 0.2
  static let longest = 0.4

  /// At `start`.
  var value = 0.0
  var start = 0.0
  var duration = 0.0
  /// Whether it still turns.
  var isRunning = false

  /// What is left of it: eased out to 0.
  func remainder(at time: Double) -> Double {
    guard isRunning, duration > 0 else { return 0 }
    return value * (1 - EasedScroll.ease(min(1, max(0, time - start) / duration)))
  }

  /// Starts a turn from `value`; faster after a fast drag. `velocity` in items/s.
  mutating func begin(_ value: Double, velocity: Double, at time: Double) {
    self.value = min(max(value, -1), 1)
    start = time
    duration = Self.duration(velocity: velocity)
    isRunning = abs(value) > Limit.sameOffset
  }

  /// Seconds that a turn takes while the carousel moves with `velocity`.
  static func duration(velocity: Double) -> Double {
    let part = velocity == 0 ? 1 : min(1, 1 / abs(velocity))
    return shortest + (longest - shortest) * part
  }
}
