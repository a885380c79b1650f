/// A position or displacement in two dimensions, in points unless a name says otherwise. y grows downward.
public struct Point: Hashable, Sendable {
  /// The distance to the right of the origin.
  public var x: Double
  /// The distance below the origin.
  public var y: Double

  /// The origin.
  public static let zero = Point(0, 0)

  /// Creates a position `x` to the right of the origin and `y` below it.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The distance from the origin.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Returns the dot product. This is the component along `other` if `other` has length 1.
  public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  /// Returns the sum of two displacements.
  public static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y) }
  /// Returns the displacement from `right` to `left`.
  public static func - (left: Point, right: Point) -> Point { Point(left.x - right.x, left.y - right.y) }
  /// Returns the opposite displacement.
  public static prefix func - (point: Point) -> Point { Point(-point.x, -point.y) }
  /// Returns a displacement `factor` times as long.
  public static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }
  /// Moves a position.
  public static func += (left: inout Point, right: Point) { left = left + right }
}

/// A width and a height, in points unless a name says otherwise.
public struct Size: Hashable, Sendable {
  /// The extent to the right.
  public var width: Double
  /// The extent downward.
  public var height: Double

  /// Width and height 0.
  public static let zero = Size(0, 0)

  /// Creates a size of `width` by `height`.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether the size has no area.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Returns a size `factor` times as wide and as high.
  public static func * (size: Size, factor: Double) -> Size {
    Size(size.width * factor, size.height * factor)
  }
}

/// An axis-parallel rectangle, in points unless a name says otherwise.
public struct Rectangle: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Point
  /// The extent.
  public var size: Size

  /// A rectangle without area at the origin.
  public static let zero = Rectangle(origin: .zero, size: .zero)

  /// Creates a rectangle from its upper left corner.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its center.
  public init(center: Point, size: Size) {
    self.init(origin: Point(center.x - size.width / 2, center.y - size.height / 2), size: size)
  }

  /// The center.
  public var center: Point { Point(origin.x + size.width / 2, origin.y + size.height / 2) }
  /// The x coordinate of the right edge.
  public var maxX: Double { origin.x + size.width }
  /// The y coordinate of the lower edge.
  public var maxY: Double { origin.y + size.height }

  /// Reports whether the rectangle contains `point`. The right and lower edges do not belong to it.
  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.x < maxX && point.y >= origin.y && point.y < maxY
  }

  /// Returns the intersection of two rectangles, or nil if they share no area.
  public func intersection(_ other: Rectangle) -> Rectangle? {
    let left = max(origin.x, other.origin.x)
    let top = max(origin.y, other.origin.y)
    let size = Size(min(maxX, other.maxX) - left, min(maxY, other.maxY) - top)
    return size.isEmpty ? nil : Rectangle(origin: Point(left, top), size: size)
  }

  /// Returns a rectangle with the same center, reduced by `margin` on every side (enlarged if negative).
  public func inset(by margin: Double) -> Rectangle {
    Rectangle(center: center, size: Size(max(0, size.width - 2 * margin), max(0, size.height - 2 * margin)))
  }
}
