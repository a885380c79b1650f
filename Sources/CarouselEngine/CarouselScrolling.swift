#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Carousel {
  /// Advances the carousel to `time` and appends the events since the last call.
  ///
  /// With natural physics, the result does not depend on the frequency of the calls. Earlier times than the
  /// latest one count as the latest one.
  public mutating func advance(to time: Double, into events: inout [CarouselEvent]) {
    let now = latest(time)
    advanceMorphs(to: now)
    advanceRearrangement(to: now)
    departures.advance(to: now)
    advanceView(to: now)
    if isClassic {
      classicStep(to: now)
    } else {
      advanceMotion(to: now)
    }
    takeEvents(into: &events)
    if usesToggle { knownToggle = toggle }
  }

  /// Appends the events since the last call, without advancing the time.
  public mutating func takeEvents(into events: inout [CarouselEvent]) {
    events.append(contentsOf: pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Returns the events since the last call, without advancing the time. Allocates memory;
  /// `takeEvents(into:)` does not.
  public mutating func takeEvents() -> [CarouselEvent] {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  /// Returns the later of `time` and the latest time so far: time never runs backward.
  mutating func latest(_ time: Double) -> Double {
    if time.isFinite, time > clock { clock = time }
    return clock
  }

  /// Advances the motion to `time` before an input is handled. The input then applies to the visible state.
  @discardableResult
  mutating func catchUp(to time: Double) -> Double {
    let now = latest(time)
    if isClassic { realign(at: now) } else { advanceMotion(to: now) }
    return now
  }

  /// Advances the curves of natural physics to `now`. Each follow-up begins at the exact time at which its
  /// curve ends.
  private mutating func advanceMotion(to now: Double) {
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

  /// Reports the end of the curve and begins the follow-up.
  mutating func concludeCurve(at end: Double) {
    let finished = phase
    enter(.resting, at: end)
    if case .gliding = finished {
      emit(.didEndDecelerating, at: end)
      begin(physics.afterGlide(offset, drag, at: end, rules), at: end)
    } else {
      emit(.didEndScrollingAnimation, at: end)
      continueToNearestItem(at: end)
    }
    if phase == .resting { startTurning(at: end) }
  }

  /// Continues to the nearest item after a programmed scroll that ended between items.
  private mutating func continueToNearestItem(at time: Double) {
    guard rules.scrollsToItems, phase == .resting, numberOfItems > 0,
      let curve = physics.settle(offset, at: time, rules)
    else { return }
    begin(.settle(curve), at: time)
  }

  /// Begins the follow-up that the physics has chosen.
  mutating func begin(_ followUp: FollowUp, at time: Double) {
    switch followUp {
    case .glide(let curve):
      ticker.start(at: time)
      enter(.gliding(curve), at: time)
    case .settle(let curve):
      // A carousel that scrolls automatically does not settle, except back from beyond its ends.
      guard rules.autoscroll == 0 || (!isClassic && rules.overshoot(offset) != 0) else { break }
      ticker.start(at: time)
      enter(.scrolling(curve), at: time)
      emit(.willBeginScrollingAnimation, at: time)
    case .stay:
      // The carousel is on an item; this removes rounding errors.
      if rules.scrollsToItems, !isClassic { offset = rules.limited(offset.onItem) }
    }
  }

  /// Starts automatic scrolling from rest, if the options ask for it and the carousel is not at the end.
  mutating func startTurning(at time: Double) {
    guard rules.autoscroll != 0, numberOfItems > 0, !isClassic else { return }
    let isAtEnd = rules.autoscroll > 0 ? offset <= 0 : offset >= rules.end
    guard rules.wraps || !isAtEnd else { return }
    enter(.turning(from: offset, since: time), at: time)
  }

  private mutating func turn(from: Double, since: Double, at now: Double) {
    // Positive speeds go toward lower indexes, as in iCarousel for historical reasons.
    let there = from - rules.autoscroll * (now - since)
    let stop = rules.wraps ? there : min(max(0, there), rules.end)
    move(to: stop, at: now)
    if stop != there { enter(.resting, at: now) }
  }

  /// Stops the current motion and reports its end.
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

  /// Sets a new offset, limited to the allowed range, and reports the changes.
  mutating func move(to newOffset: Double, at time: Double) {
    let index = currentItemIndex
    let toggleBefore = isClassic ? 0 : naturalToggle(at: time)
    let wanted = newOffset.finite(else: offset)
    let before = offset
    offset = rules.limited(wanted)
    countOn(from: before)
    if isClassic { return reportClassic(wanted: wanted, at: time) }
    if usesToggle, currentItemIndex != index {
      keepToggle(toggleBefore, from: index, at: time)
    }
    report(at: time)
  }

  /// Reports a changed offset and a changed index.
  mutating func report(at time: Double) {
    if abs(offset - reportedOffset) > Limit.sameOffset { emit(.didScroll, at: time) }
    let index = currentItemIndex
    if index != reportedIndex { emit(.currentItemIndexDidChange, at: time) }
    reportedOffset = offset
    reportedIndex = index
  }

  /// Returns the velocity of the current motion in items/s.
  func velocity(at time: Double) -> Double {
    switch phase {
    case .gliding(let curve), .scrolling(let curve): curve.velocity(time)
    case .turning: -rules.autoscroll
    case .resting, .held, .dragging: 0
    }
  }

  /// Scrolls to an item, the shorter way round if the carousel wraps.
  ///
  /// - Parameters:
  ///   - index: Limited to the items, or wrapped around.
  ///   - duration: Seconds; 0 moves there at once.
  ///   - curve: The easing. Nil: `options.programmaticCurve`, or else the physics' own curve.
  public mutating func scroll(
    toItemAt index: Int, duration: Double, curve: AnimationCurve? = nil, at time: Double
  ) {
    scroll(toOffset: Double(index), duration: duration, curve: curve, at: time)
  }

  /// Scrolls to an offset, the shorter way round if the carousel wraps, and then to the nearest item if
  /// `options.scrollsToItemBoundary` is on. `duration` is in seconds; 0 moves there at once.
  public mutating func scroll(
    toOffset target: Double, duration: Double, curve: AnimationCurve? = nil, at time: Double
  ) {
    catchUp(to: time)
    scroll(
      byOffset: rules.distance(from: offset, to: target.finite(else: offset)), duration: duration,
      curve: curve,
      at: time)
  }

  /// Scrolls by whole items, in the direction of the sign, also over several turns if the carousel wraps.
  /// From between items, the first step goes to the next item. `duration` is in seconds; 0 moves there at
  /// once.
  public mutating func scroll(
    byNumberOfItems count: Int, duration: Double, curve: AnimationCurve? = nil, at time: Double
  ) {
    catchUp(to: time)
    guard duration > 0 else {
      jump(
        to: Double(rules.clamped(index: reportedIndex.addingReportingOverflow(count).partialValue)), at: clock
      )
      return
    }
    let start =
      count > 0 ? floor(offset) : count < 0 ? ceil(offset) : offset.rounded(.toNearestOrAwayFromZero)
    scroll(byOffset: start + Double(count) - offset, duration: duration, curve: curve, at: time)
  }

  /// Scrolls by an offset in items, and then to the nearest item if `options.scrollsToItemBoundary` is on.
  /// `duration` is in seconds; 0 moves there at once.
  public mutating func scroll(
    byOffset distance: Double, duration: Double, curve: AnimationCurve? = nil, at time: Double
  ) {
    let now = catchUp(to: time)
    guard numberOfItems > 0, distance.isFinite else { return }
    guard duration > 0, duration.isFinite else {
      jump(to: rules.clamped(offset + distance), at: now)
      return continueToNearestItem(at: now)
    }
    let velocity = velocity(at: now)
    halt(into: .resting, at: now)
    let target = rules.wraps ? offset + distance : min(max(0, offset + distance), rules.end)
    let way =
      (curve ?? options.programmaticCurve).map {
        .curved(CurvedScroll(from: offset, target: target, start: now, duration: duration, curve: $0))
      } ?? physics.scroll(from: offset, velocity: velocity, to: target, duration: duration, at: now)
    enter(.scrolling(way), at: now)
    ticker.start(at: now)
    emit(.willBeginScrollingAnimation, at: now)
  }

  /// Sets `scrollOffset` at a given time.
  public mutating func setScrollOffset(_ target: Double, at time: Double) {
    let now = catchUp(to: time)
    jump(to: rules.limited(target.finite(else: offset)), at: now)
  }

  /// Sets `currentItemIndex` at a given time.
  public mutating func setCurrentItemIndex(_ index: Int, at time: Double) {
    let now = catchUp(to: time)
    jump(to: Double(rules.clamped(index: index)), at: now)
  }

  /// Stops every motion and moves to `target` at once.
  private mutating func jump(to target: Double, at time: Double) {
    guard numberOfItems > 0, target.isFinite else { return }
    halt(into: .resting, at: time)
    move(to: target, at: time)
    if !isClassic { toggling = Toggle() }
    startTurning(at: time)
  }
}
