import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// The part of a picture that stays visible when the picture is cropped.
struct PictureFocusTests {
  private static let (red, green, blue) = (Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1))
  private static let size = PixelSize(200, 250)

  /// Returns a picture in thirds of red, green and blue, either four times as wide as high or the reverse.
  private func stripes(isWide: Bool, in folder: ScratchFolder) throws -> IconSource {
    let size = isWide ? PixelSize(1200, 300) : PixelSize(300, 1200)
    guard let canvas = Canvas(size) else { throw IconProblem.notAFile(path: folder.path) }
    for (index, color) in [Self.red, Self.green, Self.blue].enumerated() {
      let start = Double(index * 400)
      let area = Rectangle(
        origin: isWide ? Point(start, 0) : Point(0, start), size: isWide ? Size(400, 300) : Size(300, 400))
      canvas.fill(area, top: color, bottom: color)
    }
    canvas.finish(isOpaque: true).writePNG(to: folder.path("stripes.png"))
    return .path(folder.path("stripes.png"))
  }

  private func bitmap(_ content: Picture.Content, _ size: PixelSize = Self.size) throws -> Bitmap {
    let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }
    return try #require(rasterizer.rasterize(Picture(content, size: size, scale: 1))).bitmap
  }

  private func face(_ change: (inout TileFace) -> Void) throws -> Bitmap {
    var face = TileFace(label: "", icon: nil, background: .black, foreground: .white, fontSize: 18)
    change(&face)
    return try bitmap(.face(face))
  }

  /// The strongest of the three channels.
  private func color(_ bitmap: Bitmap, _ x: Int, _ y: Int) throws -> Color {
    let pixel = try #require(bitmap.pixel(x, y))
    if pixel.red > max(pixel.green, pixel.blue) { return Self.red }
    return pixel.green > pixel.blue ? Self.green : Self.blue
  }

  @Test(arguments: [
    (true, Point(0, 0.5), red), (true, Point(0.5, 0.5), green), (true, Point(1, 0), blue),
    (false, Point(0.5, 0), red), (false, Point(0, 0.5), green), (false, Point(0.5, 1), blue),
  ])
  func croppedPictureShowsItsFocus(isWide: Bool, focus: Point, expected: Color) throws {
    let folder = try ScratchFolder()
    let photograph = TileFace.Photograph(try stripes(isWide: isWide, in: folder), focus: focus)
    for style in [TileFace.Style.card, .fullBleed] {
      let bitmap = try face { ($0.style, $0.photograph) = (style, photograph) }
      #expect(try color(bitmap, 100, 100) == expected)
    }
    var part = FolderPart(label: "", icon: nil)
    part.photograph = photograph
    let mosaic = try face { ($0.style, $0.icon) = (.fullBleed, .folder([part, part, part, part])) }
    for (x, y) in [(50, 60), (150, 60), (50, 190), (150, 190)] {
      #expect(try color(mosaic, x, y) == expected)
    }
    for share in [0, 0.6] {
      let ambient = Ambient(
        picture: photograph.source, focus: focus, color: .black, pictureShare: share)
      let light = try bitmap(.ambient(ambient), isWide ? PixelSize(90, 160) : PixelSize(160, 40))
      #expect(try color(light, light.size.width / 2, 4) == expected)
    }
  }

  @Test func pictureKeepsItsFocusInPlace() {
    for focus in [Point(0, 0), Point(0.5, 0.3), Point(1, 1), Point(0.2, 0.9)] {
      for picture in [PixelSize(400, 100), PixelSize(100, 400), PixelSize(64, 64)] {
        let area = Rectangle(origin: Point(10, 20), size: Size(80, 120))
        let place = FaceLayout.place(picture, covering: area, focus: focus)
        #expect(abs(place.origin.x + place.size.width * focus.x - 10 - 80 * focus.x) < 1e-9)
        #expect(abs(place.origin.y + place.size.height * focus.y - 20 - 120 * focus.y) < 1e-9)
        #expect(place.origin.x < 10 + 1e-9 && place.maxX > 90 - 1e-9)
        #expect(place.origin.y < 20 + 1e-9 && place.maxY > 140 - 1e-9)
      }
    }
  }
}
