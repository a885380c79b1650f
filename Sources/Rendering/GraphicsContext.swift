import CGraphics

/// An EGL display with one GLES2 context on it.
///
/// Belongs to the thread that made it. It must outlive the surfaces made on it, which hold it for that
/// reason.
package final class GraphicsContext {
  let display: EGLDisplay
  let configuration: EGLConfig
  let context: EGLContext
  /// What of EGL's optional features is there and may be used.
  package let features: GraphicsFeatures
  /// Whether surfaces have an alpha channel that the compositor blends with. Opaque ones are preferred.
  private let hasAlpha: Bool
  private let terminatesDisplay: Bool
  private let resetStatus: PFNGLGETGRAPHICSRESETSTATUSEXTPROC?

  /// A context for windows of a Wayland connection.
  ///
  /// - Parameters:
  ///   - waylandDisplay: a `wl_display *` that stays connected as long as the context lives.
  ///   - transparent: whether windows are to let through what is behind them.
  ///   - allowed: what may be used of what the driver offers.
  package convenience init(
    waylandDisplay: OpaquePointer, transparent: Bool = false, allowing allowed: GraphicsFeatures = .all
  ) throws(GraphicsError) {
    let display = try Self.platformDisplay(.wayland, native: UnsafeMutableRawPointer(waylandDisplay))
    try self.init(
      display, surfaceKind: EGL_WINDOW_BIT, transparent: transparent, allowed: allowed,
      terminatesDisplay: true)
  }

  /// A context for surfaces that are on no screen.
  package convenience init(
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
  package func isSoftware() throws(GraphicsError) -> Bool {
    let driver = try driverName()
    return ["llvmpipe", "softpipe", "swrast"].contains { driver.contains($0) }
  }

  /// Lets go of `surface` before it is destroyed.
  func release(_ surface: EGLSurface) {
    if eglGetCurrentSurface(EGL_DRAW) == surface { eglMakeCurrent(display, nil, nil, nil) }
  }

  /// Whose windows are drawn into.
  private enum Platform: String {
    case wayland = "Wayland"
    case surfaceless = "offscreen drawing (EGL_MESA_platform_surfaceless)"

    var token: EGLenum {
      switch self {
      case .wayland: EGLenum(EGL_PLATFORM_WAYLAND_KHR)
      case .surfaceless: EGLenum(EGL_PLATFORM_SURFACELESS_MESA)
      }
    }
  }

  /// The display of a platform, through the extension that EGL 1.4 drivers have as well.
  private static func platformDisplay(
    _ platform: Platform, native: UnsafeMutableRawPointer?
  ) throws(GraphicsError) -> EGLDisplay {
    guard let entry = eglGetProcAddress("eglGetPlatformDisplayEXT") else {
      throw .missingExtension("EGL_EXT_platform_base")
    }
    let getDisplay = unsafeBitCast(entry, to: PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
    guard let display = getDisplay(platform.token, native, nil) else {
      throw .noDisplay(platform: platform.rawValue)
    }
    return display
  }

  /// The names of the display's extensions, separated by spaces.
  static func extensions(of display: EGLDisplay) -> String {
    eglQueryString(display, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
  }

  /// Eight bits a channel, and alpha only where wanted: what is blended with nothing costs the compositor
  /// less.
  private static func chooseConfiguration(
    _ display: EGLDisplay, _ surfaceKind: EGLint, transparent: Bool
  ) throws(GraphicsError) -> (EGLConfig, hasAlpha: Bool) {
    let wanted: [EGLint] = [
      EGL_SURFACE_TYPE, surfaceKind, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
      EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, transparent ? 8 : 0, EGL_NONE,
    ]
    var candidates = [EGLConfig?](repeating: nil, count: 256)
    var count: EGLint = 0
    eglChooseConfig(display, wanted, &candidates, EGLint(candidates.count), &count)
    let found = candidates.prefix(Int(count)).compactMap { $0 }
    func bits(_ configuration: EGLConfig, _ attribute: EGLint) -> EGLint {
      var value: EGLint = 0
      eglGetConfigAttrib(display, configuration, attribute, &value)
      return value
    }
    let alpha: EGLint = transparent ? 8 : 0
    // EGL sorts by most bits first: ten bits a channel, which not every compositor takes, come before eight.
    let exact = found.first { bits($0, EGL_RED_SIZE) == 8 && bits($0, EGL_ALPHA_SIZE) == alpha }
    guard let chosen = exact ?? found.first else {
      throw .noConfiguration(
        needed: "OpenGL ES 2 and 8 bits of red, green\(transparent ? ", blue and alpha" : " and blue")")
    }
    return (chosen, bits(chosen, EGL_ALPHA_SIZE) > 0)
  }

  /// A GLES2 context, robust where that is offered, plain where even then it is refused.
  private static func makeContext(
    _ display: EGLDisplay, _ configuration: EGLConfig, robust: Bool
  ) throws(GraphicsError) -> EGLContext {
    let plain: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, 2]
    let robustness: [EGLint] = [
      EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE,
      EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
    ]
    if robust, let context = eglCreateContext(display, configuration, nil, plain + robustness + [EGL_NONE]) {
      return context
    }
    guard let context = eglCreateContext(display, configuration, nil, plain + [EGL_NONE]) else {
      throw .latest("eglCreateContext")
    }
    return context
  }

  /// How to ask after a reset, where the driver tells.
  private static func resetStatus() -> PFNGLGETGRAPHICSRESETSTATUSEXTPROC? {
    let entry = eglGetProcAddress("glGetGraphicsResetStatusEXT")
    return entry.map { unsafeBitCast($0, to: PFNGLGETGRAPHICSRESETSTATUSEXTPROC.self) }
  }

  /// What draws, in the driver's own words ("Mesa Intel(R) UHD Graphics 620", "llvmpipe (LLVM 15, 256
  /// bits)").
  package func driverName() throws(GraphicsError) -> String {
    try makeCurrent(nil)
    guard let name = glGetString(GLenum(GL_RENDERER)) else { throw .latest("glGetString") }
    return String(cString: name)
  }
}

/// What a driver may offer beyond plain EGL 1.4 and GLES 2.0. Nothing here is needed; everything here is
/// used.
///
/// Initializers take the set that may be used, so that a driver without something can be tried on one that
/// has it.
package struct GraphicsFeatures: OptionSet, Sendable {
  /// One bit each.
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `EGL_EXT_buffer_age`: what the buffer to draw into still shows.
  package static let bufferAge = GraphicsFeatures(rawValue: 1 << 0)
  /// `EGL_KHR_swap_buffers_with_damage` or its EXT twin: the compositor learns which part changed.
  static let swapWithDamage = GraphicsFeatures(rawValue: 1 << 1)
  /// `EGL_EXT_create_context_robustness`: a reset of the graphics processor is reported.
  package static let robustness = GraphicsFeatures(rawValue: 1 << 2)
  /// `GL_EXT_texture_format_BGRA8888`: Cairo's pixels go up as they are, without swapping red and blue.
  static let bgraTextures = GraphicsFeatures(rawValue: 1 << 3)
  /// `GL_EXT_texture_filter_anisotropic`: tilted cards stay sharp along the axis that is not foreshortened.
  package static let anisotropy = GraphicsFeatures(rawValue: 1 << 4)

  /// Whatever the driver has.
  package static let all = GraphicsFeatures(rawValue: (1 << 5) - 1)

  /// What a space-separated list of extension names amounts to.
  init(extensions: String) {
    self = []
    for name in extensions.split(separator: " ") {
      if let feature = Self.byExtension[String(name)] { insert(feature) }
    }
  }

  private static let byExtension: [String: GraphicsFeatures] = [
    "EGL_EXT_buffer_age": .bufferAge,
    "EGL_KHR_swap_buffers_with_damage": .swapWithDamage,
    "EGL_EXT_swap_buffers_with_damage": .swapWithDamage,
    "EGL_EXT_create_context_robustness": .robustness,
    "GL_EXT_texture_format_BGRA8888": .bgraTextures,
    "GL_EXT_texture_filter_anisotropic": .anisotropy,
  ]
}

/// Why nothing can be drawn, or no longer.
package enum GraphicsError: Error, Equatable {
  /// EGL knows no display of this platform.
  case noDisplay(platform: String)
  /// An extension that nothing replaces is missing.
  case missingExtension(String)
  /// No framebuffer configuration has what is needed.
  case noConfiguration(needed: String)
  /// A call failed; `code` is EGL's or GL's own error code.
  case callFailed(String, code: UInt32)
  /// A shader does not compile; the driver's own words.
  case shaderRejected(stage: String, log: String)
  /// The shaders do not fit together; the driver's own words.
  case programRejected(log: String)
  /// The context is gone with everything in it: build a new one, and upload every picture again.
  case contextLost
  /// The surface is gone: build a new one. The context and its pictures live on.
  case surfaceLost

  /// The latest EGL error as one of ours.
  static func latest(_ call: String) -> GraphicsError {
    switch eglGetError() {
    case EGL_CONTEXT_LOST: .contextLost
    case EGL_BAD_SURFACE, EGL_BAD_NATIVE_WINDOW, EGL_BAD_CURRENT_SURFACE: .surfaceLost
    case let code: .callFailed(call, code: UInt32(bitPattern: code))
    }
  }
}

extension GraphicsError: CustomStringConvertible {
  /// One line for the journal.
  package var description: String {
    switch self {
    case .noDisplay(let platform): "EGL has no display for \(platform)"
    case .missingExtension(let name): "the graphics driver lacks \(name)"
    case .noConfiguration(let needed): "EGL offers no configuration with \(needed)"
    case .callFailed(let call, let code): "\(call) failed with 0x\(String(code, radix: 16))"
    case .shaderRejected(let stage, let log): "the \(stage) shader does not compile: \(log)"
    case .programRejected(let log): "the shaders do not link: \(log)"
    case .contextLost: "the graphics context is lost"
    case .surfaceLost: "the window's surface is lost"
    }
  }
}
