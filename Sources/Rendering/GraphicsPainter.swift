import CGraphics
import Scene

/// Draws the visible parts of a frame with GL.
final class GraphicsPainter: Painter {
  var pictures: any PictureStore { atlas }

  private let context: GraphicsContext
  private weak var surface: (any DrawingSurface)?
  private let atlas: Atlas
  private let insideProgram: QuadProgram
  private let edgeProgram: QuadProgram
  private let quads: QuadBuffer
  private var runs: [Run] = []
  private var drawCalls = 0

  /// Consecutive quads with the same texture.
  private struct Run {
    /// Nil while the run has only plain colors, which work with every texture.
    var texture: GLuint?
    /// Whether the run uses smaller levels of the texture.
    var usesLevels: Bool
    var quads: Range<Int>

    /// Reports whether a quad can join the run.
    func accepts(_ brush: QuadBrush) -> Bool {
      texture == nil || brush.texture == nil || (texture == brush.texture && usesLevels == brush.usesLevels)
    }
  }

  /// Creates a painter for the context of `surface`, see `Renderer`.
  init(
    _ surface: any GraphicsSurface, allowing allowed: GraphicsFeatures, largestTexture: Int,
    textureBudget: Int
  ) throws(GraphicsError) {
    let isSoftware = try surface.context.isSoftware()
    try surface.makeCurrent()
    self.surface = surface
    context = surface.context
    let offered = GraphicsFeatures(
      extensions: glGetString(GLenum(GL_EXTENSIONS)).map { String(cString: $0) } ?? "")
    let limits = Self.limits(offered.intersection(allowed), largestTexture, isSoftware: isSoftware)
    atlas = Atlas(limits: limits, budget: textureBudget)
    quads = QuadBuffer()
    insideProgram = try QuadProgram(vertex: ShaderSource.insideVertex, fragment: ShaderSource.insideFragment)
    edgeProgram = try QuadProgram(vertex: ShaderSource.vertex, fragment: ShaderSource.fragment)
    QuadProgram.readVertices()
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    glDisable(GLenum(GL_DITHER))
    glActiveTexture(GLenum(GL_TEXTURE0))
  }

  deinit {
    guard (try? makeCurrent(surface)) != nil else { return }
    atlas.delete()
    quads.delete()
    insideProgram.delete()
    edgeProgram.delete()
  }

  func makeCurrent(_ surface: (any DrawingSurface)?) throws(GraphicsError) {
    guard let surface else { return try context.makeCurrent(nil) }
    try surface.makeCurrent()
    self.surface = surface
  }

  func paint(_ composition: Composition, in part: PixelRectangle, of surface: any DrawingSurface) -> Int {
    drawCalls = 0
    confine(to: part, of: surface.size)
    let background = composition.background
    glClearColor(Float(background.red), Float(background.green), Float(background.blue), 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    if composition.occlusion.isOverwhelmed {
      paintAll(composition, in: part, of: surface.size)
    } else {
      begin(insideProgram, blends: false)
      for piece in composition.occlusion.insides.reversed() { emit(piece, of: composition) }
      flush()
      begin(edgeProgram, blends: true)
      for piece in composition.occlusion.edges.reversed() { emit(piece, of: composition) }
      flush()
    }
    return drawCalls
  }

  func checkForErrors() throws(GraphicsError) {
    #if DEBUG
      let code = glGetError()
      guard code == GLenum(GL_NO_ERROR) else { throw .callFailed("drawing", code: code) }
    #endif
    if context.wasReset { throw .contextLost }
  }

  /// Restricts drawing to a part of the surface. For the whole surface, it disables the scissor test, because
  /// a full clear is cheaper.
  private func confine(to part: PixelRectangle, of size: PixelSize) {
    glViewport(0, 0, GLsizei(clamping: size.width), GLsizei(clamping: size.height))
    guard part != PixelRectangle(size) else { return glDisable(GLenum(GL_SCISSOR_TEST)) }
    glEnable(GLenum(GL_SCISSOR_TEST))
    // GL counts rows from the bottom.
    let below = size.height - part.y - part.height
    glScissor(GLint(part.x), GLint(below), GLsizei(part.width), GLsizei(part.height))
  }

  private func begin(_ program: QuadProgram, blends: Bool) {
    program.use()
    if blends { glEnable(GLenum(GL_BLEND)) } else { glDisable(GLenum(GL_BLEND)) }
  }

  /// Draws all sprites from back to front, whether covered or not.
  private func paintAll(_ composition: Composition, in part: PixelRectangle, of size: PixelSize) {
    begin(edgeProgram, blends: true)
    var confined = part
    for sprite in composition.drawn where !sprite.bounds.intersection(part).isEmpty {
      let wanted = sprite.clip.map(part.intersection) ?? part
      if wanted != confined {
        flush()
        confine(to: wanted, of: size)
        confined = wanted
      }
      let (brush, corners) = (sprite.brush, sprite.brush.quad.corners)
      append(
        brush, brush.vertex(corners.0), brush.vertex(corners.1), brush.vertex(corners.2),
        brush.vertex(corners.3))
    }
    flush()
  }

  /// Emits a convex polygon as adjacent quads that share its first corner.
  private func emit(_ piece: Occlusion.Piece, of composition: Composition) {
    let brush = composition.drawn[piece.sprite].brush
    let (first, count) = (piece.polygon.first, piece.polygon.count)
    func vertex(_ corner: Int) -> QuadVertex {
      brush.vertex(seenAt: composition.occlusion.pool.corners[first + min(corner, count - 1)])
    }
    let start = vertex(0)
    var corner = 1
    while corner + 1 < count {
      append(brush, start, vertex(corner), vertex(corner + 2), vertex(corner + 1))
      corner += 2
    }
  }

  private func append(
    _ brush: QuadBrush, _ a: QuadVertex, _ b: QuadVertex, _ c: QuadVertex, _ d: QuadVertex
  ) {
    if quads.isFull { flush() }
    continueRun(with: brush)
    quads.append(a, b, c, d)
  }

  /// Assigns the next quad to the latest run if texture and use of levels match, else to a new run.
  private func continueRun(with brush: QuadBrush) {
    let index = quads.count
    guard let last = runs.indices.last, runs[last].accepts(brush) else {
      return runs.append(Run(texture: brush.texture, usesLevels: brush.usesLevels, quads: index..<index + 1))
    }
    if runs[last].texture == nil {
      runs[last].texture = brush.texture
      runs[last].usesLevels = brush.usesLevels
    }
    runs[last].quads = runs[last].quads.lowerBound..<index + 1
  }

  private func flush() {
    defer {
      runs.removeAll(keepingCapacity: true)
      quads.removeAll()
    }
    guard quads.count > 0 else { return }
    quads.upload()
    for run in runs {
      atlas.bind(run.texture, usesLevels: run.usesLevels)
      quads.draw(run.quads)
      drawCalls += 1
    }
  }
}

/// The limits of the driver.
extension GraphicsPainter {
  private static func limits(
    _ features: GraphicsFeatures, _ largestTexture: Int, isSoftware: Bool
  ) -> Atlas.Limits {
    var side: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
    // GLES2 guarantees 64 texels. Textures with levels need a power of two.
    let bounded = max(64, min(Int(side), largestTexture))
    let power = 1 << (Int.bitWidth - 1 - bounded.leadingZeroBitCount)
    return Atlas.Limits(
      textureSide: power, hasBGRA: features.contains(.bgraTextures),
      anisotropy: isSoftware ? 1 : Self.anisotropy(features), savesLevels: isSoftware)
  }

  /// Returns the anisotropy to use. Not for software drivers, which also offer it, but too slowly.
  private static func anisotropy(_ features: GraphicsFeatures) -> Float {
    guard features.contains(.anisotropy) else { return 1 }
    var most: GLfloat = 1
    glGetFloatv(GLenum(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT), &most)
    return min(most, usefulAnisotropy)
  }

  /// Cover flow foreshortens cards about three times.
  private static let usefulAnisotropy: Float = 4
}
