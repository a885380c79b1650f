import RotundaGeometry
import Scene

/// A sprite's rectangle, prepared for drawing: four corners that reach about a pixel beyond it.
///
/// The shader computes the coverage of each pixel by the rounded rectangle. Therefore it must run for every
/// touched pixel, even if only a sliver of the pixel is covered.
struct Quad {
  /// Upper left, upper right, lower left, lower right.
  typealias Corners = (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  /// Half the width and height, in points.
  let half: SIMD2<Double>
  /// The mapping from the quad's plane to pixels.
  let outward: Homography
  /// The mapping from pixels to the quad's plane.
  let inward: Homography
  /// The corners in the quad's plane.
  let corners: Corners
  /// Whether the whole quad is in front of the viewer.
  let isBeforeViewer: Bool

  /// Returns nil if the quad is invisible or not finite.
  init?(size: Size, homography: Homography) {
    guard !size.isEmpty, size.width.isFinite, size.height.isFinite else { return nil }
    half = SIMD2(size.width, size.height) / 2
    guard let inverse = homography.inverse() else { return nil }
    let depths = Self.depths(half, homography)
    guard depths.max() > 0 else { return nil }
    isBeforeViewer = depths.min() > 0
    let seen = isBeforeViewer ? Self.shape(half, homography, inverse, nearest: depths.min()) : nil
    // For a quad partly behind the viewer, which the GPU clips, all edges get a margin for their far ends.
    (outward, inward, corners) = seen ?? (homography, inverse, Self.withMargins(half, homography, inverse))
    guard isFinite else { return nil }
  }

  private var isFinite: Bool {
    let sum = corners.0 + corners.1 + corners.2 + corners.3
    let slopes = inward.x + inward.y + inward.w + outward.x + outward.y + outward.w
    return (sum.x + sum.y).isFinite && slopes.sum().isFinite
  }

  /// Returns the projections of points of the quad's plane, in pixels; nil if one is behind the viewer.
  func seen(_ places: Corners) -> Corners? {
    let (a, b) = (outward.apply(places.0), outward.apply(places.1))
    let (c, d) = (outward.apply(places.2), outward.apply(places.3))
    guard min(min(a.z, b.z), min(c.z, d.z)) > 0 else { return nil }
    return (SIMD2(a.x, a.y) / a.z, SIMD2(b.x, b.y) / b.z, SIMD2(c.x, c.y) / c.z, SIMD2(d.x, d.y) / d.z)
  }

  /// Returns the number of points per pixel at `place`, divided by W there: ∂x/∂X, ∂x/∂Y, ∂y/∂X, ∂y/∂Y.
  ///
  /// With G the inverse of H, x = (G₁·s)/(G₃·s) for a pixel s and W = 1/(G₃·s). Therefore ∂x/∂sᵢ = (G₁ᵢ − x
  /// G₃ᵢ) W. Without W this is linear in x and y, so interpolation is exact.
  func slopes(at place: SIMD2<Double>) -> SIMD4<Double> {
    SIMD4(
      inward.x.x - place.x * inward.w.x, inward.x.y - place.x * inward.w.y,
      inward.y.x - place.y * inward.w.x, inward.y.y - place.y * inward.w.y)
  }

  /// The distance by which edges are moved outward, in pixels: half a pixel for the antialiasing of an edge,
  /// and half a pixel for rounding.
  private static let reach = 1.0
  /// The minimum depth of a valid inflated corner, as a fraction of the depth of the nearest plain corner.
  private static let nearestBelievable = 0.25
  /// The maximum margin, in half extents of the rectangle: near the horizon a pixel spans any number of
  /// points.
  private static let widestMargin = 4.0

  private static func depths(_ half: SIMD2<Double>, _ homography: Homography) -> SIMD4<Double> {
    let (across, down) = (half.x * homography.w.x, half.y * homography.w.y)
    return SIMD4(-across - down, across - down, -across + down, across + down) + homography.w.z
  }

  /// Returns the mappings and corners for a rectangle completely in front of the viewer, or nil if it needs
  /// margins.
  private static func shape(
    _ half: SIMD2<Double>, _ outward: Homography, _ inward: Homography, nearest: Double
  ) -> (Homography, Homography, Corners)? {
    if let exact = inflated(half, outward, inward, nearest: nearest) { return (outward, inward, exact) }
    let flat = outward.flattened(half)
    guard thickness(half, flat) < 1, let back = flat.inverse(), let box = boundingBox(half, flat, back) else {
      return nil
    }
    // A sliver thinner than a pixel: perspective is invisible, and a bounding box is sufficient.
    return (flat, back, box)
  }

  /// Returns a parallelogram's area divided by its longer side, in pixels: a lower bound of its visible
  /// thickness.
  private static func thickness(_ half: SIMD2<Double>, _ flat: Homography) -> Double {
    let across = SIMD2(flat.x.x, flat.y.x) * half.x * 2
    let down = SIMD2(flat.x.y, flat.y.y) * half.y * 2
    let longer = max((across * across).sum(), (down * down).sum()).squareRoot()
    return abs(across.x * down.y - across.y * down.x) / longer
  }

  /// Returns the corners after every projected edge is moved outward by `reach` pixels.
  ///
  /// An edge is a line l with l · (x, y, 1) ≥ 0 inside. Its projection is the line lᵀG, whose first two
  /// numbers have a length n. Moving it by a pixel adds n to the third number. In the plane, this adds n ·
  /// (H's row for W) to l.
  private static func inflated(
    _ half: SIMD2<Double>, _ outward: Homography, _ inward: Homography, nearest: Double
  ) -> Corners? {
    func moved(_ line: SIMD3<Double>) -> SIMD3<Double> {
      let seen = inward.x * line.x + inward.y * line.y + inward.w * line.z
      return line + outward.w * ((seen.x * seen.x + seen.y * seen.y).squareRoot() * reach)
    }
    let left = moved(SIMD3(1, 0, half.x))
    let right = moved(SIMD3(-1, 0, half.x))
    let top = moved(SIMD3(0, 1, half.y))
    let bottom = moved(SIMD3(0, -1, half.y))
    func corner(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD2<Double>? {
      let meeting = Homography.cross(a, b)
      let place = SIMD2(meeting.x, meeting.y) / meeting.z
      guard meeting.z > 0, outward.apply(place).z > nearest * nearestBelievable else { return nil }
      return place
    }
    guard let upperLeft = corner(left, top), let upperRight = corner(top, right),
      let lowerLeft = corner(bottom, left), let lowerRight = corner(right, bottom)
    else { return nil }
    return (upperLeft, upperRight, lowerLeft, lowerRight)
  }

  /// Returns the corners if every edge gets a margin in points: the maximum span of a pixel at its two ends.
  ///
  /// For quads without inflated corners: with a far edge closer than a pixel to the plane's horizon, or an
  /// edge through the viewer's plane. This is not exact, but the margin is large where a pixel-sized one
  /// would not be.
  private static func withMargins(_ half: SIMD2<Double>, _ outward: Homography, _ inward: Homography)
    -> Corners
  {
    func span(_ across: Double, _ down: Double) -> SIMD2<Double> {
      let place = SIMD2(half.x * across, half.y * down)
      let depth = max(0, outward.apply(place).z)
      let x = SIMD2(inward.x.x - place.x * inward.w.x, inward.x.y - place.x * inward.w.y) * depth
      let y = SIMD2(inward.y.x - place.y * inward.w.x, inward.y.y - place.y * inward.w.y) * depth
      return SIMD2(
        min((x * x).sum().squareRoot() * reach, half.x * widestMargin),
        min((y * y).sum().squareRoot() * reach, half.y * widestMargin))
    }
    let (a, b, c, d) = (span(-1, -1), span(1, -1), span(-1, 1), span(1, 1))
    let (left, right) = (-half.x - max(a.x, c.x), half.x + max(b.x, d.x))
    let (top, bottom) = (-half.y - max(a.y, b.y), half.y + max(c.y, d.y))
    return (SIMD2(left, top), SIMD2(right, top), SIMD2(left, bottom), SIMD2(right, bottom))
  }

  /// Returns the corners of the upright bounding rectangle, in pixels, of a parallelogram enlarged by
  /// `reach`.
  private static func boundingBox(
    _ half: SIMD2<Double>, _ outward: Homography, _ inward: Homography
  ) -> Corners? {
    let width = abs(outward.x.x) * half.x + abs(outward.x.y) * half.y + reach
    let height = abs(outward.y.x) * half.x + abs(outward.y.y) * half.y + reach
    guard width.isFinite, height.isFinite else { return nil }
    func place(_ right: Double, _ down: Double) -> SIMD2<Double> {
      let found = inward.apply(SIMD2(outward.x.z + right, outward.y.z + down))
      return SIMD2(found.x, found.y)
    }
    return (place(-width, -height), place(width, -height), place(-width, height), place(width, height))
  }
}

/// The part of a quad without antialiasing: it fully covers every pixel whose center lies in it.
///
/// With rounded corners it is a cross: the quad without a pixel at the edges and without the squares of the
/// corners.
struct QuadInside {
  /// The corners of an inner rectangle, almost as large as the quad.
  let core: Quad.Corners
  /// Half the extents of the upright and the level beam of the cross, in points. Nil if the corners are
  /// hardly rounded; then the inside is the core alone.
  let beams: (upright: SIMD2<Double>, level: SIMD2<Double>)?
  /// The overlap of the parts in points, to prevent gaps from rounding.
  let overlap: SIMD2<Double>
}

extension Quad {
  /// The inset that stays inside a rounded corner, as a fraction of the radius, from the diagonal of the
  /// corner's square.
  private static let cornerShare = 1 - 0.5.squareRoot()
  /// The distance from the edge to fully covered pixels, in pixels: half a pixel across the edge, and half a
  /// pixel for slanted edges.
  private static let margin = 1.0
  /// The minimum area of a useful inside, as a fraction of the quad's area.
  private static let leastShare = 0.25
  /// The minimum radius of corners with their own pieces, in pixels.
  private static let leastRadius = 4.0
  /// The overlap in pixels. GPUs round corners to 1/256 pixel or finer.
  private static let overlap = 1.0 / 16

  /// Returns the inside of the quad for corners with that radius. Returns nil if the inside is small or a
  /// part of the quad is behind the viewer.
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

  /// The maximum number of points that a pixel spans, across and down.
  private var widestSpan: SIMD2<Double> {
    let (a, b) = (span(-1, -1), span(1, -1))
    let (c, d) = (span(-1, 1), span(1, 1))
    return SIMD2(max(max(a.x, b.x), max(c.x, d.x)), max(max(a.y, b.y), max(c.y, d.y)))
  }

  /// Returns the number of points that a pixel spans at a corner, across and down.
  private func span(_ across: Double, _ down: Double) -> SIMD2<Double> {
    let place = SIMD2(half.x * across, half.y * down)
    let slopes = slopes(at: place) * outward.apply(place).z
    return SIMD2(
      (slopes.x * slopes.x + slopes.y * slopes.y).squareRoot(),
      (slopes.z * slopes.z + slopes.w * slopes.w).squareRoot())
  }
}

/// The points from which the pieces of a quad with a cross-shaped inside are built, in pixels.
struct InsideCorners {
  /// One corner of the quad.
  struct Corner {
    /// The corner of the quad with its margin.
    var outer = SIMD2<Double>.zero
    /// The point on the upper or lower edge where the upright beam begins.
    var across = SIMD2<Double>.zero
    /// The point on the left or right edge where the level beam begins.
    var down = SIMD2<Double>.zero
    /// The upright beam's corner.
    var upright = SIMD2<Double>.zero
    /// The level beam's corner.
    var level = SIMD2<Double>.zero
    /// A point slightly inside the upright beam, to which the edge above or below reaches.
    var belowUpright = SIMD2<Double>.zero
    /// A point slightly inside the level beam, to which the edge beside it reaches.
    var besideLevel = SIMD2<Double>.zero
    /// The intersection of the beams, slightly inside both.
    var elbow = SIMD2<Double>.zero
    /// The intersection of the beams, slightly inside the level one.
    var neck = SIMD2<Double>.zero
  }

  private(set) var upperLeft = Corner()
  private(set) var upperRight = Corner()
  private(set) var lowerRight = Corner()
  private(set) var lowerLeft = Corner()
  /// Whether all points are in front of the viewer.
  private(set) var isBeforeViewer = true
  private let quad: Quad

  init(_ quad: Quad, _ beams: (upright: SIMD2<Double>, level: SIMD2<Double>), overlap: SIMD2<Double>) {
    self.quad = quad
    let (a, b, c, d) = quad.corners
    upperLeft = corner(a, across: b, down: c, SIMD2(-1, -1), beams, overlap)
    upperRight = corner(b, across: a, down: d, SIMD2(1, -1), beams, overlap)
    lowerLeft = corner(c, across: d, down: a, SIMD2(-1, 1), beams, overlap)
    lowerRight = corner(d, across: c, down: b, SIMD2(1, 1), beams, overlap)
  }

  /// - Parameters:
  ///   - place: The quad's corner, followed by its neighbors, in the quad's plane.
  ///   - side: The side of the center on which the corner lies.
  private mutating func corner(
    _ place: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>, _ side: SIMD2<Double>,
    _ beams: (upright: SIMD2<Double>, level: SIMD2<Double>), _ overlap: SIMD2<Double>
  ) -> Corner {
    let (upright, level) = (beams.upright * side, beams.level * side)
    let within = overlap * side
    let alongEdge = (upright.x - place.x) / (across.x - place.x)
    let alongSide = (level.y - place.y) / (down.y - place.y)
    return Corner(
      outer: seen(place), across: seen(place + (across - place) * alongEdge),
      down: seen(place + (down - place) * alongSide), upright: seen(upright), level: seen(level),
      belowUpright: seen(SIMD2(upright.x, upright.y - within.y)),
      besideLevel: seen(SIMD2(level.x - within.x, level.y)),
      elbow: seen(SIMD2(upright.x, level.y) - within), neck: seen(SIMD2(upright.x, level.y - within.y)))
  }

  private mutating func seen(_ place: SIMD2<Double>) -> SIMD2<Double> {
    let seen = quad.outward.apply(place)
    if !(seen.z > 0) { isBeforeViewer = false }
    return SIMD2(seen.x, seen.y) / seen.z
  }
}
