import Scene

/// The visible parts of a frame: sprites from front to back, each without the parts that opaque insides in
/// front of it cover.
///
/// An opaque sprite has an inside, whose pixels it covers completely, and an edge around it. Insides are
/// drawn first, without blending and with a program that only samples the texture. No inside is drawn under
/// another one. Then the edges and all transparent sprites follow, from back to front.
struct Occlusion {
  /// A visible convex part of a sprite.
  struct Piece {
    /// The index of the sprite in the frame.
    var sprite: Int
    var polygon: PolygonPool.Polygon
  }

  private struct Cover {
    let bounds: PixelRectangle
    let sides: PolygonPool.Sides
  }

  /// The corners of all polygons.
  private(set) var pool = PolygonPool()
  /// The visible insides, from front to back.
  private(set) var insides: [Piece] = []
  /// The other visible parts, from front to back.
  private(set) var edges: [Piece] = []
  /// The insides, or the two beams that form one.
  private var covers: [Cover] = []
  /// Mirror images, which cover only other mirror images.
  private var reflections: [Cover] = []
  private var pieces: [PolygonPool.Polygon] = []
  private var remaining: [PolygonPool.Polygon] = []

  mutating func removeAll() {
    pool.removeAll()
    insides.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    covers.removeAll(keepingCapacity: true)
    reflections.removeAll(keepingCapacity: true)
    isOverwhelmed = false
  }

  /// Whether a part could not be cut: too many corners, or behind the viewer. The results are invalid then.
  private(set) var isOverwhelmed = false

  /// Adds a sprite behind all earlier ones.
  ///
  /// - Parameters:
  ///   - clip: The clipping rectangle, if any. A clipped sprite has no inside.
  ///   - inside: The opaque part, if any.
  ///   - reflection: The role in a mirror image. Mirror images have no inside.
  mutating func add(
    _ sprite: Int, _ quad: Quad, _ bounds: PixelRectangle, clip: PixelRectangle? = nil, inside: QuadInside?,
    reflection: Sprite.Reflection = .none
  ) {
    isOverwhelmed = isOverwhelmed || pool.isFull || !quad.isBeforeViewer
    guard !isOverwhelmed else { return }
    guard let inside else {
      let all = seen(quad, quad.corners)
      let part = clip.map { pool.cut(all, to: $0) } ?? all
      guard !part.isEmpty else { return }
      addEdge(sprite, part, bounds, isReflection: reflection != .none)
      if reflection == .whole { reflections.append(Cover(bounds: bounds, sides: pool.sides(of: all))) }
      return
    }
    if let beams = inside.beams {
      let corners = InsideCorners(quad, beams, overlap: inside.overlap)
      isOverwhelmed = isOverwhelmed || !corners.isBeforeViewer
      addEdges(sprite, corners, bounds)
      addCross(sprite, corners, bounds)
    } else {
      let core = seen(quad, inside.core)
      addFrame(sprite, seen(quad, quad.corners), core, bounds)
      addInside(sprite, core, bounds)
      covers.append(Cover(bounds: bounds, sides: pool.sides(of: core)))
    }
  }

  /// Returns the projected corners, in order around the polygon.
  private mutating func seen(_ quad: Quad, _ corners: Quad.Corners) -> PolygonPool.Polygon {
    // Margins may reach behind the viewer even if the sprite does not.
    guard let (a, b, c, d) = quad.seen(corners) else {
      isOverwhelmed = true
      return pool.add(.zero, .zero, .zero, .zero)
    }
    return pool.add(a, b, d, c)
  }

  private mutating func addInside(_ sprite: Int, _ polygon: PolygonPool.Polygon, _ bounds: PixelRectangle) {
    pieces.removeAll(keepingCapacity: true)
    pieces.append(polygon)
    for cover in covers { cutInside(bounds, by: cover) }
    for piece in pieces { insides.append(Piece(sprite: sprite, polygon: piece)) }
  }

  /// Adds the edge around an inside that is one rectangle.
  private mutating func addFrame(
    _ sprite: Int, _ outer: PolygonPool.Polygon, _ inner: PolygonPool.Polygon, _ bounds: PixelRectangle
  ) {
    for from in 0..<4 {
      let to = (from + 1) % 4
      let part = pool.add(
        pool.corners[outer.first + from], pool.corners[outer.first + to], pool.corners[inner.first + to],
        pool.corners[inner.first + from])
      addEdge(sprite, part, bounds)
    }
  }

  /// Adds the edges around a cross: the four corners and the straight parts between them.
  private mutating func addEdges(_ sprite: Int, _ corners: InsideCorners, _ bounds: PixelRectangle) {
    let (a, b, c, d) = (corners.upperLeft, corners.upperRight, corners.lowerRight, corners.lowerLeft)
    addEdge(sprite, pool.add(a.outer, a.across, a.elbow, a.down), bounds)
    addEdge(sprite, pool.add(b.outer, b.across, b.elbow, b.down), bounds)
    addEdge(sprite, pool.add(c.outer, c.across, c.elbow, c.down), bounds)
    addEdge(sprite, pool.add(d.outer, d.across, d.elbow, d.down), bounds)
    addEdge(sprite, pool.add(a.across, b.across, b.belowUpright, a.belowUpright), bounds)
    addEdge(sprite, pool.add(b.down, c.down, c.besideLevel, b.besideLevel), bounds)
    addEdge(sprite, pool.add(c.across, d.across, d.belowUpright, c.belowUpright), bounds)
    addEdge(sprite, pool.add(d.down, a.down, a.besideLevel, d.besideLevel), bounds)
  }

  /// Adds the inside of a cross: the level beam, and the parts of the upright beam above and below it.
  private mutating func addCross(_ sprite: Int, _ corners: InsideCorners, _ bounds: PixelRectangle) {
    let (a, b, c, d) = (corners.upperLeft, corners.upperRight, corners.lowerRight, corners.lowerLeft)
    let level = pool.add(a.level, b.level, c.level, d.level)
    addInside(sprite, level, bounds)
    addInside(sprite, pool.add(a.upright, b.upright, b.neck, a.neck), bounds)
    addInside(sprite, pool.add(c.upright, d.upright, d.neck, c.neck), bounds)
    let upright = pool.add(a.upright, b.upright, c.upright, d.upright)
    covers.append(Cover(bounds: bounds, sides: pool.sides(of: level)))
    covers.append(Cover(bounds: bounds, sides: pool.sides(of: upright)))
  }

  /// Adds the visible rest of a part of an edge, which must not be drawn over its covers.
  private mutating func addEdge(
    _ sprite: Int, _ polygon: PolygonPool.Polygon, _ bounds: PixelRectangle, isReflection: Bool = false
  ) {
    pieces.removeAll(keepingCapacity: true)
    pieces.append(polygon)
    for cover in covers { cut(bounds, by: cover) }
    if isReflection { for cover in reflections { cut(bounds, by: cover) } }
    for piece in pieces { edges.append(Piece(sprite: sprite, polygon: piece)) }
  }

  /// Removes the part that a cover hides from the pieces of an inside.
  ///
  /// For an upright cover, it removes the whole part: the rest meets along rows and columns. A slanted cut
  /// that ends on the edge of another piece might leave a gap of a pixel, because corners are rounded. See
  /// OpenGL 4.6, 14.6.1. There it removes only what a single cut can remove; drawing the rest does no harm.
  private mutating func cutInside(_ bounds: PixelRectangle, by cover: Cover) {
    guard !cover.sides.areUpright else { return cut(bounds, by: cover) }
    guard !pool.isFull, !cover.bounds.intersection(bounds).isEmpty else { return }
    for index in pieces.indices { pieces[index] = pool.remainder(of: pieces[index], without: cover.sides) }
    pieces.removeAll(where: \.isEmpty)
  }

  /// Removes the part that a cover hides from the pieces, which lie within `bounds`.
  private mutating func cut(_ bounds: PixelRectangle, by cover: Cover) {
    guard !pieces.isEmpty, !pool.isFull, !cover.bounds.intersection(bounds).isEmpty else { return }
    remaining.removeAll(keepingCapacity: true)
    for piece in pieces { pool.subtract(cover.sides, from: piece, into: &remaining) }
    swap(&pieces, &remaining)
  }
}

extension PolygonPool {
  /// Returns a polygon without the intersection of four half-planes if the rest is one convex polygon; else
  /// the whole polygon.
  mutating func remainder(of polygon: Polygon, without sides: Sides) -> Polygon {
    if isApart(polygon, sides) { return polygon }
    for index in 0..<Sides.count {
      let side = sides[index]
      let inside = cut(polygon, to: side)
      if inside.isEmpty { return polygon }
      if isInside(inside, sides) { return cut(polygon, to: side.opposite) }
    }
    return polygon
  }

  /// Appends the convex parts of a polygon without the intersection of four half-planes.
  mutating func subtract(_ sides: Sides, from polygon: Polygon, into parts: inout [Polygon]) {
    if isApart(polygon, sides) { return parts.append(polygon) }
    var rest = polygon
    for index in 0..<Sides.count {
      let side = sides[index]
      let outside = cut(rest, to: side.opposite)
      if !outside.isEmpty { parts.append(outside) }
      rest = cut(rest, to: side)
      if rest.isEmpty { return }
    }
  }

  private func isApart(_ polygon: Polygon, _ sides: Sides) -> Bool {
    for index in 0..<Sides.count where isOutside(polygon, sides[index]) { return true }
    return false
  }

  /// The tolerance for corners that rounding moved outside after a cut.
  private static let slack = 1e-6

  private func isInside(_ polygon: Polygon, _ sides: Sides) -> Bool {
    for index in polygon.first..<polygon.first + polygon.count {
      let place = corners[index]
      for side in 0..<Sides.count where sides[side].distance(place) < -Self.slack { return false }
    }
    return true
  }
}

/// The convex polygons of one frame, in pixels: the visible parts of each sprite, without the parts that
/// sprites in front hide.
///
/// One reused array holds all corners. Therefore frames in steady state allocate no memory.
struct PolygonPool {
  /// A convex polygon: the range of its corners in the array.
  struct Polygon {
    var first: Int
    var count: Int

    var isEmpty: Bool { count < 3 }
  }

  /// The points on one side of a line: `normal · place > offset`.
  struct HalfPlane {
    let normal: SIMD2<Double>
    let offset: Double

    func distance(_ place: SIMD2<Double>) -> Double { (normal * place).sum() - offset }

    var isUpright: Bool { normal.x == 0 || normal.y == 0 }

    /// The opposite half-plane.
    var opposite: HalfPlane { HalfPlane(normal: -normal, offset: -offset) }
  }

  /// The half-planes whose intersection is a polygon of four corners.
  struct Sides {
    let first: HalfPlane
    let second: HalfPlane
    let third: HalfPlane
    let fourth: HalfPlane

    static let count = 4

    /// Whether all edges run along rows and columns of pixels.
    var areUpright: Bool { first.isUpright && second.isUpright && third.isUpright && fourth.isUpright }

    subscript(index: Int) -> HalfPlane {
      switch index {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
  }

  private(set) var corners: [SIMD2<Double>] = []
  /// The maximum number of corners. Beyond it, nothing more is cut: drawing slightly too much is better.
  static let capacity = 1 << 14

  mutating func removeAll() { corners.removeAll(keepingCapacity: true) }

  var isFull: Bool { corners.count >= Self.capacity }

  mutating func add(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
  ) -> Polygon {
    corners.append(a)
    corners.append(b)
    corners.append(c)
    corners.append(d)
    return Polygon(first: corners.count - 4, count: 4)
  }

  /// Returns the part of a polygon in a half-plane; the polygon itself if all of it is inside.
  ///
  /// Source: Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974), for one line.
  mutating func cut(_ polygon: Polygon, to side: HalfPlane) -> Polygon {
    var (inside, outside) = (0, 0)
    for index in polygon.first..<polygon.first + polygon.count {
      if side.distance(corners[index]) >= 0 { inside += 1 } else { outside += 1 }
    }
    if outside == 0 { return polygon }
    let first = corners.count
    guard inside > 0 else { return Polygon(first: first, count: 0) }
    var from = corners[polygon.first + polygon.count - 1]
    var before = side.distance(from)
    for index in polygon.first..<polygon.first + polygon.count {
      let to = corners[index]
      let after = side.distance(to)
      if (before >= 0) != (after >= 0) { corners.append(from + (to - from) * (before / (before - after))) }
      if after >= 0 { corners.append(to) }
      (from, before) = (to, after)
    }
    return Polygon(first: first, count: corners.count - first)
  }

  /// Returns the part of a polygon in a rectangle of pixels.
  mutating func cut(_ polygon: Polygon, to rectangle: PixelRectangle) -> Polygon {
    var rest = polygon
    rest = cut(rest, to: HalfPlane(normal: SIMD2(1, 0), offset: Double(rectangle.x)))
    rest = cut(rest, to: HalfPlane(normal: SIMD2(-1, 0), offset: -Double(rectangle.x + rectangle.width)))
    rest = cut(rest, to: HalfPlane(normal: SIMD2(0, 1), offset: Double(rectangle.y)))
    return cut(rest, to: HalfPlane(normal: SIMD2(0, -1), offset: -Double(rectangle.y + rectangle.height)))
  }

  /// Reports whether no corner of a polygon lies in a half-plane.
  private func isOutside(_ polygon: Polygon, _ side: HalfPlane) -> Bool {
    for index in polygon.first..<polygon.first + polygon.count where side.distance(corners[index]) > 0 {
      return false
    }
    return true
  }

  /// Returns the half-planes whose intersection is a polygon of four corners, in order in either direction.
  func sides(of polygon: Polygon) -> Sides {
    let (a, b) = (corners[polygon.first], corners[polygon.first + 1])
    let (c, d) = (corners[polygon.first + 2], corners[polygon.first + 3])
    let turn = (c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x)
    func side(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> HalfPlane {
      let way = to - from
      let length = (way * way).sum().squareRoot()
      guard length > 0 else { return HalfPlane(normal: .zero, offset: -1) }
      let normal = SIMD2(-way.y, way.x) * ((turn < 0 ? -1 : 1) / length)
      return HalfPlane(normal: normal, offset: (normal * from).sum() - Self.overlap)
    }
    return Sides(first: side(a, b), second: side(b, c), third: side(c, d), fourth: side(d, a))
  }

  /// The extra width of a cut beyond its cover, in pixels. GPUs round corners to 1/256 pixel or finer. The
  /// cover's edge, which is drawn later, hides the difference.
  private static let overlap = 1.0 / 64
}
