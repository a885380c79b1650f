import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Artwork

struct FacePainterTests {
  let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }

  private func bitmap(_ picture: Picture) throws -> Bitmap {
    try #require(rasterizer.rasterize(picture)).bitmap
  }

  /// Returns the rows from `first` in which some pixel differs from the one at the left edge.
  private func writtenRows(_ bitmap: Bitmap, from first: Int) throws -> [Int] {
    try (first..<bitmap.size.height).filter { row in
      let edge = try #require(bitmap.pixel(2, row))
      return try (0..<bitmap.size.width).contains { try #require(bitmap.pixel($0, row)) != edge }
    }
  }

  private func bands(_ rows: [Int]) -> Int {
    zip(rows, rows.dropFirst()).count { $1 > $0 + 1 } + (rows.isEmpty ? 0 : 1)
  }

  @Test func faceFillsItsSizeWithLightFromAbove() throws {
    let bitmap = try bitmap(.face("", size: PixelSize(160, 200)))
    #expect(bitmap.size == PixelSize(160, 200))
    #expect(bitmap.isOpaque)
    let top = try #require(bitmap.pixel(2, 0))
    let bottom = try #require(bitmap.pixel(2, 199))
    #expect(top.red > bottom.red && top.green > bottom.green && top.blue > bottom.blue)
    #expect(top.alpha == 255 && bottom.alpha == 255)
  }

  @Test func aTranslucentCardIsPremultiplied() throws {
    let bitmap = try bitmap(.face("Clock", background: Color(1, 1, 1, 0.5)))
    #expect(!bitmap.isOpaque)
    let top = try #require(bitmap.pixel(2, 0))
    #expect((126...129).contains(top.alpha) && (126...129).contains(top.red))
    let pixels = bitmap.bytes
    for at in stride(from: 0, to: pixels.count, by: 4) {
      #expect(pixels[at..<at + 3].allSatisfy { $0 <= pixels[at + 3] })
    }
  }

  @Test(arguments: [
    ("Clock", 1), ("HHHHHHH HHHHHHH", 2), ("HHHHHH HHHHHH HHHHHHH HHHHHHH HHHHHH HHHHHH", 2),
  ])
  func aLabelTakesAtMostTwoLines(label: String, lines: Int) throws {
    let bitmap = try bitmap(.face(label, foreground: Color(1, 1, 1)))
    // The first band is the badge with initials, whatever the font.
    #expect(bands(try writtenRows(bitmap, from: 0)) == 1 + lines)
  }

  @Test func iconKeepsItsPlaceForAnyLabel() throws {
    let size = PixelSize(320, 400)
    let one = FaceLayout(size, lineHeight: 22)
    #expect(one.icon.maxY < one.label.origin.y)
    #expect(one.label.maxY < 400 && one.label.origin.x > 0)
    #expect(abs(one.icon.center.x - 160) <= 1)
    #expect(one.icon.center.y < 200)
  }

  @Test(arguments: [PixelSize(160, 200), PixelSize(256, 320), PixelSize(640, 800), PixelSize(968, 1210)])
  func iconAndLabelAreOneBalancedGroup(size: PixelSize) {
    let line = Double(size.width) * 0.12
    let layout = FaceLayout(size, lineHeight: line)
    let (above, height) = (layout.icon.origin.y, Double(size.height))
    #expect(layout.icon.size.width / Double(size.width) > 0.65, "the icon is visible from afar")
    #expect(abs(layout.icon.size.width - layout.icon.size.height) <= 1)
    #expect(abs(layout.icon.origin.x - above) / height < 0.06, "as much room above as beside it")
    // Below a single line there is slightly more room than above the icon, below two lines slightly less.
    #expect(height - layout.label.origin.y - line > above && height - layout.label.maxY < above)
    #expect(layout.label.origin.y - layout.icon.maxY < line)
  }

  /// A badge in the upper right corner of a face of 320 × 400: small, and enlarged by text scale.
  @Test(arguments: [(70.0, 36.0), (120, 60), (60, 60), (200, 60), (290, 90)])
  func badgeHidesOnlyACornerOfTheIcon(width: Double, height: Double) {
    let (size, line) = (PixelSize(320, 400), 44.0)
    let badge = Rectangle(origin: Point(302 - width, 18), size: Size(width, height))
    let (bare, layout) = (
      FaceLayout(size, lineHeight: line), FaceLayout(size, lineHeight: line, badge: badge)
    )
    let overlap = min(layout.icon.maxX - badge.origin.x, badge.maxY - layout.icon.origin.y)
    #expect(overlap <= badge.size.height * FaceLayout.badgeOverlap + 1)
    // The icon stays aligned with the icons of neighboring tiles.
    #expect(layout.label == bare.label && abs(layout.icon.maxY - bare.icon.maxY) <= 1)
    #expect(layout.icon.size.width > 100 && abs(layout.icon.center.x - 160) <= 1)
  }

  /// A placeholder that has only a name, or the back of a tile.
  @Test func withoutPictureTheTextIsCentered() {
    let layout = FaceLayout(PixelSize(200, 250), lineHeight: 24, hasPicture: false)
    #expect(layout.icon.size.isEmpty && layout.cover.size.isEmpty)
    #expect(layout.label.center == Point(100, 125))
  }

  @Test func withoutLabelTheIconHasTheRoom() {
    let bare = FaceLayout(PixelSize(200, 200), lineHeight: 0)
    let named = FaceLayout(PixelSize(200, 200), lineHeight: 24)
    #expect(bare.icon.size.height > named.icon.size.height)
    #expect(abs(bare.icon.center.y - 100) <= 1)
  }

  @Test func faceDependsOnlyOnItsDescription() throws {
    let first = try bitmap(.face("Floor plan"))
    let other = Rasterizer(languages: ["en"]) { _, _, _ in nil }
    #expect(try #require(other.rasterize(.face("Floor plan"))).bitmap.bytes == first.bytes)
    #expect(try bitmap(.face("Floor plans")).bytes != first.bytes)
  }

  @Test func controlCharactersAndOverridesChangeNothing() throws {
    let plain = try bitmap(.face("Floor plan")).bytes
    #expect(try bitmap(.face("Floor\n\u{0}plan\u{7}")).bytes == plain)
    #expect(try bitmap(.face("\u{202E}Floor plan")).bytes == plain)
  }

  @Test(arguments: [
    PixelSize(0, 0), PixelSize(1, 1), PixelSize(3, 500), PixelSize(500, 3), PixelSize(20, 20),
    PixelSize(-1, 40),
    PixelSize(40, 44),
  ])
  func anySizeYieldsAFace(size: PixelSize) throws {
    for scale in [1, 2, 0, -1, .nan, .infinity] as [Double] {
      for fontSize in [16, 0, .nan, .infinity, -4, 1e12] as [Double] {
        let bitmap = try bitmap(.face("Floor plan", size: size, scale: scale, fontSize: fontSize))
        #expect(bitmap.size == PixelSize(max(1, size.width), max(1, size.height)))
      }
    }
  }

  @Test(arguments: [
    "\u{0}", "sans-serif\u{0}", "", "no such font, serif", String(repeating: "x,", count: 5000),
  ])
  func anyFontFamilyYieldsAFace(family: String) throws {
    #expect(try bitmap(.face("Floor plan", fontFamily: family)).size == PixelSize(160, 200))
  }

  @Test func impossibleColorsYieldAFace() throws {
    let color = Color(.nan, .infinity, -.infinity, .nan)
    #expect(try bitmap(.face("Clock", background: color, foreground: color)).size == PixelSize(160, 200))
  }

  @Test func randomRequestsNeverFail() throws {
    let seed: UInt64 = 20_261_120
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "A", "ab ", "\u{301}", "世", "خ", "\u{202E}", "\n", "🎮", "\u{200D}", "\u{0}", "ﷺ", "漢字", "ไทย", "हिन्दी",
    ]
    for _ in 0..<150 {
      let label = (0..<random.integer(0...39)).map { _ in pieces[random.integer(0...(pieces.count - 1))] }
        .joined()
      let size = PixelSize(random.integer(0...299) - 10, random.integer(0...299) - 10)
      let picture = Picture.face(
        label, size: size, scale: Double(random.integer(0...39)) / 10,
        fontSize: Double(random.integer(0...79)))
      let bitmap = try bitmap(picture)
      #expect(bitmap.size == RasterSize(picture).pixels, "seed \(seed)")
      #expect(bitmap.pixel(0, 0)?.alpha == 255, "seed \(seed)")
    }
  }
}
