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
    ticker.followsOffset = false
  }

  /// Nothing is under way: turn by itself, or finish turning the current item, or stop ticking.
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

  /// Reports a move of the original: what was limited loses its velocity, another current item starts to turn.
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

  /// Where the toggle follows the offset whatever moves it.
  private var isAtOrBeyondEnd: Bool {
    !rules.wraps && numberOfItems > 0 && (offset < 0 || offset >= rules.end)
  }

  /// Outside a drag the toggle follows the offset.
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

  /// The toggle that items are drawn with. What the timer runs out is only what the last of them left behind.
  var classicToggle: Double {
    ticker.followsOffset ? Self.toggle(passing: offset(forItemAt: currentItemIndex)) : ticker.toggle
  }

  /// The toggle of an item that passes the centre at `offset`.
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

  /// After a change of options, sizes or items.
  mutating func realignClassic(at time: Double) {
    if rules.wraps { offset = rules.clamped(offset) }
    if case .turning = phase { phase = .resting }
    if phase.curve != nil { ticker.start(at: time) }
    switch phase {
    case .gliding(let curve) where !rules.wraps && !curve.end.isFinite:
      // There is an end now.
      offset = rules.limited(offset)
      halt(into: .resting, at: time)
      settleClassic(at: time)
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

  /// After an insertion the original stays where it is.
  mutating func insertClassic(at time: Double) {
    if reportedIndex < 0 { realign(at: time) }
    needsRealignment = false
  }

  /// The first item of all: the original counts it before it goes there.
  mutating func appearClassic(at time: Double) {
    reportClassic(wanted: offset, at: time)
    move(to: 0, at: time)
  }

  /// After a removal the original stands on an item.
  mutating func removeClassic(at time: Double) {
    guard numberOfItems > 0 else { return }
    needsRealignment = false
    move(to: Double(currentItemIndex), at: time)
  }
}
