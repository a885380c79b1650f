/// Everything that is drawn at once. The memory is the caller's, who keeps it until it is drawn.
public struct RasterJob: @unchecked Sendable {
  let buffer: PixelBuffer
  /// Nothing outside of it is touched.
  let part: PixelArea
  /// Behind everything.
  let background: UInt32
  let fills: UnsafeBufferPointer<RasterFill>
  /// From the back to the front.
  let pieces: UnsafeBufferPointer<RasterPiece>
  let corners: UnsafeBufferPointer<SIMD2<Double>>

  /// A job from its parts.
  ///
  /// - Parameters:
  ///   - part: what is drawn, as far as it lies in the buffer; nothing outside of it is touched.
  ///   - background: behind everything; opaque.
  ///   - pieces: from the back to the front; one whose fill or corners do not exist is left out.
  public init(
    _ buffer: PixelBuffer, part: PixelArea, background: UInt32, fills: UnsafeBufferPointer<RasterFill>,
    pieces: UnsafeBufferPointer<RasterPiece>, corners: UnsafeBufferPointer<SIMD2<Double>>
  ) {
    self.buffer = buffer
    self.part = PixelArea(
      columns: part.columns.clamped(to: 0..<buffer.width), rows: part.rows.clamped(to: 0..<buffer.height))
    self.background = background | 0xff00_0000
    self.fills = fills
    self.pieces = pieces
    self.corners = corners
  }

  /// Draws some rows of it. Rows do not depend on each other: several threads may draw different ones at once.
  func draw(rows: Range<Int>) {
    let area = PixelArea(columns: part.columns, rows: rows.clamped(to: part.rows))
    guard !area.columns.isEmpty, !area.rows.isEmpty else { return }
    for row in area.rows {
      (buffer.row(row) + area.columns.lowerBound).update(repeating: background, count: area.columns.count)
    }
    for piece in pieces {
      guard fills.indices.contains(piece.fill) else { continue }
      draw(piece, piece.clip.map(area.intersection) ?? area)
    }
  }

  private func draw(_ piece: RasterPiece, _ area: PixelArea) {
    guard !area.columns.isEmpty, !area.rows.isEmpty else { return }
    guard let outline = piece.outline else { return drawAll(fills[piece.fill], area) }
    guard var scan = ScanConversion(corners, outline, area) else { return }
    // A copy of some size, which many pieces of a thin strip need not.
    let fill = fills[piece.fill]
    if piece.isOpaque {
      let brush = SpanBrush(fill)
      while let span = scan.next() { brush.cover(span, of: buffer) }
    } else {
      let brush = EdgeBrush(fill)
      let solids = (ScanConversion(corners, fill.solid.0, area), ScanConversion(corners, fill.solid.1, area))
      while let span = scan.next() {
        let solid = longer(solids.0?.span(in: span.row), solids.1?.span(in: span.row), span)
        brush.blend(span, solid: solid, onto: buffer)
      }
    }
  }

  /// What may be partly behind the viewer has no outline.
  private func drawAll(_ fill: RasterFill, _ area: PixelArea) {
    let brush = EdgeBrush(fill)
    for row in area.rows {
      let span = Span(row: row, columns: area.columns)
      brush.blend(span, solid: span.columns.lowerBound..<span.columns.lowerBound, onto: buffer)
    }
  }

  private func longer(_ one: Range<Int>?, _ other: Range<Int>?, _ span: Span) -> Range<Int> {
    let (one, other) = (one ?? 0..<0, other ?? 0..<0)
    let most = (one.count > other.count ? one : other).clamped(to: span.columns)
    return most.isEmpty ? span.columns.lowerBound..<span.columns.lowerBound : most
  }
}
