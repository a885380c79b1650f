/// Everything that is drawn at once. The memory is the caller's, who keeps it until it is drawn.
package struct RasterJob: @unchecked Sendable {
  private let buffer: PixelBuffer
  /// Nothing outside of it is touched.
  let part: PixelArea
  /// Behind everything.
  private let background: UInt32
  private let fills: UnsafeBufferPointer<RasterFill>
  /// From the back to the front.
  private let pieces: UnsafeBufferPointer<RasterPiece>
  private let corners: UnsafeBufferPointer<SIMD2<Double>>

  /// A job from its parts.
  ///
  /// - Parameters:
  ///   - part: what is drawn, as far as it lies in the buffer; nothing outside of it is touched.
  ///   - background: behind everything; opaque.
  ///   - pieces: from the back to the front; one whose fill or corners do not exist is left out.
  package init(
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

  /// Draws some rows of it. Rows do not depend on each other: several threads may draw different ones at
  /// once.
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
      let upright = ScanConversion(corners, fill.solid.0, area) ?? .nothing
      let level = ScanConversion(corners, fill.solid.1, area) ?? .nothing
      while let span = scan.next() {
        let solid = longer(upright.span(in: span.row), level.span(in: span.row), span)
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

/// What one rectangle in perspective is filled with, and how its pixels are found on it.
///
/// Places are quotients of two linear forms of a pixel's middle (X, Y, 1): that is what the inverse of a
/// homography gives, see Hartley and Zisserman, "Multiple View Geometry", 2.3.
package struct RasterFill {
  /// Gives, divided by `depth`'s value, the place across on the rectangle, in points from its middle.
  package var placeAcross: SIMD3<Double>
  /// The same downwards.
  package var placeDown: SIMD3<Double>
  /// Above zero where it can be seen.
  package var depth: SIMD3<Double>
  /// Half its extent, in points.
  package var half: SIMD2<Double>
  /// Radius of its corners, in points.
  package var radius: Double
  /// Multiplied with its texels, or alone: premultiplied, blue in the lowest byte.
  package var color: UInt32
  /// How much of it is seen at its upper edge, 0 to 1; below it is more and more.
  package var upperOpacity: Double
  /// What is on it; nil is `color` alone.
  package var texels: Texels?
  /// The texel at its middle, from the upper left corner of the full size with its repeated edges.
  package var middle: SIMD2<Double>
  package var texelsPerPoint: SIMD2<Double>
  /// Whether smaller levels are looked up where it is seen smaller.
  package var usesLevels: Bool
  /// Added to the level that is as large as it is seen, see the GL specification's 3.7.7.
  package var levelBias: Double
  /// Outlines of what needs no antialiasing, of which each row has the longer part: see `RasterPiece`.
  package var solid: (RasterOutline, RasterOutline)

  /// A fill of one color without an extent: everything else is to be set.
  package init(color: UInt32) {
    (placeAcross, placeDown, depth) = (.zero, .zero, SIMD3(0, 0, 1))
    (half, radius, upperOpacity) = (.zero, 0, 1)
    self.color = color
    texels = nil
    (middle, texelsPerPoint) = (.zero, .zero)
    usesLevels = false
    levelBias = 0
    solid = (.nothing, .nothing)
  }

  /// How much of the fill behind it is seen through it where it lies over that one texel by texel, as a light
  /// that takes the place of another does, in 256ths; nil elsewhere.
  package func share(over below: RasterFill) -> Int? {
    guard texels != nil, below.texels != nil, !usesLevels, !below.usesLevels, below.color == .max,
      placeAcross == below.placeAcross, placeDown == below.placeDown, depth == below.depth,
      half == below.half, middle == below.middle, texelsPerPoint == below.texelsPerPoint, radius == 0,
      below.radius == 0, upperOpacity >= 1, below.upperOpacity >= 1
    else { return nil }
    // One opacity in all channels: nothing is darkened.
    let opacity = color >> 24
    return color == opacity &* 0x0101_0101 ? Int(opacity + opacity >> 7) : nil
  }

  /// Gives the texel across, as `placeAcross` gives the place.
  var texelAcross: SIMD3<Double> { placeAcross * texelsPerPoint.x + depth * middle.x }
  /// The same downwards.
  var texelDown: SIMD3<Double> { placeDown * texelsPerPoint.y + depth * middle.y }
}

/// A convex outline in pixels: where its corners are in a job's list.
package struct RasterOutline: Sendable {
  /// The first corner.
  package var first: Int
  /// How many, one after another around it, either way.
  package var count: Int

  package init(first: Int, count: Int) {
    self.first = first
    self.count = count
  }

  /// One without corners.
  package static let nothing = RasterOutline(first: 0, count: 0)
}

/// A convex part of a rectangle that is drawn.
package struct RasterPiece: Sendable {
  /// Which of the job's fills.
  package var fill: Int
  /// Which pixels: those whose middles lie in it. Nil are all pixels of the job's part, which are looked at
  /// one by one.
  package var outline: RasterOutline?
  /// Whether it covers all of what is behind it; else it is blended, and its edges antialiased.
  package var isOpaque: Bool
  /// Nothing outside of it is touched; nil is all of the job's part.
  package var clip: PixelArea?

  package init(fill: Int, outline: RasterOutline?, isOpaque: Bool, clip: PixelArea? = nil) {
    self.fill = fill
    self.outline = outline
    self.isOpaque = isOpaque
    self.clip = clip
  }
}
