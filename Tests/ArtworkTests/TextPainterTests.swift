import RotundaGeometry
import Scene
import Testing

@testable import Artwork

struct TextPainterTests {
  let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }

  private func size(_ picture: Picture) throws -> PixelSize {
    try #require(rasterizer.rasterize(picture)).bitmap.size
  }

  @Test func shortTextTakesOnlyNeededPixels() throws {
    let size = try size(.text("Hi", size: PixelSize(400, 200)))
    #expect(size.width < 60 && size.height < 50)
    #expect(size.width > 10 && size.height > 15)
  }

  @Test func longTextWrapsAndEndsAtTheHeight() throws {
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

  /// Scripts with taller natural lines keep them.
  @Test(arguments: ["Museum for everyone", "世界地図", "خريطة", "བོད་ཡིག"])
  func linesAreAsFarApartAsAsked(word: String) throws {
    /// Returns the line height. It compares two line counts, because the first line has nothing above it and
    /// the last nothing below.
    func line(_ lineHeight: Double?) -> Double {
      let (more, fewer) = (layout(lineHeight, words: 200), layout(lineHeight, words: 60))
      return (more.height - fewer.height) / Double(more.lines - fewer.lines)
    }
    func layout(_ lineHeight: Double?, words: Int) -> (height: Double, lines: Int) {
      let block = TextBlock(
        Array(repeating: word, count: words).joined(separator: " "), color: .white, fontSize: 20,
        lineHeight: lineHeight)
      let fitted = TextPainter(typesetter: Typesetter(languages: ["en"]))
        .fit(block, RasterSize(PixelSize(900, 4000), scale: 1))
      return (fitted.layout.logical.size.height, fitted.layout.lineCount)
    }
    let own = line(nil)
    #expect(abs(line(2.5) - max(50, own)) < 0.5)
    #expect(line(0.1) == own && line(.nan) == own)
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

  /// Text with tall marks above and below.
  static let tallTexts = [
    "gjpqy ÅÉ", "ที่นี่ปู่ญู่ ฎุ", "स्त्रियाँ कुर्ँ ड्ढू", "إِنَّ لِلّٰهِ جَـٍّـ", "Ếch Ỗ ằ Ặ ứ ợ",
    "A\u{30A}\u{301} g\u{323}\u{331}", "fjord ƒ",
  ]

  @Test(arguments: tallTexts, [1.0, 1.6, 3]) func lettersAreComplete(text: String, textScale: Double) {
    let typesetter = Typesetter(languages: ["en"])
    let painter = TextPainter(typesetter: typesetter)
    for (share, mostLines) in [(1.1, 1), (1.3, 1), (2, 1), (2.2, nil), (3.5, nil)] {
      for fontSize in [9.0, 14, 18, 33.5].map({ $0 * textScale }) {
        for width in [fontSize * 2, 400, 2000] {
          let block = TextBlock(text, color: .white, fontSize: fontSize, isBold: true, mostLines: mostLines)
          let limit = PixelSize(Int(width), Int((fontSize * share).rounded()))
          let fitted = painter.fit(block, RasterSize(limit, scale: 1))
          let (ink, area) = (fitted.layout.ink, fitted.area)
          #expect(
            ink.origin.x >= area.origin.x && ink.origin.y >= area.origin.y && ink.maxX <= area.maxX
              && ink.maxY <= area.maxY, "\(ink) in \(area)")
          #expect(
            area.size.width <= Double(limit.width) && area.size.height <= Double(limit.height),
            "\(area.size) in \(limit), letters of \(fontSize)")
          if let mostLines { #expect(fitted.layout.lineCount == mostLines) }
        }
      }
    }
  }

  @Test func lettersAreAsLargeAsTheirRoomAllows() {
    let typesetter = Typesetter(languages: ["en"])
    let painter = TextPainter(typesetter: typesetter)
    for text in Self.tallTexts {
      func height(_ share: Double) -> Double {
        let block = TextBlock(text, color: .white, fontSize: 40, mostLines: 1)
        return painter.fit(block, RasterSize(PixelSize(4000, Int(40 * share)), scale: 1)).area.size.height
      }
      #expect(height(4) == height(5), "with enough room they have the requested size")
      #expect(height(1.1) >= 0.9 * min(44, height(4)))
    }
  }

  private func line(_ text: String, width: Int = 4096) throws -> FinishedPicture {
    let block = TextBlock(text, color: .white, fontSize: 20, language: "en")
    return try #require(
      rasterizer.rasterize(Picture(.line(block), size: PixelSize(width, 60), scale: 1)))
  }

  @Test func aLineTellsWhereItsCaretsAre() throws {
    let latin = try line("Museum")
    #expect(latin.carets.count == 7 && latin.carets == latin.carets.sorted())
    #expect(latin.carets.first == 0 && abs((latin.carets.last ?? 0) - latin.bitmap.size.width) <= 2)
    // The first letter is on the right.
    let arabic = try line("متحف")
    #expect(arabic.carets.count == 5 && arabic.carets == arabic.carets.sorted(by: >))
    // A letter with its marks counts as one.
    #expect(try line("e\u{301}👩‍👩‍👧x").carets.count == 4)
    #expect(try line("").carets == [0])
  }

  @Test func blanksAtTheEndOfALineCount() throws {
    #expect(try line("a  ").carets[3] > line("a").carets[1] + 4)
  }

  @Test func aLineIsNeitherBrokenNorCutShort() throws {
    let text = String(repeating: "Museum ", count: 30)
    let (long, short) = (try line(text), try line("Museum"))
    #expect(abs(long.bitmap.size.height - short.bitmap.size.height) <= 1)
    #expect(long.carets.count == text.count + 1 && long.bitmap.size.width > 20 * short.bitmap.size.width)
    #expect(try line(text, width: 300).bitmap.size.width == 300)
  }
}
