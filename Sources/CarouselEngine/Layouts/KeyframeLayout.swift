import RotundaGeometry

/// The placement of an item by a custom layout at one offset.
public struct LayoutKeyframe: Hashable, Sendable {
  /// The distance from the center of the carousel, in items.
  public var offset: Double
  /// The item's center, in points.
  public var position: Vector3
  /// The rotation in radians about the x, y and z axis; about x first.
  public var rotation: Vector3
  /// The factors for width and height; 1 keeps the item's own size.
  public var scale: Size
  /// The opacity of the item, 0 to 1.
  public var opacity: Double

  /// Creates a keyframe from its parts.
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

  /// The numbers of the keyframe, in the order of interpolation; nil if one is not finite.
  var values: KeyframeValues? {
    let values = KeyframeValues(
      SIMD8(
        position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, scale.width, scale.height),
      opacity: min(max(opacity, 0), 1))
    return values.isFinite && offset.isFinite ? values : nil
  }
}

/// The numbers of a keyframe, or interpolated numbers between two keyframes.
struct KeyframeValues: Hashable, Sendable {
  /// Position x y z, rotation x y z, scale x y.
  var place: SIMD8<Double>
  var opacity: Double

  /// The values of a custom layout without keyframes.
  static let untouched = KeyframeValues(SIMD8(0, 0, 0, 0, 0, 0, 1, 1), opacity: 1)

  init(_ place: SIMD8<Double>, opacity: Double) {
    self.place = place
    self.opacity = opacity
  }

  var isFinite: Bool { place.sum().isFinite && opacity.isFinite }
}

/// A table of keyframes, interpolated by cubic Hermite curves through them.
///
/// The slope at a keyframe is the slope of the line between its neighbors. Therefore straight sections stay
/// straight. Before the first and after the last keyframe the values are constant.
struct KeyframeLayout: LayoutFormula, Hashable, Sendable {
  /// The segments before the first keyframe, between neighbors, and after the last keyframe.
  private var segments: [KeyframeSegment]

  init(_ keyframes: [LayoutKeyframe]) {
    var offsets: [Double] = []
    var values: [KeyframeValues] = []
    for keyframe in keyframes.sorted(by: { $0.offset < $1.offset }) {
      guard let numbers = keyframe.values, keyframe.offset != offsets.last else { continue }
      offsets.append(keyframe.offset)
      values.append(numbers)
    }
    let slopes = values.indices.map { place -> SIMD8<Double> in
      let (before, after) = (max(0, place - 1), min(values.count - 1, place + 1))
      let span = offsets[after] - offsets[before]
      return span > 0 ? (values[after].place - values[before].place) / span : .zero
    }
    let first = KeyframeSegment(from: offsets.first ?? 0, values.first ?? .untouched)
    let last = KeyframeSegment(from: offsets.last ?? 0, values.last ?? .untouched)
    let between = values.indices.dropLast().map { place in
      KeyframeSegment(
        from: offsets[place], to: offsets[place + 1], values[place], values[place + 1],
        slopes: (slopes[place], slopes[place + 1]))
    }
    segments = [first] + between + [last]
  }

  /// The distance between the first and the last keyframe, in items.
  var span: Double { segments[segments.count - 1].from - segments[0].from }

  func local(_ offset: Double, toggle: Double) -> Transform {
    Transform(keyframe: segments[segment(offset)].values(offset).place)
  }

  @inline(__always)
  func look(_ item: FormulaItem, _ lens: Lens) -> FormulaLook {
    let (place, opacity) = segments[segment(item.offset)].values(item.offset)
    return FormulaLook(transform: lens.anchored(Transform(keyframe: place)), opacity: opacity)
  }

  func opacity(_ offset: Double) -> Double { segments[segment(offset)].values(offset).opacity }

  /// Returns the last segment that begins at or before `offset`, or the first one. The search has no branch
  /// on the comparison: successive items alternate between both sides, so a branch would be mispredicted.
  @inline(__always)
  private func segment(_ offset: Double) -> Int {
    var (low, count) = (0, segments.count)
    while count > 1 {
      let half = count / 2
      low += segments[low + half].from <= offset ? half : 0
      count -= half
    }
    return low
  }
}

/// A segment between two keyframes, or before or after all of them.
private struct KeyframeSegment: Hashable, Sendable {
  /// The offset at which the segment begins.
  var from: Double
  /// The length of the segment, in items.
  private var span: Double
  /// The coefficients of the polynomial, with the parameter 0 at the beginning and 1 at the end.
  private var constant: SIMD8<Double>
  private var linear: SIMD8<Double>
  private var square: SIMD8<Double>
  private var cube: SIMD8<Double>
  private var opacity: Double
  private var opacityChange: Double

  /// Creates a segment with constant values.
  init(from: Double, _ values: KeyframeValues) {
    self.from = from
    span = 1
    constant = values.place
    (linear, square, cube) = (.zero, .zero, .zero)
    (opacity, opacityChange) = (values.opacity, 0)
  }

  /// Creates a cubic Hermite curve. `slopes` are per item.
  init(
    from: Double, to: Double, _ first: KeyframeValues, _ second: KeyframeValues,
    slopes: (SIMD8<Double>, SIMD8<Double>)
  ) {
    self.from = from
    span = to - from
    let (start, end) = (slopes.0 * span, slopes.1 * span)
    let way = second.place - first.place
    constant = first.place
    linear = start
    square = 3 * way - 2 * start - end
    cube = start + end - 2 * way
    opacity = first.opacity
    opacityChange = second.opacity - first.opacity
  }

  /// Returns position, rotation and scale, in the order of `KeyframeValues.place`, and the opacity. The
  /// opacity changes linearly, because it must not overshoot.
  @inline(__always)
  func values(_ offset: Double) -> (place: SIMD8<Double>, opacity: Double) {
    let along = (offset - from) / span
    // Segments before the first and after the last keyframe have no end.
    let part = along > 0 ? min(along, 1) : 0
    return (constant + part * (linear + part * (square + part * cube)), opacity + part * opacityChange)
  }
}

extension Transform {
  /// Creates a transform that scales, then turns about x, y and z in this order, then translates.
  ///
  /// - Parameter place: The numbers in the order of `KeyframeValues.place`.
  @inline(__always)
  init(keyframe place: SIMD8<Double>) {
    let (sineX, cosineX) = Self.turn(place[3])
    let (sineY, cosineY) = Self.turn(place[4])
    let (sineZ, cosineZ) = Self.turn(place[5])
    // The rows of the rotation about z; the rotations about y and x follow from them.
    let right = SIMD4(cosineZ, sineZ, 0, 0)
    let down = SIMD4(-sineZ, cosineZ, 0, 0)
    let near = SIMD4(0, 0, cosineY, 0) + right * sineY
    self.init(
      (right * cosineY - SIMD4(0, 0, sineY, 0)) * place[6],
      (down * cosineX + near * sineX) * place[7],
      near * cosineX - down * sineX,
      SIMD4(place[0], place[1], place[2], 1))
  }

  /// Skips the computation for 0, because most keyframes turn about one axis at most.
  @inline(__always)
  private static func turn(_ angle: Double) -> (sine: Double, cosine: Double) {
    angle == 0 ? (0, 1) : sineAndCosine(angle)
  }
}
