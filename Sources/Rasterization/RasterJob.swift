/// The description of one drawing pass. The caller owns the memory and must keep it until the pass is
/// finished.
package struct RasterJob: @unchecked Sendable {
  private let buffer: PixelBuffer
  /// The part to draw. Pixels outside it stay unchanged.
  let part: PixelArea
  /// The color behind everything.
  private let background: UInt32
  private let fills: UnsafeBufferPointer<RasterFill>
  /// The pieces from back to front.
  private let pieces: UnsafeBufferPointer<RasterPiece>
  private let corners: UnsafeBufferPointer<SIMD2<Double>>

  /// Creates a job from its parts.
  ///
  /// - Parameters:
  ///   - part: The part to draw, limited to the buffer. Pixels outside it stay unchanged.
  ///   - background: The opaque color behind everything.
  ///   - pieces: The pieces from back to front. A piece with a missing fill or missing corners is skipped.
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

  /// Draws some rows. Rows are independent: several threads may draw different rows at the same time.
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
    // This is a large copy, which pieces without pixels in a thin strip avoid.
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

  /// Draws a piece without an outline, which may be partly behind the viewer.
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

/// The fill of one rectangle in perspective, and the mapping from pixels to the rectangle.
///
/// Positions are quotients of two linear forms of a pixel's center (X, Y, 1): the inverse of a homography.
/// See Hartley and Zisserman, "Multiple View Geometry", 2.3.
package struct RasterFill {
  /// The form for the horizontal position on the rectangle, in points from its center, after division by
  /// `depth`.
  package var placeAcross: SIMD3<Double>
  /// The form for the vertical position on the rectangle, like `placeAcross`.
  package var placeDown: SIMD3<Double>
  /// The form for the depth: above 0 where the rectangle is visible.
  package var depth: SIMD3<Double>
  /// Half the extent, in points.
  package var half: SIMD2<Double>
  /// The radius of the corners, in points.
  package var radius: Double
  /// The color, multiplied by the texels if any: premultiplied, blue in the lowest byte.
  package var color: UInt32
  /// The opacity at the upper edge, 0 to 1. It increases toward the lower edge.
  package var upperOpacity: Double
  /// The picture; nil for `color` alone.
  package var texels: Texels?
  /// The texel at the center, from the upper left corner of the full size with its repeated edges.
  package var middle: SIMD2<Double>
  package var texelsPerPoint: SIMD2<Double>
  /// Whether smaller levels are sampled if the picture appears smaller.
  package var usesLevels: Bool
  /// The bias of the level of detail, see 3.7.7 in the GL specification.
  package var levelBias: Double
  /// The outlines of the parts without antialiasing. Each row uses the longer one: see `RasterPiece`.
  package var solid: (RasterOutline, RasterOutline)

  /// Creates a fill of one color without an extent. The caller sets the other properties.
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

  /// Returns the share of this fill in a mix with the fill behind it, in 256ths. Returns nil unless both
  /// match texel by texel, as during a cross-fade of backgrounds.
  package func share(over below: RasterFill) -> Int? {
    guard texels != nil, below.texels != nil, !usesLevels, !below.usesLevels, below.color == .max,
      placeAcross == below.placeAcross, placeDown == below.placeDown, depth == below.depth,
      half == below.half, middle == below.middle, texelsPerPoint == below.texelsPerPoint, radius == 0,
      below.radius == 0, upperOpacity >= 1, below.upperOpacity >= 1
    else { return nil }
    // Equal channels: the fill has an opacity but is not darkened.
    let opacity = color >> 24
    return color == opacity &* 0x0101_0101 ? Int(opacity + opacity >> 7) : nil
  }

  /// The form for the horizontal texel position, like `placeAcross`.
  var texelAcross: SIMD3<Double> { placeAcross * texelsPerPoint.x + depth * middle.x }
  /// The form for the vertical texel position, like `placeDown`.
  var texelDown: SIMD3<Double> { placeDown * texelsPerPoint.y + depth * middle.y }
}

/// A convex outline in pixels: the range of its corners in a job's list.
package struct RasterOutline: Sendable {
  /// The index of the first corner.
  package var first: Int
  /// The number of corners, in order around the outline in either direction.
  package var count: Int

  package init(first: Int, count: Int) {
    self.first = first
    self.count = count
  }

  /// An outline without corners.
  package static let nothing = RasterOutline(first: 0, count: 0)
}

/// A convex part of a rectangle to draw.
package struct RasterPiece: Sendable {
  /// The index of the job's fill.
  package var fill: Int
  /// The outline of the piece: pixels belong to it if their centers lie inside. If nil, all pixels of the
  /// job's part are tested.
  package var outline: RasterOutline?
  /// Whether the piece is opaque. If not, it is blended with antialiased edges.
  package var isOpaque: Bool
  /// The clipping area; nil for the whole part of the job.
  package var clip: PixelArea?

  package init(fill: Int, outline: RasterOutline?, isOpaque: Bool, clip: PixelArea? = nil) {
    self.fill = fill
    self.outline = outline
    self.isOpaque = isOpaque
    self.clip = clip
  }
}
