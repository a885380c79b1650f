import RotundaGeometry

/// Where one item is drawn.
public struct Placement: Hashable, Sendable {
  /// The item's index; placeholders have indexes below 0 or from the number of items upwards.
  public var index: Int
  /// Distance from the center of the carousel, in items.
  public var offset: Double
  /// From the item's own plane (origin in its center) to the bounds, in points relative to their center,
  /// perspective included.
  public var transform: Transform
  /// How opaque it is drawn, 0 to 1.
  public var opacity: Double
  /// Whether it faces away and faces away are not shown.
  public var isHidden: Bool
  /// How near its center is to the viewer, in points; larger is nearer. The first key of the order.
  public var depth: Double

  @inlinable
  init(index: Int, offset: Double, transform: Transform, opacity: Double, isHidden: Bool, depth: Double) {
    self.index = index
    self.offset = offset
    self.transform = transform
    self.opacity = opacity
    self.isHidden = isHidden
    self.depth = depth
  }

  /// What a buffer holds before it is filled.
  @inlinable
  static var nowhere: Placement {
    Placement(index: 0, offset: 0, transform: .identity, opacity: 0, isHidden: true, depth: 0)
  }

  /// Whether it is seen from behind. Beside the viewer perspective shows the back of what does not quite face
  /// away by itself yet.
  public var facesAway: Bool {
    // The sign of the area of its picture: the determinant of the map from its plane to the screen.
    let (right, down, place) = (transform.row1, transform.row2, transform.row4)
    let area =
      right.x * (down.y * place.w - down.w * place.y) - right.y * (down.x * place.w - down.w * place.x)
      + right.w * (down.x * place.y - down.y * place.x)
    return !(area > 0)
  }

  /// The order from back to front: the nearer center is in front; at the same depth, the one beside the
  /// current item.
  ///
  /// - Parameter center: The current item's offset.
  @inline(__always)
  func isBehind(_ other: Placement, center: Double) -> Bool {
    if depth != other.depth { return depth < other.depth }
    let (own, others) = (abs(offset - center), abs(other.offset - center))
    return own != others ? own > others : index < other.index
  }
}

extension Carousel {
  /// The indexes that are in view, in order; placeholders have indexes below 0 or from the number of items
  /// upwards.
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

  /// Finds out where an item is, if there is such an item or placeholder. Into the caller's memory: a
  /// placement is too large to be handed round.
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

  /// The transform of an item at `offset`, relative to the center of the bounds plus the content offset.
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

  /// The frontmost item under `point` (relative to the center of the bounds), nil when there is none.
  ///
  /// Looks through perspective; items that are hidden because they face away are not hit.
  public func itemIndex(at point: Point) -> Int? {
    itemIndex(at: point) { _ in true }
  }

  /// The frontmost item under `point` (relative to the center of the bounds) of those that `isShown` agrees
  /// to: items that are drawn on one side only, for example.
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

  /// Replaces the buffer's contents by the items that can be seen, from back to front.
  ///
  /// Costs nothing but the visible items and, once the buffer has grown to their number, no memory.
  public func placements(into buffer: inout [Placement]) {
    buffer.removeAll(keepingCapacity: true)
    let center = centerOffset
    appendItems(to: &buffer, center: center)
    if !morphs.isEmpty { appendLeavingPlaceholders(to: &buffer) }
    straighten(&buffer, center: center)
    if options.clipsToBounds { buffer.removeAll { !isWithinBounds($0) } }
  }

  private func appendItems(to buffer: inout [Placement], center: Double) {
    let (first, count) = window
    guard count > 0 else { return }
    let start = layout.wraps ? rules.clamped(index: first) : first
    let walk = DepthWalk(
      layout.depthProfile, window: start..<(start + count),
      row: ItemRow(wraps: layout.wraps, numberOfItems: numberOfItems, scrollOffset: offset), center: center)
    if isRearranged {
      appendChanging(walk, to: &buffer)
    } else {
      perform(PlacingAll(walk: walk, toggle: shownToggle, lens: layout.lens), into: &buffer)
    }
  }

  /// Whether one item is drawn behind another: a strict weak order, by the depth of the center, then by
  /// nearness to the current item, then by index.
  public func isBehind(_ back: Placement, _ front: Placement) -> Bool {
    back.isBehind(front, center: centerOffset)
  }

  private func appendChanging(_ walk: DepthWalk, to buffer: inout [Placement]) {
    var walk = walk
    let toggle = shownToggle
    for _ in 0..<walk.count {
      let placed = changingPlacement(index: walk.next().index, toggle: toggle)
      if placed.opacity > 0 { buffer.append(placed) }
    }
  }

  private func appendLeavingPlaceholders(to buffer: inout [Placement]) {
    let toggle = shownToggle
    forEachLeavingPlaceholder { index in
      guard !buffer.contains(where: { $0.index == index }) else { return }
      let placed = changingPlacement(index: index, toggle: toggle)
      if placed.opacity > 0 { buffer.append(placed) }
    }
  }

  /// Puts in order what the walk did not: nothing, unless the options bend the layout.
  private func straighten(_ buffer: inout [Placement], center: Double) {
    var placements = buffer.mutableSpan
    var place = 1
    while place < placements.count {
      var slot = place
      while slot > 0, placements[slot].isBehind(placements[slot - 1], center: center) {
        placements.swapAt(slot, slot - 1)
        slot -= 1
      }
      place += 1
    }
  }

  private var centerOffset: Double { numberOfItems > 0 ? offset(forItemAt: currentItemIndex) : 0 }

  /// Whether items are where, or as opaque as, their layout's formula alone does not have them.
  private var isRearranged: Bool {
    if !morphs.isEmpty || layout.fadeDepth > 0 { return true }
    if case .some = rearrangement { return true }
    if hasOwnPlaces { return true }
    return false
  }

  /// The toggle where it counts.
  var shownToggle: Double { usesToggle ? knownToggle ?? toggle : 0 }
}

/// All the items of a frame.
private struct PlacingAll: FormulaTask {
  let walk: DepthWalk
  let toggle: Double
  let lens: Lens

  @inline(__always)
  func run(_ formula: some LayoutFormula, into placements: inout [Placement]) {
    placements.reserveCapacity(placements.count + walk.count)
    var walk = walk
    for _ in 0..<walk.count {
      let item = walk.next()
      let opacity = lens.fade.opacity(item.offset)
      guard opacity > 0 else { continue }
      let look = formula.sizedLook(
        FormulaItem(index: item.index, offset: item.offset, toggle: toggle), lens)
      guard look.opacity > 0 else { continue }
      placements.append(
        lens.placement(
          index: item.index, offset: item.offset, look.transform, opacity: opacity * look.opacity))
    }
  }
}
