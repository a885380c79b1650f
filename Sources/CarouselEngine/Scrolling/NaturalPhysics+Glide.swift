#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension NaturalPhysics {
  /// The whole course of a fling, decided at release.
  static func glide(from offset: Double, velocity: Double, at time: Double, _ rules: ScrollRules)
    -> ScrollCurve
  {
    let rate = rules.dragRate / max(rules.scrollSpeed, 0.01)
    let projected = offset + velocity / rate
    let target = landing(projected, from: offset, velocity: velocity, rules)
    if let curve = rules.momentumCurve,
      let fling = CurvedScroll.fling(from: offset, velocity: velocity, to: target, curve, at: time)
    {
      return .curved(fling)
    }
    let isBeyond = rules.overshoot(projected) != 0 && !rules.isPaging
    if isBeyond, rules.overshoot(offset) == 0, target != offset {
      return coast(from: offset, velocity: velocity, rate: rate, into: target, at: time, rules)
    }
    let approach = approachRate(distance: target - offset, velocity: velocity, rate: rate)
    return .settling(spring(from: offset, velocity: velocity, to: target, rate: approach, at: time, rules))
  }

  /// Where a fling that would come to rest at `projected` comes to rest instead.
  private static func landing(
    _ projected: Double, from offset: Double, velocity: Double, _ rules: ScrollRules
  )
    -> Double
  {
    var target = projected
    if rules.isPaging {
      // The next page in the direction of the fling; one from which the finger has already moved counts as left.
      let next = velocity > 0 ? floor(offset) + 1 : ceil(offset) - 1
      target = min(max(projected.rounded(.toNearestOrAwayFromZero), min(next, offset)), max(next, offset))
      target = target.rounded(.toNearestOrAwayFromZero)
    } else if rules.stopsAtItems {
      target = projected.rounded(.toNearestOrAwayFromZero)
    }
    return rules.wraps ? target : min(max(0, target), rules.end)
  }

  /// The rate of the approach to a target that is not exactly where the fling would have come to rest.
  ///
  /// Nearer than that: the plain exponential that ends there. Farther, or the other way: between the fling's rate and
  /// the spring's, the more the spring has to do.
  private static func approachRate(distance: Double, velocity: Double, rate: Double) -> Double {
    guard distance != 0 else { return springRate }
    let own = velocity / distance
    if own >= rate { return own }
    if own <= 0 { return springRate }
    return rate + (springRate - rate) * (1 - own / rate)
  }

  private static func coast(
    from offset: Double, velocity: Double, rate: Double, into end: Double, at time: Double,
    _ rules: ScrollRules
  ) -> ScrollCurve {
    // from + velocity/rate (1 − e^(−rate τ)) = end
    let crossing = time - log1p(-(end - offset) * rate / velocity) / rate
    let left = velocity - rate * (end - offset)
    let kept = rules.bounceDistance > 0 ? left : 0
    let rebound = spring(from: end, velocity: kept, to: end, rate: springRate, at: crossing, rules)
    return .coasting(
      Coasting(from: offset, velocity: velocity, rate: rate, start: time, rebound: rebound))
  }

  /// A spring to `target` that does not leave what is allowed: stiffer when it would.
  static func spring(
    from offset: Double, velocity: Double, to target: Double, rate: Double, at time: Double,
    _ rules: ScrollRules
  ) -> Settling {
    let nearness = min(nearness / rules.itemExtent, 0.01)
    func settling(_ rate: Double, _ velocity: Double) -> Settling {
      Settling(from: offset, velocity: velocity, to: target, rate: rate, start: time, nearness: nearness)
    }
    var result = settling(rate, velocity)
    if rules.wraps { return result }
    var stiffness = rate
    while abs(rules.overshoot(target + result.farthest)) > rules.bounceDistance, stiffness < 1e4 {
      stiffness *= 1.25
      result = settling(stiffness, velocity)
    }
    return stiffness < 1e4 ? result : settling(rate, 0)
  }
}
