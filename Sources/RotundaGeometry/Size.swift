/// A width and a height, in points unless a name says otherwise.
public struct Size: Hashable, Sendable {
  /// Extent to the right.
  public var width: Double
  /// Extent downwards.
  public var height: Double

  /// Nothing at all.
  public static let zero = Size(0, 0)

  /// An extent of `width` by `height`.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether there is no area in it.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// An extent `factor` times as wide and as high.
  public static func * (size: Size, factor: Double) -> Size {
    Size(size.width * factor, size.height * factor)
  }
}
