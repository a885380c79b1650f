import RotundaGeometry

/// A table of keyframes, interpolated by cubic Hermite curves through them.
///
/// The slope at a keyframe is that of the line between its neighbours, so that straight stretches stay straight; before
/// the first and after the last one nothing changes any more.
struct KeyframeLayout: LayoutFormula, Hashable, Sendable {
  /// What is before the first keyframe, between each two, and from the last one on.
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

  /// Items between the first and the last keyframe.
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

  /// The last segment that begins at or before `offset`, or the first one. Neighbours are looked up on both sides in
  /// turn, so that a branch on the outcome would be mispredicted.
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
