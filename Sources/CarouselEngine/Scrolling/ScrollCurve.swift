#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An automatic movement of the offset: a closed form of time.
///
/// Offsets are not wrapped here. A curve may run over several turns.
enum ScrollCurve: Hashable, Sendable {
  case braking(Braking)
  case eased(EasedScroll)
  case settling(Settling)
  case coasting(Coasting)
  case programmed(ProgrammedScroll)
  case curved(CurvedScroll)

  /// Returns the offset, in items.
  func offset(_ time: Double) -> Double {
    switch self {
    case .braking(let curve): curve.offset(time)
    case .eased(let curve): curve.offset(time)
    case .settling(let curve): curve.offset(time)
    case .coasting(let curve): curve.offset(time)
    case .programmed(let curve): curve.offset(time)
    case .curved(let curve): curve.offset(time)
    }
  }

  /// Returns the velocity, in items per second.
  func velocity(_ time: Double) -> Double {
    switch self {
    case .braking(let curve): curve.velocity(time)
    case .eased(let curve): curve.velocity(time)
    case .settling(let curve): curve.velocity(time)
    case .coasting(let curve): curve.velocity(time)
    case .programmed(let curve): curve.velocity(time)
    case .curved(let curve): curve.velocity(time)
    }
  }

  /// The time at which the curve ends.
  var end: Double {
    switch self {
    case .braking(let curve): curve.end
    case .eased(let curve): curve.end
    case .settling(let curve): curve.end
    case .coasting(let curve): curve.rebound.end
    case .programmed(let curve): curve.end
    case .curved(let curve): curve.end
    }
  }

  /// The offset at which the curve ends.
  var target: Double { offset(end) }

  /// Returns the same curve for renumbered items.
  func shifted(by items: Double) -> ScrollCurve {
    switch self {
    case .braking(var curve):
      curve.from += items
      return .braking(curve)
    case .eased(var curve):
      curve.from += items
      curve.target += items
      return .eased(curve)
    case .settling(var curve):
      curve.target += items
      return .settling(curve)
    case .coasting(var curve):
      curve.from += items
      curve.rebound.target += items
      return .coasting(curve)
    case .programmed(var curve):
      curve.from += items
      curve.target += items
      return .programmed(curve)
    case .curved(var curve):
      curve.from += items
      curve.target += items
      return .curved(curve)
    }
  }
}

/// The programmed scroll of iCarousel: `x = from + (target − from) · e(s)`. The cubic ease-in-out `e(s)` is
/// `4 s³` up to the middle and `1 + (2 s − 2)³ / 2` after it.
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

  /// Returns the cubic ease-in-out from 0 to 1.
  static func ease(_ s: Double) -> Double {
    if s < 0.5 { return 4 * s * s * s }
    let rest = 2 * s - 2
    return 0.5 * rest * rest * rest + 1
  }
}

/// A scroll of given distance and duration that keeps the initial velocity. It is the polynomial of degree
/// five with no acceleration at either end and no velocity at the end.
///
/// `x(s) = from + distance (10 s³ − 15 s⁴ + 6 s⁵) + velocity·duration (s − 6 s³ + 8 s⁴ − 3 s⁵)`, `s = τ /
/// duration`.
struct ProgrammedScroll: Hashable, Sendable {
  var from: Double
  var target: Double
  /// The velocity at the start, in items/s.
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

/// A critically damped approach to a target: `x(τ) = target + (a + b τ) e^(−rate·τ)`.
///
/// This is the solution of `x″ = −2 rate x′ − rate² (x − target)`. With `b = 0` it is the plain exponential
/// deceleration of `x′ = −rate (x − target)`.
struct Settling: Hashable, Sendable {
  var target: Double
  var a: Double
  var b: Double
  /// In 1/s.
  var rate: Double
  var start: Double
  /// The time of arrival, from which the offset is exactly the target.
  var end: Double

  /// Creates an approach that starts at `from` with `velocity` (items/s). Therefore neither position nor
  /// velocity jumps.
  ///
  /// - Parameter nearness: The distance from the target that counts as arrived, in items.
  init(from: Double, velocity: Double, to target: Double, rate: Double, start: Double, nearness: Double) {
    self.target = target
    self.rate = rate
    self.start = start
    a = from - target
    b = velocity + rate * a
    end = start
    end = start + arrival(nearness)
  }

  func offset(_ time: Double) -> Double {
    if time >= end { return target }
    let elapsed = max(0, time - start)
    return target + (a + b * elapsed) * exp(-rate * elapsed)
  }

  func velocity(_ time: Double) -> Double {
    if time >= end { return 0 }
    let elapsed = max(0, time - start)
    return (b - rate * (a + b * elapsed)) * exp(-rate * elapsed)
  }

  /// The signed distance from the target at its extreme: the start distance, or the overshoot beyond the
  /// target if the curve turns round.
  var farthest: Double {
    guard b != 0 else { return a }
    let turn = 1 / rate - a / b
    let there = turn > 0 ? (a + b * turn) * exp(-rate * turn) : a
    return abs(there) > abs(a) || there * a < 0 ? there : a
  }

  /// Returns the time after which `(|a| + |b| τ) e^(−rate·τ)` has decayed to `nearness`, in seconds. Uses
  /// bisection from the maximum of this bound, after which it only falls.
  private func arrival(_ nearness: Double) -> Double {
    func bound(_ elapsed: Double) -> Double { (abs(a) + abs(b) * elapsed) * exp(-rate * elapsed) }
    var low = b == 0 ? 0 : max(0, 1 / rate - abs(a) / abs(b))
    if bound(low) <= nearness { return low }
    var high = low + 1 / rate
    while bound(high) > nearness, high < 1e4 { high *= 2 }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if bound(middle) > nearness { low = middle } else { high = middle }
    }
    return high
  }
}

/// The fling of iCarousel: constant deceleration from `velocity` to a stop in `duration` seconds.
///
/// `x = from + velocity τ − velocity τ² / (2 duration)`. The duration is chosen to end the fling on the
/// target. It is infinite without deceleration.
struct Braking: Hashable, Sendable {
  var from: Double
  /// In items/s.
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

/// A fling that runs into an end: exponential deceleration to the end, then a spring with the remaining
/// velocity.
struct Coasting: Hashable, Sendable {
  var from: Double
  /// The velocity at the start, in items/s.
  var velocity: Double
  /// Exponential rate, 1/s.
  var rate: Double
  var start: Double
  /// The spring after the end of the carousel is reached.
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
