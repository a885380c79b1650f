import RotundaGeometry

/// A side of the surface.
public enum Edge: Hashable, Sendable, CaseIterable {
  /// The left side.
  case left
  /// The right side.
  case right
  /// The upper side.
  case top
  /// The lower side.
  case bottom

  /// The direction into the surface, of length 1.
  public var inward: Point {
    switch self {
    case .left: Point(1, 0)
    case .right: Point(-1, 0)
    case .top: Point(0, 1)
    case .bottom: Point(0, -1)
    }
  }

  /// How far `point` is from this side of a surface of `size`, in points; negative outside.
  public func distance(of point: Point, in size: Size) -> Double {
    switch self {
    case .left: point.x
    case .right: size.width - point.x
    case .top: point.y
    case .bottom: size.height - point.y
    }
  }
}
