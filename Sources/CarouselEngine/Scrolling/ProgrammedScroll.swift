/// A scroll of given length and duration that keeps the velocity it finds: the polynomial of degree five with no
/// acceleration at either end and no velocity at the last.
///
/// `x(s) = from + distance (10 s³ − 15 s⁴ + 6 s⁵) + velocity·duration (s − 6 s³ + 8 s⁴ − 3 s⁵)`, `s = τ / duration`.
struct ProgrammedScroll: Hashable, Sendable {
  var from: Double
  var target: Double
  /// Items/s at the start.
  var velocity: Double
  var start: Double
  /// Seconds.
  var duration: Double

  var end: Double { start + duration }

  func offset(_ time: Double) -> Double {
    if time >= end { return target }
    let s = max(0, time - start) / duration
    let cube = s * s * s
    return from + (target - from) * cube * (10 + s * (6 * s - 15))
      + velocity * duration * (s + cube * (s * (8 - 3 * s) - 6))
  }

  func velocity(_ time: Double) -> Double {
    if time >= end { return 0 }
    let s = max(0, time - start) / duration
    let square = s * s
    return (target - from) / duration * 30 * square * (1 + s * (s - 2))
      + velocity * (1 + square * (s * (32 - 15 * s) - 18))
  }
}
