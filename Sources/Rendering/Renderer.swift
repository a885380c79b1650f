import CGraphics
import Geometry
import Scene

/// Draws frames, and owns the pictures on them.
///
/// One renderer belongs to one context. When the context is lost, so are renderer and pictures: build both anew.
@MainActor  // Explicit: optimised, other modules see the isolated deinit but not this module's default.
public final class Renderer {
  /// What drawing the latest frame took.
  public private(set) var statistics = FrameStatistics()
  /// The pictures of the latest frame whose pixels are not there: their placeholders were drawn.
  ///
  /// Whoever makes pixels is asked for these; a picture that had to make room comes back here when it is seen again.
  public private(set) var missingPictures: Set<Picture> = []

  /// What of the latest frame differs from the one before, for `present(damage:)`.
  public private(set) var damage = PixelRectangle.empty

  private let context: GraphicsContext
  private weak var surface: (any DrawingSurface)?
  private let atlas: Atlas
  private let program: QuadProgram
  private let quads: QuadBuffer
  private var runs: [Run] = []
  private var history = FrameHistory()
  private var isPainting = false
  private var isConfinedToNothing = false

  /// Quads in a row that share a texture.
  private struct Run {
    /// Nil while there were only plain colours, for which every texture will do.
    var texture: GLuint?
    var quads: Range<Int>
  }

  /// Video memory for pictures unless another budget is given: five pages of 2048², enough for the tiles of a 4K
  /// screen and its neighbours.
  public nonisolated static let defaultTextureBudget = 128 << 20

  /// A renderer for the context of `surface`.
  ///
  /// - Parameters:
  ///   - allowed: what may be used of what the driver offers.
  ///   - largestTexture: texels across or down that are not exceeded, even if the driver could.
  ///   - textureBudget: bytes of video memory for pictures.
  /// - Throws: `shaderRejected` or `programRejected` with the driver's words, or a lost context or surface.
  public init(
    _ surface: any DrawingSurface, allowing allowed: GraphicsFeatures = .all, largestTexture: Int = 4096,
    textureBudget: Int = Renderer.defaultTextureBudget
  ) throws(GraphicsError) {
    try surface.makeCurrent()
    self.surface = surface
    context = surface.context
    let offered = GraphicsFeatures(
      extensions: glGetString(GLenum(GL_EXTENSIONS)).map { String(cString: $0) } ?? "")
    let limits = Self.limits(offered.intersection(allowed), largestTexture)
    atlas = Atlas(limits: limits, budget: textureBudget)
    quads = QuadBuffer()
    program = try QuadProgram()
    program.use()
    glEnable(GLenum(GL_BLEND))
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    glDisable(GLenum(GL_DITHER))
    glActiveTexture(GLenum(GL_TEXTURE0))
  }

  isolated deinit {
    guard (try? makeContextCurrent()) != nil else { return }
    atlas.delete()
    quads.delete()
    program.delete()
  }

  /// Whether a picture's pixels are there.
  public func contains(_ picture: Picture) -> Bool { atlas.contains(picture) }

  /// How many pictures' pixels are there.
  public var pictureCount: Int { atlas.count }

  /// Video memory in use for pictures, in bytes.
  public var textureBytes: Int { atlas.bytes }

  /// Takes over a picture's pixels: 32 bits each, premultiplied, blue in the lowest byte (Cairo's ARGB32 on a
  /// little-endian machine). They may be fewer or more than `picture.size`; sprites stretch them.
  ///
  /// Pictures that were not shown for longest make room. What exceeds the largest texture is halved until it fits.
  ///
  /// - Parameter stride: bytes from one row to the next.
  /// - Returns: false when `bytes` does not hold that many pixels, or when there is no room beside what the latest
  ///   frame shows.
  public func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, bytes: UnsafeRawBufferPointer
  ) throws(GraphicsError) -> Bool {
    try makeContextCurrent()
    return atlas.upload(picture, width: width, height: height, stride: stride, bytes: bytes)
  }

  /// Forgets all pictures but these.
  public func retain(only pictures: Set<Picture>) throws(GraphicsError) {
    try makeContextCurrent()
    atlas.retain(only: pictures)
  }

  /// Draws a frame, where it differs from what the surface's buffer shows; `present(damage:)` must follow.
  ///
  /// Sprites that are no number, behind the viewer, outside or transparent are skipped.
  ///
  /// - Parameter scale: pixels to a point.
  /// - Throws: `contextLost` or `surfaceLost` when there is something to be rebuilt.
  public func draw(
    _ frame: SceneFrame, to surface: any DrawingSurface, scale: Double
  ) throws(GraphicsError) {
    do throws(GraphicsError) {
      try begin(frame, surface, scale)
      if let view = View(frame.size, surface.size, scale: scale) {
        for sprite in frame.sprites { add(sprite, view) }
      }
      damage = history.finish()
      if !isPainting { paint(history.outdated(age: surface.bufferAge)) }
      flush()
      try checkForErrors()
    } catch {
      history.forget()
      throw error
    }
  }

  private func begin(
    _ frame: SceneFrame, _ surface: any DrawingSurface, _ scale: Double
  ) throws(GraphicsError) {
    try surface.makeCurrent()
    if self.surface !== surface { history.forget() }
    self.surface = surface
    atlas.beginFrame()
    statistics = FrameStatistics()
    missingPictures.removeAll(keepingCapacity: true)
    isPainting = false
    let size = surface.size
    history.begin(.init(surface: size, size: frame.size, scale: scale, background: frame.background))
    glViewport(0, 0, GLsizei(clamping: size.width), GLsizei(clamping: size.height))
    glClearColor(Float(frame.background.red), Float(frame.background.green), Float(frame.background.blue), 1)
  }

  private func makeContextCurrent() throws(GraphicsError) {
    if let surface { try surface.makeCurrent() } else { try context.makeCurrent(nil) }
  }

  /// Begins to draw, and confines that to a part of the surface.
  private func paint(_ part: PixelRectangle) {
    isPainting = true
    isConfinedToNothing = part.isEmpty
    guard !part.isEmpty else { return }
    if part == history.whole {
      // A clear that is not confined is the cheaper one.
      glDisable(GLenum(GL_SCISSOR_TEST))
    } else {
      glEnable(GLenum(GL_SCISSOR_TEST))
      let below = history.whole.height - part.y - part.height
      glScissor(GLint(part.x), GLint(below), GLsizei(part.width), GLsizei(part.height))
    }
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  private func add(_ sprite: Sprite, _ view: View) {
    guard let paint = paint(sprite) else { return skip() }
    let homography = Homography(sprite.transform, center: view.center, scale: view.scale)
    guard let quad = Quad(size: sprite.size, homography: homography) else { return skip() }
    let brush = QuadBrush(quad, paint, radius: sprite.cornerRadius, view)
    let (a, b) = (brush.vertex(quad.corners.0), brush.vertex(quad.corners.1))
    let (c, d) = (brush.vertex(quad.corners.2), brush.vertex(quad.corners.3))
    guard QuadVertex.areVisible(a, b, c, d) else { return skip() }
    history.add(.init(sprite: sprite, upload: paint.upload, bounds: view.bounds(a, b, c, d)))
    if quads.isFull { paintEarly() }
    continueRun(with: paint.texture)
    quads.append(a, b, c, d)
    statistics.quads += 1
  }

  /// Draws what waits before the frame's end, when nobody knows yet what has changed.
  private func paintEarly() {
    if !isPainting {
      history.changeAll()
      paint(history.whole)
    }
    flush()
  }

  private func skip() { statistics.skipped += 1 }

  private func paint(_ sprite: Sprite) -> Paint? {
    guard sprite.opacity > 0 else { return nil }
    switch sprite.fill {
    case .color(let color):
      return Paint(color, opacity: sprite.opacity, brightness: sprite.brightness)
    case .picture(let picture, let placeholder):
      if let entry = atlas.use(picture) {
        return Paint(entry, opacity: sprite.opacity, brightness: sprite.brightness)
      }
      missingPictures.insert(picture)
      return Paint(placeholder, opacity: sprite.opacity, brightness: sprite.brightness)
    }
  }

  /// The quad that is added next belongs to the latest run if its texture does.
  private func continueRun(with texture: GLuint?) {
    let index = quads.count
    if let last = runs.indices.last,
      runs[last].texture == nil || texture == nil || runs[last].texture == texture
    {
      runs[last].texture = runs[last].texture ?? texture
      runs[last].quads = runs[last].quads.lowerBound..<index + 1
    } else {
      runs.append(Run(texture: texture, quads: index..<index + 1))
    }
  }

  private func flush() {
    defer {
      runs.removeAll(keepingCapacity: true)
      quads.removeAll()
    }
    guard quads.count > 0, !isConfinedToNothing else { return }
    quads.upload()
    for run in runs {
      glBindTexture(GLenum(GL_TEXTURE_2D), run.texture ?? atlas.whiteTexture)
      quads.draw(run.quads)
      statistics.drawCalls += 1
    }
  }

  private func checkForErrors() throws(GraphicsError) {
    #if DEBUG
      let code = glGetError()
      guard code == GLenum(GL_NO_ERROR) else { throw .callFailed("drawing", code: code) }
    #endif
    if context.wasReset { throw .contextLost }
  }

  private static func limits(_ features: GraphicsFeatures, _ largestTexture: Int) -> Atlas.Limits {
    var side: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
    // GLES2 promises 64 texels; a power of two is what textures with levels need.
    let bounded = max(64, min(Int(side), largestTexture))
    let power = 1 << (Int.bitWidth - 1 - bounded.leadingZeroBitCount)
    return Atlas.Limits(
      textureSide: power, hasBGRA: features.contains(.bgraTextures), anisotropy: Self.anisotropy(features))
  }

  /// Software drivers offer it too, at a price that no frame could pay.
  private static func anisotropy(_ features: GraphicsFeatures) -> Float {
    let driver = glGetString(GLenum(GL_RENDERER)).map { String(cString: $0) } ?? ""
    guard features.contains(.anisotropy), !driver.contains("llvmpipe"), !driver.contains("softpipe") else {
      return 1
    }
    var most: GLfloat = 1
    glGetFloatv(GLenum(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT), &most)
    return min(most, usefulAnisotropy)
  }

  /// Cards in a cover flow are foreshortened about three times.
  private static let usefulAnisotropy: Float = 4
}
