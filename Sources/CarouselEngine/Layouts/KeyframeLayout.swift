import Geometry

/// A table of keyframes, interpolated by cubic Hermite curves through them.
///
/// The slope at a keyframe is that of the line between its neighbours, so that straight stretches stay straight; before
/// the first and after the last one nothing changes any more.
struct KeyframeLayout: Hashable, Sendable {
  private var offsets: [Double]
  private var values: [KeyframeValues]
  private var slopes: [SIMD8<Double>]

  init(_ keyframes: [LayoutKeyframe]) {
    offsets = []
    values = []
    for keyframe in keyframes.sorted(by: { $0.offset < $1.offset }) {
      guard let numbers = keyframe.values, keyframe.offset != offsets.last else { continue }
      offsets.append(keyframe.offset)
      values.append(numbers)
    }
    slopes = []
    for place in values.indices {
      let (before, after) = (max(0, place - 1), min(values.count - 1, place + 1))
      let span = offsets[after] - offsets[before]
      slopes.append(span > 0 ? (values[after].place - values[before].place) / span : .zero)
    }
  }

  /// Items between the first and the last keyframe.
  var span: Double { (offsets.last ?? 0) - (offsets.first ?? 0) }

  func local(_ offset: Double) -> Transform {
    let place = place(offset)
    return Transform.offset(place[0], place[1], place[2]).rotatedAboutZ(place[5]).rotatedAboutY(place[4])
      .rotatedAboutX(place[3]).scaled(place[6], place[7], 1)
  }

  /// Between two keyframes the opacity changes linearly: it must not overshoot.
  func opacity(_ offset: Double) -> Double {
    guard let (low, part, _) = segment(offset) else { return values.isEmpty ? 1 : edge(offset).opacity }
    return values[low].opacity + (values[low + 1].opacity - values[low].opacity) * part
  }

  private func place(_ offset: Double) -> SIMD8<Double> {
    guard let (low, s, span) = segment(offset) else {
      return values.isEmpty ? SIMD8(0, 0, 0, 0, 0, 0, 1, 1) : edge(offset).place
    }
    let (square, cube) = (s * s, s * s * s)
    let fromFirst =
      values[low].place * (2 * cube - 3 * square + 1) + slopes[low] * ((cube - 2 * square + s) * span)
    let fromSecond =
      values[low + 1].place * (3 * square - 2 * cube) + slopes[low + 1] * ((cube - square) * span)
    return fromFirst + fromSecond
  }

  private func edge(_ offset: Double) -> KeyframeValues {
    offset < offsets[0] ? values[0] : values[values.count - 1]
  }

  /// The keyframe before `offset`, how far it is to the next (0 to 1), and how many items lie between them.
  private func segment(_ offset: Double) -> (low: Int, part: Double, span: Double)? {
    guard let first = offsets.first, let last = offsets.last, offset >= first, offset < last else {
      return nil
    }
    var (low, high) = (0, offsets.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle } else { high = middle }
    }
    let span = offsets[high] - offsets[low]
    return (low, (offset - offsets[low]) / span, span)
  }
}
