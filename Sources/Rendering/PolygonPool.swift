/// Convex polygons of one frame, in pixels: what of each sprite is seen, after what lies before it was cut off.
///
/// Their corners lie one after another in one store that is used again, so that a frame in steady state takes no memory.
struct PolygonPool {
  /// A convex polygon: where its corners are in the store.
  struct Polygon {
    var first: Int
    var count: Int

    /// Whether nothing is left of it.
    var isEmpty: Bool { count < 3 }
  }

  /// All on one side of a line: `normal · place > offset`.
  struct HalfPlane {
    let normal: SIMD2<Double>
    let offset: Double

    func distance(_ place: SIMD2<Double>) -> Double { (normal * place).sum() - offset }

    /// The other side.
    var opposite: HalfPlane { HalfPlane(normal: -normal, offset: -offset) }
  }

  /// The half-planes whose common part is a polygon of four corners.
  struct Sides {
    let first: HalfPlane
    let second: HalfPlane
    let third: HalfPlane
    let fourth: HalfPlane

    static let count = 4

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
  /// Beyond so many corners nothing more is cut: better draw a little too much.
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

  /// What of a polygon lies in a half-plane; the polygon itself when all of it does.
  ///
  /// Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974), for one line.
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

  /// What of a polygon lies in a rectangle of pixels.
  mutating func cut(_ polygon: Polygon, to rectangle: PixelRectangle) -> Polygon {
    var rest = polygon
    rest = cut(rest, to: HalfPlane(normal: SIMD2(1, 0), offset: Double(rectangle.x)))
    rest = cut(rest, to: HalfPlane(normal: SIMD2(-1, 0), offset: -Double(rectangle.x + rectangle.width)))
    rest = cut(rest, to: HalfPlane(normal: SIMD2(0, 1), offset: Double(rectangle.y)))
    return cut(rest, to: HalfPlane(normal: SIMD2(0, -1), offset: -Double(rectangle.y + rectangle.height)))
  }

  /// Whether no corner of a polygon lies in a half-plane.
  func isOutside(_ polygon: Polygon, _ side: HalfPlane) -> Bool {
    for index in polygon.first..<polygon.first + polygon.count where side.distance(corners[index]) > 0 {
      return false
    }
    return true
  }

  /// The half-planes whose common part is a polygon of four corners in this order, either way around.
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

  /// How much more is cut off than what covers it, in pixels: GPUs round corners to 1/256 pixel or finer, and what is
  /// then missed lies below the edge of what covers it, which is drawn later.
  private static let overlap = 1.0 / 64
}
