import RotundaGeometry
import Scene

/// A sprite's rectangle, ready to be drawn: four corners that reach about a pixel beyond it.
///
/// The shader decides how much of each pixel the rounded rectangle covers, and so must be asked about every pixel
/// it touches, also where only a sliver of it is covered.
struct Quad {
  /// Upper left, upper right, lower left, lower right.
  typealias Corners = (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  /// Half its width and height, in points.
  let half: SIMD2<Double>
  /// From its plane to pixels.
  let outward: Homography
  /// From pixels to its plane.
  let inward: Homography
  /// In its plane.
  let corners: Corners
  /// Whether all of it can be seen by somebody.
  let isBeforeViewer: Bool

  /// Nil when there is nothing to see, or nothing that numbers could describe.
  init?(size: Size, homography: Homography) {
    guard !size.isEmpty, size.width.isFinite, size.height.isFinite else { return nil }
    half = SIMD2(size.width, size.height) / 2
    guard let inverse = homography.inverse() else { return nil }
    let depths = Self.depths(half, homography)
    guard depths.max() > 0 else { return nil }
    isBeforeViewer = depths.min() > 0
    let seen = isBeforeViewer ? Self.shape(half, homography, inverse, nearest: depths.min()) : nil
    // Partly behind the viewer, where the GPU clips, all edges get a margin that suits their far ends.
    (outward, inward, corners) = seen ?? (homography, inverse, Self.withMargins(half, homography, inverse))
    guard isFinite else { return nil }
  }

  private var isFinite: Bool {
    let sum = corners.0 + corners.1 + corners.2 + corners.3
    let slopes = inward.x + inward.y + inward.w + outward.x + outward.y + outward.w
    return (sum.x + sum.y).isFinite && slopes.sum().isFinite
  }

  /// Where places of its plane are seen, in pixels; nil when one is behind the viewer.
  func seen(_ places: Corners) -> Corners? {
    let (a, b) = (outward.apply(places.0), outward.apply(places.1))
    let (c, d) = (outward.apply(places.2), outward.apply(places.3))
    guard min(min(a.z, b.z), min(c.z, d.z)) > 0 else { return nil }
    return (SIMD2(a.x, a.y) / a.z, SIMD2(b.x, b.y) / b.z, SIMD2(c.x, c.y) / c.z, SIMD2(d.x, d.y) / d.z)
  }

  /// How many points of the plane a pixel spans at `place`, divided by W there: ∂x/∂X, ∂x/∂Y, ∂y/∂X, ∂y/∂Y.
  ///
  /// With G the inverse of H, x = (G₁·s)/(G₃·s) for a pixel s and W = 1/(G₃·s); so ∂x/∂sᵢ = (G₁ᵢ − x G₃ᵢ) W. Without
  /// the W it is linear in x and y, and therefore interpolated exactly.
  func slopes(at place: SIMD2<Double>) -> SIMD4<Double> {
    SIMD4(
      inward.x.x - place.x * inward.w.x, inward.x.y - place.x * inward.w.y,
      inward.y.x - place.y * inward.w.x, inward.y.y - place.y * inward.w.y)
  }
}

extension Quad {
  /// How far the edges are moved outwards, in pixels: half a pixel that an edge's ramp needs, and as much for rounding.
  private static let reach = 1.0
  /// An inflated corner closer to the viewer than this part of the nearest plain one is not believed.
  private static let nearestBelievable = 0.25
  /// The widest margin, in halves of the rectangle's extent: towards the horizon a pixel spans any number of points.
  private static let widestMargin = 4.0

  private static func depths(_ half: SIMD2<Double>, _ homography: Homography) -> SIMD4<Double> {
    let (across, down) = (half.x * homography.w.x, half.y * homography.w.y)
    return SIMD4(-across - down, across - down, -across + down, across + down) + homography.w.z
  }

  /// What a rectangle wholly before the viewer is drawn with, or nil when only margins will do.
  private static func shape(
    _ half: SIMD2<Double>, _ outward: Homography, _ inward: Homography, nearest: Double
  ) -> (Homography, Homography, Corners)? {
    if let exact = inflated(half, outward, inward, nearest: nearest) { return (outward, inward, exact) }
    let flat = outward.flattened(half)
    guard thickness(half, flat) < 1, let back = flat.inverse(), let box = boundingBox(half, flat, back) else {
      return nil
    }
    // A sliver thinner than a pixel: at that width perspective cannot be seen, and a box around it will do.
    return (flat, back, box)
  }

  /// A parallelogram's area over its longer side, in pixels: at least how thick it is seen.
  private static func thickness(_ half: SIMD2<Double>, _ flat: Homography) -> Double {
    let across = SIMD2(flat.x.x, flat.y.x) * half.x * 2
    let down = SIMD2(flat.x.y, flat.y.y) * half.y * 2
    let longer = max((across * across).sum(), (down * down).sum()).squareRoot()
    return abs(across.x * down.y - across.y * down.x) / longer
  }

  /// The corners after every edge was moved `reach` pixels outwards as it is seen.
  ///
  /// An edge is a line l with l · (x, y, 1) ≥ 0 inside. Seen, it is the line lᵀG, whose first two numbers have some
  /// length n; moving it by a pixel adds n to its third, and back in the plane that adds n · (H's row for W) to l.
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

  /// The corners when every edge gets a margin of as many points as a pixel spans at most at its two ends.
  ///
  /// For what has no inflated corners: a far edge closer than a pixel to its plane's horizon, or one through the
  /// viewer's own plane. Not exact, but then the margin is large where a pixel of it would not be.
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

  /// The corners of the upright rectangle, as seen, around a parallelogram and `reach`.
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
