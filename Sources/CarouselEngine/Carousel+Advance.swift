extension Carousel {
  /// Moves the carousel to where it is at `time` and appends what has happened since the last call.
  ///
  /// With natural physics the result does not depend on how often this is called. Times that run backwards are
  /// taken as standing still.
  public mutating func advance(to time: Double, into events: inout [CarouselEvent]) {
    let now = heard(time)
    advanceMorphs(to: now)
    advanceRearrangement(to: now)
    advanceDepartures(to: now)
    advanceView(to: now)
    if isClassic {
      classicStep(to: now)
    } else {
      follow(to: now)
    }
    takeEvents(into: &events)
    if usesToggle { knownToggle = toggle }
  }

  /// Appends what has happened since the last call, without going on in time.
  public mutating func takeEvents(into events: inout [CarouselEvent]) {
    events.append(contentsOf: pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// What has happened since the last call, without going on in time. Allocates: `takeEvents(into:)` does not.
  public mutating func takeEvents() -> [CarouselEvent] {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  /// The time that counts: never before one that was heard of already.
  mutating func heard(_ time: Double) -> Double {
    if time.isFinite, time > clock { clock = time }
    return clock
  }

  /// Brings everything up to `time` before an input is looked at, so that it meets what is on the screen.
  @discardableResult
  mutating func catchUp(to time: Double) -> Double {
    let now = heard(time)
    if isClassic { realign(at: now) } else { follow(to: now) }
    return now
  }

  /// Natural physics: the curves up to `now`, each follow-up at the very moment its curve ends.
  private mutating func follow(to now: Double) {
    realign(at: now)
    while let end = phase.curve?.end, end <= now { finishCurve(at: end) }
    switch phase {
    case .gliding(let curve), .scrolling(let curve): move(to: curve.offset(now), at: now)
    case .turning(let from, let since): turn(from: from, since: since, at: now)
    case .resting, .held, .dragging: break
    }
    if toggling.isRunning, now >= toggling.start + toggling.duration { toggling.isRunning = false }
  }

  private mutating func finishCurve(at end: Double) {
    guard let curve = phase.curve else { return }
    move(to: curve.target.onItem, at: end)
    concludeCurve(at: end)
  }

  /// Says that the curve is over, and goes on to what follows it.
  mutating func concludeCurve(at end: Double) {
    let finished = phase
    enter(.resting, at: end)
    if case .gliding = finished {
      emit(.didEndDecelerating, at: end)
      begin(physics.afterGlide(offset, drag, at: end, rules), at: end)
    } else {
      emit(.didEndScrollingAnimation, at: end)
      goOnToNearestItem(at: end)
    }
    if phase == .resting { startTurning(at: end) }
  }

  /// After a programmed scroll that ended between items.
  mutating func goOnToNearestItem(at time: Double) {
    guard rules.scrollsToItems, phase == .resting, numberOfItems > 0,
      let curve = physics.settle(offset, at: time, rules)
    else { return }
    begin(.settle(curve), at: time)
  }

  /// Takes up what the physics has decided.
  mutating func begin(_ followUp: FollowUp, at time: Double) {
    switch followUp {
    case .glide(let curve):
      ticker.start(at: time)
      enter(.gliding(curve), at: time)
    case .settle(let curve):
      // A carousel that turns by itself has no place to go to, except back from beyond its ends.
      guard rules.autoscroll == 0 || (!isClassic && rules.overshoot(offset) != 0) else { break }
      ticker.start(at: time)
      enter(.scrolling(curve), at: time)
      emit(.willBeginScrollingAnimation, at: time)
    case .stay:
      // On its item, but for rounding errors.
      if rules.scrollsToItems, !isClassic { offset = rules.limited(offset.onItem) }
    }
  }

  /// Starts the constant turning of a carousel that rests, where one is asked for and there is a way to go.
  mutating func startTurning(at time: Double) {
    guard rules.autoscroll != 0, numberOfItems > 0, !isClassic else { return }
    let isAtEnd = rules.autoscroll > 0 ? offset <= 0 : offset >= rules.end
    guard rules.wraps || !isAtEnd else { return }
    enter(.turning(from: offset, since: time), at: time)
  }

  private mutating func turn(from: Double, since: Double, at now: Double) {
    // Positive speeds go towards lower indexes, for the original's historical reasons.
    let there = from - rules.autoscroll * (now - since)
    let stop = rules.wraps ? there : min(max(0, there), rules.end)
    move(to: stop, at: now)
    if stop != there { enter(.resting, at: now) }
  }

  /// Stops what is moving, and says so.
  mutating func halt(into newPhase: Phase, at time: Double) {
    let stopped = phase
    enter(newPhase, at: time)
    switch stopped {
    case .gliding: emit(.didEndDecelerating, at: time)
    case .scrolling: emit(.didEndScrollingAnimation, at: time)
    case .dragging: emit(.didEndDragging(willDecelerate: false), at: time)
    case .resting, .held, .turning: break
    }
  }

  /// Velocity of the running curve in items/s.
  func velocity(at time: Double) -> Double {
    switch phase {
    case .gliding(let curve), .scrolling(let curve): curve.velocity(time)
    case .turning: -rules.autoscroll
    case .resting, .held, .dragging: 0
    }
  }
}
