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
  /// Nil where all items are as large as the layout has them.
  var emphasis: Emphasis?

  /// From the item's plane to the anchor (center of the bounds plus content offset), perspective included.
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

/// How items lose size with their offset `d`: `s(d) = f + (1 − f) (1 + (d/a)²)^(−3/2)`.
///
/// With `a` such that the part above the floor `f` has halved at offset 1, so that `s(1)` is the mean of 1
/// and `f`. The curve is smooth everywhere, and its integral, along which spotlight puts items, has a closed
/// form.
struct Emphasis: Hashable, Sendable {
  /// The size that far items come to.
  let floor: Double
  /// What of an item stays where it is, in points from its middle.
  private let anchor: Point

  /// `1/a²`: `(1 + 1/a²)^(3/2)` is 2.
  static let steepness = 0.5874010519681994

  /// Nil for no emphasis. `side` is the size at offset 1.
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

/// How items lose opacity with their offset: fully opaque from `min` to `max`, `minAlpha` when further than
/// `range` outside, linear between.
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
  /// The nearest value of `range`; `fallback` for what is not a number.
  func limited(to range: ClosedRange<Double>, else fallback: Double) -> Double {
    isNaN ? fallback : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// An offset that is an item's but for rounding errors becomes that item's.
  var onItem: Double {
    let item = rounded(.toNearestOrAwayFromZero)
    return abs(self - item) < Limit.sameOffset ? item : self
  }

  func finite(else fallback: Double) -> Double { isFinite ? self : fallback }

  /// The integer part, limited to what an `Int` of any use can hold; 0 for what is not a number.
  var integerPart: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -1e15), 1e15)) }
}
