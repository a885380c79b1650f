/// Blends a rectangle over pixels, weighted by its coverage of each pixel and by its opacity.
struct EdgeBrush: ~Copyable {
  private let sampler: TexelSampler
  private let shape: RoundedShape
  private let color: UInt32
  private let factors: Channels
  private let isPlain: Bool
  private let fades: Bool

  /// The number of pixels processed at a time.
  private static let chunk = 64

  init(_ fill: RasterFill) {
    sampler = TexelSampler(fill)
    shape = RoundedShape(fill)
    color = fill.color
    factors = Channels(pixel: fill.color).asFactors
    isPlain = fill.color == .max
    fades = fill.upperOpacity < 1
  }

  /// - Parameter solid: The columns of the span that the rectangle covers fully; may be empty.
  func blend(_ span: Span, solid: Range<Int>, onto buffer: PixelBuffer) {
    let row = buffer.row(span.row)
    blend(span.columns.lowerBound..<solid.lowerBound, of: row, span.row, isCovered: false)
    blend(solid, of: row, span.row, isCovered: true)
    blend(solid.upperBound..<span.columns.upperBound, of: row, span.row, isCovered: false)
  }

  private func blend(
    _ columns: Range<Int>, of row: UnsafeMutablePointer<UInt32>, _ number: Int, isCovered: Bool
  ) {
    var column = columns.lowerBound
    while column < columns.upperBound {
      let count = min(Self.chunk, columns.upperBound - column)
      blendChunk(row + column, row: number, column, count, isCovered: isCovered)
      column += count
    }
  }

  private func blendChunk(
    _ target: UnsafeMutablePointer<UInt32>, row: Int, _ column: Int, _ count: Int, isCovered: Bool
  ) {
    guard !isCovered || fades else {
      return withTexels(row, column, count) { texels in lay(texels, count, over: target) }
    }
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.chunk + 3) { weights in
      guard let weights = weights.baseAddress else { return }
      let isSeen =
        isCovered
        ? shape.fade(row: row, column: column, count: count, into: weights)
        : shape.cover(row: row, column: column, count: count, into: weights)
      guard isSeen else { return }
      withTexels(row, column, count) { texels in lay(texels, weights, count, over: target) }
    }
  }

  /// - Parameter body: Receives the texels, or nil for a plain color.
  @inline(__always)
  private func withTexels(_ row: Int, _ column: Int, _ count: Int, _ body: (UnsafePointer<UInt32>?) -> Void) {
    guard !sampler.isEmpty else { return body(nil) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.chunk) { texels in
      guard let texels = texels.baseAddress else { return }
      sampler.fetch(row: row, column: column, count: count, into: texels)
      body(texels)
    }
  }

  private func lay(_ texels: UnsafePointer<UInt32>?, _ count: Int, over target: UnsafeMutablePointer<UInt32>)
  {
    guard let texels else {
      let channels = Channels(pixel: color)
      for index in 0..<count { target[index] = channels.over(target[index]) }
      return
    }
    if isPlain {
      for index in 0..<count where texels[index] != 0 {
        target[index] = Channels(pixel: texels[index]).over(target[index])
      }
    } else {
      for index in 0..<count where texels[index] != 0 {
        target[index] = Channels(pixel: texels[index]).scaled(by: factors).over(target[index])
      }
    }
  }

  private func lay(
    _ texels: UnsafePointer<UInt32>?, _ weights: UnsafePointer<UInt16>, _ count: Int,
    over target: UnsafeMutablePointer<UInt32>
  ) {
    let channels = Channels(pixel: color)
    guard let texels else {
      for index in 0..<count where weights[index] > 0 {
        target[index] = channels.scaled(by: weights[index]).over(target[index])
      }
      return
    }
    for index in 0..<count where weights[index] > 0 && texels[index] != 0 {
      let light = channels.scaled(by: weights[index]).asFactors
      target[index] = Channels(pixel: texels[index]).scaled(by: light).over(target[index])
    }
  }
}

/// Fills pixels that an opaque rectangle covers fully.
struct SpanBrush: ~Copyable {
  private let sampler: TexelSampler
  private let color: UInt32
  private let factors: Channels
  private let isPlain: Bool

  init(_ fill: RasterFill) {
    sampler = TexelSampler(fill)
    color = fill.color
    factors = Channels(pixel: fill.color).asFactors
    isPlain = fill.color == .max
  }

  func cover(_ span: Span, of buffer: PixelBuffer) {
    let count = span.columns.count
    let pixels = buffer.row(span.row) + span.columns.lowerBound
    guard !sampler.isEmpty else { return pixels.update(repeating: color, count: count) }
    sampler.fetch(row: span.row, column: span.columns.lowerBound, count: count, into: pixels)
    guard !isPlain else { return }
    for index in 0..<count { pixels[index] = Channels(pixel: pixels[index]).scaled(by: factors).pixel }
  }
}

/// The coverage of pixels by a rounded rectangle in perspective, and the rectangle's opacity there.
///
/// The coverage is the product of two strips, each clipped to a window one pixel wide. One strip is between
/// the left and right edge, the other between the upper and lower edge. This is exact for straight edges in
/// any direction and for slivers thinner than a pixel. In a corner, the coverage is limited by the corner's
/// circle, with the projected distance along the circle's normal.
private struct RoundedShape {
  private let across: SIMD3<Double>
  private let down: SIMD3<Double>
  private let depth: SIMD3<Double>
  private let half: SIMD2<Float>
  private let radius: Float
  private let upperOpacity: Float

  /// The minimum change of the distance from a corner's center, in points per pixel. It avoids a division by
  /// 0.
  private static let leastSlope: Float = 0.0001

  init(_ fill: RasterFill) {
    (across, down, depth) = (fill.placeAcross, fill.placeDown, fill.depth)
    half = SIMD2(Float(fill.half.x), Float(fill.half.y))
    radius = Float(fill.radius)
    upperOpacity = Float(fill.upperOpacity)
  }

  /// Writes the blend weights of `count` pixels, 0 to 256. It may write up to three more.
  ///
  /// - Returns: Whether any weight is above 0.
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

  /// Writes the weights for fully covered pixels.
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

  /// Returns the opacity at the pixels' height, 0 to 1.
  @inline(__always)
  private func opacity(_ forms: Forms, _ index: Int) -> SIMD4<Float> {
    guard upperOpacity < 1 else { return SIMD4(repeating: 1) }
    let place = forms.down.values(from: index) / forms.depth.values(from: index)
    let share = (0.5 + place / (2 * half.y)).atLeast(.zero).atMost(.one)
    return upperOpacity + (1 - upperOpacity) * share
  }

  /// Computes the coverage of four pixels, with the fragment shader's arithmetic.
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

  /// Returns the fraction of a pixel between two edges.
  @inline(__always)
  private static func strip(_ beyond: SIMD4<Float>, _ span: SIMD4<Float>, _ half: Float) -> SIMD4<Float> {
    let most = (2 * half / span).atMost(.one)
    return (0.5 - beyond / span).atLeast(.zero).atMost(most)
  }
}
