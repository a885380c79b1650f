import RotundaGeometry

extension Carousel {
  /// The indexes that are in view, in order; placeholders have indexes below 0 or from the number of items upwards.
  var window: (first: Int, count: Int) { window(showing: visibleCount, layout, around: currentItemIndex) }

  /// Whether an item is in the view that a layout by itself would have at `offset`.
  func isInWindow(_ index: Int, of layout: ResolvedLayout, at offset: Double) -> Bool {
    let (first, count) = window(of: layout, at: offset)
    guard layout.wraps, numberOfItems > 0 else { return index >= first && index < first + count }
    return !isPlaceholder(index) && rules.wrappedDistance(from: first, to: index) < count
  }

  /// The view that a layout by itself would have at `offset`.
  func window(of layout: ResolvedLayout, at offset: Double) -> (first: Int, count: Int) {
    var rules = rules
    rules.wraps = layout.wraps
    return window(
      showing: min(layout.visibleCount, numberOfItems + layout.placeholdersShown), layout,
      around: rules.index(near: offset))
  }

  private func window(showing count: Int, _ layout: ResolvedLayout, around center: Int) -> (
    first: Int, count: Int
  ) {
    var first = center - count / 2
    if !layout.wraps {
      let lowest = -((layout.placeholdersShown + 1) / 2)
      let highest = numberOfItems - 1 + layout.placeholdersShown / 2
      first = max(lowest, min(highest - count + 1, first))
    }
    return (first, count)
  }

  /// Where one item is, in view or not; nil when there is no such item or placeholder.
  @inlinable
  public func placement(ofItemAt index: Int) -> Placement? {
    var placement = Placement.nowhere
    return find(itemAt: index, &placement) ? placement : nil
  }

  /// Finds out where an item is, if there is such an item or placeholder. Into the caller's memory: a placement is too
  /// large to be handed round.
  @usableFromInline
  func find(itemAt index: Int, _ placement: inout Placement) -> Bool {
    // Half of them in front, the odd one too. Shifted, because a division would look for a sign.
    let placeholders = layout.placeholdersShown
    guard index >= -((placeholders &+ 1) &>> 1), index < numberOfItems &+ (placeholders &>> 1) else {
      return false
    }
    write(itemAt: index, toggle: shownToggle, &placement)
    return true
  }

  @inline(__always)
  private func write(itemAt index: Int, toggle: Double, _ placement: inout Placement) {
    if isRearranged {
      placement = changingPlacement(index: index, toggle: toggle)
    } else {
      perform(
        Placing(
          index: index, offset: offset(forItemAt: index), along: offset(forItemAt: index), toggle: toggle,
          lens: layout.lens),
        into: &placement)
    }
  }

  /// The transform of an item at `offset`, relative to the centre of the bounds plus the content offset.
  ///
  /// - Parameter toggle: For the second cover flow and custom functions, −1 to 1.
  public func anchoredTransform(atOffset offset: Double, toggle: Double = 0) -> Transform {
    layout.anchored(
      FormulaItem(
        index: rules.index(near: self.offset + offset), offset: layout.along(offset, from: self.offset),
        toggle: toggle))
  }

  /// The opacity of an item at `offset`, 0 to 1.
  public func opacity(atOffset offset: Double) -> Double { layout.opacity(offset) }

  /// Whether items that face away are drawn.
  public var showsBackfaces: Bool { layout.showsBackfaces }

  /// The frontmost item under `point` (relative to the centre of the bounds), nil when there is none.
  ///
  /// Looks through perspective; items that are hidden because they face away are not hit.
  public func itemIndex(at point: Point) -> Int? {
    itemIndex(at: point) { _ in true }
  }

  /// The frontmost item under `point` (relative to the centre of the bounds) of those that `isShown` agrees to: items
  /// that are drawn on one side only, for example.
  public func itemIndex(at point: Point, isShown: (Placement) -> Bool) -> Int? {
    if options.clipsToBounds, !isWithinBounds(point) { return nil }
    var front: Placement?
    var placed = Placement.nowhere
    let toggle = shownToggle
    let center = centerOffset
    let (first, count) = window
    let start = layout.wraps ? rules.clamped(index: first) : first
    for place in start..<(start + count) {
      let index = layout.wraps && place >= numberOfItems ? place - numberOfItems : place
      write(itemAt: index, toggle: toggle, &placed)
      guard placed.opacity > 0, !placed.isHidden, isHit(placed, point), isShown(placed) else { continue }
      guard let best = front else {
        front = placed
        continue
      }
      if best.isBehind(placed, center: center) { front = placed }
    }
    return front?.index
  }

  private func isHit(_ placement: Placement, _ point: Point) -> Bool {
    guard let there = placement.transform.unproject(point) else { return false }
    var size = sizes[placement.index]
    // An extent from the options is hit as a whole. The mean of several sizes is not.
    if layout.spacing == nil {
      if layout.isVertical {
        size.height = max(size.height, layout.itemExtent)
      } else {
        size.width = max(size.width, layout.itemExtent)
      }
    }
    return Rectangle(center: .zero, size: size).contains(there)
  }
}
