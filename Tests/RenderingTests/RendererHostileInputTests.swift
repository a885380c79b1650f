import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Rendering

@MainActor struct RendererHostileInputTests {
  nonisolated static let odd: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, 1e38, 1e-300, 0, .greatestFiniteMagnitude,
  ]

  private let good = Sprite(.color(.white), size: Size(10, 10))

  @Test(arguments: odd, Drawer.allCases) func oddTransformsDisturbNothing(number: Double, drawer: Drawer)
    throws
  {
    let canvas = try Canvas(drawer)
    var sprites: [Sprite] = []
    for row in 0..<4 {
      for column in 0..<4 {
        var rows = [
          Transform.identity.row1, Transform.identity.row2, Transform.identity.row3, Transform.identity.row4,
        ]
        rows[row][column] = number
        let transform = Transform(rows[0], rows[1], rows[2], rows[3])
        sprites.append(Sprite(.color(Color(1, 0, 0)), size: Size(4, 4), transform: transform))
      }
    }
    try canvas.draw(sprites + [good])
    #expect(canvas.pixel(32, 32) == .white)
  }

  @Test(arguments: odd, Drawer.allCases) func oddSizesRadiiAndOpacitiesDisturbNothing(
    number: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([
      Sprite(.color(Color(1, 0, 0)), size: Size(number, 4)),
      Sprite(.color(Color(1, 0, 0)), size: Size(4, number)),
      Sprite(.color(Color(1, 0, 0)), size: Size(4, 4), cornerRadius: number),
      Sprite(.color(Color(1, 0, 0)), size: Size(4, 4), opacity: number),
      Sprite(.color(Color(number, number, number, number)), size: Size(4, 4)), good,
    ])
    #expect(canvas.pixel(32, 32) == .white)
  }

  @Test(arguments: Drawer.allCases) func nonFiniteTransformsAreSkipped(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    let transform = Transform.identity.translated(.nan, 0, 0)
    try canvas.draw([Sprite(.color(.white), size: Size(40, 40), transform: transform)])
    #expect(canvas.coverage == 0)
    #expect(canvas.renderer.statistics.skipped == 1)
  }

  @Test(arguments: [1e3, 1e6, 1e9], Drawer.allCases) func aHugeRectangleFillsTheScreen(
    side: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([Sprite(.color(.white), size: Size(side, side), cornerRadius: 20)])
    #expect(canvas.coverage == 64 * 64)
  }

  @Test(arguments: Drawer.allCases) func emptyFrameShowsItsBackground(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    var frame = SceneFrame(size: .zero, background: Color(1, 0, 0))
    frame.sprites = [good]
    try canvas.draw(frame)
    #expect(canvas.pixel(32, 32) == .red)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity], Drawer.allCases) func oddScalesShowTheBackground(
    scale: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer)
    var frame = SceneFrame(size: Size(64, 64), background: Color(1, 0, 0))
    frame.sprites = [good]
    try canvas.draw(frame, scale: scale)
    #expect(canvas.pixel(32, 32) == .red)
  }

  @Test(arguments: Drawer.allCases) func emptySurfaceHasOnePixel(drawer: Drawer) throws {
    let canvas = try Canvas(drawer, 0, -5)
    try canvas.draw([good], background: Color(1, 0, 0))
    #expect(canvas.pixel(0, 0) == .white)
  }

  /// Arbitrary numbers cause no crash and no GL error, and the last sprite is drawn.
  @Test(arguments: Drawer.allCases) func anyTransformLeavesTheNextSpriteAlone(drawer: Drawer) throws {
    let seed: UInt64 = 20_261_120
    var random = SeededGenerator(seed: seed)
    let canvas = try Canvas(drawer)
    for _ in 0..<200 {
      let sprites = (0..<10).map { _ in
        func any() -> Double {
          Double.random(in: -3...3, using: &random)
            * Double([1, 1, 50, 1e4].randomElement(using: &random) ?? 1)
        }
        let transform = Transform(
          SIMD4(any(), any(), any(), any() / 500), SIMD4(any(), any(), any(), any() / 500),
          SIMD4(any(), any(), any(), any() / 500), SIMD4(any(), any(), any(), any()))
        return Sprite(
          .color(Color(1, 0, 0)), size: Size(abs(any()), abs(any())), transform: transform,
          cornerRadius: any())
      }
      try canvas.draw(sprites + [good])
      #expect(canvas.pixel(32, 32) == .white, "seed \(seed)")
    }
  }
}
