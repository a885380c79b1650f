import RotundaGeometry

/// Where one item is drawn.
public struct Placement: Hashable, Sendable {
  /// The item's index; placeholders have indexes below 0 or from the number of items upwards.
  public var index: Int
  /// Distance from the centre of the carousel, in items.
  public var offset: Double
  /// From the item's own plane (origin in its centre) to the bounds, in points relative to their centre, perspective
  /// included.
  public var transform: Transform
  /// 0 to 1.
  public var opacity: Double
  /// Whether it faces away and faces away are not shown.
  public var isHidden: Bool
  /// How near its centre is to the viewer, in points; larger is nearer. The first key of the order.
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

  /// Whether it is seen from behind. Beside the viewer perspective shows the back of what does not quite face away by
  /// itself yet.
  public var facesAway: Bool {
    // The sign of the area of its picture: the determinant of the map from its plane to the screen.
    let (right, down, place) = (transform.row1, transform.row2, transform.row4)
    let area =
      right.x * (down.y * place.w - down.w * place.y) - right.y * (down.x * place.w - down.w * place.x)
      + right.w * (down.x * place.y - down.y * place.x)
    return !(area > 0)
  }
}

extension Placement {
  /// The order from back to front: the nearer centre is in front; at the same depth, the one beside the current item.
  ///
  /// - Parameter center: The current item's offset.
  @inline(__always)
  func isBehind(_ other: Placement, center: Double) -> Bool {
    if depth != other.depth { return depth < other.depth }
    let (own, others) = (abs(offset - center), abs(other.offset - center))
    return own != others ? own > others : index < other.index
  }
}
