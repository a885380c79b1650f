extension Carousel {
  /// Nothing jumps when other options let the items go elsewhere: to the other end of a row that no longer wraps, or
  /// back within ends beyond which nothing goes any more.
  mutating func keepPlaces(of before: Carousel) {
    guard before.layout.wraps != layout.wraps || before.rules.bounceDistance != rules.bounceDistance else {
      return
    }
    guard hasBeenSeen, options.layoutChangeDuration > 0 else { return }
    // What turns by itself in classic physics knows no way back from beyond the ends.
    let turnsByItself = isClassic && phase == .resting && rules.autoscroll != 0
    offset = turnsByItself ? rules.clamped(offset) : rules.limited(offset)
    if before.layout.wraps != layout.wraps { goOnFromHere() }
    for place in morphs.indices { morphs[place].offsetShift += before.offset - offset }
    placeholderShift = (before.layout.wraps ? placeholderShift : 0) + before.offset - offset
    for place in departures.indices {
      // Where it was seen, whichever way round that is now.
      let shown = before.shownOffset(of: before.departures[place])
      departures[place].place = offset + shown
      departures[place].aside = shown - shortest(shown)
    }
    rearrangement = nil
    glide(from: before) { $0 }
    glidePlaceholders(from: before)
  }

  /// A curve may be some turns ahead, or beyond an end that held the carousel: it goes on from where that is.
  private mutating func goOnFromHere() {
    guard let curve = phase.curve else { return }
    shiftMotion(by: (offset - curve.offset(clock)).onItem)
    // Classic scrolls, unlike flings, do not come back from beyond the ends by themselves.
    guard isClassic, case .scrolling(let scroll) = phase else { return }
    let target = destination(from: offset, by: scroll.target - offset)
    guard abs(target - scroll.target) > Limit.sameOffset else { return }
    phase = .scrolling(spring(replacing: scroll, to: target, at: clock))
  }

  /// Lets the placeholders in view glide, too.
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

  /// The placeholders that are in view only in layouts that are on their way out, some of them more than once.
  func forEachLeavingPlaceholder(_ body: (Int) -> Void) {
    guard layout.wraps else { return }
    for morph in morphs where !morph.layout.wraps && morph.layout.placeholdersShown > 0 {
      let (first, count) = window(of: morph.layout, at: offset + morph.offsetShift)
      for index in first..<(first + count) where isPlaceholder(index) { body(index) }
    }
  }

  /// After a move on a carousel that wraps: what does not wrap goes on beyond the ends.
  mutating func countOn(from before: Double) {
    guard layout.wraps, !morphs.isEmpty, numberOfItems > 0 else { return }
    let round = Double(numberOfItems)
    let turned = ((before - offset) / round).rounded() * round
    guard turned != 0 else { return }
    for place in morphs.indices { morphs[place].offsetShift += turned }
    placeholderShift += turned
  }

  /// Where an item is when it has arrived.
  func home(ofItemAt index: Int) -> Double {
    layout.wraps && isPlaceholder(index)
      ? Double(index) - (offset + placeholderShift) : offset(forItemAt: index)
  }
}
