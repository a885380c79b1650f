import CGraphics
import Scene

/// Memory to draw into, for tests, measurements and pictures of the screen.
public final class OffscreenSurface: GraphicsSurface {
  /// The context that draws into it.
  public let context: GraphicsContext
  /// Its extent.
  public let size: PixelSize
  private let surface: EGLSurface
  private let keepsFrames: Bool
  private var hasFrame = false

  /// Memory for `size` pixels, at least one; on a context made for drawing offscreen.
  ///
  /// - Parameters:
  ///   - keepsFrames: whether a frame is drawn over the one before, where it differs; else all of it is drawn.
  public init(
    _ context: GraphicsContext, size: PixelSize, keepsFrames: Bool = true
  ) throws(GraphicsError) {
    self.context = context
    self.keepsFrames = keepsFrames
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
}
