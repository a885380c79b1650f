extension Carousel {
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

  /// Whether one item is drawn behind another: a strict weak order, by the depth of the centre, then by nearness to the
  /// current item, then by index.
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

  /// The current item's offset.
  var centerOffset: Double { numberOfItems > 0 ? offset(forItemAt: currentItemIndex) : 0 }

  /// Whether items are where, or as opaque as, their layout's formula alone does not have them.
  var isRearranged: Bool {
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
    placements.append(addingCapacity: walk.count) { output in
      var walk = walk
      for _ in 0..<walk.count {
        let item = walk.next()
        let opacity = lens.fade.opacity(item.offset)
        guard opacity > 0 else { continue }
        let look = formula.look(
          FormulaItem(index: item.index, offset: item.offset, toggle: toggle), lens)
        guard look.opacity > 0 else { continue }
        output.append(
          lens.placement(
            index: item.index, offset: item.offset, look.transform, opacity: opacity * look.opacity))
      }
    }
  }
}
