/// An extent in device pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// An extent of `width` by `height` pixels.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}
