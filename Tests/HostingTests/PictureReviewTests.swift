import Artwork
import Configuration
import Hosting
import RotundaGeometry
import Scene
import Testing

struct PictureReviewTests {
  private func tile(
    _ id: String = "Hall", fit: TileLook.PictureFit = .cover, focus: Point = Point(0.5, 0.5),
    inside: [Tile] = []
  ) -> Tile {
    var tile = Tile(
      id: id, name: LocalizedText(id), action: inside.isEmpty ? .perform(.none) : .folder(inside))
    (tile.look.picture, tile.look.fit, tile.look.focus) = (.path("/srv/\(id).jpg"), fit, focus)
    return tile
  }

  private func findings(
    _ tile: Tile, _ picture: PixelSize?, on screen: PixelSize = PixelSize(1920, 1080),
    in folder: Bool = false,
    mostPixels: Int = 50 << 20
  ) -> [String] {
    var configuration = KioskConfiguration()
    let others = (0..<6).map { self.tile("Other \($0)") }
    configuration.tiles = (folder ? [self.tile("Folder", inside: [tile])] : [tile]) + others
    return PictureReview(configuration, on: screen).findings(on: tile) { path in
      path == "/srv/Hall.jpg" ? picture.map { PictureExtent($0, mostPixels: mostPixels) } : nil
    }
  }

  @Test(arguments: [
    (PixelSize(200, 250), true), (PixelSize(300, 400), true), (PixelSize(480, 600), false),
    (PixelSize(1600, 2000), false),
  ])
  func pictureBelowItsTilesSizeLooksSoft(picture: PixelSize, isSoft: Bool) {
    for isInside in [false, true] {
      let findings = findings(tile(), picture, in: isInside)
      #expect(findings.count == (isSoft ? 1 : 0), "\(findings)")
      guard isSoft else { continue }
      #expect(findings[0].hasPrefix("Hall.jpg is \(picture.width)×\(picture.height), shown at about 5"))
      #expect(findings[0].hasSuffix(" on a screen of 1920×1080: it will look soft"))
    }
  }

  @Test func aLargerScreenNeedsALargerPicture() {
    let picture = PixelSize(600, 750)
    #expect(findings(tile(), picture) == [])
    #expect(findings(tile(), picture, on: PixelSize(3840, 2160)).count == 1)
    #expect(findings(tile(), picture, on: PixelSize(800, 480)) == [])
    let upright = findings(tile(), picture, on: PixelSize(1080, 1920))
    #expect(upright.count == 1 && upright[0].contains("shown at about 1080×"), "it fills the upper part")
  }

  @Test(arguments: [
    (PixelSize(3000, 1000), true), (PixelSize(2000, 1500), true), (PixelSize(1000, 3000), true),
    (PixelSize(1600, 2000), false), (PixelSize(1800, 1500), false),
  ])
  func heavilyCroppedPictureNeedsAFocus(picture: PixelSize, isCut: Bool) {
    let findings = findings(tile(), picture)
    #expect(findings.count == (isCut ? 1 : 0), "\(findings)")
    if isCut {
      #expect(findings[0].contains(" % of it is cut off: picture-focus says which part stays"))
    }
    #expect(self.findings(tile(focus: Point(0.5, 0.3)), picture) == [], "the focus is already set")
    #expect(self.findings(tile(fit: .contain), picture) == [], "the whole picture is visible")
  }

  @Test(arguments: [
    (PixelSize(5600, 7000), nil), (PixelSize(6400, 8000), "51 megapixels: it takes long to load"),
    (PixelSize(8000, 10_000), "80 megapixels: the launcher does not show more than 52 in this format"),
    (PixelSize(.max, 2), "the launcher does not show more than 52"),
  ])
  func hugePicturesAreReported(picture: PixelSize, warning: String?) {
    let findings = findings(tile(), picture)
    #expect(
      findings.count == (warning == nil ? 0 : 1) && findings.allSatisfy { $0.contains(warning ?? "") },
      "\(findings)")
    #expect(self.findings(tile(fit: .contain), picture).count == findings.count)
    // The decoders of other formats accept fewer pixels.
    #expect(self.findings(tile(), PixelSize(5600, 7000), mostPixels: 36 << 20).count == 1)
  }

  @Test func scalablePictureSuitsEveryTile() {
    #expect(findings(tile(), nil) == [])
    var icon = tile()
    icon.look.picture = .named("map")
    #expect(findings(icon, PixelSize(16, 16)) == [])
    icon.look.picture = .path("https://example.org/Hall.jpg")
    #expect(findings(icon, PixelSize(16, 16)) == [])
  }
}
