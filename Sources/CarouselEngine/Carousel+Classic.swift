extension Carousel {
  /// One tick of the original's animation timer.
  mutating func classicStep(to now: Double) {
    realignClassic(at: now)
    switch phase {
    case .gliding(let curve), .scrolling(let curve):
      move(to: curve.offset(now), at: now)
      if now >= curve.end { finishClassic(at: now) }
    case .resting, .held, .dragging, .turning:
      isTicking = false
    }
  }

  private mutating func finishClassic(at now: Double) {
    let finished = phase
    enter(.resting, at: now)
    if case .gliding = finished {
      emit(.didEndDecelerating, at: now)
      begin(physics.afterGlide(offset, drag, at: now, rules), at: now)
    } else {
      emit(.didEndScrollingAnimation, at: now)
    }
  }

  mutating func realignClassic(at time: Double) {
    realign(at: time)
    if phase.curve != nil { isTicking = true }
  }
}
