/// A rectangle as sent by a client.
public struct FrameRectangle: Hashable, Sendable {
  /// The left edge.
  public var x: Int32
  /// The top edge.
  public var y: Int32
  /// The width; clients send very large ones for "all".
  public var width: Int32
  /// The height; clients send very large ones for "all".
  public var height: Int32

  /// Creates a rectangle.
  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Reports whether the rectangle intersects a surface of the given size.
  func meets(width surfaceWidth: Int, height surfaceHeight: Int) -> Bool {
    guard width > 0, height > 0 else { return false }
    return Int(x) < surfaceWidth && Int(x) + Int(width) > 0 && Int(y) < surfaceHeight
      && Int(y) + Int(height) > 0
  }
}
