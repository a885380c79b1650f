import CGraphics
import Scene

/// The store of uploaded pictures on a few large textures.
final class Atlas: PictureStore {
  /// The side of a page in texels, if the driver allows it: about sixteen faces of a full-HD screen.
  static let pageSide = 2048

  /// The number of the frame. It shows which pictures are in use.
  private(set) var frame = 0
  private var entries: [Picture: AtlasEntry] = [:]
  private var pages: [AtlasPage] = []
  private var uploads = 0
  private var pyramid = BitmapPyramid()
  private let limits: Limits
  /// The limit of video memory in bytes. Present pictures may exceed it.
  var budget: Int

  var savesLevels: Bool { limits.savesLevels }

  /// The limits of the driver.
  struct Limits {
    /// The maximum width and height of a texture, in texels.
    var textureSide: Int
    var hasBGRA: Bool
    var anisotropy: Float
    /// Whether a picture at about its own size is drawn without its smaller levels. On software drivers, each
    /// level costs as much as the first.
    var savesLevels: Bool
  }

  /// - Parameter budget: The limit of video memory in bytes.
  init(limits: Limits, budget: Int) {
    self.limits = limits
    self.budget = budget
  }

  var count: Int { entries.count }
  /// The video memory in use, in bytes.
  var bytes: Int { pages.reduce(0) { $0 + $1.bytes } }
  /// Binds a page for the next draw calls, see `AtlasPage.bind(usesLevels:)`.
  ///
  /// - Parameter texture: The page's texture; nil for any page.
  func bind(_ texture: GLuint?, usesLevels: Bool) {
    let page = texture.flatMap { texture in pages.first { $0.texture == texture } }
    (page ?? pageWithWhite).bind(usesLevels: usesLevels && page != nil)
  }

  /// A page with a white corner: any page, or a tiny one if none exists.
  private var pageWithWhite: AtlasPage {
    if let page = pages.first ?? whitePage { return page }
    let side = BitmapPyramid.margin
    let page = AtlasPage(width: side, height: side, format: format, anisotropy: 1)
    whitePage = page
    return page
  }
  private var whitePage: AtlasPage?

  func beginFrame() { frame &+= 1 }

  func contains(_ picture: Picture) -> Bool { entries[picture] != nil }

  /// Returns the location of a picture and marks it as shown in this frame.
  func use(_ picture: Picture) -> StoredPicture? {
    guard let entry = entries[picture] else { return nil }
    entry.lastDrawn = frame
    return entry
  }

  /// Stores a bitmap. Replaces an earlier one of the same picture.
  ///
  /// - Returns: False if the bitmap is not valid, or if the pictures of the latest frame leave no room.
  func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, isOpaque: Bool, bytes: UnsafeRawBufferPointer
  ) -> Bool {
    // Two margins for both sides, and one for the white texel.
    let largest = limits.textureSide - 3 * BitmapPyramid.margin
    let isLoaded = pyramid.load(
      width: width, height: height, stride: stride, bytes: bytes, largest: largest,
      swapsRedAndBlue: !limits.hasBGRA)
    guard isLoaded else { return false }
    remove(picture)
    guard let (page, slot) = place(pyramid.paddedWidth, pyramid.paddedHeight) else { return false }
    if page.hasLevels { pyramid.makeLevels() }
    page.upload(pyramid, to: slot)
    uploads += 1
    entries[picture] = AtlasEntry(
      page: page, slot: slot, width: pyramid.width, height: pyramid.height, upload: uploads,
      isOpaque: isOpaque, lastDrawn: frame)
    return true
  }

  func retain(only wanted: Set<Picture>) {
    for picture in entries.keys where !wanted.contains(picture) { remove(picture) }
  }

  func forget(unseenSince frame: Int, but kept: Set<Picture>) {
    for (picture, entry) in entries where entry.lastDrawn <= frame && !kept.contains(picture) {
      remove(picture)
    }
  }

  func remove(_ picture: Picture) {
    guard let entry = entries.removeValue(forKey: picture) else { return }
    entry.page.free(entry.slot)
    // One page stays for reuse.
    guard entry.page.isEmpty, pages.count > 1, let index = pages.firstIndex(where: { $0 === entry.page })
    else {
      return
    }
    pages.remove(at: index).delete()
  }

  func delete() {
    for page in pages { page.delete() }
    whitePage?.delete()
    (pages, whitePage) = ([], nil)
    entries = [:]
  }

  private var format: GLenum { GLenum(limits.hasBGRA ? GL_BGRA_EXT : GL_RGBA) }

  private func place(_ width: Int, _ height: Int) -> (AtlasPage, ShelfPacker.Slot)? {
    if let found = placeOnPages(width, height) { return found }
    let side = (across: pageExtent(width), down: pageExtent(height + BitmapPyramid.margin))
    while bytes + AtlasPage.bytes(side.across, side.down) > budget {
      guard deleteEmptyPage() || evictOldest() else { return nil }
      if let found = placeOnPages(width, height) { return found }
    }
    let page = AtlasPage(
      width: side.across, height: side.down, format: format, anisotropy: limits.anisotropy,
      hasLevels: !savesLevels || pages.contains(where: \.hasLevels))
    guard let slot = page.place(paddedWidth: width, paddedHeight: height) else {
      page.delete()
      return nil
    }
    pages.append(page)
    return (page, slot)
  }

  private func placeOnPages(_ width: Int, _ height: Int) -> (AtlasPage, ShelfPacker.Slot)? {
    for page in pages {
      if let slot = page.place(paddedWidth: width, paddedHeight: height) { return (page, slot) }
    }
    return nil
  }

  private func deleteEmptyPage() -> Bool {
    guard let index = pages.firstIndex(where: \.isEmpty) else { return false }
    pages.remove(at: index).delete()
    return true
  }

  /// Removes the least recently shown picture. Returns false if the latest frame shows all pictures.
  private func evictOldest() -> Bool {
    guard let oldest = entries.leastRecentlyDrawn(before: frame) else { return false }
    remove(oldest)
    return true
  }

  /// Returns the usual side of a page, or the next power of two for something larger.
  private func pageExtent(_ needed: Int) -> Int {
    var side = min(Self.pageSide, limits.textureSide)
    while side < needed { side *= 2 }
    return min(side, limits.textureSide)
  }
}

/// The location of a picture in the atlas.
private final class AtlasEntry: StoredPicture {
  let page: AtlasPage
  let slot: ShelfPacker.Slot

  init(
    page: AtlasPage, slot: ShelfPacker.Slot, width: Int, height: Int, upload: Int, isOpaque: Bool,
    lastDrawn: Int
  ) {
    self.page = page
    self.slot = slot
    let margin = Double(BitmapPyramid.margin)
    let (pageWidth, pageHeight) = (Double(page.width), Double(page.height))
    super.init(
      width: width, height: height, upload: upload, isOpaque: isOpaque, texture: page.texture,
      center: SIMD2(
        (Double(slot.x + 1) * margin + Double(width) / 2) / pageWidth,
        (Double(slot.y + 1) * margin + Double(height) / 2) / pageHeight),
      extent: SIMD2(Double(width) / pageWidth, Double(height) / pageHeight), lastDrawn: lastDrawn)
  }
}
