import RotundaGeometry

/// A picture that is drawn with the items but is not an item: a shelf below them, a lamp, a frame around the
/// current item.
///
/// Decorations among the items are sorted with them by depth.
public struct Decoration: Hashable, Sendable {
  /// The position of a decoration in the order from back to front.
  public enum Layer: Hashable, Sendable {
    /// Behind all items.
    case behindItems
    /// Sorted among the items by depth.
    case amongItems
    /// In front of all items.
    case beforeItems
  }

  /// The caller's identifier of the decoration.
  public var id: Int
  /// Whether the decoration is behind, among or in front of the items.
  public var layer: Layer
  /// The transform from the decoration's own plane to the carousel's space. The space has points from the
  /// center of the bounds, x to the right, y down, z toward the viewer. The carousel then applies
  /// perspective, viewpoint and content offset, as for items.
  public var place: Transform

  /// Creates a decoration from its parts.
  public init(id: Int, layer: Layer = .amongItems, place: Transform) {
    self.id = id
    self.layer = layer
    self.place = place
  }
}

/// An element of a frame with decorations.
public enum CarouselElement: Hashable, Sendable {
  /// An item or placeholder.
  case item(Placement)
  /// A decoration and the transform for drawing it.
  case decoration(id: Int, transform: Transform)
}

extension Carousel {
  /// Replaces the contents of `buffer` with `placements` and the decorations, from back to front.
  /// `placements` must be sorted from back to front. Decorations at the same depth as an item are behind it
  /// and keep their own order.
  ///
  /// Allocates no memory once the buffer is large enough.
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
  /// Sorts the decorations from `start` to the end from back to front. The sort is stable. It is an insertion
  /// sort, because decorations are few and usually almost sorted.
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

  /// Merges sorted items into the sorted decorations from `start` to the end. It begins with the frontmost,
  /// so that no element is overwritten before it is moved.
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
  /// The depth of the center, in points. Perspective does not change it.
  fileprivate var depth: Double {
    switch self {
    case .item(let placement): placement.depth
    case .decoration(_, let transform): transform.row4.z
    }
  }
}
