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
