import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What fingers on a surface mean.
///
/// Every `…Began` is followed by exactly one `…Ended` or `…Cancelled` of its kind, whatever the compositor
/// sends.
public enum Gesture: Hashable, Sendable {
  /// The first finger of a sequence landed (and stops what glides).
  case touchBegan(at: Point)
  /// The last finger of the sequence is gone, in whatever way.
  case touchEnded

  /// What lies here may show that it is pressed.
  case pressBegan(at: Point)
  /// The finger lifted, moved away, or turned out to do something else.
  case pressEnded

  /// A short touch, told at the point where the finger landed.
  case tap(at: Point)
  /// A second tap soon after a first and near it; the first is not told then.
  case doubleTap(at: Point)
  /// A short touch of several fingers at once, 2 to 5, told at the middle of the points where they landed.
  case multiTap(fingers: Int, at: Point)

  /// A finger rests; told at the point where it landed.
  case longPressBegan(at: Point)
  /// The resting finger lifted, or began to carry something away.
  case longPressEnded
  /// The resting finger was taken back.
  case longPressCancelled
  /// Several fingers rest, 2 to 5, told at the middle of the points where they landed.
  case multiLongPress(fingers: Int, at: Point)

  /// A finger left the slop of a drag. `delta` and `translation` are zero. As long as it stays within the
  /// slop of a tap, the drag may be taken back and a tap or a long press come in its place.
  case dragBegan(Drag)
  /// It moved, or the way it runs was decided.
  case dragChanged(Drag)
  /// The last finger of the drag lifted; `velocity` and `isFling` are set, `delta` is zero.
  case dragEnded(Drag)
  /// The drag was taken back; it has no velocity.
  case dragCancelled(Drag)

  /// A finger came in from an edge.
  case edgeSwipeBegan(EdgeSwipe)
  /// It moved.
  case edgeSwipeChanged(EdgeSwipe)
  /// It lifted; `speed` and `isFling` are set.
  case edgeSwipeEnded(EdgeSwipe)
  /// It was taken back.
  case edgeSwipeCancelled(EdgeSwipe)

  /// Two fingers moved apart, together, or around each other.
  case pinchBegan(Pinch)
  /// They moved on.
  case pinchChanged(Pinch)
  /// One of them lifted.
  case pinchEnded(Pinch)
  /// One of them was taken back.
  case pinchCancelled(Pinch)

  /// Several fingers moved the same way.
  case swipe(Swipe)
}

/// Several fingers that moved the same way together.
public struct Swipe: Hashable, Sendable {
  /// How many fingers, 2 to 5.
  public var fingers: Int
  /// Which way they moved.
  public var direction: SwipeDirection
  /// The middle of the points where they landed.
  public var start: Point

  /// A swipe.
  public init(fingers: Int, direction: SwipeDirection, start: Point) {
    self.fingers = fingers
    self.direction = direction
    self.start = start
  }
}

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

/// Some of the numbers of fingers, 2 to 5, that gestures of several fingers have.
public struct FingerCounts: OptionSet, Hashable, Sendable {
  /// One bit per number.
  public var rawValue: UInt8

  /// The numbers of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A single number; none where it is not 2 to 5.
  public init(_ count: Int) {
    rawValue = (2...5).contains(count) ? 1 << UInt8(count - 2) : 0
  }

  /// All four.
  public static let all = FingerCounts(rawValue: 0b1111)
}
