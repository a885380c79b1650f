/// A position, or a displacement, in two dimensions. Points unless a name says otherwise; y grows downwards.
public struct Point: Hashable, Sendable {
  /// Distance to the right of the origin.
  public var x: Double
  /// Distance below the origin.
  public var y: Double

  /// The origin.
  public static let zero = Point(0, 0)

  /// A position `x` to the right of the origin and `y` below it.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Distance from the origin.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// The dot product, that is the length of one along the other when the other has length 1.
  public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  /// The displacement that two displacements make together.
  public static func + (left: Point, right: Point) -> Point { Point(left.x + right.x, left.y + right.y) }
  /// The displacement from `right` to `left`.
  public static func - (left: Point, right: Point) -> Point { Point(left.x - right.x, left.y - right.y) }
  /// The opposite displacement.
  public static prefix func - (point: Point) -> Point { Point(-point.x, -point.y) }
  /// A displacement `factor` times as long.
  public static func * (point: Point, factor: Double) -> Point { Point(point.x * factor, point.y * factor) }
  /// Moves a position.
  public static func += (left: inout Point, right: Point) { left = left + right }
}

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

/// An axis-parallel rectangle, in points unless a name says otherwise.
public struct Rectangle: Hashable, Sendable {
  /// Its upper left corner.
  public var origin: Point
  /// Its extent.
  public var size: Size

  /// No area, at the origin.
  public static let zero = Rectangle(origin: .zero, size: .zero)

  /// A rectangle from its upper left corner.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle around its center.
  public init(center: Point, size: Size) {
    self.init(origin: Point(center.x - size.width / 2, center.y - size.height / 2), size: size)
  }

  /// Where its diagonals cross.
  public var center: Point { Point(origin.x + size.width / 2, origin.y + size.height / 2) }
  /// Its right edge.
  public var maxX: Double { origin.x + size.width }
  /// Its lower edge.
  public var maxY: Double { origin.y + size.height }

  /// Whether `point` lies in it; the right and lower edges do not belong to it.
  public func contains(_ point: Point) -> Bool {
    point.x >= origin.x && point.x < maxX && point.y >= origin.y && point.y < maxY
  }

  /// The part that two rectangles share, or nil when they share no area.
  public func intersection(_ other: Rectangle) -> Rectangle? {
    let left = max(origin.x, other.origin.x)
    let top = max(origin.y, other.origin.y)
    let size = Size(min(maxX, other.maxX) - left, min(maxY, other.maxY) - top)
    return size.isEmpty ? nil : Rectangle(origin: Point(left, top), size: size)
  }

  /// The same center, `margin` smaller on every side (larger when negative).
  public func inset(by margin: Double) -> Rectangle {
    Rectangle(center: center, size: Size(max(0, size.width - 2 * margin), max(0, size.height - 2 * margin)))
  }
}
