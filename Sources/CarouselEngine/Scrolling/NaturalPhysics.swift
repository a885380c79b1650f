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
  static let rubberBand = 0.55
  /// Rate of the spring that brings a resting carousel to its place, 1/s: arrived in about 0.6 s. Ours.
  static let springRate = 12.0
  /// A carousel this near to its target has arrived, in points: a tenth of what an eye can see move.
  static let nearness = 0.05
  /// Slower than this, in points per second, a finger that lets go was holding still. Ours.
  static let holdingSpeed = 20.0

  /// How far beyond the end the band lets go when pulled by `pull` items: `(1 − 1/(0.55 p/d + 1)) d`, never `d`.
  static func stretched(_ pull: Double, limit: Double) -> Double {
    guard limit > 0 else { return 0 }
    let amount = abs(pull) * rubberBand / limit
    let there = amount / (amount + 1) * limit
    return pull < 0 ? -there : there
  }

  /// The pull that stretches the band by `stretch`: the inverse of `stretched`.
  static func pull(for stretch: Double, limit: Double) -> Double {
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
}
