#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Today's touchscreens: see `ScrollPhysicsKind.natural`.
enum NaturalPhysics: ScrollPhysics {
  /// Resistance of the rubber band: the slope at the end of the range. That of iOS's scroll views.
  private static let rubberBand = 0.55
  /// Rate of the spring that brings a resting carousel to its place, 1/s: arrived in about 0.6 s. Ours.
  static let springRate = 12.0
  /// A carousel this near to its target has arrived, in points: a tenth of what an eye can see move.
  private static let nearness = 0.05
  /// Slower than this, in points per second, a finger that lets go was holding still. Ours.
  private static let holdingSpeed = 20.0

  /// How far beyond the end the band lets go when pulled by `pull` items: `(1 − 1/(0.55 p/d + 1)) d`, never `d`.
  private static func stretched(_ pull: Double, limit: Double) -> Double {
    guard limit > 0 else { return 0 }
    let amount = abs(pull) * rubberBand / limit
    let there = amount / (amount + 1) * limit
    return pull < 0 ? -there : there
  }

  /// The pull that stretches the band by `stretch`: the inverse of `stretched`.
  private static func pull(for stretch: Double, limit: Double) -> Double {
    guard limit > 0 else { return 0 }
    let part = min(abs(stretch) / limit, 0.999_999)
    let pull = part / (1 - part) * limit / rubberBand
    return stretch < 0 ? -pull : pull
  }

  /// d stretched / d pull.
  private static func slope(_ pull: Double, limit: Double) -> Double {
    guard limit > 0 else { return 0 }
    let amount = 1 + abs(pull) * rubberBand / limit
    return rubberBand / (amount * amount)
  }

  static func begin(_ drag: inout Drag, at offset: Double, _ rules: ScrollRules) {
    let beyond = rules.overshoot(offset)
    drag.raw = offset - beyond + pull(for: beyond, limit: rules.bounceDistance)
    drag.velocity = 0
  }

  static func move(
    _ drag: inout Drag, from offset: Double, by distance: Double, velocity: Double?, _ rules: ScrollRules
  ) -> Double {
    let moved = drag.raw - distance * rules.itemsPerPoint
    let beyond = rules.overshoot(moved)
    guard beyond != 0 else {
      drag.raw = rules.wraps ? rules.clamped(moved) : moved
      return drag.raw
    }
    // Without a band there is nothing to stretch: the finger slides, and takes hold again at once on its way back.
    drag.raw = rules.bounceDistance > 0 ? moved : moved - beyond
    return moved - beyond + stretched(beyond, limit: rules.bounceDistance)
  }

  static func release(
    _ drag: inout Drag, offset: Double, velocity: Double, at time: Double, _ rules: ScrollRules
  ) -> FollowUp {
    let beyond = rules.overshoot(drag.raw)
    let grip = beyond == 0 ? 1 : slope(beyond, limit: rules.bounceDistance)
    drag.velocity = (-velocity * rules.itemsPerPoint * grip).finite(else: 0)
    guard abs(velocity) > holdingSpeed, drag.velocity != 0 else {
      drag.velocity = 0
      return settle(offset, at: time, rules).map(FollowUp.settle) ?? .stay
    }
    return .glide(glide(from: offset, velocity: drag.velocity, at: time, rules))
  }

  static func afterGlide(_ offset: Double, _ drag: Drag, at time: Double, _ rules: ScrollRules) -> FollowUp {
    settle(offset, at: time, rules).map(FollowUp.settle) ?? .stay
  }

  static func settle(_ offset: Double, at time: Double, _ rules: ScrollRules) -> ScrollCurve? {
    let inside = rules.wraps ? offset : min(max(0, offset), rules.end)
    let target = rules.scrollsToItems ? inside.rounded(.toNearestOrAwayFromZero) : inside
    guard abs(target - offset) > Limit.sameOffset else { return nil }
    return .settling(spring(from: offset, velocity: 0, to: target, rate: springRate, at: time, rules))
  }

  static func scroll(
    from offset: Double, velocity: Double, to target: Double, duration: Double, at time: Double
  ) -> ScrollCurve {
    // A velocity that would carry it past the target before half the time is over is not worth keeping.
    let carried = velocity * duration
    let kept = abs(carried) > 4 * abs(target - offset) ? 0 : velocity
    return .programmed(
      ProgrammedScroll(from: offset, target: target, velocity: kept, start: time, duration: duration))
  }

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
