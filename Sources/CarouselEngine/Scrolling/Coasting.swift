#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A fling that runs into an end: exponential deceleration as far as the end, then the spring takes over with the
/// velocity that is left.
struct Coasting: Hashable, Sendable {
  var from: Double
  /// Items/s at the start.
  var velocity: Double
  /// Exponential rate, 1/s.
  var rate: Double
  var start: Double
  /// From the end of the carousel on.
  var rebound: Settling

  func offset(_ time: Double) -> Double {
    if time >= rebound.start { return rebound.offset(time) }
    return from - velocity / rate * expm1(-rate * max(0, time - start))
  }

  func velocity(_ time: Double) -> Double {
    if time >= rebound.start { return rebound.velocity(time) }
    return velocity * exp(-rate * max(0, time - start))
  }
}
