#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The physics of current touchscreens: see `ScrollPhysicsKind.natural`.
enum NaturalPhysics: ScrollPhysics {
  /// The resistance of the rubber band: its slope at the end of the range, as in iOS's scroll views.
  private static let rubberBand = 0.55
  /// The rate of the spring that returns a carousel from beyond its ends if no duration is set, in 1/s. Ours.
  static let springRate = 16.0
  /// The minimum rate of an approach over less than one item, in 1/s. Ours: lower rates look limp.
  private static let lowestRate = 14.0
  /// The distance from its item that an approach must reach within `approachTime`, in points: less than a
  /// finger or an eye notices. Ours.
  private static let sight = 1.0
  /// The maximum duration of an approach, in seconds. `first`: over one item or less (pages in Flutter and
  /// iOS take 0.35 to 0.45). `next`: for each of the second and third item. `further`: for each item after
  /// those, where friction shows. Ours.
  private static let approachTime = (first: 0.42, next: 0.14, further: 0.3)
  /// The distance from the target within which a carousel has arrived, in points: a tenth of the smallest
  /// movement that an eye sees.
  private static let nearness = 0.05
  /// The speed, in points per second, below which a finger that lets go counts as still. Ours.
  private static let holdingSpeed = 20.0

  /// Returns the distance beyond the end for a pull of `pull` items: `(1 − 1/(0.55 p/d + 1)) d`, always less
  /// than `d`.
  private static func stretched(_ pull: Double, limit: Double) -> Double {
    guard limit > 0 else { return 0 }
    let amount = abs(pull) * rubberBand / limit
    let there = amount / (amount + 1) * limit
    return pull < 0 ? -there : there
  }

  /// Returns the pull that stretches the band by `stretch`: the inverse of `stretched`.
  private static func pull(for stretch: Double, limit: Double) -> Double {
    guard limit > 0 else { return 0 }
    let part = min(abs(stretch) / limit, 0.999_999)
    let pull = part / (1 - part) * limit / rubberBand
    return stretch < 0 ? -pull : pull
  }

  /// Returns the derivative of `stretched` by the pull.
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
    // Without a band, the finger slides over the carousel and takes hold again at once on its way back.
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
    return .glide(glide(from: offset, drag, speed: abs(velocity), at: time, rules))
  }

  static func afterGlide(_ offset: Double, _ drag: Drag, at time: Double, _ rules: ScrollRules) -> FollowUp {
    settle(offset, at: time, rules).map(FollowUp.settle) ?? .stay
  }

  static func settle(_ offset: Double, at time: Double, _ rules: ScrollRules) -> ScrollCurve? {
    let inside = rules.wraps ? offset : min(max(0, offset), rules.end)
    let target = rules.scrollsToItems ? inside.rounded(.toNearestOrAwayFromZero) : inside
    guard abs(target - offset) > Limit.sameOffset else { return nil }
    guard rules.scrollsToItems else {
      return .settling(spring(from: offset, velocity: 0, to: target, rate: springRate, at: time, rules))
    }
    return approach(from: offset, velocity: 0, to: target, at: time, rules)
  }

  static func scroll(
    from offset: Double, velocity: Double, to target: Double, duration: Double, at time: Double
  ) -> ScrollCurve {
    // Discards a velocity above four times the mean velocity of the scroll. It would carry the carousel past
    // the target before half the time is over.
    let carried = velocity * duration
    let kept = abs(carried) > 4 * abs(target - offset) ? 0 : velocity
    return .programmed(
      ProgrammedScroll(from: offset, target: target, velocity: kept, start: time, duration: duration))
  }

  /// Returns the complete curve of a fling, chosen at release.
  private static func glide(
    from offset: Double, _ drag: Drag, speed: Double, at time: Double, _ rules: ScrollRules
  ) -> ScrollCurve {
    let velocity = drag.velocity
    let rate = rules.dragRate / max(rules.scrollSpeed, 0.01)
    let projected = offset + velocity / rate
    let target = landing(
      projected, from: offset, drag, isStep: drag.isStep ?? (speed >= rules.steppingSpeed), rules)
    if let curve = rules.momentumCurve,
      let fling = CurvedScroll.fling(from: offset, velocity: velocity, to: target, curve, at: time)
    {
      return .curved(fling)
    }
    let snaps = rules.isPaging || rules.stopsAtItems
    let isIntoEnd = rules.overshoot(projected) != 0 && target == rules.clamped(projected) && !rules.isPaging
    if isIntoEnd, rules.overshoot(offset) == 0, target != offset,
      let coast = coast(
        from: offset, velocity: velocity, rate: rate, into: target, isTimely: snaps, at: time, rules)
    {
      return .coasting(coast)
    }
    guard snaps else {
      let free = freeRate(distance: target - offset, velocity: velocity, rate: rate)
      return .settling(spring(from: offset, velocity: velocity, to: target, rate: free, at: time, rules))
    }
    return approach(from: offset, velocity: velocity, to: target, at: time, rules)
  }

  /// Returns the resting offset of a fling that would end at `projected` without items. With `isStep`, it is
  /// at least the next item.
  private static func landing(
    _ projected: Double, from offset: Double, _ drag: Drag, isStep: Bool, _ rules: ScrollRules
  ) -> Double {
    guard rules.isPaging || rules.stopsAtItems else {
      return rules.wraps ? projected : min(max(0, projected), rules.end)
    }
    // Counted in the direction of the fling.
    let sign: Double = drag.velocity < 0 ? -1 : 1
    let (here, way) = (sign * offset, sign * drag.way)
    // An item that the finger has moved away from counts as left. So does the item at the start of the drag
    // if the drag moved in the fling's direction.
    var left = floor(here)
    if way > -Limit.sameOffset { left = max(left, (here - way).rounded(.toNearestOrAwayFromZero)) }
    var target = (sign * projected).rounded(.toNearestOrAwayFromZero)
    if isStep { target = max(target, left + 1) }
    if let longest = rules.longestFling { target = min(target, left + longest) }
    target *= sign
    return rules.wraps ? target : min(max(0, target), rules.end)
  }

  /// Returns the rate for a fling that need not end on an item, if its target differs from its natural
  /// resting offset.
  ///
  /// For a nearer target: the plain exponential that ends there. For a farther target: a rate between the
  /// fling's and the spring's, higher with the distance that the spring must add. For the other direction:
  /// the spring's rate.
  private static func freeRate(distance: Double, velocity: Double, rate: Double) -> Double {
    guard distance != 0 else { return springRate }
    let own = velocity / distance
    if own >= rate { return own }
    if own <= 0 { return springRate }
    return rate + (springRate - rate) * (1 - own / rate)
  }

  /// Returns the time in which an approach over `distance` items comes within `sight` of its end, in seconds.
  private static func approachTime(over distance: Double) -> Double {
    let items = abs(distance)
    return approachTime.first + approachTime.next * min(max(0, items - 1), 2)
      + approachTime.further * max(0, items - 3)
  }

  /// Returns the gentlest movement to an item that arrives in time. It overshoots only if it must reverse.
  private static func approach(
    from offset: Double, velocity: Double, to target: Double, at time: Double, _ rules: ScrollRules
  ) -> ScrollCurve {
    let distance = target - offset
    let timely = rate(
      distance: distance, velocity: velocity, time: approachTime(over: distance), rules)
    // The plain exponential that ends there. A lower rate would carry the fling past its item.
    let own = distance == 0 ? 0 : velocity / distance
    let rate = max(timely, own, abs(distance) < 1 ? lowestRate : 0)
    return .settling(spring(from: offset, velocity: velocity, to: target, rate: rate, at: time, rules))
  }

  /// Returns the lowest rate at which a critically damped spring is within `sight` of its target after `time`
  /// seconds: the root of `(|a| + |b| time) e^(−rate·time) = sight`, by bisection. The left side falls as the
  /// rate rises.
  private static func rate(distance: Double, velocity: Double, time: Double, _ rules: ScrollRules) -> Double {
    let sight = sight / rules.itemExtent
    func rest(_ rate: Double) -> Double {
      (abs(distance) + abs(velocity - rate * distance) * time) * exp(-rate * time)
    }
    var (low, high) = (0.0, 64 / time)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if rest(middle) > sight { low = middle } else { high = middle }
    }
    return high
  }

  /// Returns a fling that runs into an end and bounces. With `isTimely`, returns nil if it would reach the
  /// end too late.
  private static func coast(
    from offset: Double, velocity: Double, rate: Double, into end: Double, isTimely: Bool, at time: Double,
    _ rules: ScrollRules
  ) -> Coasting? {
    // from + velocity/rate (1 − e^(−rate τ)) = end
    let duration = -log1p(-(end - offset) * rate / velocity) / rate
    let limit = approachTime(over: end - offset)
    guard duration <= limit / 2 || !isTimely else { return nil }
    let left = velocity - rate * (end - offset)
    let kept = rules.bounceDistance > 0 ? left : 0
    let timely =
      isTimely ? self.rate(distance: 0, velocity: kept, time: limit - duration, rules) : springRate
    let rebound = spring(
      from: end, velocity: kept, to: end, rate: max(springRate, timely), at: time + duration, rules)
    return Coasting(from: offset, velocity: velocity, rate: rate, start: time, rebound: rebound)
  }

  /// Returns a spring to `target` that stays in the allowed range. Raises the rate if necessary.
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
