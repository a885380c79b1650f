extension Carousel {
  /// Replaces the buffer's contents by the items that can be seen, from back to front.
  ///
  /// Costs nothing but the visible items and, once the buffer has grown to their number, no memory.
  public func placements(into buffer: inout [Placement]) {
    buffer.removeAll(keepingCapacity: true)
    let (first, count) = window
    guard count > 0 else { return }
    let center = centerOffset
    let toggle = toggle
    let takesFrontFirst = layout.isCenterBackmost
    // In nearly every layout the depth rises towards the middle of the window, or falls towards it: whichever end is
    // farther back comes next.
    let start = layout.wraps ? rules.clamped(index: first) : first
    var (low, high) = (start, start + count - 1)
    var left = placement(inWindow: low, toggle: toggle)
    var right = placement(inWindow: high, toggle: toggle)
    while low < high {
      if (DepthKey(left, center: center) < DepthKey(right, center: center)) != takesFrontFirst {
        if left.opacity > 0 { buffer.append(left) }
        low += 1
        left = placement(inWindow: low, toggle: toggle)
      } else {
        if right.opacity > 0 { buffer.append(right) }
        high -= 1
        right = placement(inWindow: high, toggle: toggle)
      }
    }
    if left.opacity > 0 { buffer.append(left) }
    if takesFrontFirst { buffer.reverse() }
    straighten(&buffer, center: center)
  }

  /// Puts in order what the two ends did not: nothing, unless the options bend the layout.
  private func straighten(_ buffer: inout [Placement], center: Double) {
    var place = 1
    while place < buffer.count {
      var slot = place
      while slot > 0, DepthKey(buffer[slot], center: center) < DepthKey(buffer[slot - 1], center: center) {
        buffer.swapAt(slot, slot - 1)
        slot -= 1
      }
      place += 1
    }
  }

  /// The current item's offset.
  var centerOffset: Double { numberOfItems > 0 ? offset(forItemAt: currentItemIndex) : 0 }

  /// The item at a place of the window, counted from its first item; it may have gone round once.
  @inline(__always)
  func placement(inWindow place: Int, toggle: Double) -> Placement {
    let index = layout.wraps && place >= numberOfItems ? place - numberOfItems : place
    let offset = offset(forItemAt: index)
    return morphs.isEmpty
      ? layout.placement(index: index, offset: offset, toggle: toggle)
      : morphedPlacement(index: index, offset: offset, toggle: toggle)
  }
}

extension ResolvedLayout {
  /// Whether the current item is behind its neighbours: inside a drum, or on a ring seen from inside.
  var isCenterBackmost: Bool {
    kind == .invertedRotary || kind == .invertedCylinder || kind == .invertedEllipse
  }
}
