#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The physics of iCarousel 1.8.3: see `ScrollPhysicsKind.classic`. Constants and formulas come from its
/// source.
enum ClassicPhysics: ScrollPhysics {
  /// The factor for the deceleration from `decelerationRate`, in 1/s.
  private static let decelerationMultiplier = 30.0
  /// The minimum distance of a fling, in items.
  private static let shortestFling = 0.1
  /// The minimum velocity of a fling, or of a flick to the neighbor, in items/s.
  private static let slowestFling = 2.0
  /// The minimum distance from the item for a flick to the neighbor, in items.
  private static let shortestFlick = 0.1
  /// The duration of the movement to the nearest item, in seconds.
  static let snapDuration = 0.4
  /// The duration of a "movement" that is already at its target, in seconds. Only its callbacks matter.
  private static let nominalDuration = 0.01

  /// The time without movement after which a finger counts as still and its last velocity is discarded, in
  /// seconds. Ours.
  private static let holdingTime = 0.1

  static func begin(_ drag: inout Drag, at offset: Double, _ rules: ScrollRules) {
    drag.raw = offset
    drag.isVelocityKnown = false
  }

  /// Returns the effective part of a movement: it falls beyond the ends and is 0 at the bounce distance.
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

  /// Returns the distance of a fling with `velocity` items/s, in items; infinite without deceleration.
  private static func flingDistance(_ velocity: Double, _ rules: ScrollRules) -> Double {
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
    // A fling without deceleration has no end: the same formula applies, with infinite duration.
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
    // The carousel is already there, but observers expect the end of a scroll.
    return .settle(.eased(EasedScroll(from: offset, target: index, start: time, duration: nominalDuration)))
  }

  static func settle(_ offset: Double, at time: Double, _ rules: ScrollRules) -> ScrollCurve? {
    let isBeyond = abs(rules.overshoot(offset)) > Limit.sameOffset
    let index = Double(rules.index(near: offset))
    guard rules.scrollsToItems || isBeyond, abs(offset - index) > Limit.sameOffset else { return nil }
    return way(from: offset, to: index, at: time, rules)
  }

  /// Returns the eased movement to an item, the shorter way round.
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

/// The state that iCarousel keeps beside its offset: an animation timer, and the toggle that the timer
/// reduces to 0.
package struct Ticker: Hashable, Sendable {
  /// The time at which the timer started; nil while it is stopped. The first step is later than this.
  var since: Double? = -.infinity
  /// The time of the latest step.
  var lastStep = 0.0
  /// The remaining turn of the current item in the second cover flow, −1 to 1, and the time at which the turn
  /// started.
  package var toggle = 0.0
  var toggleStart = 0.0
  /// Whether items turn as they pass instead.
  var followsOffset = false
  /// Whether the last drag ended without a fling. If so, the movement to the nearest item does not change the
  /// toggle.
  var didDrag = false

  package var isRunning: Bool { since != nil }

  mutating func start(at time: Double) {
    guard since == nil else { return }
    since = time
    // Restart the count here. Otherwise automatic scrolling would catch up on the time while the timer was
    // stopped.
    lastStep = time
  }
}

extension Carousel {
  /// Performs one tick of iCarousel's animation timer.
  mutating func classicStep(to now: Double) {
    realign(at: now)
    if rules.autoscroll != 0, numberOfItems > 0 { ticker.start(at: now) }
    guard let since = ticker.since, since < now else { return }
    let elapsed = now - ticker.lastStep
    ticker.lastStep = now
    switch phase {
    case .gliding(let curve), .scrolling(let curve):
      move(to: curve.offset(now), at: now)
      if now >= curve.end - Limit.sameTime { concludeClassic(at: now) }
    case .resting, .held, .dragging, .turning:
      idle(for: elapsed, at: now)
    }
  }

  private mutating func concludeClassic(at now: Double) {
    let wasGliding = isDecelerating
    concludeCurve(at: now)
    guard wasGliding, phase == .resting else { return }
    // The carousel stopped between items: the remaining turn completes over time.
    let rest = offset.rounded(.toNearestOrAwayFromZero) - offset
    ticker.toggleStart = now - Toggle.longest * abs(rest)
    ticker.toggle = min(max(-rest, -1), 1)
    ticker.followsOffset = false
  }

  /// Handles a tick without a curve: scrolls automatically, finishes the turn of the current item, or stops
  /// the timer.
  private mutating func idle(for elapsed: Double, at now: Double) {
    let turnsByItself = rules.autoscroll != 0 && numberOfItems > 0
    if turnsByItself, phase == .resting {
      return move(to: rules.clamped(offset - elapsed * rules.autoscroll), at: now)
    }
    ticker.followsOffset = isAtOrBeyondEnd
    guard abs(ticker.toggle) > Limit.sameOffset, !isAtOrBeyondEnd else {
      if !turnsByItself { ticker.since = nil }
      return
    }
    let duration = Toggle.duration(velocity: drag.velocity)
    let turned = EasedScroll.ease(min(1, max(0, now - ticker.toggleStart) / duration))
    ticker.toggle = ticker.toggle < 0 ? turned - 1 : 1 - turned
  }

  /// Reports a move as iCarousel does: a limited offset resets the velocity, and a new current item starts to
  /// turn.
  mutating func reportClassic(wanted: Double, at time: Double) {
    if !rules.wraps, rules.bounceDistance > 0, offset != wanted { drag.velocity = 0 }
    let turned = rules.distance(from: currentItemIndex, to: reportedIndex)
    if turned != 0 {
      ticker.toggleStart = time
      ticker.toggle = turned < 0 ? -1 : 1
      ticker.followsOffset = false
      ticker.start(at: time)
    }
    followToggle()
    report(at: time)
  }

  /// Whether the carousel is at or beyond an end, where the toggle always follows the offset.
  private var isAtOrBeyondEnd: Bool {
    !rules.wraps && numberOfItems > 0 && (offset < 0 || offset >= rules.end)
  }

  /// Sets the toggle from the offset, except during drags.
  private mutating func followToggle() {
    let follows: Bool
    switch phase {
    case .gliding: follows = true
    case .scrolling: follows = !ticker.didDrag || rules.autoscroll != 0
    case .dragging: follows = false
    case .resting, .held, .turning: follows = rules.autoscroll != 0
    }
    ticker.followsOffset = follows || isAtOrBeyondEnd
    if ticker.followsOffset { ticker.toggle = Self.toggle(passing: lastOffset) }
  }

  /// The toggle for drawing items. The timer's toggle is only the remainder from the last visible item.
  var classicToggle: Double {
    ticker.followsOffset ? Self.toggle(passing: offset(forItemAt: currentItemIndex)) : ticker.toggle
  }

  /// Returns the toggle of an item that passes the center at `offset`.
  private static func toggle(passing offset: Double) -> Double {
    let near = min(max(offset, -1), 1)
    if offset > 0 { return offset <= 0.5 ? -near : 1 - near }
    return offset > -0.5 ? -near : -1 - near
  }

  /// The offset of the visible item with the highest index.
  private var lastOffset: Double {
    let (first, count) = window
    guard !layout.wraps else {
      let start = rules.clamped(index: first)
      return offset(forItemAt: min(start + max(0, count - 1), numberOfItems - 1))
    }
    let seen = (first..<(first + max(1, count))).last { layout.opacity(offset(forItemAt: $0)) > 0 }
    return offset(forItemAt: seen ?? first)
  }

  /// Realigns the carousel after a change of options, sizes or items.
  mutating func realignClassic(at time: Double) {
    if rules.wraps { offset = rules.clamped(offset) }
    if case .turning = phase { phase = .resting }
    if phase.curve != nil { ticker.start(at: time) }
    switch phase {
    case .gliding(let curve) where !rules.wraps && !curve.end.isFinite:
      // The endless fling now has an end.
      offset = rules.limited(offset)
      halt(into: .resting, at: time)
      settleClassic(at: time)
    case .resting where rules.autoscroll == 0: settleClassic(at: time)
    case .resting, .held, .dragging, .gliding, .scrolling, .turning: break
    }
    offset = rules.limited(offset)
    reportClassic(wanted: offset, at: time)
  }

  /// Moves the carousel to the nearest item, even from an offset that is no longer allowed.
  private mutating func settleClassic(at time: Double) {
    if rules.scrollsToItems {
      if let curve = physics.settle(offset, at: time, rules) { begin(.settle(curve), at: time) }
    } else {
      offset = rules.clamped(offset)
      reportedOffset = offset
    }
  }

  /// Keeps the offset after an insertion, as iCarousel does.
  mutating func insertClassic(at time: Double) {
    if reportedIndex < 0 { realign(at: time) }
    needsRealignment = false
  }

  /// Handles the first item: iCarousel reports it before it moves there.
  mutating func appearClassic(at time: Double) {
    reportClassic(wanted: offset, at: time)
    move(to: 0, at: time)
  }

  /// Moves to an item after a removal, as iCarousel does.
  mutating func removeClassic(at time: Double) {
    guard numberOfItems > 0 else { return }
    needsRealignment = false
    move(to: Double(currentItemIndex), at: time)
  }
}
