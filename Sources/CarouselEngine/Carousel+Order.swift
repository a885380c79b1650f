extension Carousel {
  /// Replaces the buffer's contents by the items that can be seen, from back to front.
  ///
  /// Costs nothing but the visible items and, once the buffer has grown to their number, no memory.
  public func placements(into buffer: inout [Placement]) {
    buffer.removeAll(keepingCapacity: true)
    let (first, count) = window
    guard count > 0 else { return }
    let start = layout.wraps ? rules.clamped(index: first) : first
    let places = start..<(start + count)
    let toggle = toggle
    switch layout.depthProfile {
    case .rising: for place in places { append(place, toggle, to: &buffer) }
    case .falling: for place in places.reversed() { append(place, toggle, to: &buffer) }
    case .peak: appendInwards(places, toggle, to: &buffer)
    case .valley: appendOutwards(places, toggle, to: &buffer)
    }
    straighten(&buffer, center: centerOffset)
  }

  /// From both ends of the window to the centre, the more distant one first.
  private func appendInwards(_ places: Range<Int>, _ toggle: Double, to buffer: inout [Placement]) {
    var (low, high) = (places.lowerBound, places.upperBound - 1)
    let center = centerOffset
    while low <= high {
      if isFarther(low, than: high, from: center) {
        append(low, toggle, to: &buffer)
        low += 1
      } else {
        append(high, toggle, to: &buffer)
        high -= 1
      }
    }
  }

  /// From the centre to both ends of the window, the nearer one first.
  private func appendOutwards(_ places: Range<Int>, _ toggle: Double, to buffer: inout [Placement]) {
    let center = centerOffset
    var high = places.lowerBound
    while high < places.upperBound, offset(inWindow: high) < center { high += 1 }
    var low = high - 1
    while low >= places.lowerBound || high < places.upperBound {
      let takesLow =
        high >= places.upperBound || (low >= places.lowerBound && !isFarther(low, than: high, from: center))
      append(takesLow ? low : high, toggle, to: &buffer)
      if takesLow { low -= 1 } else { high += 1 }
    }
  }

  /// Items that are equally far away are drawn in the order of their indexes.
  @inline(__always)
  private func isFarther(_ low: Int, than high: Int, from center: Double) -> Bool {
    let (left, right) = (abs(offset(inWindow: low) - center), abs(offset(inWindow: high) - center))
    return left != right ? left > right : index(inWindow: low) <= index(inWindow: high)
  }

  @inline(__always)
  private func append(_ place: Int, _ toggle: Double, to buffer: inout [Placement]) {
    let placed = placement(inWindow: place, toggle: toggle)
    if placed.opacity > 0 { buffer.append(placed) }
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

  /// The index at a place of the window, counted from its first item; it may have gone round once.
  @inline(__always)
  private func index(inWindow place: Int) -> Int {
    layout.wraps && place >= numberOfItems ? place - numberOfItems : place
  }

  @inline(__always)
  private func offset(inWindow place: Int) -> Double { offset(forItemAt: index(inWindow: place)) }

  /// The item at a place of the window.
  @inline(__always)
  func placement(inWindow place: Int, toggle: Double) -> Placement {
    let index = index(inWindow: place)
    let offset = offset(forItemAt: index)
    return morphs.isEmpty && rearrangement == nil
      ? layout.placement(index: index, offset: offset, toggle: toggle)
      : changingPlacement(index: index, toggle: toggle)
  }
}
