import Glibc
import Rasterization
import RotundaGeometry
import Scene

/// Draws the visible parts of a frame with the processor.
final class ProcessorPainter: Painter {
  var pictures: any PictureStore { bitmaps }

  private let bitmaps: BitmapStore
  private let pool: RasterPool
  /// The data of the latest frame. The memory is reused.
  private var fills: [RasterFill] = []
  private var pieces: [RasterPiece] = []
  private var corners: [SIMD2<Double>] = []
  /// The mix of two pictures during a cross-fade.
  private let mixture = PixelMemory()

  /// Creates a painter, see `Renderer`.
  init(threads: Int?, largestPicture: Int, budget: Int) {
    bitmaps = BitmapStore(largest: largestPicture, budget: budget)
    pool = RasterPool(threads: threads)
  }

  func makeCurrent(_ surface: (any DrawingSurface)?) {}

  func checkForErrors() {}

  func paint(_ composition: Composition, in part: PixelRectangle, of surface: any DrawingSurface) -> Int {
    guard let memory = surface.memory else { return 0 }
    prepare(composition, in: part)
    let background = Paint(composition.background.opacity(1), opacity: 1)
    let area = Self.area(part)
    fills.withUnsafeBufferPointer { fills in
      pieces.withUnsafeBufferPointer { pieces in
        corners.withUnsafeBufferPointer { corners in
          pool.draw(
            RasterJob(
              memory, part: area, background: background?.color.withRedAndBlueSwapped ?? 0, fills: fills,
              pieces: pieces, corners: corners))
        }
      }
    }
    return 1
  }

  private static func area(_ part: PixelRectangle) -> PixelArea {
    PixelArea(columns: part.x..<part.x + part.width, rows: part.y..<part.y + part.height)
  }

  private func prepare(_ composition: Composition, in part: PixelRectangle) {
    let occlusion = composition.occlusion
    corners.removeAll(keepingCapacity: true)
    corners.append(contentsOf: occlusion.pool.corners)
    fills.removeAll(keepingCapacity: true)
    for drawn in composition.drawn {
      let isSeen = !drawn.bounds.intersection(part).isEmpty
      fills.append(isSeen ? fill(drawn) : RasterFill(color: 0))
    }
    pieces.removeAll(keepingCapacity: true)
    if occlusion.isOverwhelmed { return addAll(composition, in: part) }
    let mixed = mixGround(composition)
    for piece in occlusion.insides.reversed() { add(piece, isOpaque: true) }
    for piece in occlusion.edges.reversed() where piece.sprite != mixed { add(piece, isOpaque: false) }
  }

  /// Mixes two background pictures during a cross-fade. Both cover the screen; mixed by texel in advance,
  /// they cost little more than one.
  ///
  /// - Returns: The index of the sprite that the mix replaces, or nil.
  private func mixGround(_ composition: Composition) -> Int? {
    guard composition.drawn.count > 1, composition.drawn[1].clip == nil,
      composition.drawn[0].brush.paint.picture?.isOpaque == true,
      composition.drawn[1].brush.paint.picture?.isOpaque == true,
      let share = fills[1].share(over: fills[0]), let below = fills[0].texels, let above = fills[1].texels,
      below.texelCount <= Self.mostMixed
    else { return nil }
    mixture.resize(to: below.texelCount)
    guard let mixed = below.mixed(above, weight: share, into: mixture.start) else { return nil }
    fills[0].texels = mixed
    return 1
  }

  /// The maximum number of texels to mix in advance. They take a twentieth of a millisecond.
  private static let mostMixed = 100_000

  private func add(_ piece: Occlusion.Piece, isOpaque: Bool) {
    let outline = RasterOutline(first: piece.polygon.first, count: piece.polygon.count)
    pieces.append(RasterPiece(fill: piece.sprite, outline: outline, isOpaque: isOpaque))
  }

  /// Adds all sprites from back to front, whether covered or not.
  private func addAll(_ composition: Composition, in part: PixelRectangle) {
    for (index, drawn) in composition.drawn.enumerated() where !drawn.bounds.intersection(part).isEmpty {
      let outline = outline(drawn.brush.quad, drawn.brush.quad.corners)
      let clip = drawn.clip.map(Self.area)
      pieces.append(RasterPiece(fill: index, outline: outline, isOpaque: false, clip: clip))
    }
  }

  private func fill(_ drawn: Composition.Drawn) -> RasterFill {
    let (brush, quad) = (drawn.brush, drawn.brush.quad)
    var fill = RasterFill(color: brush.paint.color.withRedAndBlueSwapped)
    (fill.placeAcross, fill.placeDown, fill.depth) = (quad.inward.x, quad.inward.y, quad.inward.w)
    fill.half = quad.half
    fill.radius = Double(brush.radius)
    fill.upperOpacity = brush.upperOpacity
    if let bitmap = brush.paint.picture as? BitmapStore.Bitmap {
      fill.texels = bitmap.texels(usesLevels: brush.usesLevels)
      (fill.middle, fill.texelsPerPoint) = (brush.paint.center, brush.texturePerPoint)
      fill.usesLevels = brush.usesLevels
      fill.levelBias = QuadBrush.sharpness
    }
    // The inside of an opaque sprite is drawn separately.
    guard drawn.inside == nil, let inside = quad.inside(radius: Double(brush.radius)) else { return fill }
    let (upright, level) = inside.beams ?? (inside.core.3, inside.core.3)
    fill.solid = (
      outline(quad, Quad.corners(upright)) ?? .nothing, outline(quad, Quad.corners(level)) ?? .nothing
    )
    return fill
  }

  /// Returns the outline of a rectangle in the quad's plane, in pixels; nil if a part of it is behind the
  /// viewer.
  private func outline(_ quad: Quad, _ places: Quad.Corners) -> RasterOutline? {
    guard let (a, b, c, d) = quad.seen(places) else { return nil }
    corners.append(a)
    corners.append(b)
    corners.append(d)
    corners.append(c)
    return RasterOutline(first: corners.count - 4, count: 4)
  }
}

/// Creates the vertices of one quad.
struct QuadBrush {
  let quad: Quad
  private let view: View
  let paint: Paint
  /// The radius of the corners, in points.
  let radius: Float
  /// The change of the picture's coordinates per point.
  let texturePerPoint: SIMD2<Double>
  private let texelsPerPoint: SIMD2<Double>
  /// The opacity at the upper edge.
  let upperOpacity: Double
  /// Whether the quad needs smaller levels of its picture, see `PictureStore.savesLevels`.
  let usesLevels: Bool

  /// - Parameter savesLevels: Whether to avoid smaller levels if they are hardly visible.
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

  /// The texture; nil if any texture works.
  var texture: UInt32? { paint.texture }

  /// Returns the vertex at a pixel.
  func vertex(seenAt pixel: SIMD2<Double>) -> QuadVertex {
    let place = quad.inward.apply(pixel)
    return vertex(SIMD2(place.x, place.y) / place.z)
  }

  /// Returns the vertex at a point in the quad's plane.
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

  /// Returns the opacity at a height.
  private func opacity(at place: SIMD2<Double>) -> Double {
    let down = min(max(0.5 + place.y / (2 * quad.half.y), 0), 1)
    return upperOpacity + (1 - upperOpacity) * down
  }

  /// Half a level sharper than the rule of the GL specification (3.7.7). That rule uses the most
  /// foreshortened direction and also blurs the other one.
  static let sharpness = -0.5
  private static let smallestLevel = Double(BitmapPyramid.levels - 1)

  /// Returns the bias of the level of detail: the sharpness, limited to stay within the filled levels.
  private func bias(_ slopes: SIMD4<Double>, depth: Double) -> Double {
    guard usesLevels else { return 0 }
    let level = log2(Self.texelsPerPixel(slopes, depth: depth, texelsPerPoint)) / 2
    guard level.isFinite else { return Self.sharpness }
    return max(min(Self.sharpness, Self.smallestLevel - level), -Self.farthestBias)
  }

  /// Returns the square of the number of texels per pixel, in the most foreshortened direction.
  private static func texelsPerPixel(
    _ slopes: SIMD4<Double>, depth: Double, _ texelsPerPoint: SIMD2<Double>
  ) -> Double {
    let across = SIMD2(slopes.x, slopes.z) * texelsPerPoint * depth
    let down = SIMD2(slopes.y, slopes.w) * texelsPerPoint * depth
    return max((across * across).sum(), (down * down).sum())
  }

  /// The number of texels per pixel up to which the first level alone is sufficient. The next level would
  /// have less than a third of the weight, and no texel is skipped.
  private static let nearlyWhole = 1.75

  /// Reports whether no corner has more texels per pixel than `nearlyWhole`. Points in between have no more
  /// than the corners.
  private static func isNearlyWhole(_ quad: Quad, _ texelsPerPoint: SIMD2<Double>) -> Bool {
    func isNearlyWhole(_ place: SIMD2<Double>) -> Bool {
      let depth = quad.outward.apply(place).z
      return depth > 0
        && texelsPerPixel(quad.slopes(at: place), depth: depth, texelsPerPoint) <= nearlyWhole * nearlyWhole
    }
    let (a, b, c, d) = quad.corners
    return isNearlyWhole(a) && isNearlyWhole(b) && isNearlyWhole(c) && isNearlyWhole(d)
  }

  /// The smallest bias limit of GL drivers, in levels. Drivers clamp larger values.
  private static let farthestBias = 15.0
}

extension QuadVertex {
  /// Reports whether a quad is finite and not completely beyond one edge of the view.
  static func areVisible(_ a: QuadVertex, _ b: QuadVertex, _ c: QuadVertex, _ d: QuadVertex) -> Bool {
    guard a.isFinite, b.isFinite, c.isFinite, d.isFinite else { return false }
    return a.beyond & b.beyond & c.beyond & d.beyond == 0
  }

  private var isFinite: Bool {
    // A sum is finite only if all parts are. The limit is far below an overflow in the GPU's arithmetic.
    abs(x) + abs(y) + abs(w) + abs(placeX) + abs(placeY) + abs(halfWidth) + abs(halfHeight) < 1e15
      && (slopeXX + slopeXY + slopeYX + slopeYY + texturePerPointX + texturePerPointY).isFinite
  }

  /// A bit set of the edges of the view beyond which the vertex lies.
  private var beyond: Int {
    (x < -w ? 1 : 0) | (x > w ? 2 : 0) | (y < -w ? 4 : 0) | (y > w ? 8 : 0)
  }
}
