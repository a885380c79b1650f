import Scene

/// A part of a surface in device pixels, from its upper left corner; y grows downwards.
public struct PixelRectangle: Hashable, Sendable {
  /// Left edge.
  public var x: Int
  /// Upper edge.
  public var y: Int
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// Nothing.
  public static let empty = PixelRectangle(x: 0, y: 0, width: 0, height: 0)

  /// A part from its upper left corner and extent.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of a surface.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The smallest rectangle around both.
  public func union(_ other: PixelRectangle) -> PixelRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRectangle(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Whether no pixel of the other one lies outside.
  func contains(_ other: PixelRectangle) -> Bool { intersection(other) == other }

  /// What both share, possibly empty.
  public func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    return right > left && bottom > top
      ? PixelRectangle(x: left, y: top, width: right - left, height: bottom - top) : .empty
  }
}
