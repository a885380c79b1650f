extension Carousel {
  /// The item at `source` was moved to `destination` (both limited to the items, or wrapped around); those between
  /// close up. The carousel goes on showing what it shows; with classic physics it stays at its offset instead.
  ///
  /// - Parameter time: When; nil is the latest time heard of.
  public mutating func moveItem(from source: Int, to destination: Int, time: Double? = nil) {
    catchUp(to: time ?? clock)
    let move = ItemMove(from: rules.clamped(index: source), to: rules.clamped(index: destination))
    guard move.from >= 0, move.from != move.to else { return }
    rearrange(origin: move.origin(of:)) { carousel in
      carousel.rearrangement = nil
      carousel.needsRealignment = true
      guard !carousel.isClassic else { return }
      carousel.shift(by: carousel.stepToStay(on: move.destination(of: carousel.currentItemIndex)))
    }
  }

  /// Carries out a change of the items, and lets those in view glide from where they were.
  ///
  /// - Parameter origin: The former index of an item, nil for a new one.
  mutating func rearrange(origin: (Int) -> Int?, _ change: (inout Carousel) -> Void) {
    let before = self
    change(&self)
    if !isClassic, numberOfItems > 0 { offset = rules.limited(offset) }
    glide(from: before, origin: origin)
  }

  /// Nothing jumps when other options let the items go elsewhere: to the other end of a row that no longer wraps, or
  /// back within ends beyond which nothing goes any more.
  mutating func keepPlaces(of before: Carousel) {
    guard before.layout.wraps != layout.wraps || before.rules.bounceDistance != rules.bounceDistance else {
      return
    }
    guard hasBeenSeen, options.layoutChangeDuration > 0, numberOfItems > 0 else { return }
    if before.layout.wraps, !layout.wraps, let curve = phase.curve {
      // Its curve may be some turns ahead.
      let round = Double(numberOfItems)
      shiftMotion(by: -((curve.offset(clock) - offset) / round).rounded() * round)
    }
    offset = rules.limited(offset)
    glide(from: before) { $0 }
    if before.layout.wraps != layout.wraps { exchange(viewOf: before) }
  }

  /// The items of `before`'s view that are out of view now fade out while those that came into it fade in.
  private mutating func exchange(viewOf before: Carousel) {
    let duration = options.layoutChangeDuration
    guard duration.isFinite else { return }
    var next = rearrangement ?? Rearrangement(displacements: [:], duration: duration)
    next.widensView = numberOfItems <= Limit.exchangedItems
    let old = before.indexesInWindow
    let new = indexesInWindow
    for index in next.widensView ? Set(0..<numberOfItems) : new {
      let presence = Rearrangement.Presence(
        before: old.contains(index) ? before.presence(ofItemAt: index) : 0, after: new.contains(index) ? 1 : 0
      )
      next.presences[index] = presence.before < 1 || presence.after < 1 ? presence : nil
    }
    rearrangement = next
  }

  private var indexesInWindow: Set<Int> {
    let (first, count) = window
    return Set((first..<(first + count)).map { layout.wraps ? rules.clamped(index: $0) : $0 })
  }

  /// Lets the items in view glide from where `before` shows them.
  private mutating func glide(from before: Carousel, origin: (Int) -> Int?) {
    let duration = options.layoutChangeDuration
    guard hasBeenSeen, duration > 0, duration.isFinite, numberOfItems > 0, before.numberOfItems > 0 else {
      return
    }
    var next = Rearrangement(displacements: [:], duration: duration)
    // As much again on both sides of the view: what scrolls into it on the way glides too.
    let (first, count) = window
    for place in (first - count)..<(first + 2 * count) {
      let index = layout.wraps ? rules.clamped(index: place) : place
      guard (0..<numberOfItems).contains(index), next.displacements[index] == nil else { continue }
      guard let old = origin(index) else {
        next.presences[index] = Rearrangement.Presence(before: 0)
        continue
      }
      let way = shortest(before.shownOffset(forItemAt: old) - offset(forItemAt: index))
      if abs(way) > Limit.sameOffset { next.displacements[index] = way }
      let presence = before.presence(ofItemAt: old)
      if presence < 1 { next.presences[index] = Rearrangement.Presence(before: presence) }
    }
    if !next.presences.isEmpty || !next.displacements.isEmpty { rearrangement = next }
  }

  /// Where an item is shown: its offset, or the place on its way there.
  func shownOffset(forItemAt index: Int) -> Double {
    let there = offset(forItemAt: index)
    guard let rearrangement, let way = rearrangement.displacements[index] else { return there }
    return there + way * rearrangement.remaining(at: clock)
  }

  /// How much of a new item is to be seen, 0 to 1; 1 for the others.
  func presence(ofItemAt index: Int) -> Double {
    guard let rearrangement, let presence = rearrangement.presences[index] else { return 1 }
    return presence.after + (presence.before - presence.after) * rearrangement.remaining(at: clock)
  }

  mutating func advanceRearrangement(to now: Double) {
    guard rearrangement != nil else { return }
    if rearrangement?.start == nil { rearrangement?.start = now }
    if rearrangement?.isOver(at: now) == true { rearrangement = nil }
  }

  func shortest(_ way: Double) -> Double {
    let round = Double(numberOfItems)
    return layout.wraps && round > 0 ? way - round * (way / round).rounded() : way
  }
}

/// What a move of one item does to the indexes.
struct ItemMove: Hashable, Sendable {
  var from: Int
  var to: Int

  /// Where the item at `index` goes.
  func destination(of index: Int) -> Int {
    if index == from { return to }
    if from < index, index <= to { return index - 1 }
    if to <= index, index < from { return index + 1 }
    return index
  }

  /// Where the item that is then at `index` came from.
  func origin(of index: Int) -> Int { ItemMove(from: to, to: from).destination(of: index) }
}
