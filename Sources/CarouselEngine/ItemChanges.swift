extension Carousel {
  /// The items were replaced. What is in motion goes on as far as there are items for it.
  ///
  /// - Parameter time: When; nil is the latest time heard of.
  public mutating func reload(
    numberOfItems count: Int, numberOfPlaceholders placeholders: Int? = nil, time: Double? = nil
  ) {
    let now = catchUp(to: time ?? clock)
    change(count: count, placeholders: placeholders ?? numberOfPlaceholders, at: now)
  }

  /// An item was inserted before the one at `index` (limited to 0…count). The carousel goes on showing what
  /// it shows; with classic physics it stays at its offset instead. The item fades in while its neighbors
  /// make room for it.
  ///
  /// - Parameters:
  ///   - animated: Whether it does; else all are at once where they belong.
  ///   - time: When; nil is the latest time heard of.
  public mutating func insertItem(at index: Int, animated: Bool = true, time: Double? = nil) {
    let now = catchUp(to: time ?? clock)
    let place = min(max(0, index), numberOfItems)
    let current = currentItemIndex
    let step = numberOfItems > 0 && !isClassic ? stepToStay(on: place <= current ? current + 1 : current) : 0
    rearrange(animated: animated, origin: { $0 == place ? nil : $0 < place ? $0 : $0 - 1 }) { carousel in
      carousel.change(count: carousel.numberOfItems + 1, placeholders: carousel.numberOfPlaceholders, at: now)
      carousel.shift(by: step)
    }
    if isClassic { insertClassic(at: now) }
  }

  /// The item at `index` (limited to the items, or wrapped around) was removed; its neighbors close up.
  ///
  /// - Parameters:
  ///   - animated: Whether they do so over time; else all are at once where they belong.
  ///   - time: When; nil is the latest time heard of.
  /// - Returns: By which number the item is found among `departingItems` while it fades out; nil when it does
  ///   not, because it is out of view, not animated or `layoutChangeDuration` is 0.
  @discardableResult
  public mutating func removeItem(at index: Int, animated: Bool = true, time: Double? = nil) -> Int? {
    let now = catchUp(to: time ?? clock)
    let place = rules.clamped(index: index)
    guard place >= 0 else { return nil }
    let departure = animated ? depart(itemAt: place) : nil
    let current = currentItemIndex
    let step = isClassic ? 0 : stepToStay(on: place < current ? current - 1 : current)
    rearrange(animated: animated, origin: { $0 < place ? $0 : $0 + 1 }) { carousel in
      carousel.change(count: carousel.numberOfItems - 1, placeholders: carousel.numberOfPlaceholders, at: now)
      carousel.shift(by: step)
    }
    if isClassic { removeClassic(at: now) }
    return departure
  }

  /// The item at `source` was moved to `destination` (both limited to the items, or wrapped around); those
  /// between close up. The carousel goes on showing what it shows; with classic physics it stays at its
  /// offset instead.
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

  private mutating func change(count: Int, placeholders: Int, at time: Double) {
    rearrangement = nil
    numberOfItems = min(max(0, count), Limit.items)
    numberOfPlaceholders = min(max(0, placeholders), Limit.items)
    let before = layout
    resolve()
    beginMorph(from: before, sizes: sizes)
    needsRealignment = true
    // Both ends of emptiness are seen at once: an empty carousel has no offset that could be drawn.
    if numberOfItems == 0 { becomeEmpty(at: time) } else if reportedIndex < 0 { realign(at: time) }
  }

  /// By how much everything that is counted in items moves when the current item gets the index `index`. A
  /// carousel that wraps may stand before its first item on the far side of the last one, and is brought to
  /// the near side.
  private func stepToStay(on index: Int) -> Double {
    let current = currentItemIndex
    let turns = layout.wraps ? Double(current) - offset.rounded(.toNearestOrAwayFromZero) : 0
    return turns + Double(index - current)
  }

  /// Moves everything that is counted in items.
  private mutating func shift(by items: Double) {
    offset += items
    reportedOffset += items
    drag.raw += items
    shiftDepartures(by: items)
    shiftMotion(by: items)
  }

  /// Moves what a motion counts in items, and not where the carousel is.
  mutating func shiftMotion(by items: Double) {
    switch phase {
    case .gliding(let curve): phase = .gliding(curve.shifted(by: items))
    case .scrolling(let curve): phase = .scrolling(curve.shifted(by: items))
    case .turning(let from, let since): phase = .turning(from: from + items, since: since)
    case .resting, .held, .dragging: break
    }
  }

  /// The items were replaced by others, some of which were there before. Those glide from where they were,
  /// new ones fade in, and those that are gone fade out where they were. The carousel goes on showing the
  /// item that it shows, or what is at its place if that is gone; with classic physics it stops there.
  ///
  /// - Parameters:
  ///   - count: How many items there are from now on.
  ///   - placeholders: How many placeholders there are from now on; nil is as many as before.
  ///   - origin: The former index of an item; nil for a new one.
  ///   - destination: The index that a former item has from now on; nil for one that is gone.
  ///   - time: When; nil is the latest time heard of.
  /// - Returns: By which numbers those that are gone are found among `departingItems`, by their former
  ///   indexes. Those that are out of view are left out, and so are all if `layoutChangeDuration` is 0.
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

  /// Lets the items in view for which that holds fade out where they are; returns their departures by their
  /// indexes.
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

/// What a move of one item does to the indexes.
struct ItemMove: Hashable, Sendable {
  let from: Int
  let to: Int

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
