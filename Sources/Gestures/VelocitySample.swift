import RotundaGeometry

/// Where a contact was at one time.
struct VelocitySample: Hashable, Sendable {
  /// Seconds, from any base.
  var time = 0.0
  /// In any unit of length.
  var position = Point.zero
}
