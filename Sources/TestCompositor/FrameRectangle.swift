/// A rectangle as a client sent it.
public struct FrameRectangle: Hashable, Sendable {
  /// The left edge.
  public var x: Int32
  /// The top edge.
  public var y: Int32
  /// The width; clients send very large ones for "all".
  public var width: Int32
  /// The height; clients send very large ones for "all".
  public var height: Int32

  /// A rectangle.
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
