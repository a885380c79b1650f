import RotundaGeometry
import Scene

/// Draws frames and owns their pictures.
///
/// A renderer with graphics hardware belongs to one context. If the context is lost, create a new context and
/// a new renderer, and upload the pictures again.
package final class Renderer {
  /// The statistics of the latest frame.
  package internal(set) var statistics = FrameStatistics()
  /// The pictures of the latest frame without pixels, for which placeholders were drawn.
  ///
  /// The caller must rasterize these. An evicted picture appears here when it is visible again.
  package private(set) var missingPictures: Set<Picture> = []

  /// The part of the latest composed frame that differs from the last shown one, for `present(damage:)`.
  package var damage: PixelRectangle { history.damage }

  /// Whether the next frame differs even for the same scene, because a picture fades in.
  package internal(set) var isFading = false
  /// The limit of video memory for pictures, in bytes. Visible pictures may exceed it.
  package var textureBudget: Int {
    get { pictures.budget }
    set { pictures.budget = newValue }
  }

  /// The pictures with visible placeholders, and the times of their first appearance.
  private var awaited: [Picture: Double] = [:]
  private(set) weak var surface: (any DrawingSurface)?
  var pictures: any PictureStore { painter.pictures }
  private let painter: any Painter
  private var composition = Composition()
  var history = FrameHistory()

  /// The default video memory for pictures: five pages of 2048², enough for the tiles of a 4K screen and its
  /// neighbors.
  package static let defaultTextureBudget = 128 << 20

  /// Creates a renderer for the context of `surface`.
  ///
  /// - Parameters:
  ///   - allowed: The features of the driver that the renderer may use.
  ///   - largestTexture: The maximum width and height of textures in texels, even if the driver supports
  ///     more.
  ///   - textureBudget: The video memory for pictures, in bytes.
  /// - Throws: `shaderRejected` or `programRejected` with the driver's log, or a lost context or surface.
  package init(
    _ surface: any GraphicsSurface, allowing allowed: GraphicsFeatures = .all, largestTexture: Int = 4096,
    textureBudget: Int = Renderer.defaultTextureBudget
  ) throws(GraphicsError) {
    self.surface = surface
    painter = try GraphicsPainter(
      surface, allowing: allowed, largestTexture: largestTexture, textureBudget: textureBudget)
  }

  /// Creates a renderer that draws with the processor into a `MemorySurface`.
  ///
  /// - Parameters:
  ///   - processorThreads: The number of drawing threads; nil for the number of processors, at most four.
  ///   - largestPicture: The maximum width and height of pictures, in pixels.
  ///   - pictureBudget: The memory for pictures, in bytes.
  package init(
    processorThreads: Int?, largestPicture: Int = 4096, pictureBudget: Int = Renderer.defaultTextureBudget
  ) {
    painter = ProcessorPainter(
      threads: processorThreads, largestPicture: largestPicture, budget: pictureBudget)
  }

  package func contains(_ picture: Picture) -> Bool { pictures.contains(picture) }

  package var pictureCount: Int { pictures.count }

  /// The video memory in use for pictures, in bytes.
  package var textureBytes: Int { pictures.bytes }

  /// Stores a picture's pixels: 32 bits each, premultiplied, blue in the lowest byte (Cairo's ARGB32 on a
  /// little-endian machine). Their number may differ from `picture.size`; sprites stretch them.
  ///
  /// Evicts the least recently shown pictures if necessary. Halves pictures that exceed the maximum texture
  /// until they fit.
  ///
  /// - Parameters:
  ///   - stride: The bytes from one row to the next.
  ///   - isOpaque: Whether every pixel is opaque, which makes the picture cheaper to draw.
  /// - Returns: False if `bytes` does not contain that many pixels, or if the pictures of the latest frame
  ///   leave no room.
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

  /// Removes all pictures that no frame after number `frame` has shown, except `kept`.
  package func forget(unseenSince frame: Int, but kept: Set<Picture>) throws(GraphicsError) {
    try painter.makeCurrent(surface)
    pictures.forget(unseenSince: frame, but: kept)
  }

  /// Composes and paints a frame, see `compose` and `paint`.
  ///
  /// - Throws: `contextLost` or `surfaceLost` if the caller must rebuild the context or the surface.
  package func draw(
    _ frame: SceneFrame, to surface: any DrawingSurface, scale: Double, at time: Double? = nil
  ) throws(GraphicsError) {
    try compose(frame, for: surface, scale: scale, at: time)
    try paint()
  }

  /// Computes the content of a frame and its `damage`, the difference from the last shown frame. Paints
  /// nothing.
  ///
  /// Skips sprites that are not finite, behind the viewer, outside or transparent.
  ///
  /// - Parameters:
  ///   - scale: The number of pixels to a point.
  ///   - time: The time at which the frame appears, in seconds. Late pictures fade in. With nil, they appear
  ///     at once.
  /// - Throws: `contextLost` or `surfaceLost` if the caller must rebuild the context or the surface.
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

  /// Paints the composed frame where it differs from the content of the surface's buffer.
  ///
  /// Afterward, show a frame with damage with `present(damage:)`. On a window, do not show a frame without
  /// damage.
  ///
  /// - Throws: `contextLost` or `surfaceLost` if the caller must rebuild the context or the surface.
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

  /// Resets the history: the whole next frame is damage.
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
    // The new picture must not hide the fading placeholder.
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
    // A clipped sprite has separate pieces, and none counts as a cover.
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

/// Fading of late pictures.
extension Renderer {
  /// The duration of a picture's fade-in over its placeholder, in seconds.
  private static let fadeDuration = 0.15
  /// The time up to which viewers do not notice a placeholder, in seconds. Its picture then appears at once.
  private static let unnoticed = 0.1
  /// The maximum number of awaited pictures. Beyond it, those that are no longer visible are removed.
  private static let mostAwaited = 256

  /// Returns the progress of a picture's fade-in, from 0 to below 1; nil if it is fully visible or not
  /// available.
  private func fade(of picture: Picture, at time: Double) -> Double? {
    guard let entry = pictures.use(picture) else {
      if awaited[picture] == nil { wait(for: picture, since: time) }
      return nil
    }
    if let since = awaited.removeValue(forKey: picture), time - since > Self.unnoticed {
      entry.fadesSince = time
    }
    guard let since = entry.fadesSince else { return nil }
    // The first frame already shows a part of the picture.
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

/// The statistics of one frame, for measurements.
package struct FrameStatistics: Hashable, Sendable {
  /// The number of draw calls.
  package var drawCalls = 0
  /// The number of drawn rectangles.
  package var quads = 0
  /// The number of invisible sprites: outside, behind the viewer, transparent, or not finite.
  package var skipped = 0

  package init() {}
}
