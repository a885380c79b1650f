extension Carousel {
  /// Replaces all items. Current motions continue as far as the new items allow.
  ///
  /// - Parameter time: The time of the change; nil is the latest time so far.
  public mutating func reload(
    numberOfItems count: Int, numberOfPlaceholders placeholders: Int? = nil, time: Double? = nil
  ) {
    let now = catchUp(to: time ?? clock)
    change(count: count, placeholders: placeholders ?? numberOfPlaceholders, at: now)
  }

  /// Inserts an item before the one at `index` (limited to 0…count). The carousel keeps showing the same
  /// items; with classic physics it stays at its offset instead. The new item fades in while its neighbors
  /// make room.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated. If not, all items move at once.
  ///   - time: The time of the change; nil is the latest time so far.
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

  /// Removes the item at `index` (limited to the items, or wrapped around); its neighbors close the gap.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is animated. If not, all items move at once.
  ///   - time: The time of the change; nil is the latest time so far.
  /// - Returns: The `id` of the item in `departingItems` while it fades out. Nil if it does not fade out: it
  ///   is out of view, the change is not animated, or `layoutChangeDuration` is 0.
  @discardableResult
  public mutating func removeItem(at index: Int, animated: Bool = true, time: Double? = nil) -> Int? {
    let now = catchUp(to: time ?? clock)
    let place = rules.clamped(index: index)
    guard place >= 0 else { return nil }
    let departure = animated ? depart(itemAt: place) : nil
    let current = currentItemIndex
    // Without items, the offset is always -1.
    let step = isClassic || numberOfItems == 1 ? 0 : stepToStay(on: place < current ? current - 1 : current)
    rearrange(animated: animated, origin: { $0 < place ? $0 : $0 + 1 }) { carousel in
      carousel.change(count: carousel.numberOfItems - 1, placeholders: carousel.numberOfPlaceholders, at: now)
      carousel.shift(by: step)
    }
    if isClassic { removeClassic(at: now) }
    return departure
  }

  /// Moves the item at `source` to `destination` (both limited to the items, or wrapped around); the items
  /// between close the gap. The carousel keeps showing the same items; with classic physics it stays at its
  /// offset instead.
  ///
  /// - Parameter time: The time of the change; nil is the latest time so far.
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
    // Becoming empty or no longer empty takes effect at once: an empty carousel has no offset to draw.
    if numberOfItems == 0 { becomeEmpty(at: time) } else if reportedIndex < 0 { realign(at: time) }
  }

  /// Returns the change of all values in items when the current item gets the index `index`. A wrapping
  /// carousel may be just before its first item, at an offset beyond the last one; the step moves it to the
  /// near side.
  private func stepToStay(on index: Int) -> Double {
    let current = currentItemIndex
    let turns = layout.wraps ? Double(current) - offset.rounded(.toNearestOrAwayFromZero) : 0
    return turns + Double(index - current)
  }

  /// Shifts all values that are counted in items.
  private mutating func shift(by items: Double) {
    offset += items
    reportedOffset += items
    drag.raw += items
    shiftDepartures(by: items)
    shiftMotion(by: items)
  }

  /// Shifts the values of the current motion that are counted in items, but not the offset of the carousel.
  mutating func shiftMotion(by items: Double) {
    switch phase {
    case .gliding(let curve): phase = .gliding(curve.shifted(by: items))
    case .scrolling(let curve): phase = .scrolling(curve.shifted(by: items))
    case .turning(let from, let since): phase = .turning(from: from + items, since: since)
    case .resting, .held, .dragging: break
    }
  }

  /// Replaces the items with others and keeps some of them. Kept items glide from their old places, new items
  /// fade in, and removed items fade out in place. The carousel keeps showing its current item, or the item
  /// at the same index if that one is removed; with classic physics it stops there.
  ///
  /// - Parameters:
  ///   - count: The new number of items.
  ///   - placeholders: The new number of placeholders; nil keeps the number.
  ///   - origin: The former index of an item; nil for a new one.
  ///   - destination: The new index of a former item; nil for a removed one.
  ///   - time: The time of the change; nil is the latest time so far.
  /// - Returns: The `id` values of the removed items in `departingItems`, by their former indexes. Items out
  ///   of view are left out, and so are all items if `layoutChangeDuration` is 0.
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

  /// Lets the items in view that satisfy `areGone` fade out in place. Returns their departures by their
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

/// The effect that the move of one item has on the indexes.
struct ItemMove: Hashable, Sendable {
  let from: Int
  let to: Int

  /// Returns the new index of the item at `index`.
  func destination(of index: Int) -> Int {
    if index == from { return to }
    if from < index, index <= to { return index - 1 }
    if to <= index, index < from { return index + 1 }
    return index
  }

  /// Returns the former index of the item that is at `index` after the move.
  func origin(of index: Int) -> Int { ItemMove(from: to, to: from).destination(of: index) }
}
