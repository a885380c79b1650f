import CGraphics

/// What the driver allows.
extension GraphicsPainter {
  static func limits(
    _ features: GraphicsFeatures, _ largestTexture: Int, isSoftware: Bool
  ) -> Atlas.Limits {
    var side: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
    // GLES2 promises 64 texels; a power of two is what textures with levels need.
    let bounded = max(64, min(Int(side), largestTexture))
    let power = 1 << (Int.bitWidth - 1 - bounded.leadingZeroBitCount)
    return Atlas.Limits(
      textureSide: power, hasBGRA: features.contains(.bgraTextures),
      anisotropy: isSoftware ? 1 : Self.anisotropy(features), savesLevels: isSoftware)
  }

  /// Software drivers offer it too, at a price that no frame could pay.
  private static func anisotropy(_ features: GraphicsFeatures) -> Float {
    guard features.contains(.anisotropy) else { return 1 }
    var most: GLfloat = 1
    glGetFloatv(GLenum(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT), &most)
    return min(most, usefulAnisotropy)
  }

  /// Cards in a cover flow are foreshortened about three times.
  private static let usefulAnisotropy: Float = 4
}
