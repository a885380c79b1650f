/// What the pieces of a quad with a cross as its inside are made of, in pixels.
struct InsideCorners {
  /// One corner of the quad.
  struct Corner {
    /// Of the quad with its margin.
    var outer = SIMD2<Double>.zero
    /// On the upper or lower edge, where the upright beam begins.
    var across = SIMD2<Double>.zero
    /// On the left or right edge, where the level beam begins.
    var down = SIMD2<Double>.zero
    /// The upright beam's corner.
    var upright = SIMD2<Double>.zero
    /// The level beam's corner.
    var level = SIMD2<Double>.zero
    /// A little within the upright beam, as far as the edge above or below reaches into it.
    var belowUpright = SIMD2<Double>.zero
    /// The same at the level beam's end.
    var besideLevel = SIMD2<Double>.zero
    /// Where the beams meet, a little within both.
    var elbow = SIMD2<Double>.zero
    /// Where they meet, a little within the level one.
    var neck = SIMD2<Double>.zero
  }

  private(set) var upperLeft = Corner()
  private(set) var upperRight = Corner()
  private(set) var lowerRight = Corner()
  private(set) var lowerLeft = Corner()
  /// Whether all of them can be seen by somebody.
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
  ///   - place: the quad's corner, and its neighbours, in the quad's plane.
  ///   - side: to which side of the middle it lies.
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
