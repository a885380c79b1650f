import CGraphics
import Scene

/// Memory to draw into, for tests, measurements and pictures of the screen.
public final class OffscreenSurface: DrawingSurface {
  /// The context that draws into it.
  public let context: GraphicsContext
  /// Its extent.
  public let size: PixelSize
  /// Whether its first row in memory is the uppermost one.
  public let isTopDown: Bool
  private let surface: EGLSurface
  private let keepsFrames: Bool
  private var hasFrame = false
  /// `GL_CONTEXT_LOST_KHR`, which not every header has.
  private static let contextLost: GLenum = 0x0507

  /// Memory for `size` pixels, at least one; on a context made for drawing offscreen.
  ///
  /// - Parameters:
  ///   - keepsFrames: whether a frame is drawn over the one before, where it differs; else all of it is drawn.
  ///   - isTopDown: whether its first row is the uppermost one, so that `copyRows(_:into:)` need not turn it over.
  public init(
    _ context: GraphicsContext, size: PixelSize, keepsFrames: Bool = true, isTopDown: Bool = false
  ) throws(GraphicsError) {
    self.context = context
    self.keepsFrames = keepsFrames
    self.isTopDown = isTopDown
    self.size = PixelSize(max(1, size.width), max(1, size.height))
    let attributes: [EGLint] = [
      EGL_WIDTH, EGLint(clamping: self.size.width), EGL_HEIGHT, EGLint(clamping: self.size.height), EGL_NONE,
    ]
    guard let surface = eglCreatePbufferSurface(context.display, context.configuration, attributes) else {
      throw .latest("eglCreatePbufferSurface")
    }
    self.surface = surface
  }

  deinit {
    context.release(surface)
    eglDestroySurface(context.display, surface)
  }

  /// Makes GL calls go to it.
  public func makeCurrent() throws(GraphicsError) { try context.makeCurrent(surface) }

  /// 1 once there is a frame to be drawn over.
  public var bufferAge: Int { hasFrame && keepsFrames ? 1 : 0 }

  /// Finishes the frame; there is nobody to show it to.
  public func present(damage: PixelRectangle?) throws(GraphicsError) {
    glFinish()
    hasFrame = true
  }

  /// Copies whole rows of what was drawn: four bytes a pixel, blue in the first, without gaps.
  ///
  /// - Parameters:
  ///   - rows: from the top; the surface has to be top-down.
  ///   - bytes: all rows of the surface, of which `rows` are written.
  public func copyRows(_ rows: Range<Int>, into bytes: UnsafeMutableRawBufferPointer) throws(GraphicsError) {
    precondition(isTopDown, "rows are copied of surfaces that are top-down")
    let stride = size.width * 4
    guard !rows.isEmpty, rows.lowerBound >= 0, rows.upperBound <= size.height,
      bytes.count >= stride * size.height, let start = bytes.baseAddress
    else { return }
    try makeCurrent()
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    glReadPixels(
      0, GLint(rows.lowerBound), GLsizei(size.width), GLsizei(rows.count), GLenum(GL_BGRA_EXT),
      GLenum(GL_UNSIGNED_BYTE), start + rows.lowerBound * stride)
    let code = glGetError()
    // A driver that was reset reads nothing, and says so here (GL_KHR_robustness).
    guard code != Self.contextLost else { throw .contextLost }
    guard code == GLenum(GL_NO_ERROR) else { throw .callFailed("glReadPixels", code: code) }
  }
}
