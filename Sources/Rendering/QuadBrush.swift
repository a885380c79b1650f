import Glibc
import Scene

/// Makes the vertices of one quad.
struct QuadBrush {
  let quad: Quad
  private let view: View
  let paint: Paint
  /// Of its corners, in points.
  let radius: Float
  /// Its picture's coordinates to a point.
  let texturePerPoint: SIMD2<Double>
  private let texelsPerPoint: SIMD2<Double>
  /// How opaque it is at its upper edge.
  let upperOpacity: Double
  /// Whether smaller levels of its picture are needed, see `PictureStore.savesLevels`.
  let usesLevels: Bool

  /// - Parameter savesLevels: whether no smaller levels are to be used where they would hardly show.
  init(
    _ quad: Quad, _ paint: Paint, radius: Double, upperOpacity: Double = 1, savesLevels: Bool, _ view: View
  ) {
    self.upperOpacity = upperOpacity.isNaN ? 0 : upperOpacity
    self.quad = quad
    self.view = view
    self.paint = paint
    self.radius = Float(min(max(0, radius.isNaN ? 0 : radius), quad.half.min()))
    texturePerPoint = paint.extent / (quad.half * 2)
    texelsPerPoint = paint.texels / (quad.half * 2)
    usesLevels = paint.picture != nil && !(savesLevels && Self.isNearlyWhole(quad, texelsPerPoint))
  }

  /// What it is filled from; nil where any texture will do.
  var texture: UInt32? { paint.texture }

  /// The vertex of a place that is seen at a pixel.
  func vertex(seenAt pixel: SIMD2<Double>) -> QuadVertex {
    let place = quad.inward.apply(pixel)
    return vertex(SIMD2(place.x, place.y) / place.z)
  }

  /// The vertex at a place in the quad's plane.
  func vertex(_ place: SIMD2<Double>) -> QuadVertex {
    let seen = quad.outward.apply(place)
    let clip = view.clip(seen)
    let slopes = quad.slopes(at: place)
    return QuadVertex(
      x: Float(clip.x), y: Float(clip.y), w: Float(clip.z), placeX: Float(place.x), placeY: Float(place.y),
      slopeXX: Float(slopes.x), slopeXY: Float(slopes.y), slopeYX: Float(slopes.z), slopeYY: Float(slopes.w),
      halfWidth: Float(quad.half.x), halfHeight: Float(quad.half.y), radius: radius,
      bias: Float(bias(slopes, depth: seen.z)), textureX: Float(paint.center.x),
      textureY: Float(paint.center.y),
      texturePerPointX: Float(texturePerPoint.x), texturePerPointY: Float(texturePerPoint.y),
      color: upperOpacity < 1 ? paint.color(seen: opacity(at: place)) : paint.color)
  }

  /// How opaque it is at a height.
  private func opacity(at place: SIMD2<Double>) -> Double {
    let down = min(max(0.5 + place.y / (2 * quad.half.y), 0), 1)
    return upperOpacity + (1 - upperOpacity) * down
  }

  /// Half a level sharper than the rule of the GL specification (3.7.7), which takes the direction that is
  /// foreshortened most and blurs the other as well.
  static let sharpness = -0.5
  private static let smallestLevel = Double(BitmapPyramid.levels - 1)

  /// What is added to the level of detail: some sharpness, and what keeps it within the levels that are filled.
  private func bias(_ slopes: SIMD4<Double>, depth: Double) -> Double {
    guard usesLevels else { return 0 }
    let level = log2(Self.texelsPerPixel(slopes, depth: depth, texelsPerPoint)) / 2
    guard level.isFinite else { return Self.sharpness }
    return max(min(Self.sharpness, Self.smallestLevel - level), -Self.farthestBias)
  }

  /// The square of how many texels a pixel spans, in the direction that is foreshortened most.
  private static func texelsPerPixel(
    _ slopes: SIMD4<Double>, depth: Double, _ texelsPerPoint: SIMD2<Double>
  ) -> Double {
    let across = SIMD2(slopes.x, slopes.z) * texelsPerPoint * depth
    let down = SIMD2(slopes.y, slopes.w) * texelsPerPoint * depth
    return max((across * across).sum(), (down * down).sum())
  }

  /// Up to here the first level alone will do, in texels to a pixel: the next one would have less than a third of the
  /// weight, and of the texels in between none is passed over.
  private static let nearlyWhole = 1.75

  /// Whether at none of the corners a pixel spans more texels than that; in between it spans no more than there.
  private static func isNearlyWhole(_ quad: Quad, _ texelsPerPoint: SIMD2<Double>) -> Bool {
    func isNearlyWhole(_ place: SIMD2<Double>) -> Bool {
      let depth = quad.outward.apply(place).z
      return depth > 0
        && texelsPerPixel(quad.slopes(at: place), depth: depth, texelsPerPoint) <= nearlyWhole * nearlyWhole
    }
    let (a, b, c, d) = quad.corners
    return isNearlyWhole(a) && isNearlyWhole(b) && isNearlyWhole(c) && isNearlyWhole(d)
  }

  /// What GL drivers take at least as a bias, in levels: more is cut by them anyway.
  private static let farthestBias = 15.0
}

extension QuadVertex {
  /// Whether a quad is made of numbers and not wholly beyond one of the view's edges.
  static func areVisible(_ a: QuadVertex, _ b: QuadVertex, _ c: QuadVertex, _ d: QuadVertex) -> Bool {
    guard a.isFinite, b.isFinite, c.isFinite, d.isFinite else { return false }
    return a.beyond & b.beyond & c.beyond & d.beyond == 0
  }

  private var isFinite: Bool {
    // A sum is finite only if all parts are; far below what could overflow in the GPU's own arithmetic.
    abs(x) + abs(y) + abs(w) + abs(placeX) + abs(placeY) + abs(halfWidth) + abs(halfHeight) < 1e15
      && (slopeXX + slopeXY + slopeYX + slopeYY + texturePerPointX + texturePerPointY).isFinite
  }

  /// One bit for each edge of the view that the vertex lies beyond.
  private var beyond: Int {
    (x < -w ? 1 : 0) | (x > w ? 2 : 0) | (y < -w ? 4 : 0) | (y > w ? 8 : 0)
  }
}
