/// What drawing one frame took, for measurements.
public struct FrameStatistics: Hashable, Sendable {
  /// Calls that made the GPU draw.
  public var drawCalls = 0
  /// Rectangles drawn.
  public var quads = 0
  /// Sprites that could not be seen: outside, behind the viewer, transparent, or no number.
  public var skipped = 0

  /// Nothing drawn.
  public init() {}
}
