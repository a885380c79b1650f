import CGraphics
import Scene

/// One texture with several pictures on it, and their smaller levels.
final class AtlasPage {
  /// A power of two, as GLES2 demands of what has levels.
  let width: Int
  /// A power of two.
  let height: Int
  let texture: GLuint
  /// Whether it has smaller levels; else they are made when they are first needed.
  private(set) var hasLevels: Bool
  private let format: GLenum
  private var packer: ShelfPacker

  /// The texel in the upper left corner of every page is white: plain colours need no texture of their own.
  private static let white: [UInt32] = .init(
    repeating: 0xffff_ffff, count: BitmapPyramid.margin * BitmapPyramid.margin)

  /// - Parameters:
  ///   - width: a power of two.
  ///   - height: a power of two.
  ///   - format: `GL_BGRA_EXT` or `GL_RGBA`.
  ///   - anisotropy: 1, or what the driver allows.
  ///   - hasLevels: whether it has smaller levels from the start.
  init(width: Int, height: Int, format: GLenum, anisotropy: Float, hasLevels: Bool = true) {
    self.hasLevels = hasLevels
    self.width = width
    self.height = height
    self.format = format
    let cell = BitmapPyramid.margin
    packer = ShelfPacker(width: width / cell, height: height / cell)
    var name: GLuint = 0
    glGenTextures(1, &name)
    texture = name
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    setParameters(anisotropy)
    if hasLevels { allocateLevels() } else { allocateFirstLevel() }
    if packer.place(width: 1, height: 1) != nil {
      glTexSubImage2D(
        GLenum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(cell), GLsizei(cell), format, GLenum(GL_UNSIGNED_BYTE),
        Self.white)
    }
  }

  /// Whether nothing but the white texel is on it.
  var isEmpty: Bool { packer.count <= 1 }

  /// Video memory in use, all levels, whether they have been made or not.
  var bytes: Int { Self.bytes(width, height) }

  static func bytes(_ width: Int, _ height: Int) -> Int { width * height * 4 * 4 / 3 }

  func delete() {
    var name = texture
    glDeleteTextures(1, &name)
  }

  /// A place for a padded bitmap of that size, in cells of `BitmapPyramid.margin` texels.
  func place(paddedWidth: Int, paddedHeight: Int) -> ShelfPacker.Slot? {
    let cell = BitmapPyramid.margin
    return packer.place(width: paddedWidth / cell, height: paddedHeight / cell)
  }

  func free(_ slot: ShelfPacker.Slot) { packer.free(slot) }

  func upload(_ pyramid: BitmapPyramid, to slot: ShelfPacker.Slot) {
    glBindTexture(GLenum(GL_TEXTURE_2D), texture)
    for level in 0..<(hasLevels ? BitmapPyramid.levels : 1) {
      let cell = BitmapPyramid.margin >> level
      let (pixels, width, height) = pyramid.level(level)
      glTexSubImage2D(
        GLenum(GL_TEXTURE_2D), GLint(level), GLint(slot.x * cell), GLint(slot.y * cell), GLsizei(width),
        GLsizei(height), format, GLenum(GL_UNSIGNED_BYTE), pixels)
    }
  }

  /// Has it looked up in what is drawn next: in the two levels next to the scale that it is seen at, or in the first one
  /// alone.
  func bind(usesLevels: Bool) {
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, texture)
    if usesLevels, !hasLevels {
      // Two by two texels of a slot become one of the same slot in all levels that are ever looked up: slots begin and end
      // at whole texels of the smallest.
      glGenerateMipmap(target)
      hasLevels = true
    }
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), usesLevels ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR)
  }

  private func setParameters(_ anisotropy: Float) {
    let target = GLenum(GL_TEXTURE_2D)
    glTexParameteri(
      target, GLenum(GL_TEXTURE_MIN_FILTER), hasLevels ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    if anisotropy > 1 { glTexParameterf(target, GLenum(GL_TEXTURE_MAX_ANISOTROPY_EXT), anisotropy) }
  }

  private func allocateFirstLevel() {
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
    glTexImage2D(
      GLenum(GL_TEXTURE_2D), 0, GLint(format), GLsizei(width), GLsizei(height), 0, format,
      GLenum(GL_UNSIGNED_BYTE), nil)
  }

  /// GLES2 calls a texture complete only with all levels down to a single texel. Those that are never filled are
  /// cleared, so that they show nothing rather than anything.
  private func allocateLevels() {
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
    var (levelWidth, levelHeight, level) = (width, height, 0)
    while true {
      let isFilled = level < BitmapPyramid.levels
      let clear = isFilled ? [] : [UInt32](repeating: 0, count: levelWidth * levelHeight)
      clear.withUnsafeBytes { bytes in
        glTexImage2D(
          GLenum(GL_TEXTURE_2D), GLint(level), GLint(format), GLsizei(levelWidth), GLsizei(levelHeight), 0,
          format,
          GLenum(GL_UNSIGNED_BYTE), isFilled ? nil : bytes.baseAddress)
      }
      if levelWidth == 1, levelHeight == 1 { return }
      (levelWidth, levelHeight, level) = (max(1, levelWidth / 2), max(1, levelHeight / 2), level + 1)
    }
  }
}
