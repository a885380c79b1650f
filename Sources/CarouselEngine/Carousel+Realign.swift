extension Carousel {
  /// After a change of options, sizes or items: brings the carousel back to where it may be, without a jump.
  mutating func realign(at time: Double) {
    guard needsRealignment else { return }
    needsRealignment = false
    guard numberOfItems > 0 else { return becomeEmpty(at: time) }
    if offset < 0, reportedIndex < 0 { return appear(at: time) }
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

  /// The carousel got its first items.
  private mutating func appear(at time: Double) {
    shiftDepartures(by: 1)
    if isClassic { return appearClassic(at: time) }
    offset = 0
    report(at: time)
    startTurning(at: time)
  }

  /// The carousel lost its last item.
  mutating func becomeEmpty(at time: Double) {
    halt(into: .resting, at: time)
    shiftDepartures(by: -1 - offset)
    offset = -1
    toggling = Toggle()
    if isClassic { reportClassic(wanted: offset, at: time) } else { report(at: time) }
  }

  /// A running curve goes on to where it may end now, with the velocity that it has.
  private mutating func redirect(_ curve: ScrollCurve, at time: Double) {
    let before = curve.offset(time)
    // What would go on for ever ends where it is.
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

  /// Where a way of so many items may end.
  func destination(from offset: Double, by way: Double) -> Double {
    let target = rules.wraps ? offset + way : min(max(0, offset + way), rules.end)
    return rules.scrollsToItems ? target.rounded(.toNearestOrAwayFromZero) : target
  }

  /// From where the carousel is to another target, with the velocity that `curve` has.
  func spring(replacing curve: ScrollCurve, to target: Double, at time: Double) -> ScrollCurve {
    .settling(
      NaturalPhysics.spring(
        from: offset, velocity: curve.velocity(time), to: target, rate: NaturalPhysics.springRate, at: time,
        rules))
  }

  /// A carousel that rests where it must not goes where it belongs.
  mutating func settle(at time: Double) {
    guard numberOfItems > 0 else { return }
    begin(physics.settle(offset, at: time, rules).map(FollowUp.settle) ?? .stay, at: time)
    if phase == .resting { startTurning(at: time) }
  }
}
