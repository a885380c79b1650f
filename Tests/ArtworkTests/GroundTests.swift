import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// Shadows and backgrounds.
struct GroundTests {
  private func bitmap(_ content: Picture.Content, _ size: PixelSize) throws -> Bitmap {
    let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }
    return try #require(rasterizer.rasterize(Picture(content, size: size, scale: 1))).bitmap
  }

  @Test func aShadowFadesAwayFromItsCard() throws {
    let shadow = SoftShadow(
      card: Size(60, 80), cornerRadius: 6, reach: 20, color: Color(hex: 0x000000, alpha: 0.5))
    let bitmap = try bitmap(.shadow(shadow), PixelSize(100, 120))
    let alphas = try (0..<50).map { Int(try #require(bitmap.pixel($0, 60)).alpha) }
    #expect(alphas[0] <= 1 && abs(alphas[49] - 128) <= 1)
    #expect(zip(alphas, alphas.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 10 }, "no edge anywhere")
    #expect(try #require(bitmap.pixel(0, 0)).alpha == 0)
  }

  @Test(arguments: [
    SoftShadow(card: .zero, cornerRadius: 0, reach: 0, color: .black),
    SoftShadow(card: Size(.nan, 4), cornerRadius: .infinity, reach: -3, color: Color(.nan, 2, -1, 9)),
    SoftShadow(card: Size(4, 1e9), cornerRadius: 1e9, reach: 1e9, color: .white),
  ])
  func anyShadowHasPixels(shadow: SoftShadow) throws {
    #expect(try bitmap(.shadow(shadow), PixelSize(9, 7)).size == PixelSize(9, 7))
  }

  @Test func groundRunsFromUpperToLowerColor() throws {
    let bitmap = try bitmap(.ground(Ground(top: Color(1, 0, 0), bottom: Color(0, 0, 1))), PixelSize(4, 200))
    let (top, bottom) = (try #require(bitmap.pixel(1, 0)), try #require(bitmap.pixel(1, 199)))
    #expect(top.red > 250 && bottom.blue > 250 && bitmap.isOpaque)
  }

  @Test(arguments: [(0.0, 255.0), (0.5, 128.0), (1.0, 0.0)])
  func pictureCoversTheGroundDimmed(dimming: Double, expected: Double) throws {
    let folder = try ScratchFolder()
    try TestPictures.png(PixelSize(10, 90), Color(1, 0, 0), to: folder.path("a.png"))
    let ground = Ground(
      picture: .path(folder.path("a.png")), top: .black, bottom: .black, dimming: dimming)
    let bitmap = try bitmap(.ground(ground), PixelSize(60, 40))
    for (x, y) in [(0, 0), (59, 0), (0, 39), (59, 39)] {
      #expect(abs(Double(try #require(bitmap.pixel(x, y)).red) - expected) < 3)
    }
  }
}
