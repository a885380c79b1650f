import RotundaGeometry

/// The projection of every item's place onto the screen, common to all layouts.
struct Lens: Hashable, Sendable {
  var perspective: Double
  var viewpoint: Point
  var contentOffset: Point
  /// Whether left and right are swapped.
  var isMirrored: Bool
  var showsBackfaces: Bool
  var fade: Fade
  /// The scale by offset; nil if all items keep the size from the layout.
  var emphasis: Emphasis?

  /// Returns the transform from the item's plane to the anchor (center of the bounds plus content offset),
  /// including perspective.
  @inline(__always)
  func anchored(_ place: Transform) -> Transform {
    guard isMirrored else { return seen(place) }
    var mirrored = place
    mirrored.mirror()
    return seen(mirrored)
  }

  /// Returns the transform of a place in the carousel's space, seen from the viewpoint, including
  /// perspective.
  @inline(__always)
  func seen(_ place: Transform) -> Transform {
    var result = place
    // The start matrix is sparse (perspective, then the viewpoint's translation). This avoids the full
    // product.
    result.row4.x -= viewpoint.x
    result.row4.y -= viewpoint.y
    result.row1.w = result.row1.z * perspective
    result.row2.w = result.row2.z * perspective
    result.row3.w = result.row3.z * perspective
    result.row4.w += result.row4.z * perspective
    return result
  }

  /// The transform from which every item starts: perspective, then the viewpoint.
  var start: Transform {
    Transform.perspective(m34: perspective).translated(-viewpoint.x, -viewpoint.y, 0)
  }

  /// Returns the placement of an item from its transform to the anchor.
  @inline(__always)
  func placement(index: Int, offset: Double, _ anchored: Transform, opacity: Double) -> Placement {
    Placement(
      index: index, offset: offset,
      transform: contentOffset.x != 0 || contentOffset.y != 0 ? anchored.shifted(contentOffset) : anchored,
      opacity: opacity, isHidden: !(showsBackfaces || anchored.row3.z > 0), depth: anchored.row4.z)
  }
}

/// The scale of items by offset `d`: `s(d) = f + (1 − f) (1 + (d/a)²)^(−3/2)`.
///
/// `a` is such that the part above the floor `f` is halved at offset 1. Therefore `s(1)` is the mean of 1 and
/// `f`. The curve is smooth everywhere. Its integral, which gives the positions in spotlight, has a closed
/// form.
struct Emphasis: Hashable, Sendable {
  /// The limit of the scale for far items.
  let floor: Double
  /// The fixed point of the scaling, in points from the item's center.
  private let anchor: Point

  /// `1/a²`: `(1 + 1/a²)^(3/2)` is 2.
  static let steepness = 0.5874010519681994

  /// Returns nil if `side`, the scale at offset 1, does not reduce the size.
  init?(side: Double, anchor: Point = .zero) {
    guard side < 1 else { return nil }
    floor = 2 * side - 1
    self.anchor = anchor
  }

  @inline(__always)
  func scale(_ offset: Double) -> Double {
    let root = 1 / (1 + offset * offset * Self.steepness).squareRoot()
    return floor + (1 - floor) * root * root * root
  }

  @inline(__always)
  func apply(to transform: inout Transform, _ offset: Double) {
    let scale = scale(offset)
    let way = 1 - scale
    transform.row4 += transform.row1 * (anchor.x * way) + transform.row2 * (anchor.y * way)
    transform.row1 *= scale
    transform.row2 *= scale
  }
}

/// The opacity of items by offset: 1 from `min` to `max`, `minAlpha` at a distance of `range` or more
/// outside, linear between.
struct Fade: Hashable, Sendable {
  var min: Double
  var max: Double
  var range: Double
  var minAlpha: Double

  init(_ options: CarouselOptions) {
    min = options.fadeMin ?? (options.layout == .invertedTimeMachine ? 0 : -.infinity)
    max = options.fadeMax ?? (options.layout == .timeMachine ? 0 : .infinity)
    range = options.fadeRange.map { $0.isNaN ? 1 : $0 } ?? 1
    minAlpha = (options.fadeMinAlpha ?? 0).limited(to: 0...1, else: 0)
    if min.isNaN { min = -.infinity }
    if max.isNaN { max = .infinity }
  }

  @inline(__always)
  func opacity(_ offset: Double) -> Double {
    var outside = 0.0
    if offset > max {
      outside = offset - max
    } else if offset < min {
      outside = min - offset
    }
    guard outside > 0 else { return 1 }
    guard range > 0, outside < range else { return minAlpha }
    return 1 - outside / range * (1 - minAlpha)
  }
}

extension Double {
  /// Returns the nearest value in `range`; `fallback` for NaN.
  func limited(to range: ClosedRange<Double>, else fallback: Double) -> Double {
    isNaN ? fallback : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// The offset of the nearest item if the difference is a rounding error, else the offset itself.
  var onItem: Double {
    let item = rounded(.toNearestOrAwayFromZero)
    return abs(self - item) < Limit.sameOffset ? item : self
  }

  func finite(else fallback: Double) -> Double { isFinite ? self : fallback }

  /// The integer part, limited to ±1e15 to fit into an `Int`; 0 for NaN.
  var integerPart: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -1e15), 1e15)) }
}
