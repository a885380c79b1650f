#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A critically damped approach to a target: `x(τ) = target + (a + b τ) e^(−rate·τ)`.
///
/// The solution of `x″ = −2 rate x′ − rate² (x − target)`. With `b = 0` it is the plain exponential deceleration of
/// `x′ = −rate (x − target)`.
struct Settling: Hashable, Sendable {
  var target: Double
  var a: Double
  var b: Double
  /// 1/s.
  var rate: Double
  var start: Double
  /// When it has arrived, and stands on the target exactly.
  var end: Double

  /// Leaves `from` with `velocity` (items/s), so that neither position nor velocity jumps.
  ///
  /// - Parameter nearness: within how many items of the target it counts as arrived.
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

  /// How far it goes beyond its target at most; 0 when it approaches from one side.
  var farthest: Double {
    guard b != 0 else { return a }
    let turn = 1 / rate - a / b
    let there = turn > 0 ? (a + b * turn) * exp(-rate * turn) : a
    return abs(there) > abs(a) || there * a < 0 ? there : a
  }

  /// Seconds after which `|a| + |b| τ` has decayed to `nearness`, by bisection (the bound falls once it is past its
  /// own maximum, so that the last crossing is found).
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
