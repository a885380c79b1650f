/// Which way a drag runs, seen from the recogniser's axis.
public enum DragAxis: Hashable, Sendable {
  /// Not decided yet (only with rails).
  case undecided
  /// Along the axis.
  case parallel
  /// Across the axis.
  case perpendicular
  /// Decided to be neither: moves both ways until it ends (only with rails).
  case free

  /// Whether something that moves along the axis moves with this drag.
  public var isAlongAxis: Bool { self != .perpendicular }
}
