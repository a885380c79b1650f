import RotundaGeometry

/// Where a custom layout puts an item at one offset.
public struct LayoutKeyframe: Hashable, Sendable {
  /// Distance from the centre of the carousel, in items.
  public var offset: Double
  /// The item's centre, in points.
  public var position: Vector3
  /// Radians about the x, y and z axis; about x first.
  public var rotation: Vector3
  /// Factors for width and height.
  public var scale: Size
  /// 0 to 1.
  public var opacity: Double

  /// A keyframe from its parts.
  public init(
    offset: Double, position: Vector3, rotation: Vector3 = .zero, scale: Size = Size(1, 1),
    opacity: Double = 1
  ) {
    self.offset = offset
    self.position = position
    self.rotation = rotation
    self.scale = scale
    self.opacity = opacity
  }

  /// Its numbers, in the order in which they are interpolated; nil when one is not finite.
  var values: KeyframeValues? {
    let values = KeyframeValues(
      SIMD8(
        position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, scale.width, scale.height),
      opacity: min(max(opacity, 0), 1))
    return values.isFinite && offset.isFinite ? values : nil
  }
}

/// The numbers of a keyframe, or of a place between two.
struct KeyframeValues: Hashable, Sendable {
  /// Position x y z, rotation x y z, scale x y.
  var place: SIMD8<Double>
  var opacity: Double

  /// Those of a custom layout without keyframes.
  static let untouched = KeyframeValues(SIMD8(0, 0, 0, 0, 0, 0, 1, 1), opacity: 1)

  init(_ place: SIMD8<Double>, opacity: Double) {
    self.place = place
    self.opacity = opacity
  }

  var isFinite: Bool { place.sum().isFinite && opacity.isFinite }
}
