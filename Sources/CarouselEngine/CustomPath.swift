import RotundaGeometry

/// A custom layout from two functions: where an item stands, and how it is turned and scaled there.
///
/// The position is applied before the transform: `M = transform(offset) · T(position(offset)) · start`, so that an item
/// turns and grows about its own centre wherever the path leads it.
///
/// ```swift
/// let path = CustomPath(position: { Vector3($0 * 120, $0 * $0 * 10, 0) }, transform: { _ in .identity })
/// carousel.options.layout = .custom
/// carousel.customTransform = path.customTransform
/// ```
public struct CustomPath: Sendable {
  /// The item's centre in points, by its distance from the centre of the carousel in items.
  public var position: @Sendable (_ offset: Double) -> Vector3
  /// What happens to the item about its own centre.
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
