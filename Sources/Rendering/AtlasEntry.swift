/// Where a picture is in the atlas.
final class AtlasEntry {
  let page: AtlasPage
  let slot: ShelfPacker.Slot
  /// Its extent in texels, without margin.
  let width: Int
  /// Its extent in texels.
  let height: Int
  /// Counts uploads, from 1: later pixels of the same picture are told from earlier ones.
  let upload: Int
  /// Whether every texel covers what is behind it.
  let isOpaque: Bool
  /// The number of the frame that showed it last.
  var lastDrawn: Int
  /// Since when it fades in over its placeholder, in seconds of the frames' clock; nil where it is there at once.
  var fadesSince: Double?

  init(
    page: AtlasPage, slot: ShelfPacker.Slot, width: Int, height: Int, upload: Int, isOpaque: Bool,
    lastDrawn: Int
  ) {
    self.page = page
    self.slot = slot
    self.width = width
    self.height = height
    self.upload = upload
    self.isOpaque = isOpaque
    self.lastDrawn = lastDrawn
  }

  /// The texture's coordinates at its centre.
  var center: SIMD2<Double> {
    let margin = Double(BitmapPyramid.margin)
    return SIMD2(
      (Double(slot.x + 1) * margin + Double(width) / 2) / Double(page.width),
      (Double(slot.y + 1) * margin + Double(height) / 2) / Double(page.height))
  }

  /// Its extent in the texture's coordinates.
  var extent: SIMD2<Double> {
    SIMD2(Double(width) / Double(page.width), Double(height) / Double(page.height))
  }
}
