/// The original's programmed scroll: `x = from + (target − from) · e(s)`, with the cubic ease-in-out
/// `e(s) = 4 s³` up to the middle and `1 + (2 s − 2)³ / 2` after it.
struct EasedScroll: Hashable, Sendable {
  var from: Double
  var target: Double
  var start: Double
  /// Seconds.
  var duration: Double

  var end: Double { start + duration }

  func offset(_ time: Double) -> Double {
    from + (target - from) * Self.ease(min(1, max(0, time - start) / duration))
  }

  func velocity(_ time: Double) -> Double {
    if time >= end { return 0 }
    let s = max(0, time - start) / duration
    let slope = s < 0.5 ? 12 * s * s : 3 * (2 * s - 2) * (2 * s - 2)
    return (target - from) * slope / duration
  }

  /// Cubic ease-in-out from 0 to 1.
  static func ease(_ s: Double) -> Double {
    if s < 0.5 { return 4 * s * s * s }
    let rest = 2 * s - 2
    return 0.5 * rest * rest * rest + 1
  }
}
