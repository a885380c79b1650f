import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A gesture of fingers on a surface.
///
/// Exactly one `…Ended` or `…Cancelled` of the same kind follows every `…Began`, regardless of the
/// compositor's events.
public enum Gesture: Hashable, Sendable {
  /// The first finger of a sequence landed. It stops any fling.
  case touchBegan(at: Point)
  /// The last finger of the sequence is gone, for any reason.
  case touchEnded

  /// The content at this point may show that it is pressed.
  case pressBegan(at: Point)
  /// The finger lifted, moved away, or became another gesture.
  case pressEnded

  /// A short touch, reported at the landing point.
  case tap(at: Point)
  /// A second tap soon after the first and near it. The first is not reported then.
  case doubleTap(at: Point)
  /// A short touch of 2 to 5 fingers at once, reported at the middle of their landing points.
  case multiTap(fingers: Int, at: Point)

  /// A finger rests. Reported at its landing point.
  case longPressBegan(at: Point)
  /// The resting finger lifted, or began to carry an item.
  case longPressEnded
  /// The contact of the resting finger was canceled.
  case longPressCancelled
  /// 2 to 5 fingers rest. Reported at the middle of their landing points.
  case multiLongPress(fingers: Int, at: Point)

  /// A finger left the slop of a drag. `delta` and `translation` are zero. While the finger stays within the
  /// slop of a tap, a tap or a long press may still cancel and replace the drag.
  case dragBegan(Drag)
  /// The drag moved, or its direction was decided.
  case dragChanged(Drag)
  /// The last finger of the drag lifted; `velocity` and `isFling` are set, `delta` is zero.
  case dragEnded(Drag)
  /// The drag was canceled. It has no velocity.
  case dragCancelled(Drag)

  /// A finger entered from an edge.
  case edgeSwipeBegan(EdgeSwipe)
  /// The finger of the edge swipe moved.
  case edgeSwipeChanged(EdgeSwipe)
  /// The finger of the edge swipe lifted. `speed` and `isFling` are set.
  case edgeSwipeEnded(EdgeSwipe)
  /// The edge swipe was canceled.
  case edgeSwipeCancelled(EdgeSwipe)

  /// Two fingers moved apart, together, or around each other.
  case pinchBegan(Pinch)
  /// The two fingers moved again.
  case pinchChanged(Pinch)
  /// One of the two fingers lifted.
  case pinchEnded(Pinch)
  /// The contact of one of the two fingers was canceled.
  case pinchCancelled(Pinch)

  /// Several fingers moved in the same direction.
  case swipe(Swipe)
}

/// The movement of several fingers in the same direction.
public struct Swipe: Hashable, Sendable {
  /// The number of fingers, 2 to 5.
  public var fingers: Int
  /// The direction of the movement.
  public var direction: SwipeDirection
  /// The middle of the fingers' landing points.
  public var start: Point

  /// Creates a swipe.
  public init(fingers: Int, direction: SwipeDirection, start: Point) {
    self.fingers = fingers
    self.direction = direction
    self.start = start
  }
}

/// The direction of a swipe of several fingers.
public enum SwipeDirection: Hashable, Sendable, CaseIterable {
  /// To the left.
  case left
  /// To the right.
  case right
  /// Upward.
  case up
  /// Downward.
  case down

  /// Creates the direction of a displacement. Returns nil if the displacement is more than `tolerance`
  /// radians away from all four directions.
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

/// A set of finger counts, 2 to 5, for gestures of several fingers.
public struct FingerCounts: OptionSet, Hashable, Sendable {
  /// One bit per count.
  public var rawValue: UInt8

  /// Creates a set of counts from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Creates a set with a single count, or an empty set if the count is not 2 to 5.
  public init(_ count: Int) {
    rawValue = (2...5).contains(count) ? 1 << UInt8(count - 2) : 0
  }

  /// All four counts.
  public static let all = FingerCounts(rawValue: 0b1111)
}
