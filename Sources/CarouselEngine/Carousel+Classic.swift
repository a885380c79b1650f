extension Carousel {
  /// One tick of the original's animation timer.
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
    // Stopped between items: the rest of the turn runs out in time.
    let rest = offset.rounded(.toNearestOrAwayFromZero) - offset
    ticker.toggleStart = now - Toggle.longest * abs(rest)
    ticker.toggle = min(max(-rest, -1), 1)
  }

  /// Nothing is under way: turn by itself, or finish turning the current item, or stop ticking.
  private mutating func idle(for elapsed: Double, at now: Double) {
    if rules.autoscroll != 0, numberOfItems > 0 {
      if phase == .resting { move(to: rules.clamped(offset - elapsed * rules.autoscroll), at: now) }
      return
    }
    guard abs(ticker.toggle) > Limit.sameOffset, !isAtOrBeyondEnd else {
      ticker.since = nil
      return
    }
    let duration = Toggle.duration(velocity: drag.velocity)
    let turned = EasedScroll.ease(min(1, max(0, now - ticker.toggleStart) / duration))
    ticker.toggle = ticker.toggle < 0 ? turned - 1 : 1 - turned
  }

  /// Reports a move of the original: what was limited loses its velocity, another current item starts to turn.
  mutating func reportClassic(wanted: Double, at time: Double) {
    if !rules.wraps, rules.bounceDistance > 0, offset != wanted { drag.velocity = 0 }
    let turned = reportedIndex < 0 ? 0 : rules.distance(from: currentItemIndex, to: reportedIndex)
    if turned != 0 {
      ticker.toggleStart = time
      ticker.toggle = turned < 0 ? -1 : 1
      ticker.start(at: time)
    }
    followToggle()
    report(at: time)
  }

  /// Where the toggle follows the offset whatever moves it.
  private var isAtOrBeyondEnd: Bool { !rules.wraps && (offset < 0 || offset >= rules.end) }

  /// Outside a drag the toggle follows the offset.
  private mutating func followToggle() {
    let follows: Bool
    switch phase {
    case .gliding: follows = true
    case .scrolling: follows = !ticker.didDrag || rules.autoscroll != 0
    case .dragging: follows = false
    case .resting, .held, .turning: follows = rules.autoscroll != 0
    }
    if follows || isAtOrBeyondEnd { ticker.toggle = -min(max(self.offset(forItemAt: currentItemIndex), -1), 1) }
  }

  /// After a change of options, sizes or items.
  mutating func realignClassic(at time: Double) {
    if rules.wraps { offset = rules.clamped(offset) }
    switch phase {
    case .resting where rules.autoscroll == 0: settleClassic(at: time)
    case .resting, .held, .dragging, .gliding, .scrolling, .turning: break
    }
    offset = rules.limited(offset)
    reportClassic(wanted: offset, at: time)
  }

  /// The way from where the carousel is, even where it may no longer be, to the nearest item.
  private mutating func settleClassic(at time: Double) {
    if rules.scrollsToItems {
      if let curve = physics.settle(offset, at: time, rules) { begin(.settle(curve), at: time) }
    } else {
      offset = rules.clamped(offset)
      reportedOffset = offset
    }
  }

  /// After a removal the original stands on an item.
  mutating func removeClassic(at time: Double) {
    guard numberOfItems > 0 else { return }
    needsRealignment = false
    move(to: Double(currentItemIndex), at: time)
  }
}
