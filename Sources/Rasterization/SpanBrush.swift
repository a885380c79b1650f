/// Fills pixels that a rectangle covers fully and lets nothing shine through.
struct SpanBrush {
  private let sampler: TexelSampler?
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
    guard let sampler else { return pixels.update(repeating: color, count: count) }
    sampler.fetch(row: span.row, column: span.columns.lowerBound, count: count, into: pixels)
    guard !isPlain else { return }
    for index in 0..<count { pixels[index] = Channels(pixel: pixels[index]).scaled(by: factors).pixel }
  }
}
