/// Lays a rectangle over pixels: as much of it as covers each of them, and as lets nothing shine through.
struct EdgeBrush {
  private let sampler: TexelSampler?
  private let shape: RoundedShape
  private let color: UInt32
  private let factors: Channels
  private let isPlain: Bool
  private let fades: Bool

  /// Pixels that are worked on at once.
  private static let chunk = 64

  init(_ fill: RasterFill) {
    sampler = TexelSampler(fill)
    shape = RoundedShape(fill)
    color = fill.color
    factors = Channels(pixel: fill.color).asFactors
    isPlain = fill.color == .max
    fades = fill.upperOpacity < 1
  }

  /// - Parameter solid: those of the span's columns that it covers fully; may be empty.
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

  /// - Parameter body: gets the texels, or nil where there is only a colour.
  @inline(__always)
  private func withTexels(_ row: Int, _ column: Int, _ count: Int, _ body: (UnsafePointer<UInt32>?) -> Void) {
    guard let sampler else { return body(nil) }
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
