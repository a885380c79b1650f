import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// Pictures, bands and states.
struct FaceStyleTests {
  private static let size = PixelSize(200, 250)

  private func bitmap(_ label: String = "Hall", _ change: (inout TileFace) -> Void) throws -> Bitmap {
    var face = TileFace(
      label: label, icon: nil, background: Color(0, 0, 0.5), foreground: .white, fontSize: 18)
    change(&face)
    let picture = Picture(.face(face), size: Self.size, scale: 1)
    let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }
    return try #require(rasterizer.rasterize(picture)).bitmap
  }

  private func isRed(_ bitmap: Bitmap, _ x: Int, _ y: Int) throws -> Bool {
    let pixel = try #require(bitmap.pixel(x, y))
    return pixel.red > 200 && pixel.green < 60 && pixel.blue < 60
  }

  private func red(_ size: PixelSize, in folder: ScratchFolder) throws -> IconSource {
    try TestPictures.png(size, Color(1, 0, 0), to: folder.path("red.png"))
    return .path(folder.path("red.png"))
  }

  @Test(arguments: [PixelSize(40, 400), PixelSize(400, 40), PixelSize(64, 64)])
  func cardPictureCoversTheAreaAboveTheName(shape: PixelSize) throws {
    let folder = try ScratchFolder()
    let source = try red(shape, in: folder)
    let bitmap = try bitmap { $0.photograph = .init(source) }
    for (x, y) in [(1, 1), (198, 1), (1, 140), (198, 140)] { #expect(try isRed(bitmap, x, y), "\(x) \(y)") }
    for x in [1, 198] { #expect(try !isRed(bitmap, x, 240), "the card is below the picture") }
  }

  @Test func wholePictureLeavesTheCardFree() throws {
    let folder = try ScratchFolder()
    let source = try red(PixelSize(400, 40), in: folder)
    let bitmap = try bitmap { $0.photograph = .init(source, covers: false) }
    #expect(try !isRed(bitmap, 1, 1) && !isRed(bitmap, 100, 4))
    #expect(try (0..<250).contains { try isRed(bitmap, 100, $0) })
  }

  @Test func fullPictureReachesEdgesAndFades() throws {
    let folder = try ScratchFolder()
    let source = try red(PixelSize(64, 64), in: folder)
    let bitmap = try bitmap { ($0.style, $0.photograph) = (.fullBleed, .init(source)) }
    for (x, y) in [(0, 0), (199, 0), (0, 134), (199, 134)] { #expect(try isRed(bitmap, x, y)) }
    let column = try (135..<250).map { Int(try #require(bitmap.pixel(0, $0)).red) }
    #expect(zip(column, column.dropFirst()).allSatisfy { $0 >= $1 }, "the shade gets darker downward")
    #expect(zip(column, column.dropFirst()).allSatisfy { $0 - $1 < 10 }, "the shade has no edge")
    #expect(try #require(column.last) < 60)
    let bare = try self.bitmap("") { ($0.style, $0.photograph) = (.fullBleed, .init(source)) }
    #expect(try isRed(bare, 0, 249), "without a name there is no scrim")
  }

  @Test(arguments: [TileFace.Style.card, .fullBleed])
  func bareFaceAndTextMakeTheWholeFace(style: TileFace.Style) throws {
    let folder = try ScratchFolder()
    try TestPictures.png(PixelSize(64, 64), Color(0.5, 0.5, 0.5), to: folder.path("gray.png"))
    func face(_ change: (inout TileFace) -> Void = { _ in }) -> TileFace {
      var face = TileFace(
        label: "Hall", icon: nil, background: .black, foreground: .white, fontSize: 18)
      (face.style, face.photograph, face.shading) = (style, .init(.path(folder.path("gray.png"))), 0)
      change(&face)
      return face
    }
    let rasterizer = Rasterizer(languages: ["en"]) { _, _, _ in nil }
    func draw(_ content: Picture.Content, _ size: PixelSize = Self.size) throws -> FinishedPicture {
      try #require(rasterizer.rasterize(Picture(content, size: size, scale: 1)))
    }
    let whole = try draw(.face(face())).bitmap
    let bare = try draw(.face(face { $0.isBare = true })).bitmap
    let name = try draw(.writing(face()))
    #expect(name.bitmap.size.width < 100 && name.bitmap.size.height < 40 && name.inset.height > 150)
    let writing = FaceWriting(face(), RasterSize(Self.size, scale: 1), Typesetter(languages: ["en"]))
    let top = style == .card ? 0 : writing.blockTop
    #expect(Double(name.inset.height) >= top)
    let scrim = Scrim(top: top, height: 250)
    let shade = style == .card ? nil : scrim.shade(face().scrim, from: scrim.start, to: 250)
    let rows = try shade.map { try draw(.scrim($0), Scrim.Shade.pixels).bitmap }
    var different = 0
    for y in 0..<250 {
      for x in 0..<200 {
        var value = Double(try #require(bare.pixel(x, y)).green)
        if let rows, Double(y) >= scrim.start {
          let row = min(63, Int((Double(y) - scrim.start) / (250 - scrim.start) * 64))
          value *= 1 - Double(try #require(rows.pixel(0, row)).alpha) / 255
        }
        if let ink = name.bitmap.pixel(x - name.inset.width, y - name.inset.height) {
          value = value * (1 - Double(ink.alpha) / 255) + Double(ink.green)
        }
        if abs(value - Double(try #require(whole.pixel(x, y)).green)) > 12 { different += 1 }
      }
    }
    #expect(different < 50, "\(different) pixels of 50000")
  }

  @Test func shadeGrowsFromNothingToItsColor() throws {
    let shade = Scrim(top: 200, height: 250).shade(Color(0, 0, 0.2, 0.8), from: 150, to: 250)
    let picture = Picture(.scrim(shade), size: Scrim.Shade.pixels, scale: 1)
    let bitmap = try #require(Rasterizer(languages: ["en"]) { _, _, _ in nil }.rasterize(picture)).bitmap
    let alphas = try (0..<64).map { Int(try #require(bitmap.pixel(1, $0)).alpha) }
    #expect(zip(alphas, alphas.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 16 })
    #expect(alphas.first == 0 && alphas.last == 204)
  }

  @Test func emptyNameIsAClearPixel() throws {
    let bitmap = try #require(
      Rasterizer(languages: ["en"]) { _, _, _ in nil }
        .rasterize(
          Picture(
            .writing(
              TileFace(label: " ", icon: nil, background: .black, foreground: .white, fontSize: 18)),
            size: Self.size, scale: 1))
    ).bitmap
    #expect(bitmap.size == PixelSize(1, 1) && bitmap.pixel(0, 0)?.alpha == 0)
  }

  private static let aspects = [(9, 16), (3, 4), (4, 5), (1, 1), (16, 10), (16, 9), (21, 9)].map {
    PixelSize(360 * $0.0 / max($0.0, $0.1), 360 * $0.1 / max($0.0, $0.1))
  }
  private static let names = [
    ("Hall", ""), ("Deep sea", "Under the ice shelf"),
    ("Pictures of the old town and its people", "Three halls"),
    ("Donaudampfschifffahrtsgesellschaft", "Zwei Stockwerke"), ("خريطة المتحف", "ثلاث قاعات"),
  ]

  /// Returns the text layout on a black photograph.
  private func writing(
    _ size: PixelSize, _ name: (String, String), textScale: Double = 1
  ) throws -> FaceWriting {
    let letters = (Double(size.width * size.height).squareRoot() * 0.075)
    var face = TileFace(
      label: name.0, icon: nil, background: .black, foreground: .white,
      fontSize: min(letters, Double(size.height) * 0.1) * textScale)
    (face.style, face.detail) = (.fullBleed, name.1)
    return FaceWriting(face, RasterSize(size, scale: 1), Typesetter(languages: ["en"]))
  }

  @Test(arguments: aspects) func textShadeDarkensPhotographsLittle(size: PixelSize) throws {
    for name in Self.names {
      for textScale in [1.0, 1.6, 3] {
        let writing = try writing(size, name, textScale: textScale)
        let height = Double(size.height)
        #expect(writing.block.size.height <= height * 0.3 + 1, "\(name) on \(size)")
        #expect(writing.block.maxY < height && writing.block.origin.y > height * 0.5)
        let scrim = Scrim(top: writing.blockTop, height: height)
        #expect(height - scrim.start <= height * 0.46 + 1)
        // White text on the worst photograph, which is white.
        let shade = Color.white.mixed(with: Color(hex: 0x0a0d14), 0.86 * scrim.part(at: writing.blockTop))
        #expect(shade.contrast(to: .white) >= 4.5, "\(name) on \(size)")
        #expect(scrim.part(at: scrim.start) == 0 && scrim.part(at: height) == 1)
      }
    }
  }

  @Test(arguments: ["Dinosaurs", "Exhibition", "Öffnungszeiten"])
  func aWordGetsSmallerBeforeItIsBroken(word: String) throws {
    for textScale in [1.0, 1.6, 2] {
      let size = PixelSize(358, 448)
      let writing = try writing(size, (word, ""), textScale: textScale)
      let line = Typesetter(languages: ["en"]).set(
        word,
        TextStyle(family: "sans-serif", fontSize: writing.fontSize, weight: .bold, width: 4000, limit: .none))
      #expect(line.logical.size.width <= writing.block.size.width + 1, "\(word) at \(textScale)")
      #expect(writing.block.size.height < 2 * line.logical.size.height, "on one line")
    }
  }

  @Test func unbreakableNameGetsNoHyphen() throws {
    let setter = Typesetter(languages: ["en"])
    let text = String(repeating: "mnlk", count: 12)
    func style(_ width: Int) -> TextStyle {
      TextStyle(family: "sans-serif", fontSize: 20, width: width, limit: .none)
    }
    // The longest run of letters that fits. A hyphen would take some of the width.
    let whole = setter.set(text, style(4000)).logical.size.width
    let broken = setter.set(text, style(200))
    #expect(Double(broken.lineCount) <= (whole / 180).rounded(.up))
  }

  /// A disc: text at its foot has less room than in the square around it.
  @Test func writingStaysWithinRoundCorners() throws {
    var face = TileFace(
      label: "Northern lights", icon: nil, background: .black, foreground: .white, fontSize: 24)
    (face.style, face.detail, face.cornerRadius) = (.fullBleed, "Every hour", 150)
    let writing = FaceWriting(face, RasterSize(PixelSize(300, 300), scale: 1), Typesetter(languages: ["en"]))
    for y in [writing.block.origin.y, writing.block.maxY] {
      let half = (150 * 150 - (y - 150) * (y - 150)).squareRoot()
      #expect(writing.block.origin.x >= 150 - half && writing.block.maxX <= 150 + half)
    }
  }

  @Test func theRimIsBrightAboveAndFaintBelow() throws {
    let bitmap = try bitmap("") { face in
      (face.rim, face.shading, face.background, face.cornerRadius) = (0.27, 0, .black, 10)
    }
    let (top, bottom) = (try #require(bitmap.pixel(100, 0)), try #require(bitmap.pixel(100, 249)))
    #expect((55...75).contains(top.red) && (5...18).contains(bottom.red))
    #expect(try #require(bitmap.pixel(100, 10)).red == 0)
  }

  @Test func aSymbolMakesRoomForABadge() throws {
    func height(_ badge: TileBadge?) throws -> Int {
      let bitmap = try bitmap("") { face in
        (face.style, face.glyph, face.badge, face.shading) = (.fullBleed, "map", badge, 0)
      }
      let rows = try (0..<250).filter { y in
        try (0..<200).contains { try #require(bitmap.pixel($0, y)).red > 100 }
      }
      return (rows.last ?? 0) - (rows.first ?? 0)
    }
    let long = TileBadge("Not available now", color: .white, ink: .black, fontSize: 60, mostWidth: 170)
    let short = TileBadge("1", color: .white, ink: .black, fontSize: 9, mostWidth: 80)
    #expect(try height(short) == height(nil), "a corner of a symbol is empty")
    #expect(try height(long) < height(nil))
  }

  @Test func runningTileHasAMark() throws {
    let green = Color(0, 1, 0)
    let ready = try bitmap { $0.markColor = green }
    let running = try bitmap { ($0.markColor, $0.state) = (green, .marked(.disc)) }
    func greens(_ bitmap: Bitmap) throws -> Int {
      try (0..<60).reduce(0) { sum, x in
        try sum + (0..<60).count { try #require(bitmap.pixel(x, $0)) == (0, 255, 0, 255) }
      }
    }
    #expect(try greens(ready) == 0 && greens(running) > 30)
  }

  @Test func disabledTileIsPale() throws {
    let folder = try ScratchFolder()
    let source = try red(PixelSize(64, 64), in: folder)
    let bitmap = try bitmap { face in
      (face.style, face.photograph, face.state) = (.fullBleed, .init(source), .disabled)
    }
    let pixel = try #require(bitmap.pixel(4, 60))
    let (most, least) = (Int(pixel.red), Int(pixel.green))
    #expect(
      (70...110).contains(most) && most - least < 70, "a quarter of its color, three quarters of its light")
  }

  @Test func marksDifferInShapeNotOnlyColor() throws {
    let green = Color(0, 1, 0)
    let shapes = try TileFace.Mark.allCases.map { mark in
      let bitmap = try bitmap { ($0.markColor, $0.state) = (green, .marked(mark)) }
      return try (0..<60 * 60).filter { try #require(bitmap.pixel($0 % 60, $0 / 60)) == (0, 255, 0, 255) }
    }
    for (index, shape) in shapes.enumerated() {
      #expect(shape.count > 20)
      // The shapes differ in at least a fifth of the area of the smaller one.
      for other in shapes[(index + 1)...] {
        let apart = Set(shape).symmetricDifference(other)
        #expect(apart.count * 5 >= min(shape.count, other.count))
      }
    }
  }

  @Test func aBorderFollowsTheRoundedCorner() throws {
    let bitmap = try bitmap("") { face in
      (face.border, face.borderWidth, face.cornerRadius) = (Color(1, 0, 0), 4, 40)
    }
    #expect(try isRed(bitmap, 100, 1) && isRed(bitmap, 1, 125) && isRed(bitmap, 12, 13))
    #expect(try !isRed(bitmap, 1, 1) && !isRed(bitmap, 100, 8))
  }

  @Test func gradientRunsFromUpperToLowerColor() throws {
    let bitmap = try bitmap("") { ($0.background, $0.backgroundBelow) = (Color(1, 0, 0), Color(0, 1, 0)) }
    let (top, bottom) = (try #require(bitmap.pixel(2, 0)), try #require(bitmap.pixel(2, 249)))
    #expect(top.red > 250 && top.green < 5 && bottom.red < 5 && bottom.green > 250)
  }

  @Test func aPictureThatIsMissingLeavesTheIcon() throws {
    let missing = try bitmap { $0.photograph = .init(.path("/no/such/file.png")) }
    #expect(missing.bytes == (try bitmap { _ in }).bytes)
  }
}
