import RotundaGeometry
import Scene

/// Draws frames, and owns the pictures on them.
///
/// One that draws through graphics belongs to one context. When the context is lost, so are renderer and
/// pictures: build both anew.
package final class Renderer {
  /// What drawing the latest frame took.
  package internal(set) var statistics = FrameStatistics()
  /// The pictures of the latest frame whose pixels are not there: their placeholders were drawn.
  ///
  /// The maker of pixels is asked for these; a picture that had to make room comes back here when it is seen
  /// again.
  package private(set) var missingPictures: Set<Picture> = []

  /// What of the latest composed frame differs from the one that was shown last, for `present(damage:)`.
  package var damage: PixelRectangle { history.damage }

  /// Whether the next frame shows something else although the scene is the same: a picture fades in.
  package internal(set) var isFading = false
  /// Bytes of video memory for pictures that are not exceeded, unless all of them are seen.
  package var textureBudget: Int {
    get { pictures.budget }
    set { pictures.budget = newValue }
  }

  /// Pictures whose placeholders are seen, and since when.
  private var awaited: [Picture: Double] = [:]
  private(set) weak var surface: (any DrawingSurface)?
  var pictures: any PictureStore { painter.pictures }
  private let painter: any Painter
  private var composition = Composition()
  var history = FrameHistory()

  /// Video memory for pictures unless another budget is given: five pages of 2048², enough for the tiles of a
  /// 4K screen and its neighbors.
  package static let defaultTextureBudget = 128 << 20

  /// A renderer for the context of `surface`.
  ///
  /// - Parameters:
  ///   - allowed: what may be used of what the driver offers.
  ///   - largestTexture: texels across or down that are not exceeded, even if the driver could.
  ///   - textureBudget: bytes of video memory for pictures.
  /// - Throws: `shaderRejected` or `programRejected` with the driver's words, or a lost context or surface.
  package init(
    _ surface: any GraphicsSurface, allowing allowed: GraphicsFeatures = .all, largestTexture: Int = 4096,
    textureBudget: Int = Renderer.defaultTextureBudget
  ) throws(GraphicsError) {
    self.surface = surface
    painter = try GraphicsPainter(
      surface, allowing: allowed, largestTexture: largestTexture, textureBudget: textureBudget)
  }

  /// A renderer that draws with the processor, into a `MemorySurface`.
  ///
  /// - Parameters:
  ///   - processorThreads: how many draw; nil are as many as there are processors.
  ///   - largestPicture: pixels across or down that are not exceeded.
  ///   - pictureBudget: bytes of memory for pictures.
  package init(
    processorThreads: Int?, largestPicture: Int = 4096, pictureBudget: Int = Renderer.defaultTextureBudget
  ) {
    painter = ProcessorPainter(
      threads: processorThreads, largestPicture: largestPicture, budget: pictureBudget)
  }

  package func contains(_ picture: Picture) -> Bool { pictures.contains(picture) }

  package var pictureCount: Int { pictures.count }

  /// Video memory in use for pictures, in bytes.
  package var textureBytes: Int { pictures.bytes }

  /// Takes over a picture's pixels: 32 bits each, premultiplied, blue in the lowest byte (Cairo's ARGB32 on a
  /// little-endian machine). They may be fewer or more than `picture.size`; sprites stretch them.
  ///
  /// Pictures that were not shown for longest make room. What exceeds the largest texture is halved until it
  /// fits.
  ///
  /// - Parameters:
  ///   - stride: bytes from one row to the next.
  ///   - isOpaque: whether every pixel covers what is behind it, which makes it cheaper to draw.
  /// - Returns: false when `bytes` does not hold that many pixels, or when there is no room beside what the
  ///   latest frame shows.
  package func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, isOpaque: Bool = false,
    bytes: UnsafeRawBufferPointer
  ) throws(GraphicsError) -> Bool {
    try painter.makeCurrent(surface)
    return pictures.upload(
      picture, width: width, height: height, stride: stride, isOpaque: isOpaque, bytes: bytes)
  }

  package func retain(only pictures: Set<Picture>) throws(GraphicsError) {
    try painter.makeCurrent(surface)
    self.pictures.retain(only: pictures)
  }

  package var frameNumber: Int { pictures.frame }

  /// Forgets all pictures that no frame after the one with that number has shown, but these.
  package func forget(unseenSince frame: Int, but kept: Set<Picture>) throws(GraphicsError) {
    try painter.makeCurrent(surface)
    pictures.forget(unseenSince: frame, but: kept)
  }

  /// Composes and paints a frame, see `compose` and `paint`.
  ///
  /// - Throws: `contextLost` or `surfaceLost` when there is something to be rebuilt.
  package func draw(
    _ frame: SceneFrame, to surface: any DrawingSurface, scale: Double, at time: Double? = nil
  ) throws(GraphicsError) {
    try compose(frame, for: surface, scale: scale, at: time)
    try paint()
  }

  /// Works out what a frame shows and how it differs from the frame that was shown last: its `damage`. Paints
  /// nothing.
  ///
  /// Sprites that are no number, behind the viewer, outside or transparent are skipped.
  ///
  /// - Parameters:
  ///   - scale: pixels to a point.
  ///   - time: when it is seen, in seconds: pictures that come late fade in. Nil shows them at once.
  /// - Throws: `contextLost` or `surfaceLost` when there is something to be rebuilt.
  package func compose(
    _ frame: SceneFrame, for surface: any DrawingSurface, scale: Double, at time: Double? = nil
  ) throws(GraphicsError) {
    do throws(GraphicsError) {
      try begin(frame, surface, scale)
    } catch {
      history.forget()
      throw error
    }
    if let view = View(frame.size, surface.size, scale: scale) {
      for sprite in frame.sprites { add(sprite, view, at: time) }
    }
    history.finish()
  }

  /// Paints the composed frame, where it differs from what the surface's buffer shows.
  ///
  /// A frame with damage must be shown afterward, with `present(damage:)`. On a window, one without must not
  /// be.
  ///
  /// - Throws: `contextLost` or `surfaceLost` when there is something to be rebuilt.
  package func paint() throws(GraphicsError) {
    guard let surface else { return }
    paint(history.outdated(age: surface.bufferAge), of: surface)
    if !damage.isEmpty { history.keep() }
    do throws(GraphicsError) {
      try painter.checkForErrors()
    } catch {
      history.forget()
      throw error
    }
  }

  /// Takes nothing for granted of what the surface shows: all of the next frame is damage.
  package func forgetFrames() { history.forget() }

  private func begin(
    _ frame: SceneFrame, _ surface: any DrawingSurface, _ scale: Double
  ) throws(GraphicsError) {
    try painter.makeCurrent(surface)
    if self.surface !== surface { history.forget() }
    self.surface = surface
    pictures.beginFrame()
    statistics = FrameStatistics()
    missingPictures.removeAll(keepingCapacity: true)
    composition.drawn.removeAll(keepingCapacity: true)
    composition.background = frame.background
    isFading = false
    history.begin(
      .init(surface: surface.size, size: frame.size, scale: scale, background: frame.background))
  }

  private func paint(_ part: PixelRectangle, of surface: any DrawingSurface) {
    guard !part.isEmpty else { return }
    composition.findWhatIsSeen(in: part)
    statistics.drawCalls += painter.paint(composition, in: part, of: surface)
  }

  private func add(_ sprite: Sprite, _ view: View, at time: Double?) {
    guard let time, case .picture(let picture, let placeholder) = sprite.fill,
      let progress = fade(of: picture, at: time)
    else { return add(sprite, view) }
    var (below, above) = (sprite, sprite)
    below.fill = .color(placeholder)
    above.opacity *= progress
    // What comes hides nothing of what goes.
    if above.reflection == .whole { above.reflection = .detail }
    add(below, view)
    add(above, view)
  }

  private func add(_ sprite: Sprite, _ view: View) {
    guard let paint = paint(sprite) else { return skip() }
    let homography = Homography(sprite.transform, center: view.center, scale: view.scale)
    guard let quad = Quad(size: sprite.size, homography: homography) else { return skip() }
    let brush = QuadBrush(
      quad, paint, radius: sprite.cornerRadius, upperOpacity: sprite.upperOpacity,
      savesLevels: pictures.savesLevels, view)
    let (a, b) = (brush.vertex(quad.corners.0), brush.vertex(quad.corners.1))
    let (c, d) = (brush.vertex(quad.corners.2), brush.vertex(quad.corners.3))
    guard QuadVertex.areVisible(a, b, c, d) else { return skip() }
    let reach = view.bounds(a, b, c, d)
    let clip = sprite.clip.map(view.pixels).flatMap { $0.contains(reach) ? nil : $0 }
    let bounds = clip.map(reach.intersection) ?? reach
    if clip != nil, bounds.isEmpty { return skip() }
    history.add(.init(sprite: sprite, upload: paint.upload, bounds: bounds))
    // What is cut off has pieces of its own, and none of them counts as covering what is behind.
    let isOpaque = paint.isOpaque && sprite.upperOpacity >= 1 && clip == nil
    let inside = isOpaque ? quad.inside(radius: sprite.cornerRadius) : nil
    composition.drawn.append(
      .init(brush: brush, bounds: bounds, clip: clip, inside: inside, reflection: sprite.reflection))
    statistics.quads += 1
  }

  private func skip() { statistics.skipped += 1 }

  private func paint(_ sprite: Sprite) -> Paint? {
    guard sprite.opacity > 0 else { return nil }
    switch sprite.fill {
    case .color(let color):
      return Paint(color, opacity: sprite.opacity, brightness: sprite.brightness)
    case .picture(let picture, let placeholder):
      if let entry = pictures.use(picture) {
        return Paint(entry, opacity: sprite.opacity, brightness: sprite.brightness, part: sprite.part)
      }
      missingPictures.insert(picture)
      return Paint(placeholder, opacity: sprite.opacity, brightness: sprite.brightness)
    }
  }
}

/// Pictures that come late do not pop up.
extension Renderer {
  /// How long a picture fades in over its placeholder, in seconds.
  private static let fadeDuration = 0.15
  /// A placeholder that was seen for no longer, in seconds, was not noticed: its picture is there at once.
  private static let unnoticed = 0.1
  /// Beyond so many, pictures that are awaited and not seen any more are forgotten.
  private static let mostAwaited = 256

  /// How far a picture has faded in, above 0 and below 1; nil where it is there, or not at all.
  private func fade(of picture: Picture, at time: Double) -> Double? {
    guard let entry = pictures.use(picture) else {
      if awaited[picture] == nil { wait(for: picture, since: time) }
      return nil
    }
    if let since = awaited.removeValue(forKey: picture), time - since > Self.unnoticed {
      entry.fadesSince = time
    }
    guard let since = entry.fadesSince else { return nil }
    // The first frame already shows a little of it.
    let progress = (time - since + Self.fadeDuration / 8) / Self.fadeDuration
    guard progress < 1 else {
      entry.fadesSince = nil
      return nil
    }
    isFading = true
    return max(0, progress)
  }

  private func wait(for picture: Picture, since time: Double) {
    if awaited.count > Self.mostAwaited { awaited = awaited.filter { missingPictures.contains($0.key) } }
    awaited[picture] = time
  }
}

/// What drawing one frame took, for measurements.
package struct FrameStatistics: Hashable, Sendable {
  /// Calls that made the GPU draw.
  package var drawCalls = 0
  /// Rectangles drawn.
  package var quads = 0
  /// Sprites that could not be seen: outside, behind the viewer, transparent, or no number.
  package var skipped = 0

  package init() {}
}
