import CGraphics

/// What a driver may offer beyond plain EGL 1.4 and GLES 2.0. Nothing here is needed; everything here is used.
///
/// Initialisers take the set that may be used, so that a driver without something can be tried on one that has it.
public struct GraphicsFeatures: OptionSet, Sendable {
  /// One bit each.
  public let rawValue: Int

  /// A set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `EGL_EXT_buffer_age`: what the buffer to draw into still shows.
  public static let bufferAge = GraphicsFeatures(rawValue: 1 << 0)
  /// `EGL_KHR_swap_buffers_with_damage` or its EXT twin: the compositor is told which part changed.
  public static let swapWithDamage = GraphicsFeatures(rawValue: 1 << 1)
  /// `EGL_EXT_create_context_robustness`: a reset of the graphics processor is reported.
  public static let robustness = GraphicsFeatures(rawValue: 1 << 2)
  /// `GL_EXT_texture_format_BGRA8888`: Cairo's pixels go up as they are, without swapping red and blue.
  public static let bgraTextures = GraphicsFeatures(rawValue: 1 << 3)
  /// `GL_EXT_texture_filter_anisotropic`: tilted cards stay sharp along the axis that is not foreshortened.
  public static let anisotropy = GraphicsFeatures(rawValue: 1 << 4)

  /// Whatever the driver has.
  public static let all = GraphicsFeatures(rawValue: (1 << 5) - 1)

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
