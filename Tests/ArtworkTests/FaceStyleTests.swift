import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// Pictures, bands, badges and states.
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
  func aPictureOnACardCoversWhatIsAboveTheName(shape: PixelSize) throws {
    let folder = try ScratchFolder()
    let source = try red(shape, in: folder)
    let bitmap = try bitmap { $0.photograph = .init(source) }
    for (x, y) in [(1, 1), (198, 1), (1, 140), (198, 140)] { #expect(try isRed(bitmap, x, y), "\(x) \(y)") }
    for x in [1, 198] { #expect(try !isRed(bitmap, x, 240), "below it is the card") }
  }

  @Test func aPictureThatIsToBeSeenAsAWholeLeavesTheCardFree() throws {
    let folder = try ScratchFolder()
    let source = try red(PixelSize(400, 40), in: folder)
    let bitmap = try bitmap { $0.photograph = .init(source, covers: false) }
    #expect(try !isRed(bitmap, 1, 1) && !isRed(bitmap, 100, 4))
    #expect(try (0..<250).contains { try isRed(bitmap, 100, $0) })
  }

  @Test func aFullBleedPictureReachesAllEdgesAndItsBandHidesItBelow() throws {
    let folder = try ScratchFolder()
    let source = try red(PixelSize(64, 64), in: folder)
    let bitmap = try bitmap { face in
      (face.style, face.photograph, face.band) = (.fullBleed, .init(source), .black)
    }
    for (x, y) in [(0, 0), (199, 0), (0, 150), (199, 150)] { #expect(try isRed(bitmap, x, y)) }
    for x in [0, 199] { #expect(try !isRed(bitmap, x, 245)) }
    let bare = try self.bitmap("") { ($0.style, $0.photograph) = (.fullBleed, .init(source)) }
    #expect(try isRed(bare, 0, 249), "without a name there is no band")
  }

  @Test func theBandIsAsHighAsItsWriting() throws {
    func height(_ label: String, _ detail: String = "") throws -> Int {
      let bitmap = try bitmap(label) { face in
        (face.style, face.band, face.shading, face.detail) = (.fullBleed, .black, 0, detail)
      }
      let ground = try #require(bitmap.pixel(0, 0))
      return try (0..<250).count { try #require(bitmap.pixel(0, $0)) != ground }
    }
    let (one, two) = (try height("Hall"), try height("HHHHHHH HHHHHHH HHHHH"))
    #expect(one > 18 && two > one && two < 2 * one + 10)
    #expect(try height("Hall", "First floor") > one)
  }

  @Test func aBadgeStandsInTheCornerAndGrowsWithItsWriting() throws {
    func width(_ badge: String) throws -> Int {
      let bitmap = try bitmap { ($0.badge, $0.badgeColor) = (badge, Color(1, 0, 0)) }
      return try (100..<200).count { x in try (0..<40).contains { try isRed(bitmap, x, $0) } }
    }
    #expect(try width("") == 0)
    #expect(try width("1") > 10 && width("new") > width("1"))
    #expect(try width("as long as can be") < 100)
  }

  @Test func whatRunsHasAMarkAndWhatCannotBeOpenedIsFaint() throws {
    let green = Color(0, 1, 0)
    let ready = try bitmap { $0.markColor = green }
    let running = try bitmap { ($0.markColor, $0.state) = (green, .marked(.disc)) }
    let disabled = try bitmap { $0.state = .disabled }
    func greens(_ bitmap: Bitmap) throws -> Int {
      try (0..<60).reduce(0) { sum, x in
        try sum + (0..<60).count { try #require(bitmap.pixel(x, $0)) == (0, 255, 0, 255) }
      }
    }
    #expect(try greens(ready) == 0 && greens(running) > 30)
    func brightest(_ bitmap: Bitmap) throws -> Int {
      try (190..<250).map { y in try (0..<200).map { Int(try #require(bitmap.pixel($0, y)).red) }.max()! }
        .max()!
    }
    #expect(try brightest(ready) > 220 && brightest(disabled) < 140)
  }

  @Test func marksDifferInTheirShapeAndNotOnlyInTheirColor() throws {
    let green = Color(0, 1, 0)
    let shapes = try TileFace.Mark.allCases.map { mark in
      let bitmap = try bitmap { ($0.markColor, $0.state) = (green, .marked(mark)) }
      return try (0..<60 * 60).filter { try #require(bitmap.pixel($0 % 60, $0 / 60)) == (0, 255, 0, 255) }
    }
    for (index, shape) in shapes.enumerated() {
      #expect(shape.count > 20)
      // At least a fifth of what the smaller one covers is not covered by the other.
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

  @Test func aGradientGoesFromItsUpperToItsLowerColor() throws {
    let bitmap = try bitmap("") { ($0.background, $0.backgroundBelow) = (Color(1, 0, 0), Color(0, 1, 0)) }
    let (top, bottom) = (try #require(bitmap.pixel(2, 0)), try #require(bitmap.pixel(2, 249)))
    #expect(top.red > 250 && top.green < 5 && bottom.red < 5 && bottom.green > 250)
  }

  @Test func aPictureThatIsMissingLeavesTheIcon() throws {
    let missing = try bitmap { $0.photograph = .init(.path("/no/such/file.png")) }
    #expect(missing.bytes == (try bitmap { _ in }).bytes)
  }
}
