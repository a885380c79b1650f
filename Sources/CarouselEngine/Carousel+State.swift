extension Carousel {
  /// Where the carousel is, in items; −1 when there are none.
  ///
  /// Setting it stops every motion and moves there at once, and there it stays: between items too, and beyond the
  /// ends as far as the carousel bounces, so that one carousel can mirror another.
  public var scrollOffset: Double {
    get { offset }
    set { setScrollOffset(newValue, at: clock) }
  }

  /// The item nearest to the centre, −1 when there is none. Setting it moves there at once.
  public var currentItemIndex: Int {
    get { rules.index(near: offset) }
    set { setCurrentItemIndex(newValue, at: clock) }
  }

  /// Whether a finger drags it.
  public var isDragging: Bool { phase == .dragging }
  /// Whether it flings.
  public var isDecelerating: Bool {
    if case .gliding = phase { true } else { false }
  }
  /// Whether it follows a programmed scroll, or is on its way to the nearest item.
  public var isScrolling: Bool {
    if case .scrolling = phase { true } else { false }
  }
  /// The item that the scroll under way leads to; without one, `currentItemIndex`.
  public var destinationItemIndex: Int {
    if case .scrolling(let curve) = phase { rules.index(near: curve.target) } else { currentItemIndex }
  }
  /// Whether the next frame will differ, or something is still to be reported: call `advance` again.
  public var isMoving: Bool {
    if needsRealignment || !pending.isEmpty || !morphs.isEmpty || rearrangement != nil { return true }
    if isViewMoving || !departures.isEmpty { return true }
    if isClassic { return ticker.isRunning }
    switch phase {
    case .gliding, .scrolling, .turning: return true
    case .resting, .held, .dragging: return toggling.isRunning
    }
  }

  /// Whether the last item is followed by the first.
  public var isWrapEnabled: Bool { layout.wraps }
  /// Extent of an item along the scroll axis in points.
  public var itemExtent: Double { layout.itemExtent }
  /// Items scrolled per item extent dragged.
  public var offsetMultiplier: Double { layout.offsetMultiplier }
  /// Most items that are placed at a time, placeholders that are still fading out included.
  public var numberOfVisibleItems: Int {
    var count = visibleCount
    forEachLeavingPlaceholder { _ in count += 1 }
    return count
  }
  /// Placeholders that are in force: none while the carousel wraps.
  public var numberOfPlaceholdersShown: Int { layout.placeholdersShown }
  /// How far the current item of the second cover flow, or of a custom function's layout, has yet to turn, −1 to 1.
  public var toggle: Double { isClassic ? classicToggle : naturalToggle(at: clock) }

  /// The offset nearest to `offset` at which the carousel could rest: an item's, or `offset` itself where it does not
  /// snap.
  public func restingOffset(near offset: Double) -> Double {
    let inside = rules.clamped(offset.finite(else: 0))
    return rules.scrollsToItems ? rules.clamped(inside.rounded(.toNearestOrAwayFromZero)) : inside
  }

  /// The item nearest to an offset, −1 when there is none: wrapped around, or limited to the items.
  public func itemIndex(nearestTo offset: Double) -> Int { rules.index(near: offset.finite(else: 0)) }

  /// Of all the offsets at which an item stands in the centre, the one nearest to where the carousel is: on one that
  /// wraps it may lie below 0 or beyond the last item. The way there is the shorter way round.
  public func scrollOffset(nearestForItemAt index: Int) -> Double {
    offset + self.offset(forItemAt: rules.clamped(index: index))
  }

  /// Velocity of the last drag move in items per second, as the physics understands it; it outlives the drag.
  public var dragVelocity: Double { drag.velocity }

  /// How far an item is from the centre, in items; the shorter way round when wrapping.
  public func offset(forItemAt index: Int) -> Double {
    ItemRow(wraps: layout.wraps, numberOfItems: numberOfItems, scrollOffset: offset).offset(forItemAt: index)
  }
}
