extension Carousel {
  /// The items were replaced by others, some of which were there before. Those glide from where they were, new ones
  /// fade in, and those that are gone fade out where they were. The carousel goes on showing the item that it shows, or what
  /// is at its place if that is gone; with classic physics it stops there.
  ///
  /// - Parameters:
  ///   - count: How many items there are from now on.
  ///   - placeholders: How many placeholders there are from now on; nil is as many as before.
  ///   - origin: The former index of an item; nil for a new one.
  ///   - destination: The index that a former item has from now on; nil for one that is gone.
  ///   - time: When; nil is the latest time heard of.
  /// - Returns: By which numbers those that are gone are found among `departingItems`, by their former indexes. Those that
  ///   are out of view are left out, and so are all if `layoutChangeDuration` is 0.
  @discardableResult
  public mutating func replaceItems(
    with count: Int, placeholders: Int? = nil, origin: (Int) -> Int?, destination: (Int) -> Int?,
    time: Double? = nil
  ) -> [Int: Int] {
    let now = catchUp(to: time ?? clock)
    let former = numberOfItems
    let last = min(count, Limit.items) - 1
    let current = currentItemIndex
    let goal = current < 0 || last < 0 ? nil : min(max(0, destination(current) ?? current), last)
    let step = goal.map { stepToStay(on: $0) } ?? 0
    let departures = departItems { destination($0) == nil }
    rearrange(origin: { origin($0).flatMap { 0..<former ~= $0 ? $0 : nil } }) { carousel in
      carousel.change(count: count, placeholders: placeholders ?? carousel.numberOfPlaceholders, at: now)
      guard let goal else { return }
      if carousel.isClassic {
        carousel.setCurrentItemIndex(goal, at: now)
      } else {
        carousel.shift(by: step)
      }
    }
    return departures
  }

  /// Lets the items in view for which that holds fade out where they are; returns their departures by their indexes.
  private mutating func departItems(_ areGone: (Int) -> Bool) -> [Int: Int] {
    let (first, count) = window
    var departures: [Int: Int] = [:]
    for place in first..<(first + count) {
      let index = layout.wraps ? rules.clamped(index: place) : place
      guard (0..<numberOfItems).contains(index), departures[index] == nil, areGone(index) else { continue }
      departures[index] = depart(itemAt: index)
    }
    return departures
  }
}
