/// A gesture, and the region whose fingers made it.
public struct RegionGesture: Hashable, Sendable {
  /// The region's id.
  public var region: Int
  /// The gesture.
  public var gesture: Gesture

  /// A gesture of a region.
  public init(region: Int, gesture: Gesture) {
    self.region = region
    self.gesture = gesture
  }
}
