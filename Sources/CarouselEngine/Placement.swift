import RotundaGeometry

/// The placement of one item: where and how to draw it.
public struct Placement: Hashable, Sendable {
  /// The item's index. Placeholders have indexes below 0 or from the number of items upward.
  public var index: Int
  /// The distance from the center of the carousel, in items.
  public var offset: Double
  /// The transform from the item's own plane (origin in its center) to the bounds, in points relative to
  /// their center, including perspective.
  public var transform: Transform
  /// The opacity, 0 to 1.
  public var opacity: Double
  /// Whether the item is hidden because it faces away and the layout does not show backs.
  public var isHidden: Bool
  /// The depth of the center, in points; larger is nearer to the viewer. The first key of the drawing order.
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

  /// The initial value of a buffer's elements.
  @inlinable
  static var nowhere: Placement {
    Placement(index: 0, offset: 0, transform: .identity, opacity: 0, isHidden: true, depth: 0)
  }

  /// Whether the viewer sees the item's back. Far from the middle of the view, perspective already shows the
  /// back of items that do not quite face away.
  public var facesAway: Bool {
    // The sign of the projected area: the determinant of the map from the item's plane to the screen.
    let (right, down, place) = (transform.row1, transform.row2, transform.row4)
    let area =
      right.x * (down.y * place.w - down.w * place.y) - right.y * (down.x * place.w - down.w * place.x)
      + right.w * (down.x * place.y - down.y * place.x)
    return !(area > 0)
  }

  /// Reports whether the item is behind another one. The nearer center is in front; at the same depth, the
  /// item nearer to the current one, then the larger index.
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
  /// The indexes in view, in order. Placeholders have indexes below 0 or from the number of items upward.
  var window: (first: Int, count: Int) { window(showing: visibleCount, layout, around: currentItemIndex) }

  /// Reports whether an item is in the window that a layout alone has at `offset`.
  func isInWindow(_ index: Int, of layout: ResolvedLayout, at offset: Double) -> Bool {
    let (first, count) = window(of: layout, at: offset)
    guard layout.wraps, numberOfItems > 0 else { return index >= first && index < first + count }
    return !isPlaceholder(index) && rules.wrappedDistance(from: first, to: index) < count
  }

  /// Returns the window that a layout alone has at `offset`.
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

  /// Returns the placement of an item or placeholder, in view or not. Returns nil if the index does not
  /// exist.
  @inlinable
  public func placement(ofItemAt index: Int) -> Placement? {
    var placement = Placement.nowhere
    return find(itemAt: index, &placement) ? placement : nil
  }

  /// Computes the placement of an item or placeholder, and reports whether it exists. Writes into the
  /// caller's memory, because a placement is too large to copy around.
  @usableFromInline
  func find(itemAt index: Int, _ placement: inout Placement) -> Bool {
    // Half of the placeholders are in front, including the odd one. A shift, because a division would check
    // the sign.
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

  /// Returns the transform of an item at `offset`, relative to the center of the bounds plus the content
  /// offset.
  ///
  /// - Parameter toggle: For the second cover flow and custom functions, −1 to 1.
  public func anchoredTransform(atOffset offset: Double, toggle: Double = 0) -> Transform {
    layout.anchored(
      FormulaItem(
        index: rules.index(near: self.offset + offset), offset: layout.along(offset, from: self.offset),
        toggle: toggle))
  }

  /// Returns the opacity of an item at `offset`, 0 to 1.
  public func opacity(atOffset offset: Double) -> Double { layout.opacity(offset) }

  /// Whether items that face away are drawn.
  public var showsBackfaces: Bool { layout.showsBackfaces }

  /// Returns the frontmost item at `point` (relative to the center of the bounds), or nil if no item is
  /// there.
  ///
  /// The hit test considers perspective and ignores items that are hidden because they face away.
  public func itemIndex(at point: Point) -> Int? {
    itemIndex(at: point) { _ in true }
  }

  /// Returns the frontmost item at `point` (relative to the center of the bounds) among those that `isShown`
  /// accepts. Callers use it, for example, for items that are drawn on one side only.
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
    // An item extent from the options is part of the hit area. The mean of several sizes is not.
    if layout.spacing == nil {
      if layout.isVertical {
        size.height = max(size.height, layout.itemExtent)
      } else {
        size.width = max(size.width, layout.itemExtent)
      }
    }
    return Rectangle(center: .zero, size: size).contains(there)
  }

  /// Replaces the contents of `buffer` with the visible items, from back to front.
  ///
  /// The cost depends only on the visible items. Allocates no memory once the buffer is large enough.
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

  /// Reports whether one item is drawn behind another. This is a strict weak order by the depth of the
  /// center, then by nearness to the current item, then by index.
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

  /// Sorts what the depth walk left unsorted: usually nothing, unless options distort the layout.
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

  /// Whether places or opacities of items differ from the layout's formula.
  private var isRearranged: Bool {
    if !morphs.isEmpty || layout.fadeDepth > 0 { return true }
    if case .some = rearrangement { return true }
    if hasOwnPlaces { return true }
    return false
  }

  /// The toggle for drawing; 0 if the layout does not use it.
  var shownToggle: Double { usesToggle ? knownToggle ?? toggle : 0 }
}

/// Computes the placements of all items of a frame.
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
