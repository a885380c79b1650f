import CGraphics

/// An EGL display with one GLES2 context on it.
///
/// Belongs to the thread that made it. It must outlive the surfaces made on it, which hold it for that reason.
public final class GraphicsContext {
  let display: EGLDisplay
  let configuration: EGLConfig
  let context: EGLContext
  /// What of EGL's optional features is there and may be used.
  public let features: GraphicsFeatures
  /// Whether surfaces have an alpha channel that the compositor blends with. Opaque ones are preferred.
  public let hasAlpha: Bool
  private let terminatesDisplay: Bool
  private let resetStatus: PFNGLGETGRAPHICSRESETSTATUSEXTPROC?

  /// A context for windows of a Wayland connection.
  ///
  /// - Parameters:
  ///   - waylandDisplay: a `wl_display *` that stays connected as long as the context lives.
  ///   - transparent: whether windows are to let through what is behind them.
  ///   - allowed: what may be used of what the driver offers.
  public convenience init(
    waylandDisplay: OpaquePointer, transparent: Bool = false, allowing allowed: GraphicsFeatures = .all
  ) throws(GraphicsError) {
    let display = try Self.platformDisplay(.wayland, native: UnsafeMutableRawPointer(waylandDisplay))
    try self.init(
      display, surfaceKind: EGL_WINDOW_BIT, transparent: transparent, allowed: allowed,
      terminatesDisplay: true)
  }

  /// A context for surfaces that nobody sees.
  public convenience init(
    offscreenTransparent transparent: Bool = false, allowing allowed: GraphicsFeatures = .all
  ) throws(GraphicsError) {
    let display = try Self.platformDisplay(.surfaceless, native: nil)
    // The surfaceless display is one for the whole process: other contexts may still be on it.
    try self.init(
      display, surfaceKind: EGL_PBUFFER_BIT, transparent: transparent, allowed: allowed,
      terminatesDisplay: false)
  }

  private init(
    _ display: EGLDisplay, surfaceKind: EGLint, transparent: Bool, allowed: GraphicsFeatures,
    terminatesDisplay: Bool
  ) throws(GraphicsError) {
    guard eglInitialize(display, nil, nil) == EGLBoolean(EGL_TRUE) else {
      throw .latest("eglInitialize")
    }
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGLBoolean(EGL_TRUE) else {
      throw .missingExtension("OpenGL ES")
    }
    self.display = display
    self.terminatesDisplay = terminatesDisplay
    features = GraphicsFeatures(extensions: Self.extensions(of: display)).intersection(allowed)
    (configuration, hasAlpha) = try Self.chooseConfiguration(display, surfaceKind, transparent: transparent)
    context = try Self.makeContext(display, configuration, robust: features.contains(.robustness))
    resetStatus = features.contains(.robustness) ? Self.resetStatus() : nil
  }

  deinit {
    if eglGetCurrentContext() == context { eglMakeCurrent(display, nil, nil, nil) }
    eglDestroyContext(display, context)
    if terminatesDisplay { eglTerminate(display) }
  }

  /// Makes GL calls go to `surface`; nil where only textures are to change.
  func makeCurrent(_ surface: EGLSurface?) throws(GraphicsError) {
    // Mesa compares before it switches, but not for free; most frames change nothing.
    if eglGetCurrentContext() == context, eglGetCurrentSurface(EGL_DRAW) == surface { return }
    guard eglMakeCurrent(display, surface, surface, context) == EGLBoolean(EGL_TRUE) else {
      throw .latest("eglMakeCurrent")
    }
  }

  /// Whether the graphics processor was reset, and took everything along; only known of the current context.
  var wasReset: Bool { resetStatus.map { $0() != GLenum(GL_NO_ERROR) } ?? false }

  /// Whether the processor draws, and no graphics hardware.
  public func isSoftware() throws(GraphicsError) -> Bool {
    let driver = try driverName()
    return ["llvmpipe", "softpipe", "swrast"].contains { driver.contains($0) }
  }

  /// Lets go of `surface` before it is destroyed.
  func release(_ surface: EGLSurface) {
    if eglGetCurrentSurface(EGL_DRAW) == surface { eglMakeCurrent(display, nil, nil, nil) }
  }
}
