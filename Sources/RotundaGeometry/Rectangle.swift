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

  /// A rectangle around its centre.
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

  /// The same centre, `margin` smaller on every side (larger when negative).
  public func inset(by margin: Double) -> Rectangle {
    Rectangle(center: center, size: Size(max(0, size.width - 2 * margin), max(0, size.height - 2 * margin)))
  }
}
