import RotundaGeometry

/// What a custom layout knows about an item.
public struct CustomItem: Hashable, Sendable {
  /// The item's index; below 0, or from the number of items upwards, for placeholders, and for items that
  /// were removed and fade out.
  public var index: Int
  /// How far the item is from the center of the carousel, in items. Where items have sizes of their own, in
  /// mean extents of an item, and neighbors stay as far apart as they are long.
  public var offset: Double
  /// How far the current item has yet to turn, −1 to 1: see `Carousel.toggle`. Items before it turn one way,
  /// those behind it the other.
  public var toggle: Double
  /// What every item starts from: perspective and viewpoint.
  public var start: Transform

  /// An item that a function can be tried with.
  public init(index: Int, offset: Double, toggle: Double = 0, start: Transform = .identity) {
    self.index = index
    self.offset = offset
    self.toggle = toggle
    self.start = start
  }
}

/// A custom layout: from what is known of an item to its transform.
public typealias CustomTransform = @Sendable (_ item: CustomItem) -> Transform

/// How opaque an item is, 0 to 1, from what is known of it; beside the opacity that the options give it.
public typealias CustomOpacity = @Sendable (_ item: CustomItem) -> Double

/// A custom layout from two functions: where an item stands, and how it is turned and scaled there.
///
/// The position is applied before the transform: `M = transform(offset) · T(position(offset)) · start`, so
/// that an item turns and grows about its own center wherever the path leads it.
///
/// ```swift
/// let path = CustomPath(position: { Vector3($0 * 120, $0 * $0 * 10, 0) }, transform: { _ in .identity })
/// carousel.options.layout = .custom
/// carousel.customTransform = path.customTransform
/// ```
public struct CustomPath: Sendable {
  /// The item's center in points, by its distance from the center of the carousel in items.
  public var position: @Sendable (_ offset: Double) -> Vector3
  /// What happens to the item about its own center.
  public var transform: @Sendable (_ offset: Double) -> Transform

  /// A path from its two functions.
  public init(
    position: @escaping @Sendable (_ offset: Double) -> Vector3,
    transform: @escaping @Sendable (_ offset: Double) -> Transform = { _ in .identity }
  ) {
    self.position = position
    self.transform = transform
  }

  /// Both as the one function that `Carousel.customTransform` takes.
  public var customTransform: CustomTransform {
    { [self] item in
      let place = position(item.offset)
      return transform(item.offset) * item.start.translated(place.x, place.y, place.z)
    }
  }
}
