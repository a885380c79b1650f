import RotundaGeometry
import Rasterization
import Scene

/// From what is seen of a frame to pixels, without graphics.
final class ProcessorPainter: Painter {
  var pictures: any PictureStore { bitmaps }

  private let bitmaps: BitmapStore
  private let crew: RasterCrew
  /// Of the latest frame; their memory is used again.
  private var fills: [RasterFill] = []
  private var pieces: [RasterPiece] = []
  private var corners: [SIMD2<Double>] = []

  /// A painter, see `Renderer`.
  init(threads: Int?, largestPicture: Int, budget: Int) {
    bitmaps = BitmapStore(largest: largestPicture, budget: budget)
    crew = RasterCrew(threads: threads)
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
          crew.draw(
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
    for piece in occlusion.insides.reversed() { add(piece, isOpaque: true) }
    for piece in occlusion.edges.reversed() { add(piece, isOpaque: false) }
  }

  private func add(_ piece: Occlusion.Piece, isOpaque: Bool) {
    let outline = RasterOutline(first: piece.polygon.first, count: piece.polygon.count)
    pieces.append(RasterPiece(fill: piece.sprite, outline: outline, isOpaque: isOpaque))
  }

  /// From the back to the front, covered or not.
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
    // What lets nothing shine through has its inside drawn apart.
    guard drawn.inside == nil, let inside = quad.inside(radius: Double(brush.radius)) else { return fill }
    let (upright, level) = inside.beams ?? (inside.core.3, inside.core.3)
    fill.solid = (
      outline(quad, Quad.corners(upright)) ?? .nothing, outline(quad, Quad.corners(level)) ?? .nothing
    )
    return fill
  }

  /// A rectangle of a quad's plane in pixels; nil where some of it is behind the viewer.
  private func outline(_ quad: Quad, _ places: Quad.Corners) -> RasterOutline? {
    guard let (a, b, c, d) = quad.seen(places) else { return nil }
    corners.append(a)
    corners.append(b)
    corners.append(d)
    corners.append(c)
    return RasterOutline(first: corners.count - 4, count: 4)
  }
}
