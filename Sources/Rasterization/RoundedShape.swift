/// How much of a pixel a rounded rectangle in perspective covers, and how much of it is seen there.
///
/// How much is covered is the product of two strips (between left and right edge, between upper and lower edge), each cut by
/// a window one pixel wide; that is exact for edges of any direction that are straight across a pixel, and for slivers thinner
/// than one. In a corner it is at most what the corner's circle leaves, whose distance is measured along the circle's normal,
/// as it is seen.
struct RoundedShape {
  private let across: SIMD3<Double>
  private let down: SIMD3<Double>
  private let depth: SIMD3<Double>
  private let half: SIMD2<Float>
  private let radius: Float
  private let upperOpacity: Float

  /// A smaller change of the distance from a corner's middle, in points to a pixel, is none.
  private static let leastSlope: Float = 0.0001

  init(_ fill: RasterFill) {
    (across, down, depth) = (fill.placeAcross, fill.placeDown, fill.depth)
    half = SIMD2(Float(fill.half.x), Float(fill.half.y))
    radius = Float(fill.radius)
    upperOpacity = Float(fill.upperOpacity)
  }

  /// Writes how much of each of `count` pixels is to be laid over what is there, 0 to 256; at least three more are written.
  ///
  /// - Returns: whether there is anything.
  func cover(row: Int, column: Int, count: Int, into weights: UnsafeMutablePointer<UInt16>) -> Bool {
    let forms = Forms(self, row, column)
    var isSeen = false
    var done = 0
    while done < count {
      let weight = coverage(forms, done) * opacity(forms, done)
      if write(weight, to: weights + done) { isSeen = true }
      done += 4
    }
    return isSeen
  }

  /// The same for pixels that are covered fully.
  func fade(row: Int, column: Int, count: Int, into weights: UnsafeMutablePointer<UInt16>) -> Bool {
    let forms = Forms(self, row, column)
    var isSeen = false
    var done = 0
    while done < count {
      if write(opacity(forms, done), to: weights + done) { isSeen = true }
      done += 4
    }
    return isSeen
  }

  private struct Forms {
    let across: LinearForm
    let down: LinearForm
    let depth: LinearForm

    init(_ shape: RoundedShape, _ row: Int, _ column: Int) {
      across = LinearForm(shape.across, row: row, column: column)
      down = LinearForm(shape.down, row: row, column: column)
      depth = LinearForm(shape.depth, row: row, column: column)
    }
  }

  @inline(__always)
  private func write(_ weight: SIMD4<Float>, to weights: UnsafeMutablePointer<UInt16>) -> Bool {
    let parts = (weight * 256).nearest
    for lane in 0..<4 { weights[lane] = UInt16(truncatingIfNeeded: parts[lane]) }
    return parts != .zero
  }

  /// How opaque it is at its height, 0 to 1.
  @inline(__always)
  private func opacity(_ forms: Forms, _ index: Int) -> SIMD4<Float> {
    guard upperOpacity < 1 else { return SIMD4(repeating: 1) }
    let place = forms.down.values(from: index) / forms.depth.values(from: index)
    let share = (0.5 + place / (2 * half.y)).atLeast(.zero).atMost(.one)
    return upperOpacity + (1 - upperOpacity) * share
  }

  /// The fragment shader's arithmetic, for four pixels.
  @inline(__always)
  private func coverage(_ forms: Forms, _ index: Int) -> SIMD4<Float> {
    let depth = forms.depth.values(from: index)
    let near = 1 / depth
    let (x, y) = (forms.across.values(from: index) * near, forms.down.values(from: index) * near)
    let (depthX, depthY) = (forms.depth.step, forms.depth.stepDown)
    let (rightX, belowX) = (
      (forms.across.step - x * depthX) * near, (forms.across.stepDown - x * depthY) * near
    )
    let (rightY, belowY) = ((forms.down.step - y * depthX) * near, (forms.down.stepDown - y * depthY) * near)
    let spanX = (rightX * rightX + belowX * belowX).squareRoot()
    let spanY = (rightY * rightY + belowY * belowY).squareRoot()
    let (beyondX, beyondY) = (x.magnitudes - half.x, y.magnitudes - half.y)
    let stripX = Self.strip(beyondX, spanX, half.x)
    let stripY = Self.strip(beyondY, spanY, half.y)
    let strips = stripX * stripY
    let (cornerX, cornerY) = (beyondX + radius, beyondY + radius)
    let isCorner = (cornerX .> .zero) .& (cornerY .> .zero)
    let isSeen = depth .> .zero
    guard any(isCorner) else { return SIMD4<Float>.zero.replacing(with: strips, where: isSeen) }
    let reach = (cornerX * cornerX + cornerY * cornerY).squareRoot()
    let normalX = cornerX.replacing(with: -cornerX, where: x .< .zero)
    let normalY = cornerY.replacing(with: -cornerY, where: y .< .zero)
    let right = normalX * rightX + normalY * rightY
    let below = normalX * belowX + normalY * belowY
    let steep = (right * right + below * below).squareRoot().atLeast(SIMD4(repeating: Self.leastSlope))
    let round = (0.5 - (reach - radius) * reach / steep).atLeast(.zero).atMost(strips)
    return SIMD4<Float>.zero.replacing(with: strips.replacing(with: round, where: isCorner), where: isSeen)
  }

  /// How much of a pixel lies between two edges.
  @inline(__always)
  private static func strip(_ beyond: SIMD4<Float>, _ span: SIMD4<Float>, _ half: Float) -> SIMD4<Float> {
    let most = (2 * half / span).atMost(.one)
    return (0.5 - beyond / span).atLeast(.zero).atMost(most)
  }
}
