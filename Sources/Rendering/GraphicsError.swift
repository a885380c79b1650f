import CGraphics

/// Why nothing can be drawn, or no longer.
public enum GraphicsError: Error, Equatable {
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
}

extension GraphicsError {
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
  public var description: String {
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
