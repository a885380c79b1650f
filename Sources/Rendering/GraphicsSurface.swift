import CGraphics
import Rasterization
import Scene

/// A surface for drawing with EGL and GLES2.
package protocol GraphicsSurface: DrawingSurface {
  var context: GraphicsContext { get }
}

extension GraphicsSurface {
  /// Nil, because the processor cannot draw into this surface.
  package var memory: PixelBuffer? { nil }

  /// Returns the drawn pixels: red, green, blue and alpha, one byte each, row by row from the top.
  ///
  /// For a window, call it only between drawing and `present(damage:)`.
  package func readPixels() throws(GraphicsError) -> [UInt8] {
    try makeCurrent()
    let stride = size.width * 4
    var upsideDown = [UInt8](repeating: 0, count: stride * size.height)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    glReadPixels(
      0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &upsideDown)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(upsideDown.count)
    for row in (0..<size.height).reversed() {
      pixels += upsideDown[row * stride..<(row + 1) * stride]
    }
    return pixels
  }
}

/// An offscreen surface for tests, measurements and screenshots.
package final class OffscreenSurface: GraphicsSurface {
  package let context: GraphicsContext
  package let size: PixelSize
  private let surface: EGLSurface
  private let keepsFrames: Bool
  private var hasFrame = false

  /// Creates a surface of `size`, at least one pixel, on a context for offscreen drawing.
  ///
  /// - Parameters:
  ///   - keepsFrames: Whether frames reuse the previous one and draw only the differences. If not, each frame
  ///     is drawn completely.
  package init(
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

  package func makeCurrent() throws(GraphicsError) { try context.makeCurrent(surface) }

  /// 1 once a previous frame can be reused, else 0.
  package var bufferAge: Int { hasFrame && keepsFrames ? 1 : 0 }

  /// Finishes the frame, which appears on no screen.
  package func present(damage: PixelRectangle?) throws(GraphicsError) {
    glFinish()
    hasFrame = true
  }
}

/// A Wayland surface for drawing.
///
/// It does not wait for the display: the swap interval is 0, and frames are drawn at frame callbacks.
package final class WindowSurface: GraphicsSurface {
  package let context: GraphicsContext
  package private(set) var size: PixelSize
  private let window: OpaquePointer
  private let surface: EGLSurface
  private let swapWithDamage: PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC?

  /// The maximum width and height of a window, in pixels. Larger sizes from the compositor are limited. GLES2
  /// drivers guarantee 4096 and rarely support more than 16384.
  private static let largestExtent = 16384

  /// Creates a drawing surface for `waylandSurface`.
  ///
  /// - Parameters:
  ///   - waylandSurface: A `wl_surface *` that outlives this object.
  ///   - size: The size in device pixels.
  package init(_ context: GraphicsContext, waylandSurface: OpaquePointer, size: PixelSize)
    throws(GraphicsError)
  {
    self.context = context
    self.size = Self.bounded(size)
    guard let window = wl_egl_window_create(waylandSurface, Int32(self.size.width), Int32(self.size.height))
    else { throw .callFailed("wl_egl_window_create", code: 0) }
    let native = EGLNativeWindowType(UInt(bitPattern: window))
    guard let surface = eglCreateWindowSurface(context.display, context.configuration, native, nil) else {
      let error = GraphicsError.latest("eglCreateWindowSurface")
      wl_egl_window_destroy(window)
      throw error
    }
    self.window = window
    self.surface = surface
    swapWithDamage = Self.swapWithDamage(context)
    try context.makeCurrent(surface)
    eglSwapInterval(context.display, 0)
  }

  deinit {
    context.release(surface)
    eglDestroySurface(context.display, surface)
    wl_egl_window_destroy(window)
  }

  /// Sets the size of the next frame, in device pixels.
  package func resize(to size: PixelSize) {
    let bounded = Self.bounded(size)
    guard bounded != self.size else { return }
    self.size = bounded
    wl_egl_window_resize(window, Int32(bounded.width), Int32(bounded.height), 0, 0)
  }

  package func makeCurrent() throws(GraphicsError) { try context.makeCurrent(surface) }

  /// The number of frames since the next buffer was shown; 0 if its content is unknown.
  package var bufferAge: Int {
    guard context.features.contains(.bufferAge) else { return 0 }
    var age: EGLint = 0
    guard eglQuerySurface(context.display, surface, EGL_BUFFER_AGE_EXT, &age) == EGLBoolean(EGL_TRUE) else {
      return 0
    }
    return max(0, Int(age))
  }

  /// Shows the drawn frame and commits the surface.
  package func present(damage: PixelRectangle?) throws(GraphicsError) {
    guard swap(damage) == EGLBoolean(EGL_TRUE) else { throw .latest("eglSwapBuffers") }
  }

  private func swap(_ damage: PixelRectangle?) -> EGLBoolean {
    guard let damage, let swapWithDamage else { return eglSwapBuffers(context.display, surface) }
    // EGL counts rows from the bottom.
    let rectangle = (
      EGLint(damage.x), EGLint(size.height - damage.y - damage.height), EGLint(damage.width),
      EGLint(damage.height)
    )
    return withUnsafeBytes(of: rectangle) {
      swapWithDamage(context.display, surface, $0.baseAddress?.assumingMemoryBound(to: EGLint.self), 1)
    }
  }

  private static func bounded(_ size: PixelSize) -> PixelSize {
    PixelSize(min(max(size.width, 1), largestExtent), min(max(size.height, 1), largestExtent))
  }

  private static func swapWithDamage(_ context: GraphicsContext) -> PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC? {
    guard context.features.contains(.swapWithDamage) else { return nil }
    let names = GraphicsContext.extensions(of: context.display)
    let suffix = names.contains("EGL_KHR_swap_buffers_with_damage") ? "KHR" : "EXT"
    guard let entry = eglGetProcAddress("eglSwapBuffersWithDamage\(suffix)") else { return nil }
    return unsafeBitCast(entry, to: PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC.self)
  }
}
