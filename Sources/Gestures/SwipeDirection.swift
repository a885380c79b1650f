import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One of the four ways in which several fingers swipe.
public enum SwipeDirection: Hashable, Sendable, CaseIterable {
  /// To the left.
  case left
  /// To the right.
  case right
  /// Upwards.
  case up
  /// Downwards.
  case down

  /// The direction of a displacement, or nil when it points more than `tolerance` radians away from all four.
  public init?(_ displacement: Point, tolerance: Double) {
    let (x, y) = (abs(displacement.x), abs(displacement.y))
    guard displacement != .zero, atan2(min(x, y), max(x, y)) <= tolerance else { return nil }
    if x >= y {
      self = displacement.x < 0 ? .left : .right
    } else {
      self = displacement.y < 0 ? .up : .down
    }
  }
}
