import RotundaGeometry

/// A stretch between two keyframes, or before or behind all of them.
struct KeyframeSegment: Hashable, Sendable {
  /// The offset at which it begins.
  var from: Double
  /// Items to the end.
  private var span: Double
  /// The polynomial from 0 at its beginning to 1 at its end.
  private var constant: SIMD8<Double>
  private var linear: SIMD8<Double>
  private var square: SIMD8<Double>
  private var cube: SIMD8<Double>
  private var opacity: Double
  private var opacityChange: Double

  /// Where nothing changes.
  init(from: Double, _ values: KeyframeValues) {
    self.from = from
    span = 1
    constant = values.place
    (linear, square, cube) = (.zero, .zero, .zero)
    (opacity, opacityChange) = (values.opacity, 0)
  }

  /// The cubic Hermite curve; slopes per item.
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

  /// Position, rotation and scale, in the order of `KeyframeValues.place`, and the opacity: that changes linearly,
  /// because it must not overshoot.
  @inline(__always)
  func values(_ offset: Double) -> (place: SIMD8<Double>, opacity: Double) {
    let along = (offset - from) / span
    // Before the first and after the last keyframe the way is without end.
    let part = along > 0 ? min(along, 1) : 0
    return (constant + part * (linear + part * (square + part * cube)), opacity + part * opacityChange)
  }
}

extension Transform {
  /// Scaled, turned about x, y and z in this order, and moved.
  ///
  /// - Parameter place: As in `KeyframeValues`.
  @inline(__always)
  init(keyframe place: SIMD8<Double>) {
    let (sineX, cosineX) = Self.turn(place[3])
    let (sineY, cosineY) = Self.turn(place[4])
    let (sineZ, cosineZ) = Self.turn(place[5])
    // The rows of the turn about z, then those about y and x made of them.
    let right = SIMD4(cosineZ, sineZ, 0, 0)
    let down = SIMD4(-sineZ, cosineZ, 0, 0)
    let near = SIMD4(0, 0, cosineY, 0) + right * sineY
    self.init(
      (right * cosineY - SIMD4(0, 0, sineY, 0)) * place[6],
      (down * cosineX + near * sineX) * place[7],
      near * cosineX - down * sineX,
      SIMD4(place[0], place[1], place[2], 1))
  }

  /// Most keyframes turn about one axis, if at all.
  @inline(__always)
  private static func turn(_ angle: Double) -> (sine: Double, cosine: Double) {
    angle == 0 ? (0, 1) : sineAndCosine(angle)
  }
}
