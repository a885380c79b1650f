import CGraphics

/// An EGL display with one GLES2 context.
///
/// It belongs to the thread that created it. It must outlive its surfaces, which therefore keep a reference
/// to it.
package final class GraphicsContext {
  let display: EGLDisplay
  let configuration: EGLConfig
  let context: EGLContext
  /// The optional EGL features that are available and allowed.
  package let features: GraphicsFeatures
  /// Whether surfaces have an alpha channel for blending in the compositor. Opaque surfaces are preferred.
  private let hasAlpha: Bool
  private let terminatesDisplay: Bool
  private let resetStatus: PFNGLGETGRAPHICSRESETSTATUSEXTPROC?

  /// Creates a context for windows of a Wayland connection.
  ///
  /// - Parameters:
  ///   - waylandDisplay: A `wl_display *` that stays connected during the lifetime of the context.
  ///   - transparent: Whether windows are transparent.
  ///   - allowed: The features of the driver that the context may use.
  package convenience init(
    waylandDisplay: OpaquePointer, transparent: Bool = false, allowing allowed: GraphicsFeatures = .all
  ) throws(GraphicsError) {
    let display = try Self.platformDisplay(.wayland, native: UnsafeMutableRawPointer(waylandDisplay))
    try self.init(
      display, surfaceKind: EGL_WINDOW_BIT, transparent: transparent, allowed: allowed,
      terminatesDisplay: true)
  }

  /// Creates a context for offscreen surfaces.
  package convenience init(
    offscreenTransparent transparent: Bool = false, allowing allowed: GraphicsFeatures = .all
  ) throws(GraphicsError) {
    let display = try Self.platformDisplay(.surfaceless, native: nil)
    // The whole process shares the surfaceless display: other contexts may still use it.
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

  /// Makes `surface` current for GL calls. With nil, only textures can change.
  func makeCurrent(_ surface: EGLSurface?) throws(GraphicsError) {
    // Mesa also compares before it switches, but at a cost. Most frames change nothing.
    if eglGetCurrentContext() == context, eglGetCurrentSurface(EGL_DRAW) == surface { return }
    guard eglMakeCurrent(display, surface, surface, context) == EGLBoolean(EGL_TRUE) else {
      throw .latest("eglMakeCurrent")
    }
  }

  /// Whether the graphics processor was reset and lost all its data. Valid only for the current context.
  var wasReset: Bool { resetStatus.map { $0() != GLenum(GL_NO_ERROR) } ?? false }

  /// Reports whether a software driver draws, without graphics hardware.
  package func isSoftware() throws(GraphicsError) -> Bool {
    let driver = try driverName()
    return ["llvmpipe", "softpipe", "swrast"].contains { driver.contains($0) }
  }

  /// Releases `surface` before its destruction.
  func release(_ surface: EGLSurface) {
    if eglGetCurrentSurface(EGL_DRAW) == surface { eglMakeCurrent(display, nil, nil, nil) }
  }

  /// The EGL platform of the windows.
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

  /// Returns the display of a platform, through the extension that EGL 1.4 drivers also have.
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

  /// Returns the names of the display's extensions, separated by spaces.
  static func extensions(of display: EGLDisplay) -> String {
    eglQueryString(display, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
  }

  /// Chooses a configuration with eight bits per channel, with alpha only on request: opaque surfaces cost
  /// the compositor less.
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
    // EGL sorts by bits in descending order: ten bits per channel, which not every compositor accepts, come
    // before eight.
    let exact = found.first { bits($0, EGL_RED_SIZE) == 8 && bits($0, EGL_ALPHA_SIZE) == alpha }
    guard let chosen = exact ?? found.first else {
      throw .noConfiguration(
        needed: "OpenGL ES 2 and 8 bits of red, green\(transparent ? ", blue and alpha" : " and blue")")
    }
    return (chosen, bits(chosen, EGL_ALPHA_SIZE) > 0)
  }

  /// Creates a GLES2 context: robust if offered, plain if the driver refuses a robust one.
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

  /// Returns the function that reports a reset, if the driver has one.
  private static func resetStatus() -> PFNGLGETGRAPHICSRESETSTATUSEXTPROC? {
    let entry = eglGetProcAddress("glGetGraphicsResetStatusEXT")
    return entry.map { unsafeBitCast($0, to: PFNGLGETGRAPHICSRESETSTATUSEXTPROC.self) }
  }

  /// Returns the driver's name of the renderer ("Mesa Intel(R) UHD Graphics 620", "llvmpipe (LLVM 15, 256
  /// bits)").
  package func driverName() throws(GraphicsError) -> String {
    try makeCurrent(nil)
    guard let name = glGetString(GLenum(GL_RENDERER)) else { throw .latest("glGetString") }
    return String(cString: name)
  }
}

/// The optional features beyond plain EGL 1.4 and GLES 2.0. The launcher requires none of them but uses all
/// that are available.
///
/// Initializers take the allowed set, to let tests simulate a driver without a feature.
package struct GraphicsFeatures: OptionSet, Sendable {
  /// One bit per feature.
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `EGL_EXT_buffer_age`: the age of the next buffer's content.
  package static let bufferAge = GraphicsFeatures(rawValue: 1 << 0)
  /// `EGL_KHR_swap_buffers_with_damage` or its EXT twin: the compositor gets the changed part.
  static let swapWithDamage = GraphicsFeatures(rawValue: 1 << 1)
  /// `EGL_EXT_create_context_robustness`: the driver reports resets of the graphics processor.
  package static let robustness = GraphicsFeatures(rawValue: 1 << 2)
  /// `GL_EXT_texture_format_BGRA8888`: Cairo's pixels are uploaded unchanged, without swapping red and blue.
  static let bgraTextures = GraphicsFeatures(rawValue: 1 << 3)
  /// `GL_EXT_texture_filter_anisotropic`: tilted cards stay sharp along the axis that is not foreshortened.
  package static let anisotropy = GraphicsFeatures(rawValue: 1 << 4)

  /// All features of the driver.
  package static let all = GraphicsFeatures(rawValue: (1 << 5) - 1)

  /// Creates the features of a space-separated list of extension names.
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

/// The reason why drawing failed.
package enum GraphicsError: Error, Equatable {
  /// EGL has no display for this platform.
  case noDisplay(platform: String)
  /// A required extension is missing.
  case missingExtension(String)
  /// No framebuffer configuration meets the requirements.
  case noConfiguration(needed: String)
  /// A call failed. `code` is the error code of EGL or GL.
  case callFailed(String, code: UInt32)
  /// A shader does not compile. `log` is the driver's text.
  case shaderRejected(stage: String, log: String)
  /// The shaders do not link. `log` is the driver's text.
  case programRejected(log: String)
  /// The context and all its data are lost. Create a new one and upload every picture again.
  case contextLost
  /// The surface is lost. Create a new one. The context and its pictures stay valid.
  case surfaceLost

  /// Returns the latest EGL error.
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
