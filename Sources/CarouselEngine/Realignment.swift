extension Carousel {
  /// Moves the carousel back to an allowed offset after a change of options, sizes or items, without a jump.
  mutating func realign(at time: Double) {
    guard needsRealignment else { return }
    needsRealignment = false
    guard numberOfItems > 0 else { return becomeEmpty(at: time) }
    if reportedIndex < 0 { return appear(at: time) }
    if isClassic { return realignClassic(at: time) }
    switch phase {
    case .gliding(let curve), .scrolling(let curve): redirect(curve, at: time)
    case .turning:
      enter(.resting, at: time)
      offset = rules.limited(offset)
      report(at: time)
      settle(at: time)
    case .dragging:
      offset = rules.limited(offset)
      physics.begin(&drag, at: offset, rules)
      report(at: time)
    case .resting, .held:
      offset = rules.limited(offset)
      report(at: time)
      if phase == .resting { settle(at: time) }
    }
  }

  /// Handles the first items of a carousel.
  private mutating func appear(at time: Double) {
    shiftDepartures(by: 1)
    if isClassic { return appearClassic(at: time) }
    offset = 0
    report(at: time)
    startTurning(at: time)
  }

  /// Handles the removal of the last item.
  mutating func becomeEmpty(at time: Double) {
    halt(into: .resting, at: time)
    shiftDepartures(by: -1 - offset)
    offset = -1
    toggling = Toggle()
    if isClassic { reportClassic(wanted: offset, at: time) } else { report(at: time) }
  }

  /// Redirects a running curve to an allowed end, at its present velocity.
  private mutating func redirect(_ curve: ScrollCurve, at time: Double) {
    let before = curve.offset(time)
    // An endless curve ends at its present offset.
    let remaining = curve.target.isFinite ? curve.target - before : 0
    move(to: before, at: time)
    let target = destination(from: offset, by: remaining)
    guard abs(target - curve.target) > Limit.sameOffset || abs(before - offset) > Limit.sameOffset else {
      return
    }
    let spring = spring(replacing: curve, to: target, at: time)
    if case .gliding = phase {
      enter(.gliding(spring), at: time)
    } else {
      enter(.scrolling(spring), at: time)
    }
  }

  /// Returns the allowed end of a movement by `way` items.
  func destination(from offset: Double, by way: Double) -> Double {
    let target = rules.wraps ? offset + way : min(max(0, offset + way), rules.end)
    return rules.scrollsToItems ? target.rounded(.toNearestOrAwayFromZero) : target
  }

  /// Returns a spring from the present offset to another target, with the velocity of `curve`.
  func spring(replacing curve: ScrollCurve, to target: Double, at time: Double) -> ScrollCurve {
    .settling(
      NaturalPhysics.spring(
        from: offset, velocity: curve.velocity(time), to: target, rate: NaturalPhysics.springRate, at: time,
        rules))
  }

  /// Moves a resting carousel to an allowed offset if necessary.
  mutating func settle(at time: Double) {
    guard numberOfItems > 0 else { return }
    begin(physics.settle(offset, at: time, rules).map(FollowUp.settle) ?? .stay, at: time)
    if phase == .resting { startTurning(at: time) }
  }

  /// Prevents jumps when new options move items. Items may move to the other end of a row that no longer
  /// wraps. They may move back within the ends of a carousel that no longer bounces.
  mutating func keepPlaces(of before: Carousel) {
    guard before.layout.wraps != layout.wraps || before.rules.bounceDistance != rules.bounceDistance else {
      return
    }
    guard hasBeenSeen, options.layoutChangeDuration > 0 else { return }
    // In classic physics, automatic scrolling cannot return from beyond the ends.
    let turnsByItself = isClassic && phase == .resting && rules.autoscroll != 0
    offset = turnsByItself ? rules.clamped(offset) : rules.limited(offset)
    if before.layout.wraps != layout.wraps { continueFromHere() }
    for place in morphs.indices { morphs[place].offsetShift += before.offset - offset }
    placeholderShift = (before.layout.wraps ? placeholderShift : 0) + before.offset - offset
    var moved = departures
    moved.update { departure in
      // Keeps the visible place, regardless of the direction in which it now lies.
      let shown = before.shownOffset(of: departure)
      departure.place = offset + shown
      departure.aside = shown - shortest(shown)
    }
    departures = moved
    rearrangement = nil
    glide(from: before) { $0 }
    glidePlaceholders(from: before)
  }

  /// Continues the curve from the carousel's offset. The curve may be several turns ahead, or beyond an end
  /// that stopped the carousel.
  private mutating func continueFromHere() {
    guard let curve = phase.curve else { return }
    shiftMotion(by: (offset - curve.offset(clock)).onItem)
    // Classic scrolls, unlike flings, do not return from beyond the ends by themselves.
    guard isClassic, case .scrolling(let scroll) = phase else { return }
    let target = destination(from: offset, by: scroll.target - offset)
    guard abs(target - scroll.target) > Limit.sameOffset else { return }
    phase = .scrolling(spring(replacing: scroll, to: target, at: clock))
  }

  /// Lets the placeholders in view glide as well.
  private mutating func glidePlaceholders(from before: Carousel) {
    var next =
      rearrangement
      ?? Rearrangement(displacements: [:], transition: Transition(duration: options.layoutChangeDuration))
    func keep(_ index: Int) {
      let way = before.shownOffset(forItemAt: index) - home(ofItemAt: index)
      if abs(way) > Limit.sameOffset { next.displacements[index] = way }
    }
    let (first, count) = before.window
    if !before.layout.wraps {
      for index in first..<(first + count) where isPlaceholder(index) { keep(index) }
    }
    before.forEachLeavingPlaceholder(keep)
    if !next.displacements.isEmpty { rearrangement = next }
  }

  func isPlaceholder(_ index: Int) -> Bool { !(0..<numberOfItems).contains(index) }

  /// Calls `body` with each placeholder that is in view only in replaced layouts. Some indexes may repeat.
  func forEachLeavingPlaceholder(_ body: (Int) -> Void) {
    guard layout.wraps else { return }
    for morph in morphs where !morph.layout.wraps && morph.layout.placeholdersShown > 0 {
      let (first, count) = window(of: morph.layout, at: offset + morph.offsetShift)
      for index in first..<(first + count) where isPlaceholder(index) { body(index) }
    }
  }

  /// Updates the layouts that do not wrap after a move of a wrapping carousel: in them, offsets continue
  /// beyond the ends.
  mutating func countOn(from before: Double) {
    guard layout.wraps, !morphs.isEmpty else { return }
    let round = Double(numberOfItems)
    let turned = ((before - offset) / round).rounded() * round
    guard turned != 0 else { return }
    for place in morphs.indices { morphs[place].offsetShift += turned }
    placeholderShift += turned
  }

  /// Returns the offset of an item at the end of its animation.
  func home(ofItemAt index: Int) -> Double {
    layout.wraps && isPlaceholder(index)
      ? Double(index) - (offset + placeholderShift) : offset(forItemAt: index)
  }
}
