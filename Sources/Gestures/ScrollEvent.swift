import RotundaGeometry

/// What a wheel or a touchpad did.
public struct ScrollEvent: Hashable, Sendable {
  /// What it was.
  public enum Kind: Hashable, Sendable {
    /// A wheel clicked: whole steps, to the right and down.
    case steps(x: Int, y: Int)
    /// Fingers on a touchpad moved the content: points, in the direction in which a finger on a touchscreen
    /// would have moved to do the same.
    case moved(Point)
    /// The fingers left the touchpad: what they moved may glide on.
    case stopped
  }

  /// What it was.
  public var kind: Kind
  /// The device's stamp; its base is arbitrary and it wraps.
  public var milliseconds: UInt32

  /// An event from its parts.
  public init(_ kind: Kind, milliseconds: UInt32) {
    self.kind = kind
    self.milliseconds = milliseconds
  }
}
