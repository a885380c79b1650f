import Geometry
import Scene
import Testing

@testable import Artwork

struct TextPainterTests {
  let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }

  private func size(_ picture: Picture) throws -> PixelSize {
    try #require(rasterizer.rasterize(picture)).bitmap.size
  }

  @Test func aShortTextTakesOnlyThePixelsItNeeds() throws {
    let size = try size(.text("Hi", size: PixelSize(400, 200)))
    #expect(size.width < 60 && size.height < 50)
    #expect(size.width > 10 && size.height > 15)
  }

  @Test func aLongTextWrapsAtTheWidthAndEndsAtTheHeight() throws {
    let long = String(repeating: "Museum for everyone ", count: 40)
    let line = try size(.text("Museum", size: PixelSize(300, 500))).height
    let wrapped = try size(.text(long, size: PixelSize(300, line * 3 + 2)))
    #expect(wrapped.width <= 300)
    #expect(wrapped.height >= line * 3 - 2 && wrapped.height <= line * 3 + 2)
  }

  @Test func twiceTheScaleIsTwiceThePixels() throws {
    let single = try size(.text("Opening hours", size: PixelSize(900, 200), scale: 1))
    let double = try size(.text("Opening hours", size: PixelSize(900, 200), scale: 2))
    #expect(abs(double.width - 2 * single.width) <= 4)
    #expect(abs(double.height - 2 * single.height) <= 2)
  }

  @Test func lineFeedsSeparateParagraphs() throws {
    let one = try size(.text("a"))
    let three = try size(.text("a\nb\nc"))
    #expect(abs(three.height - 3 * one.height) <= 3)
  }

  @Test func boldLettersAreWider() throws {
    let text = "Opening hours and prices"
    #expect(try size(.text(text, isBold: true)).width > size(.text(text)).width)
  }

  @Test(arguments: [
    "", "\n", "\u{0}", "\u{202E}abc", "\u{301}", "خريطة", "世界地図", "🎮👩‍👩‍👧", "\u{FFFF}\u{10FFFF}",
    "a\u{2066}\u{2066}\u{2066}",
    String(repeating: "\u{301}", count: 50_000), String(repeating: "w", count: 50_000),
  ])
  func anyTextYieldsPixelsWithinTheRequest(text: String) throws {
    for alignment in [TextBlock.Alignment.natural, .center] {
      let size = try size(.text(text, size: PixelSize(120, 60), alignment: alignment))
      #expect((1...120).contains(size.width) && (1...60).contains(size.height))
    }
  }

  @Test(arguments: [0.0, -1, .nan, .infinity, 1e9, 0.001]) func anyFontSizeYieldsPixels(fontSize: Double)
    throws
  {
    let size = try size(.text("Hi", size: PixelSize(100, 50), fontSize: fontSize))
    #expect((1...100).contains(size.width) && (1...50).contains(size.height))
  }

  @Test func nothingButWritingIsVisible() throws {
    let bitmap = try #require(rasterizer.rasterize(.text("I", color: Color(1, 0, 0)))).bitmap
    let pixels = bitmap.bytes
    #expect(!bitmap.isOpaque)
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 0 && pixels[$0 + 1] == 0 })
    #expect(stride(from: 0, to: pixels.count, by: 4).contains { pixels[$0 + 3] > 200 })
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0 + 2] == pixels[$0 + 3] })
  }

  @Test func marksAboveLettersAreNotCutOff() throws {
    let plain = try size(.text("A"))
    let marked = try size(.text("A\u{30A}\u{301}\u{301}"))
    let piled = try size(.text("A" + String(repeating: "\u{301}", count: 60), size: PixelSize(400, 400)))
    #expect(marked.height > plain.height)
    #expect(piled.height <= plain.height * 2)
  }
}
