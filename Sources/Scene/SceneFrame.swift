import RotundaGeometry

/// Everything that one frame shows. Reused from frame to frame, so that a frame in steady state allocates nothing.
public struct SceneFrame: Sendable {
  /// The surface, in points.
  public var size: Size
  /// Behind everything; opaque.
  public var background: Color
  /// From back to front.
  public var sprites: [Sprite]

  /// An empty frame.
  public init(size: Size = .zero, background: Color = .black) {
    self.size = size
    self.background = background
    sprites = []
  }

  /// Empties the frame and keeps its memory.
  public mutating func removeAll() {
    sprites.removeAll(keepingCapacity: true)
  }
}
