import Geometry

/// Something that is drawn with the items and is none: a shelf below them, a lamp, a frame around the current one.
///
/// Decorations among the items take part in the order from back to front by their depth.
public struct Decoration: Hashable, Sendable {
  /// Where it stands in the order.
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
  /// Where it stands in the order.
  public var layer: Layer
  /// From its own plane to the carousel's space: points from the centre of the bounds, x to the right, y down, z
  /// towards the viewer. Perspective, viewpoint and content offset come on top, as for items.
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
  /// Replaces the buffer's contents by `placements`, which are in order from back to front, and the decorations among,
  /// before and behind them. Decorations at the same depth as an item are behind it, and keep their own order.
  public func elements(
    _ placements: [Placement], with decorations: [Decoration], into buffer: inout [CarouselElement]
  ) {
    buffer.removeAll(keepingCapacity: true)
    append(decorations, .behindItems, to: &buffer)
    let among = decorations.enumerated().filter { $0.element.layer == .amongItems }.sorted { left, right in
      let (near, far) = (left.element.place.row4.z, right.element.place.row4.z)
      return near != far ? near < far : left.offset < right.offset
    }
    var next = 0
    for placement in placements {
      while next < among.count, among[next].element.place.row4.z <= placement.depth {
        buffer.append(element(among[next].element))
        next += 1
      }
      buffer.append(.item(placement))
    }
    for (_, decoration) in among[next...] { buffer.append(element(decoration)) }
    append(decorations, .beforeItems, to: &buffer)
  }

  private func append(
    _ decorations: [Decoration], _ layer: Decoration.Layer, to buffer: inout [CarouselElement]
  ) {
    for decoration in decorations where decoration.layer == layer { buffer.append(element(decoration)) }
  }

  private func element(_ decoration: Decoration) -> CarouselElement {
    .decoration(id: decoration.id, transform: layout.seen(decoration.place).shifted(layout.contentOffset))
  }
}
