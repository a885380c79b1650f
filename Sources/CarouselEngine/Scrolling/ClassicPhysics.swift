#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// iCarousel 1.8.3's: see `ScrollPhysicsKind.classic`. Constants and formulas are those of its source.
enum ClassicPhysics: ScrollPhysics {
  /// Multiplies the deceleration that `decelerationRate` stands for, 1/s.
  static let decelerationMultiplier = 30.0
  /// A fling must go farther than this, in items.
  static let shortestFling = 0.1
  /// A fling or a flick to the neighbour must be faster than this, in items/s.
  static let slowestFling = 2.0
  /// A flick to the neighbour must have left its item by this, in items.
  static let shortestFlick = 0.1
  /// Seconds that the way to the nearest item takes.
  static let snapDuration = 0.4
  /// Seconds of the "way" of a carousel that is there already; only its callbacks matter.
  static let nominalDuration = 0.01

  /// Seconds without a move after which a finger holds still, and what it reported before no longer counts. Ours.
  static let holdingTime = 0.1

  static func begin(_ drag: inout Drag, at offset: Double, _ rules: ScrollRules) {
    drag.raw = offset
    drag.isVelocityKnown = false
  }

  /// How much of a movement arrives: less and less beyond the ends, nothing at the bounce distance.
  private static func grip(_ offset: Double, _ rules: ScrollRules) -> Double {
    guard rules.bounceDistance > 0 else { return 1 }
    return 1 - min(abs(rules.overshoot(offset)), rules.bounceDistance) / rules.bounceDistance
  }

  static func move(
    _ drag: inout Drag, from offset: Double, by distance: Double, velocity: Double?, _ rules: ScrollRules
  ) -> Double {
    let grip = grip(offset, rules)
    drag.isVelocityKnown = velocity != nil
    drag.velocity = (-(velocity ?? 0) * grip * rules.scrollSpeed / rules.itemExtent).finite(
      else: 0)
    return offset - distance * grip * rules.itemsPerPoint
  }

  /// Items that a fling of `velocity` items/s goes by itself; infinite when nothing brakes it.
  static func flingDistance(_ velocity: Double, _ rules: ScrollRules) -> Double {
    velocity / (2 * decelerationMultiplier * (1 - rules.decelerationRate) * rules.friction)
  }

  static func release(
    _ drag: inout Drag, offset: Double, velocity: Double, at time: Double, _ rules: ScrollRules
  ) -> FollowUp {
    if time - drag.lastMove > holdingTime {
      drag.velocity = 0
    } else if !drag.isVelocityKnown {
      drag.velocity = -velocity * grip(offset, rules) * rules.scrollSpeed / rules.itemExtent
    }
    let distance = flingDistance(drag.velocity, rules)
    if abs(drag.velocity) > slowestFling, abs(distance) > shortestFling,
      let curve = fling(from: offset, distance: distance, velocity: drag.velocity, at: time, rules)
    {
      return .glide(curve)
    }
    let index = Double(rules.index(near: offset))
    guard rules.scrollsToItems, abs(drag.velocity) > slowestFling, abs(offset - index) > shortestFlick else {
      return afterGlide(offset, drag, at: time, rules)
    }
    return .settle(way(from: offset, to: index + (drag.velocity < 0 ? -1 : 1), at: time, rules))
  }

  private static func fling(
    from offset: Double, distance: Double, velocity: Double, at time: Double, _ rules: ScrollRules
  ) -> ScrollCurve? {
    var target = offset + distance
    if rules.isPaging {
      target = distance > 0 ? ceil(offset) : floor(offset)
    } else if rules.stopsAtItems {
      target = distance > 0 ? ceil(target) : floor(target)
    }
    if !rules.wraps { target = min(max(-rules.bounceDistance, target), rules.end + rules.bounceDistance) }
    let way = target - offset
    guard way != 0, !way.isNaN else { return nil }
    // Nothing brakes it, and it has no end: the same formula, with a duration that has none either.
    guard way.isFinite else {
      return .braking(Braking(from: offset, velocity: velocity, start: time, duration: .infinity))
    }
    if let curve = rules.momentumCurve {
      let end = rules.wraps ? target : rules.clamped(target)
      return CurvedScroll.fling(from: offset, velocity: velocity, to: end, curve, at: time).map(
        ScrollCurve.curved)
    }
    return .braking(
      Braking(from: offset, velocity: velocity, start: time, duration: abs(way) / abs(0.5 * velocity)))
  }

  static func afterGlide(_ offset: Double, _ drag: Drag, at time: Double, _ rules: ScrollRules) -> FollowUp {
    let isBeyond = abs(rules.overshoot(offset)) > Limit.sameOffset
    guard rules.scrollsToItems || isBeyond else { return .stay }
    let index = Double(rules.index(near: offset))
    guard abs(offset - index) < Limit.sameOffset else {
      return .settle(way(from: offset, to: index, at: time, rules))
    }
    // There is nothing to scroll, but observers wait for the end of a scroll.
    return .settle(.eased(EasedScroll(from: offset, target: index, start: time, duration: nominalDuration)))
  }

  static func settle(_ offset: Double, at time: Double, _ rules: ScrollRules) -> ScrollCurve? {
    let isBeyond = abs(rules.overshoot(offset)) > Limit.sameOffset
    let index = Double(rules.index(near: offset))
    guard rules.scrollsToItems || isBeyond, abs(offset - index) > Limit.sameOffset else { return nil }
    return way(from: offset, to: index, at: time, rules)
  }

  /// The eased way to an item, the shorter one round.
  private static func way(from offset: Double, to index: Double, at time: Double, _ rules: ScrollRules)
    -> ScrollCurve
  {
    let target = offset + rules.distance(from: offset, to: index)
    return .eased(
      EasedScroll(
        from: offset, target: rules.wraps ? target : rules.clamped(target), start: time,
        duration: snapDuration))
  }

  static func scroll(
    from offset: Double, velocity: Double, to target: Double, duration: Double, at time: Double
  ) -> ScrollCurve {
    .eased(EasedScroll(from: offset, target: target, start: time, duration: duration))
  }
}
