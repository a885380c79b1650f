/// How a drag is told to run along the axis or across it.
public enum AxisPolicy: Hashable, Sendable {
  /// Chromium's rails: locked when clearly one way, free when clearly neither, and a rail can be left.
  case rails
  /// iCarousel's 45° rule, once, at the sample that leaves the slop; exactly 45° counts as along the axis.
  case dominant
  /// Along the axis within `angle` radians (0 to π/2) on either side of it, decided once.
  case cone(angle: Double)
}
