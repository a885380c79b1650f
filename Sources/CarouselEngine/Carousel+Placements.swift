import Geometry

extension Carousel {
  /// The indexes that are in view, in order; placeholders have indexes below 0 or from the number of items upwards.
  var window: (first: Int, count: Int) {
    let count = layout.visibleCount
    var first = currentItemIndex - count / 2
    if !layout.wraps {
      let lowest = -((layout.placeholdersShown + 1) / 2)
      let highest = numberOfItems - 1 + layout.placeholdersShown / 2
      first = max(lowest, min(highest - count + 1, first))
    }
    return (first, count)
  }

  /// Replaces the buffer's contents by the items that can be seen, from back to front.
  ///
  /// Costs nothing but the visible items and, once the buffer has grown to their number, no memory.
  public func placements(into buffer: inout [Placement]) {
    buffer.removeAll(keepingCapacity: true)
    let toggle = toggle
    let (first, count) = window
    for step in 0..<count {
      let index = layout.wraps ? rules.clamped(index: first + step) : first + step
      let there = offset(forItemAt: index)
      let placed = layout.placement(index: index, offset: there, toggle: toggle)
      if placed.opacity > 0 { buffer.append(placed) }
    }
    sortBackToFront(&buffer)
  }

  /// Where one item is, in view or not; nil when there is no such item or placeholder.
  public func placement(ofItemAt index: Int) -> Placement? {
    let before = (layout.placeholdersShown + 1) / 2
    let behind = layout.placeholdersShown / 2
    guard index >= -before, index < numberOfItems + behind else { return nil }
    return layout.placement(index: index, offset: offset(forItemAt: index), toggle: toggle)
  }

  /// The transform of an item at `offset`, relative to the centre of the bounds plus the content offset.
  ///
  /// - Parameter toggle: For the second cover flow, −1 to 1.
  public func anchoredTransform(atOffset offset: Double, toggle: Double = 0) -> Transform {
    layout.anchored(offset, toggle: toggle)
  }

  /// The opacity of an item at `offset`, 0 to 1.
  public func opacity(atOffset offset: Double) -> Double { layout.fade.opacity(offset) }

  /// Whether items that face away are drawn.
  public var showsBackfaces: Bool { layout.showsBackfaces }

  /// The frontmost item under `point` (relative to the centre of the bounds), nil when there is none.
  ///
  /// Looks through perspective; items that are hidden because they face away are not hit.
  public func itemIndex(at point: Point) -> Int? {
    var front: Placement?
    var current: Placement?
    let toggle = toggle
    if numberOfItems > 0 { current = placement(ofItemAt: currentItemIndex) }
    let (first, count) = window
    for step in 0..<count {
      let index = layout.wraps ? rules.clamped(index: first + step) : first + step
      let placed = layout.placement(index: index, offset: offset(forItemAt: index), toggle: toggle)
      guard placed.opacity > 0, !placed.isHidden, isHit(placed, point) else { continue }
      guard let best = front else {
        front = placed
        continue
      }
      if DepthKey(best, current: current) < DepthKey(placed, current: current) { front = placed }
    }
    return front?.index
  }

  private func isHit(_ placement: Placement, _ point: Point) -> Bool {
    guard let there = placement.transform.unproject(point) else { return false }
    let width = layout.isVertical ? itemSize.width : max(itemSize.width, layout.itemExtent)
    let height = layout.isVertical ? max(itemSize.height, layout.itemExtent) : itemSize.height
    return Rectangle(center: .zero, size: Size(width, height)).contains(there)
  }

  private func sortBackToFront(_ buffer: inout [Placement]) {
    let current = numberOfItems > 0 ? placement(ofItemAt: currentItemIndex) : nil
    buffer.sort { DepthKey($0, current: current) < DepthKey($1, current: current) }
  }
}

/// The order from back to front: the nearer centre is in front; at the same depth, the one beside the current item.
struct DepthKey: Comparable {
  var depth: Double
  var distance: Double
  var index: Int

  init(_ placement: Placement, current: Placement?) {
    depth = placement.depth
    distance = abs(placement.offset - (current?.offset ?? 0))
    index = placement.index
  }

  static func < (left: DepthKey, right: DepthKey) -> Bool {
    if left.depth != right.depth { return left.depth < right.depth }
    if left.distance != right.distance { return left.distance > right.distance }
    return left.index < right.index
  }
}
