import Geometry

/// A layout whose options, defaults and extents have been worked out for one size and number of items.
///
/// Made when something about the carousel changes, so that a frame only evaluates closed formulas.
struct ResolvedLayout: Sendable {
  var kind: LayoutKind
  var isVertical: Bool
  var itemExtent: Double
  var wraps: Bool
  var placeholdersShown: Int
  var visibleCount: Int
  /// What the layout wanted before an override and before there were too few items.
  var visibleCountByDefault: Int
  var offsetMultiplier: Double
  var multiplierByDefault: Double
  var showsBackfaces: Bool
  var fade: Fade
  var perspective: Double
  var viewpoint: Point
  var contentOffset: Point
  var shape: LayoutShape
  /// Whether left and right are exchanged.
  var isMirrored: Bool
  /// A custom layout's own places, which then replace the shape.
  var custom: CustomPlaces?
  /// Where in the window the far items are.
  var depthProfile = DepthProfile.peak
  /// The numbers of the round layouts, nil for the others.
  var circle: Circle?

  /// From the item's plane to the anchor (centre of the bounds plus content offset), perspective included.
  func anchored(_ offset: Double, toggle: Double) -> Transform {
    var result: Transform
    switch custom {
    case nil: result = shape.local(offset, toggle: toggle)
    case .keyframes(let keyframes): result = keyframes.local(offset)
    case .function(let function): return function(offset, start)
    }
    if isMirrored { result.mirror() }
    return seen(result)
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
  private var start: Transform {
    Transform.perspective(m34: perspective).translated(-viewpoint.x, -viewpoint.y, 0)
  }

  /// The opacity of an item at `offset`, 0 to 1.
  func opacity(_ offset: Double) -> Double {
    guard case .keyframes(let keyframes) = custom else { return fade.opacity(offset) }
    return fade.opacity(offset) * keyframes.opacity(offset)
  }

  /// Where an item at `offset` is drawn.
  func placement(index: Int, offset: Double, toggle: Double) -> Placement {
    var transform = anchored(offset, toggle: toggle)
    let isHidden = !(showsBackfaces || transform.row3.z > 0)
    let depth = transform.row4.z
    if contentOffset.x != 0 || contentOffset.y != 0 { transform = transform.shifted(contentOffset) }
    return Placement(
      index: index, offset: offset, transform: transform, opacity: opacity(offset), isHidden: isHidden,
      depth: depth)
  }
}

/// What a custom layout consists of.
enum CustomPlaces: Sendable {
  case keyframes(KeyframeLayout)
  case function(CustomTransform)
}

/// A custom layout: from an offset, and the transform that every item starts from (perspective and viewpoint), to the
/// item's transform.
public typealias CustomTransform = @Sendable (_ offset: Double, _ start: Transform) -> Transform

extension Transform {
  /// Exchanges left and right of the place, not of the item.
  mutating func mirror() {
    row1.y = -row1.y
    row1.z = -row1.z
    row2.x = -row2.x
    row3.x = -row3.x
    row4.x = -row4.x
  }

  /// The same picture, moved on the screen: after the perspective, not before it.
  func shifted(_ by: Point) -> Transform {
    let screen = SIMD4(by.x, by.y, 0, 0)
    return Transform(
      row1 + screen * row1.w, row2 + screen * row2.w, row3 + screen * row3.w, row4 + screen * row4.w)
  }
}
