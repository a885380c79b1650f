/// How a velocity is read from a trace.
public enum VelocityStrategy: Hashable, Sendable {
  /// The slope at the newest sample of the parabola that fits best (Android's and Flutter's LSQ2).
  case leastSquares
  /// The speed that the pushes between the samples would have given a body at rest (Android's IMPULSE).
  case impulse
}
