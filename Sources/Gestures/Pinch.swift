import RotundaGeometry

/// Two fingers that move apart, together or around each other.
public struct Pinch: Hashable, Sendable {
  /// The point midway between the fingers.
  public var center: Point
  /// Distance of the fingers over their distance when the pinch began; 1 at the beginning, so nothing jumps.
  public var scale = 1.0
  /// Distance of the fingers over their distance when the second one landed.
  public var scaleSinceLanding: Double
  /// How far the fingers have turned since the pinch began, in radians; clockwise is positive (y grows downwards).
  public var rotation = 0.0
  /// Local time of the newest sample, in seconds.
  public var time: Double

  /// A pinch that has just begun.
  public init(center: Point, scaleSinceLanding: Double, time: Double) {
    self.center = center
    self.scaleSinceLanding = scaleSinceLanding
    self.time = time
  }
}
