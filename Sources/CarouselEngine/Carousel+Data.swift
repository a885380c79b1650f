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

  /// An item was inserted before the one at `index` (limited to 0…count). The carousel goes on showing what it shows;
  /// with classic physics it stays at its offset instead. The item fades in while its neighbours make room for it.
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

  /// The item at `index` (limited to the items, or wrapped around) was removed; its neighbours close up.
  ///
  /// - Parameters:
  ///   - animated: Whether they do so over time; else all are at once where they belong.
  ///   - time: When; nil is the latest time heard of.
  /// - Returns: By which number the item is found among `departingItems` while it fades out; nil when it does not,
  ///   because it is out of view, not animated or `layoutChangeDuration` is 0.
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

  mutating func change(count: Int, placeholders: Int, at time: Double) {
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

  /// By how much everything that is counted in items moves when the current item gets the index `index`. A carousel that
  /// wraps may stand before its first item on the far side of the last one, and is brought to the near side.
  func stepToStay(on index: Int) -> Double {
    let current = currentItemIndex
    let turns = layout.wraps ? Double(current) - offset.rounded(.toNearestOrAwayFromZero) : 0
    return turns + Double(index - current)
  }

  /// Moves everything that is counted in items.
  mutating func shift(by items: Double) {
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
}

extension ScrollCurve {
  /// The same curve, for items that are counted from elsewhere.
  func shifted(by items: Double) -> ScrollCurve {
    switch self {
    case .braking(var curve):
      curve.from += items
      return .braking(curve)
    case .eased(var curve):
      curve.from += items
      curve.target += items
      return .eased(curve)
    case .settling(var curve):
      curve.target += items
      return .settling(curve)
    case .coasting(var curve):
      curve.from += items
      curve.rebound.target += items
      return .coasting(curve)
    case .programmed(var curve):
      curve.from += items
      curve.target += items
      return .programmed(curve)
    case .curved(var curve):
      curve.from += items
      curve.target += items
      return .curved(curve)
    }
  }
}
