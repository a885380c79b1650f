import CGraphics

extension GraphicsContext {
  /// Whose windows are drawn into.
  enum Platform: String {
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
  static func platformDisplay(
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

  /// Eight bits a channel, and alpha only where wanted: what is blended with nothing costs the compositor less.
  static func chooseConfiguration(
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
  static func makeContext(
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
  static func resetStatus() -> PFNGLGETGRAPHICSRESETSTATUSEXTPROC? {
    let entry = eglGetProcAddress("glGetGraphicsResetStatusEXT")
    return entry.map { unsafeBitCast($0, to: PFNGLGETGRAPHICSRESETSTATUSEXTPROC.self) }
  }
}
