import RotundaGeometry

/// What happens to every item's place on its way to the screen, whatever the layout.
struct Lens: Hashable, Sendable {
  var perspective: Double
  var viewpoint: Point
  var contentOffset: Point
  /// Whether left and right are exchanged.
  var isMirrored: Bool
  var showsBackfaces: Bool
  var fade: Fade

  /// From the item's plane to the anchor (centre of the bounds plus content offset), perspective included.
  @inline(__always)
  func anchored(_ place: Transform) -> Transform {
    guard isMirrored else { return seen(place) }
    var mirrored = place
    mirrored.mirror()
    return seen(mirrored)
  }

  /// A place in the carousel's space as it is seen from the viewpoint, perspective included.
  @inline(__always)
  func seen(_ place: Transform) -> Transform {
    var result = place
    // The start matrix is sparse (perspective, then the viewpoint's translation): spare the full product.
    result.row4.x -= viewpoint.x
    result.row4.y -= viewpoint.y
    result.row1.w = result.row1.z * perspective
    result.row2.w = result.row2.z * perspective
    result.row3.w = result.row3.z * perspective
    result.row4.w += result.row4.z * perspective
    return result
  }

  /// The transform that every item starts from: perspective, then the viewpoint.
  var start: Transform {
    Transform.perspective(m34: perspective).translated(-viewpoint.x, -viewpoint.y, 0)
  }

  /// Where an item is drawn whose transform to the anchor is known.
  @inline(__always)
  func placement(index: Int, offset: Double, _ anchored: Transform, opacity: Double) -> Placement {
    Placement(
      index: index, offset: offset,
      transform: contentOffset.x != 0 || contentOffset.y != 0 ? anchored.shifted(contentOffset) : anchored,
      opacity: opacity, isHidden: !(showsBackfaces || anchored.row3.z > 0), depth: anchored.row4.z)
  }
}
