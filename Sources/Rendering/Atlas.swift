import CGraphics
import Scene

/// The pictures whose pixels are there, on a few large textures.
final class Atlas: PictureStore {
  /// Pages of this many texels across and down, where the driver allows: about sixteen faces of a full-HD
  /// screen.
  static let pageSide = 2048

  /// Rises with every frame; says which pictures are in use.
  private(set) var frame = 0
  private var entries: [Picture: AtlasEntry] = [:]
  private var pages: [AtlasPage] = []
  private var uploads = 0
  private var pyramid = BitmapPyramid()
  private let limits: Limits
  /// Bytes of video memory that are not exceeded; what is there already may be more.
  var budget: Int

  var savesLevels: Bool { limits.savesLevels }

  /// What the driver allows.
  struct Limits {
    /// Texels across or down.
    var textureSide: Int
    var hasBGRA: Bool
    var anisotropy: Float
    /// Whether a picture that is seen at about its own size is drawn without its smaller levels: where the
    /// processor looks texels up, each level costs as much as the first.
    var savesLevels: Bool
  }

  /// - Parameter budget: bytes of video memory that are not exceeded.
  init(limits: Limits, budget: Int) {
    self.limits = limits
    self.budget = budget
  }

  var count: Int { entries.count }
  /// Video memory in use, in bytes.
  var bytes: Int { pages.reduce(0) { $0 + $1.bytes } }
  /// Has a page looked up in what is drawn next, see `AtlasPage.bind(usesLevels:)`.
  ///
  /// - Parameter texture: the page's; nil where any will do.
  func bind(_ texture: GLuint?, usesLevels: Bool) {
    let page = texture.flatMap { texture in pages.first { $0.texture == texture } }
    (page ?? pageWithWhite).bind(usesLevels: usesLevels && page != nil)
  }

  /// A page with white in its corner: any, or while there is none a tiny one.
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

  /// Where a picture is, which thereby counts as shown in this frame.
  func use(_ picture: Picture) -> StoredPicture? {
    guard let entry = entries[picture] else { return nil }
    entry.lastDrawn = frame
    return entry
  }

  /// Takes over a bitmap, in place of an earlier one of the same picture.
  ///
  /// - Returns: false when it is no bitmap, or when there is no room beside what the latest frame shows.
  func upload(
    _ picture: Picture, width: Int, height: Int, stride: Int, isOpaque: Bool, bytes: UnsafeRawBufferPointer
  ) -> Bool {
    // A margin on both sides, and one row for the white texel.
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
    // One page stays, to be filled again.
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

  /// Drops the picture that was not shown for longest; false when the latest frame shows all there are.
  private func evictOldest() -> Bool {
    guard let oldest = entries.leastRecentlyDrawn(before: frame) else { return false }
    remove(oldest)
    return true
  }

  /// The page's usual side, or for something larger the next power of two.
  private func pageExtent(_ needed: Int) -> Int {
    var side = min(Self.pageSide, limits.textureSide)
    while side < needed { side *= 2 }
    return min(side, limits.textureSide)
  }
}

/// Where a picture is in the atlas.
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
