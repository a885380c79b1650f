/// The part of a quad that needs no antialiasing: every pixel whose middle lies in it is covered fully.
///
/// With rounded corners it is a cross: all but a pixel at the edges, and but the corners' squares.
struct QuadInside {
  /// Corners of a rectangle in it, nearly as large as the quad.
  let core: Quad.Corners
  /// Half the extent of the cross's upright beam, and of its level one, in points. Nil where the corners are hardly rounded, and
  /// the core is all there is.
  let beams: (upright: SIMD2<Double>, level: SIMD2<Double>)?
  /// How far its parts reach into each other, in points, so that no rounding leaves a gap.
  let overlap: SIMD2<Double>
}

extension Quad {
  /// What a circle leaves of a corner's square along its diagonal: an inset of so much of the radius is inside of it.
  private static let cornerShare = 1 - 0.5.squareRoot()
  /// From the edge to where all of a pixel is covered, in pixels: half of one across the edge, and as much for pixels
  /// that are seen at an angle.
  private static let margin = 1.0
  /// A smaller inside is not worth two kinds of pieces, in points of a quad's plane times points.
  private static let leastShare = 0.25
  /// Corners with smaller radii, in pixels, are not worth pieces of their own.
  private static let leastRadius = 4.0
  /// In pixels, GPUs round corners to 1/256 pixel or finer.
  private static let overlap = 1.0 / 16

  /// The inside of a quad whose corners have that radius. Nil where that is little of it, or some of the quad is behind
  /// the viewer.
  func inside(radius: Double) -> QuadInside? {
    guard isBeforeViewer else { return nil }
    let (span, rounding) = (widestSpan, min(max(0, radius.isNaN ? 0 : radius), half.min()))
    let most = half - span * Self.margin
    let inner = most - rounding * Self.cornerShare
    guard inner.x > 0, inner.y > 0, inner.x * inner.y > half.x * half.y * Self.leastShare else { return nil }
    let (upright, level) = (SIMD2(most.x - rounding, most.y), SIMD2(most.x, most.y - rounding))
    let isCross = rounding > max(span.x, span.y) * Self.leastRadius && upright.x > 0 && level.y > 0
    return QuadInside(
      core: Self.corners(inner), beams: isCross ? (upright, level) : nil, overlap: span * Self.overlap)
  }

  static func corners(_ half: SIMD2<Double>) -> Corners {
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
