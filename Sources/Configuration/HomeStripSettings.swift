import Gestures

/// The `[home-strip]` section: the strip along an edge that leads home out of programs.
public struct HomeStripSettings: Hashable, Sendable {
  /// When there is one.
  public enum Presence: Hashable, Sendable {
    /// Where the compositor can show one.
    case automatic
    /// Always: where the compositor cannot show one, that is a fault.
    case always
    /// Never.
    case never
  }

  /// When there is one.
  public var presence = Presence.automatic
  /// The edge it lies along.
  public var edge = Edge.bottom
  /// How far it reaches into the screen, in points; within `thicknessRange`.
  public var thickness = 16.0
  /// Whether a handle in it shows where to swipe.
  public var showsHandle = true

  /// Thinner, and no finger lands in it; thicker, and programs miss what it takes.
  public static let thicknessRange = 4.0...64.0

  /// Every key at its default.
  public init() {}
}
