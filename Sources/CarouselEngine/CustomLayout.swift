import RotundaGeometry

/// The input of a custom layout for one item.
public struct CustomItem: Hashable, Sendable {
  /// The item's index. Placeholders, and removed items that fade out, have an index below 0 or from the
  /// number of items upward.
  public var index: Int
  /// The item's distance from the center of the carousel, in items. If items have their own sizes, the unit
  /// is the mean item extent, and the distance of neighbors follows their lengths.
  public var offset: Double
  /// The remaining turn of the current item, −1 to 1: see `Carousel.toggle`. Items before the current item
  /// turn one way, items after it the other.
  public var toggle: Double
  /// The transform from which every item starts: perspective and viewpoint.
  public var start: Transform

  /// Creates an item, for example to test a function.
  public init(index: Int, offset: Double, toggle: Double = 0, start: Transform = .identity) {
    self.index = index
    self.offset = offset
    self.toggle = toggle
    self.start = start
  }
}

/// A custom layout: a function that returns the transform of an item.
public typealias CustomTransform = @Sendable (_ item: CustomItem) -> Transform

/// A function that returns the opacity of an item, 0 to 1. The opacity from the options is multiplied by it.
public typealias CustomOpacity = @Sendable (_ item: CustomItem) -> Double

/// A custom layout from two functions: one for the item's position, one for its rotation and scale there.
///
/// The transform is `M = transform(offset) · T(position(offset)) · start`. Therefore an item turns and grows
/// about its own center everywhere on the path.
///
/// ```swift
/// let path = CustomPath(position: { Vector3($0 * 120, $0 * $0 * 10, 0) }, transform: { _ in .identity })
/// carousel.options.layout = .custom
/// carousel.customTransform = path.customTransform
/// ```
public struct CustomPath: Sendable {
  /// The item's center in points, as a function of its distance from the center of the carousel in items.
  public var position: @Sendable (_ offset: Double) -> Vector3
  /// The transform of the item about its own center.
  public var transform: @Sendable (_ offset: Double) -> Transform

  /// Creates a path from its two functions.
  public init(
    position: @escaping @Sendable (_ offset: Double) -> Vector3,
    transform: @escaping @Sendable (_ offset: Double) -> Transform = { _ in .identity }
  ) {
    self.position = position
    self.transform = transform
  }

  /// Both functions combined, for `Carousel.customTransform`.
  public var customTransform: CustomTransform {
    { [self] item in
      let place = position(item.offset)
      return transform(item.offset) * item.start.translated(place.x, place.y, place.z)
    }
  }
}
