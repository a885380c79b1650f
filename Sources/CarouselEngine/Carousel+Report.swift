extension Carousel {
  /// Takes a new offset, limited to what is allowed, and reports what that changes.
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

  /// Natural physics: the turn of the current item. On a curve it follows the offset, else it runs out in time.
  func naturalToggle(at time: Double) -> Double {
    guard usesToggle else { return 0 }
    return min(max(toggleOnCurve + toggling.remainder(at: time), -1), 1)
  }

  /// The part of the toggle that depends on the offset alone, so that items turn while they pass.
  private var toggleOnCurve: Double {
    switch phase {
    case .gliding, .scrolling, .turning: return -offset(forItemAt: currentItemIndex)
    case .resting, .held, .dragging: return 0
    }
  }

  /// A drag made another item the current one: the picture stays, the new one turns from where it leans.
  private mutating func keepToggle(_ before: Double, from index: Int, at time: Double) {
    guard toggleOnCurve == 0, index >= 0 else { return }
    let step = Double(rules.distance(from: currentItemIndex, to: index))
    toggling.begin(before + step, velocity: drag.velocity, at: time)
  }

  /// Changes what moves the carousel; the current item's turn goes on from where it is.
  mutating func enter(_ newPhase: Phase, at time: Double) {
    let before = isClassic ? 0 : naturalToggle(at: time)
    phase = newPhase
    guard !isClassic, usesToggle else { return }
    toggling.begin(before - toggleOnCurve, velocity: drag.velocity, at: time)
  }
}
