import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// Pills in the corners of tiles.
struct BadgePainterTests {
  private static let red = Color(0.8, 0, 0)

  private func draw(_ text: String, _ change: (inout TileBadge) -> Void = { _ in }) throws -> FinishedPicture
  {
    var badge = TileBadge(text, color: Self.red, ink: .white, fontSize: 16, mostWidth: 90)
    change(&badge)
    let picture = Picture(.badge(badge), size: PixelSize(200, 250), scale: 1)
    return try #require(Rasterizer(languages: ["en"]) { _, _, _ in nil }.rasterize(picture))
  }

  @Test func pillGrowsWithItsTextToALimit() throws {
    let (short, long, tooLong) = (try draw("1"), try draw("news"), try draw("as long as can be, and longer"))
    #expect(short.bitmap.size.width < long.bitmap.size.width)
    #expect(long.bitmap.size.width < tooLong.bitmap.size.width)
    #expect(tooLong.bitmap.size.width - 2 * tooLong.inset.width <= 90 + 20)
    let pill = short.bitmap.size.width - 2 * short.inset.width
    #expect(pill == short.bitmap.size.height - 2 * short.inset.height, "a single digit has a disc")
  }

  @Test func emptyBadgeIsOnePixel() throws {
    #expect(try draw("\u{7}").bitmap.size == PixelSize(1, 1))
  }

  @Test func pillHasAThinOutline() throws {
    let drawn = try draw("news")
    let middle = drawn.bitmap.size.width / 2
    let (edge, inside) = (
      try #require(drawn.bitmap.pixel(middle, drawn.inset.height)),
      try #require(drawn.bitmap.pixel(middle, drawn.inset.height + 2))
    )
    func color(_ pixel: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) -> Color {
      Color(Double(pixel.red) / 255, Double(pixel.green) / 255, Double(pixel.blue) / 255)
    }
    #expect(color(edge).contrast(to: color(inside)) >= 2.8 && color(inside).contrast(to: Self.red) < 1.1)
  }

  /// On any background, the darkest and the brightest colors of the pill are its text and its fill.
  @Test(arguments: [Color.white, .black, Color(0.8, 0, 0), Color(0.5, 0.5, 0.5)])
  func itCanBeReadOnAnyPicture(ground: Color) throws {
    let drawn = try draw("Today")
    let (bitmap, inset) = (drawn.bitmap, drawn.inset)
    var most = 0.0
    let (height, width) = (bitmap.size.height, bitmap.size.width)
    for y in inset.height + 3..<height - inset.height - 3 {
      for x in inset.width + height / 3..<width - inset.width - height / 3 {
        let pixel = try #require(bitmap.pixel(x, y))
        #expect(pixel.alpha == 255, "nothing shines through it")
        let color = Color(Double(pixel.red) / 255, Double(pixel.green) / 255, Double(pixel.blue) / 255)
        most = max(most, color.contrast(to: Self.red))
      }
    }
    #expect(most >= 4.5)
  }

  @Test func theFontIsThatOfTheTilesLanguage() throws {
    let typesetter = Typesetter(languages: ["ar"])
    let style = TextStyle(family: "sans-serif", language: "ar", fontSize: 16, width: 100, limit: .lines(1))
    #expect(
      typesetter.family(writing: "Hall", style) == nil && typesetter.family(writing: "12", style) == nil)
    let family = try #require(typesetter.family(writing: "قاعة", style))
    #expect(!family.isEmpty)
    let arabic = try draw("12") { ($0.language, $0.neighbor) = ("ar", "قاعة") }
    let latin = try draw("12") { ($0.language, $0.neighbor) = ("ar", "Hall") }
    #expect(!arabic.bitmap.hasSamePixels(as: latin.bitmap), "digits beside Arabic are not bold Latin digits")
  }
}

extension Bitmap {
  fileprivate func hasSamePixels(as other: Bitmap) -> Bool {
    guard size == other.size else { return false }
    return (0..<size.height).allSatisfy { y in
      (0..<size.width).allSatisfy { x in
        guard let one = pixel(x, y), let two = other.pixel(x, y) else { return false }
        return one == two
      }
    }
  }
}
