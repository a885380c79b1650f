/// The part of a quad that needs no antialiasing.
extension Quad {
  /// What a circle leaves of a corner's square along its diagonal: an inset of so much of the radius is inside of it.
  private static let cornerShare = 1 - 0.5.squareRoot()
  /// From the edge to where all of a pixel is covered, in pixels: half of one across the edge, and as much for pixels
  /// that are seen at an angle.
  private static let margin = 1.0
  /// A smaller inside is not worth two kinds of pieces, in points of a quad's plane times points.
  private static let leastShare = 0.25

  /// Corners of a rectangle within a quad whose corners have that radius: every pixel whose middle lies in it is covered
  /// fully. Nil where that is little of it, or some of the quad is behind the viewer.
  func inside(radius: Double) -> Corners? {
    guard isBeforeViewer else { return nil }
    let inner = half - widestSpan * Self.margin - Self.bounded(radius, half) * Self.cornerShare
    guard inner.x > 0, inner.y > 0, inner.x * inner.y > half.x * half.y * Self.leastShare else { return nil }
    return Self.corners(inner)
  }

  /// The same of the rectangle between the corners above and below, and of the one between those at the left and at the
  /// right. Together they leave little but the corners.
  func arms(radius: Double) -> (upright: Corners?, level: Corners?) {
    guard isBeforeViewer else { return (nil, nil) }
    let (rounding, inner) = (Self.bounded(radius, half), half - widestSpan * Self.margin)
    func corners(_ inner: SIMD2<Double>) -> Corners? {
      inner.x > 0 && inner.y > 0 ? Self.corners(inner) : nil
    }
    return (
      corners(SIMD2(inner.x - rounding, inner.y)), corners(SIMD2(inner.x, inner.y - rounding))
    )
  }

  private static func bounded(_ radius: Double, _ half: SIMD2<Double>) -> Double {
    min(max(0, radius.isNaN ? 0 : radius), half.min())
  }

  private static func corners(_ half: SIMD2<Double>) -> Corners {
    (SIMD2(-half.x, -half.y), SIMD2(half.x, -half.y), SIMD2(-half.x, half.y), SIMD2(half.x, half.y))
  }

  /// How many points a pixel spans where that is most, across and down.
  private var widestSpan: SIMD2<Double> {
    let (a, b) = (span(-1, -1), span(1, -1))
    let (c, d) = (span(-1, 1), span(1, 1))
    return SIMD2(max(max(a.x, b.x), max(c.x, d.x)), max(max(a.y, b.y), max(c.y, d.y)))
  }

  /// How many points a pixel spans at a corner, across and down.
  private func span(_ across: Double, _ down: Double) -> SIMD2<Double> {
    let place = SIMD2(half.x * across, half.y * down)
    let slopes = slopes(at: place) * outward.apply(place).z
    return SIMD2(
      (slopes.x * slopes.x + slopes.y * slopes.y).squareRoot(),
      (slopes.z * slopes.z + slopes.w * slopes.w).squareRoot())
  }
}
