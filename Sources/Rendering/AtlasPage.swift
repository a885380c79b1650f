import CGraphics
import Scene

/// A texture with several pictures and their smaller levels.
final class AtlasPage {
  /// A power of two, which GLES2 requires of textures with levels.
  let width: Int
  /// A power of two.
  let height: Int
  let texture: GLuint
  /// Whether the page has smaller levels. If not, they are created on first use.
  private(set) var hasLevels: Bool
  private let format: GLenum
  private var packer: ShelfPacker

  /// White texels in the upper left corner of each page. Plain colors use them instead of a separate texture.
  private static let white: [UInt32] = .init(
    repeating: 0xffff_ffff, count: BitmapPyramid.margin * BitmapPyramid.margin)

  /// - Parameters:
  ///   - width: A power of two.
  ///   - height: A power of two.
  ///   - format: `GL_BGRA_EXT` or `GL_RGBA`.
  ///   - anisotropy: 1, or the driver's maximum.
  ///   - hasLevels: Whether the page has smaller levels from the start.
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

  var isEmpty: Bool { packer.count <= 1 }

  /// The video memory of all levels, whether they exist or not.
  var bytes: Int { Self.bytes(width, height) }

  static func bytes(_ width: Int, _ height: Int) -> Int { width * height * 4 * 4 / 3 }

  func delete() {
    var name = texture
    glDeleteTextures(1, &name)
  }

  /// Returns a slot for a padded bitmap, in cells of `BitmapPyramid.margin` texels.
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

  /// Binds the page for the next draw calls: with the two levels nearest to the visible scale, or with the
  /// first level alone.
  func bind(usesLevels: Bool) {
    let target = GLenum(GL_TEXTURE_2D)
    glBindTexture(target, texture)
    if usesLevels, !hasLevels {
      // In all used levels, each texel averages two by two texels of the same slot. Slots begin and end at
      // whole texels of the smallest level.
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

  /// Allocates all levels down to a single texel, without which GLES2 calls a texture incomplete. Clears the
  /// levels that are never filled.
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

/// Places rectangles on shelves: rows of one height that are filled from left to right. Freed parts are
/// reused.
///
/// All numbers are in cells. Faces have only a few sizes, for which shelves waste little space. For a
/// comparison, see Jylänki, "A Thousand Ways to Pack the Bin" (2010).
struct ShelfPacker {
  /// The place of a rectangle.
  struct Slot: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  private struct Span {
    var x: Int
    var width: Int
  }

  private struct Shelf {
    let y: Int
    let height: Int
    /// The free parts from left to right. No two touch.
    var free: [Span]
  }

  /// The minimum height of a rectangle relative to its shelf. Lower rectangles get their own shelves.
  private static let leastFill = 0.7

  let width: Int
  let height: Int
  private var shelves: [Shelf] = []
  /// The number of slots in use.
  private(set) var count = 0

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Allocates a slot. Returns nil if no free place has that size.
  mutating func place(width: Int, height: Int) -> Slot? {
    guard width > 0, height > 0, width <= self.width, height <= self.height else { return nil }
    let best = shelves.indices.filter { fits(width, height, on: shelves[$0]) }
      .min { shelves[$0].height < shelves[$1].height }
    if let best { return allocate(width, height, from: best) }
    let top = shelves.last.map { $0.y + $0.height } ?? 0
    if top + height <= self.height {
      shelves.append(Shelf(y: top, height: height, free: [Span(x: 0, width: self.width)]))
      return allocate(width, height, from: shelves.count - 1)
    }
    // No room for a new shelf: waste height instead of failing.
    let any = shelves.indices.first {
      shelves[$0].height >= height && span(for: width, on: shelves[$0]) != nil
    }
    return any.flatMap { allocate(width, height, from: $0) }
  }

  /// Frees a slot.
  mutating func free(_ slot: Slot) {
    guard let index = shelves.firstIndex(where: { $0.y == slot.y }) else { return }
    count -= 1
    insert(Span(x: slot.x, width: slot.width), into: &shelves[index].free)
    // Removes empty shelves at the end, to free their height for new shelves.
    while let last = shelves.last, last.free.first?.width == width { shelves.removeLast() }
  }

  private func fits(_ width: Int, _ height: Int, on shelf: Shelf) -> Bool {
    height <= shelf.height && Double(height) >= Double(shelf.height) * Self.leastFill
      && span(for: width, on: shelf) != nil
  }

  private func span(for width: Int, on shelf: Shelf) -> Int? {
    shelf.free.firstIndex { $0.width >= width }
  }

  private mutating func allocate(_ width: Int, _ height: Int, from index: Int) -> Slot? {
    guard let span = span(for: width, on: shelves[index]) else { return nil }
    let x = shelves[index].free[span].x
    shelves[index].free[span].x += width
    shelves[index].free[span].width -= width
    if shelves[index].free[span].width == 0 { shelves[index].free.remove(at: span) }
    count += 1
    return Slot(x: x, y: shelves[index].y, width: width, height: height)
  }

  private func insert(_ span: Span, into free: inout [Span]) {
    let place = free.firstIndex { $0.x > span.x } ?? free.count
    free.insert(span, at: place)
    if place + 1 < free.count, free[place].x + free[place].width == free[place + 1].x {
      free[place].width += free.remove(at: place + 1).width
    }
    if place > 0, free[place - 1].x + free[place - 1].width == free[place].x {
      free[place - 1].width += free.remove(at: place).width
    }
  }
}
