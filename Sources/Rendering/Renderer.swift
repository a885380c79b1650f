import CGraphics
import Geometry
import Scene

/// Draws frames, and owns the pictures on them.
///
/// One renderer belongs to one context. When the context is lost, so are renderer and pictures: build both anew.
///
/// It may be made on one thread and used on another, as long as only one at a time uses anything of its context.
public final class Renderer {
  /// What drawing the latest frame took.
  public internal(set) var statistics = FrameStatistics()
  /// The pictures of the latest frame whose pixels are not there: their placeholders were drawn.
  ///
  /// Whoever makes pixels is asked for these; a picture that had to make room comes back here when it is seen again.
  public private(set) var missingPictures: Set<Picture> = []

  /// What of the latest frame differs from the one before, for `present(damage:)`.
  public private(set) var damage = PixelRectangle.empty

  /// Whether the next frame shows something else although the scene is the same: a picture fades in.
  public internal(set) var isFading = false
  /// Bytes of video memory for pictures that are not exceeded, unless all of them are seen.
  public var textureBudget: Int {
    get { atlas.budget }
    set { atlas.budget = newValue }
  }

  /// Pictures whose placeholders are seen, and since when.
  var awaited: [Picture: Double] = [:]
  private let context: GraphicsContext
  private(set) weak var surface: (any DrawingSurface)?
  let atlas: Atlas
  let insideProgram: QuadProgram
  let edgeProgram: QuadProgram
  let quads: QuadBuffer
  var runs: [Run] = []
  var history = FrameHistory()
  /// What may be seen of the frame, from the back to the front.
  var drawn: [Drawn] = []
  var occlusion = Occlusion()

  /// A sprite of which something is on the surface.
  struct Drawn {
    let brush: QuadBrush
    let bounds: PixelRectangle
    /// What of it covers all that is behind it.
    let inside: QuadInside?
  }

  /// Quads in a row that share a texture.
  struct Run {
    /// Nil while there were only plain colours, for which every texture will do.
    var texture: GLuint?
    /// Whether smaller levels of it are used.
    var usesLevels: Bool
    var quads: Range<Int>
  }

  /// Video memory for pictures unless another budget is given: five pages of 2048², enough for the tiles of a 4K
  /// screen and its neighbours.
  public static let defaultTextureBudget = 128 << 20

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
    insideProgram = try QuadProgram(vertex: ShaderSource.insideVertex, fragment: ShaderSource.insideFragment)
    edgeProgram = try QuadProgram(vertex: ShaderSource.vertex, fragment: ShaderSource.fragment)
    QuadProgram.readVertices()
    glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    glDisable(GLenum(GL_DITHER))
    glActiveTexture(GLenum(GL_TEXTURE0))
  }

  deinit {
    guard (try? makeContextCurrent()) != nil else { return }
    atlas.delete()
    quads.delete()
    insideProgram.delete()
    edgeProgram.delete()
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
  /// - Parameters:
  ///   - stride: bytes from one row to the next.
  ///   - isOpaque: whether every pixel covers what is behind it, which makes it cheaper to draw.
  /// - Returns: false when `bytes` does not hold that many pixels, or when there is no room beside what the latest
  ///   frame shows.
  public func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, isOpaque: Bool = false,
    bytes: UnsafeRawBufferPointer
  ) throws(GraphicsError) -> Bool {
    try makeContextCurrent()
    return atlas.upload(
      picture, width: width, height: height, stride: stride, isOpaque: isOpaque, bytes: bytes)
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
  /// - Parameters:
  ///   - scale: pixels to a point.
  ///   - time: when it is seen, in seconds: pictures that come late fade in. Nil shows them at once.
  /// - Throws: `contextLost` or `surfaceLost` when there is something to be rebuilt.
  public func draw(
    _ frame: SceneFrame, to surface: any DrawingSurface, scale: Double, at time: Double? = nil
  ) throws(GraphicsError) {
    do throws(GraphicsError) {
      try begin(frame, surface, scale)
      if let view = View(frame.size, surface.size, scale: scale, isTopDown: surface.isTopDown) {
        for sprite in frame.sprites { add(sprite, view, at: time) }
      }
      damage = history.finish()
      paint(history.outdated(age: surface.bufferAge))
      try checkForErrors()
    } catch {
      history.forget()
      throw error
    }
  }

  /// What a picture that showed the frame `age` frames ago lacks of the latest one; all of it when that is 0.
  public func outdated(age: Int) -> PixelRectangle { history.outdated(age: age) }

  private func begin(
    _ frame: SceneFrame, _ surface: any DrawingSurface, _ scale: Double
  ) throws(GraphicsError) {
    try surface.makeCurrent()
    if self.surface !== surface { history.forget() }
    self.surface = surface
    atlas.beginFrame()
    statistics = FrameStatistics()
    missingPictures.removeAll(keepingCapacity: true)
    drawn.removeAll(keepingCapacity: true)
    isFading = false
    let size = surface.size
    history.begin(.init(surface: size, size: frame.size, scale: scale, background: frame.background))
    glViewport(0, 0, GLsizei(clamping: size.width), GLsizei(clamping: size.height))
    glClearColor(Float(frame.background.red), Float(frame.background.green), Float(frame.background.blue), 1)
  }

  private func makeContextCurrent() throws(GraphicsError) {
    if let surface { try surface.makeCurrent() } else { try context.makeCurrent(nil) }
  }

  private func add(_ sprite: Sprite, _ view: View, at time: Double?) {
    guard let time, case .picture(let picture, let placeholder) = sprite.fill,
      let progress = fade(of: picture, at: time)
    else { return add(sprite, view) }
    var (below, above) = (sprite, sprite)
    below.fill = .color(placeholder)
    above.opacity *= progress
    add(below, view)
    add(above, view)
  }

  private func add(_ sprite: Sprite, _ view: View) {
    guard let paint = paint(sprite) else { return skip() }
    let homography = Homography(sprite.transform, center: view.center, scale: view.scale)
    guard let quad = Quad(size: sprite.size, homography: homography) else { return skip() }
    let brush = QuadBrush(
      quad, paint, radius: sprite.cornerRadius, upperOpacity: sprite.upperOpacity,
      savesLevels: atlas.savesLevels,
      view)
    let (a, b) = (brush.vertex(quad.corners.0), brush.vertex(quad.corners.1))
    let (c, d) = (brush.vertex(quad.corners.2), brush.vertex(quad.corners.3))
    guard QuadVertex.areVisible(a, b, c, d) else { return skip() }
    let bounds = view.bounds(a, b, c, d)
    history.add(.init(sprite: sprite, upload: paint.upload, bounds: bounds))
    let inside = paint.isOpaque ? quad.inside(radius: sprite.cornerRadius) : nil
    drawn.append(Drawn(brush: brush, bounds: bounds, inside: inside))
    statistics.quads += 1
  }

  private func skip() { statistics.skipped += 1 }

  private func paint(_ sprite: Sprite) -> Paint? {
    guard sprite.opacity > 0 else { return nil }
    switch sprite.fill {
    case .color(let color):
      return Paint(color, opacity: sprite.opacity, brightness: sprite.brightness)
    case .picture(let picture, let placeholder):
      if let entry = atlas.use(picture) {
        return Paint(entry, opacity: sprite.opacity, brightness: sprite.brightness, part: sprite.part)
      }
      missingPictures.insert(picture)
      return Paint(placeholder, opacity: sprite.opacity, brightness: sprite.brightness)
    }
  }

  private func checkForErrors() throws(GraphicsError) {
    #if DEBUG
      let code = glGetError()
      guard code == GLenum(GL_NO_ERROR) else { throw .callFailed("drawing", code: code) }
    #endif
    if context.wasReset { throw .contextLost }
  }
}
