import RotundaGeometry

/// Something that is drawn with the items and is none: a shelf below them, a lamp, a frame around the current
/// one.
///
/// Decorations among the items take part in the order from back to front by their depth.
public struct Decoration: Hashable, Sendable {
  /// Where a decoration stands in the order from back to front.
  public enum Layer: Hashable, Sendable {
    /// Behind all items.
    case behindItems
    /// Where its depth puts it.
    case amongItems
    /// Before all items.
    case beforeItems
  }

  /// What it is: the caller's own number.
  public var id: Int
  /// Whether it stands behind, among or before the items.
  public var layer: Layer
  /// From its own plane to the carousel's space: points from the center of the bounds, x to the right, y
  /// down, z toward the viewer. Perspective, viewpoint and content offset come on top, as for items.
  public var place: Transform

  /// A decoration from its parts.
  public init(id: Int, layer: Layer = .amongItems, place: Transform) {
    self.id = id
    self.layer = layer
    self.place = place
  }
}

/// What a frame with decorations consists of.
public enum CarouselElement: Hashable, Sendable {
  /// An item or placeholder.
  case item(Placement)
  /// A decoration, and where it is drawn.
  case decoration(id: Int, transform: Transform)
}

extension Carousel {
  /// Replaces the buffer's contents by `placements`, which are in order from back to front, and the
  /// decorations among, before and behind them. Decorations at the same depth as an item are behind it, and
  /// keep their own order.
  ///
  /// Takes no memory once the buffer has grown to their number.
  public func elements(
    _ placements: [Placement], with decorations: [Decoration], into buffer: inout [CarouselElement]
  ) {
    buffer.removeAll(keepingCapacity: true)
    append(decorations, .behindItems, to: &buffer)
    let start = buffer.count
    append(decorations, .amongItems, to: &buffer)
    buffer.sortDecorations(from: start)
    buffer.merge(placements, from: start)
    append(decorations, .beforeItems, to: &buffer)
  }

  private func append(
    _ decorations: [Decoration], _ layer: Decoration.Layer, to buffer: inout [CarouselElement]
  ) {
    let lens = layout.lens
    for place in 0..<decorations.count where decorations[place].layer == layer {
      let transform = lens.seen(decorations[place].place).shifted(lens.contentOffset)
      buffer.append(.decoration(id: decorations[place].id, transform: transform))
    }
  }
}

extension [CarouselElement] {
  /// Puts the decorations from `start` to the end in order from back to front; what is at the same depth
  /// stays as it is. Insertion sort: few, and nearly in order as a rule.
  fileprivate mutating func sortDecorations(from start: Int) {
    var elements = mutableSpan
    for place in start..<elements.count {
      var slot = place
      while slot > start, elements[slot].depth < elements[slot - 1].depth {
        elements.swapAt(slot, slot - 1)
        slot -= 1
      }
    }
  }

  /// Merges items from back to front into the decorations from `start` to the end, the frontmost first, so
  /// that nothing is overwritten before it has found its place.
  fileprivate mutating func merge(_ placements: [Placement], from start: Int) {
    var end = count
    reserveCapacity(count + placements.count)
    for place in 0..<placements.count { append(.item(placements[place])) }
    guard end > start, !placements.isEmpty else { return }
    var elements = mutableSpan
    for distance in 1...placements.count {
      let place = placements.count - distance
      while end > start, elements[end - 1].depth > placements[place].depth {
        elements.swapAt(end + place, end - 1)
        end -= 1
      }
      elements[end + place] = .item(placements[place])
    }
  }
}

extension CarouselElement {
  /// How near its center is, in points; perspective leaves it as it is.
  fileprivate var depth: Double {
    switch self {
    case .item(let placement): placement.depth
    case .decoration(_, let transform): transform.row4.z
    }
  }
}
