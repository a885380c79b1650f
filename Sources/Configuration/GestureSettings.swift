/// How fingers are understood: the section `[gestures]`.
public struct GestureSettings: Hashable, Sendable {
  /// Whether what a finger drags is drawn where the finger will be when the frame is seen, instead of where it was last
  /// reported.
  public var resampling = true

  /// Every key at its default.
  public init() {}
}
