/// Where a picture is in the atlas.
final class AtlasEntry: StoredPicture {
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
