import RotundaGeometry

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
