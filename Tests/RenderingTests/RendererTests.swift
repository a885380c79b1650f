import RotundaGeometry
import Scene
import Testing

@testable import Rendering

@MainActor struct RendererTests {
  @Test(arguments: Drawer.allCases) func theBackgroundFillsTheSurface(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([], background: Color(hex: 0x336699))
    for (x, y) in [(0, 0), (63, 0), (0, 63), (63, 63), (31, 31)] {
      #expect(canvas.pixel(x, y).isClose(to: RGB(0x33, 0x66, 0x99)))
    }
  }

  @Test(arguments: Drawer.allCases) func aRectangleCoversItsPixelsAndNoOthers(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([
      Sprite(.color(Color(1, 0, 0)), size: Size(20, 10), transform: .identity.translated(4, -6, 0))
    ])
    // Its center is at (36, 26): columns 26 to 45, rows 21 to 30.
    for y in 0..<64 {
      for x in 0..<64 {
        let isInside = (26..<46).contains(x) && (21..<31).contains(y)
        #expect(canvas.pixel(x, y) == (isInside ? .red : .black), "at \(x), \(y)")
      }
    }
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2, 3], Drawer.allCases) func pointsTimesScaleArePixels(
    scale: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer, 120, 120)
    try canvas.draw([Sprite(.color(.white), size: Size(24, 12))], scale: scale)
    #expect(abs(canvas.coverage - 24 * 12 * scale * scale) < 0.5)
  }

  @Test(arguments: Drawer.allCases) func reflectionHidesSpritesNotTheBackground(drawer: Drawer)
    throws
  {
    for reflection in [Sprite.Reflection.whole, .none] {
      let canvas = try Canvas(drawer)
      var behind = Sprite(.color(Color(1, 0, 0)), size: Size(40, 40), opacity: 0.5)
      var front = Sprite(.color(Color(0, 1, 0)), size: Size(20, 20), opacity: 0.5)
      (behind.reflection, front.reflection) = (reflection, reflection)
      var detail = Sprite(.color(Color(0, 1, 0)), size: Size(8, 8), opacity: 1)
      detail.reflection = reflection == .none ? .none : .detail
      try canvas.draw([Sprite(.color(Color(0, 0, 1)), size: Size(64, 64)), behind, front, detail])
      #expect(canvas.pixel(16, 16).isClose(to: RGB(128, 0, 128)))
      #expect(
        canvas.pixel(25, 32).isClose(to: reflection == .whole ? RGB(0, 128, 128) : RGB(64, 128, 64)),
        "\(reflection): \(canvas.pixel(25, 32))")
      #expect(canvas.pixel(32, 32).isClose(to: RGB(0, 255, 0)), "the sprite in front is visible")
    }
  }

  /// The renderer, and whether part of the sprite is behind the viewer, which prevents cutting into pieces.
  @Test(arguments: Drawer.allCases, [false, true])
  func partsOutsideAClipAreCutOff(drawer: Drawer, isBehind: Bool) throws {
    let canvas = try Canvas(drawer)
    var clipped = Sprite(.color(Color(1, 0, 0)), size: Size(60, 60), cornerRadius: 8)
    // 4 right of the middle and 6 above: columns 12 to 35, rows 16 to 25.
    clipped.clip = Rectangle(center: Point(-8, -11), size: Size(24, 10))
    var sprites = [Sprite(.color(Color(0, 0, 1)), size: Size(64, 64)), clipped]
    if isBehind {
      // Too far to the side to be visible inside the clip, and through the viewer's plane.
      let place = Transform.perspective(m34: -1 / 30).rotatedAboutY(.pi / 2.2)
      sprites.append(Sprite(.color(.clear), size: Size(400, 4), transform: place))
    }
    try canvas.draw(sprites)
    for y in 0..<64 {
      for x in 0..<64 {
        let isInside = (12..<36).contains(x) && (16..<26).contains(y)
        #expect(canvas.pixel(x, y) == (isInside ? .red : RGB(0, 0, 255)), "at \(x), \(y)")
      }
    }
  }

  @Test(arguments: Drawer.allCases) func clippedSpriteIsCoveredByTheFront(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    var clipped = Sprite(.color(Color(1, 0, 0)), size: Size(60, 60))
    clipped.clip = Rectangle(origin: Point(-32, -32), size: Size(64, 32))
    try canvas.draw([clipped, Sprite(.color(Color(0, 1, 0)), size: Size(20, 20))])
    #expect(canvas.pixel(32, 28) == .green && canvas.pixel(32, 36) == .green)
    #expect(canvas.pixel(10, 20) == .red && canvas.pixel(10, 40) == .black)
  }

  @Test(arguments: Drawer.allCases) func aClipThatMovesIsDamage(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    for height in [10.0, 30, 20, 0, 40] {
      var sprite = Sprite(.color(Color(1, 0, 0)), size: Size(60, 60))
      sprite.clip = Rectangle(origin: Point(-32, -32), size: Size(64, height))
      try canvas.draw([sprite])
      for y in 2..<62 {
        #expect(canvas.pixel(32, y) == (Double(y) < height ? .red : .black), "\(height) at \(y)")
      }
    }
  }

  @Test(arguments: Drawer.allCases) func laterSpritesCoverEarlierOnes(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    let far = Transform.identity.translated(0, 0, -100)
    try canvas.draw([
      Sprite(.color(Color(1, 0, 0)), size: Size(40, 40)),
      // Farther away but drawn on top, because the order decides.
      Sprite(.color(Color(0, 1, 0)), size: Size(20, 20), transform: far),
    ])
    #expect(canvas.pixel(32, 32) == .green)
    #expect(canvas.pixel(16, 16) == .red)
  }

  /// The fill's opacity, the sprite's opacity, and the result of white on black.
  @Test(arguments: [
    (1.0, 1.0, 255), (0.5, 1, 128), (1, 0.5, 128), (0.5, 0.5, 64), (1, 0, 0), (0, 1, 0), (1, 7, 255),
  ])
  func opacitiesMultiply(fill: Double, sprite: Double, seen: Int) throws {
    let canvas = try Canvas()
    try canvas.draw([Sprite(.color(Color.white.opacity(fill)), size: Size(40, 40), opacity: sprite)])
    #expect(canvas.pixel(32, 32).isClose(to: RGB(seen, seen, seen)))
  }

  @Test(arguments: Drawer.allCases) func translucentSpriteShowsTheSpriteBelow(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([
      Sprite(.color(Color(1, 0, 0)), size: Size(40, 40)),
      Sprite(.color(Color(0, 0, 1, 0.25)), size: Size(20, 20)),
    ])
    #expect(canvas.pixel(32, 32).isClose(to: RGB(191, 0, 64)))
  }

  /// The sprite's brightness, and the result of white over red.
  @Test(arguments: [(1.0, 255), (0.5, 128), (0, 0), (-1, 0), (7, 255), (.nan, 0)])
  func shadedSpriteIsDarkerButCovers(brightness: Double, seen: Int) throws {
    let canvas = try Canvas()
    try canvas.renderer.upload(.numbered(1), 16, 16) { _, _ in 0xffff_ffff }
    let picture = Sprite.Fill.picture(.numbered(1), placeholder: .black)
    for fill in [Sprite.Fill.color(.white), picture] {
      try canvas.draw([
        Sprite(.color(Color(1, 0, 0)), size: Size(40, 40)),
        Sprite(fill, size: Size(20, 20), brightness: brightness),
      ])
      #expect(canvas.pixel(32, 32).isClose(to: RGB(seen, seen, seen)))
    }
  }

  @Test(arguments: Drawer.allCases) func plainColorsShareOneDrawCall(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    let sprite = Sprite(.color(.white), size: Size(4, 4))
    try canvas.draw(Array(repeating: sprite, count: 300))
    #expect(canvas.renderer.statistics.drawCalls == 1)
    #expect(canvas.renderer.statistics.quads == 300)
  }

  @Test(arguments: Drawer.allCases) func tooManyQuadsAreDrawnInParts(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    var sprites = Array(repeating: Sprite(.color(.white), size: Size(4, 4)), count: QuadBuffer.capacity * 2)
    sprites.append(Sprite(.color(Color(1, 0, 0)), size: Size(8, 8)))
    try canvas.draw(sprites)
    #expect(canvas.renderer.statistics.drawCalls == (drawer == .graphics ? 3 : 1))
    #expect(canvas.pixel(32, 32) == .red)
  }

  @Test func rendererDrawsASurfaceOfAnotherSize() throws {
    let canvas = try Canvas()
    let picture = Picture.numbered(1)
    try canvas.renderer.upload(picture, 8, 8) { _, _ in 0xff00_ff00 }
    let sprite = Sprite(.picture(picture, placeholder: .white), size: Size(20, 20))
    for side in [16, 200, 33] {
      let surface = try OffscreenSurface(
        #require(canvas.surface as? OffscreenSurface).context, size: PixelSize(side, side))
      var frame = SceneFrame(size: Size(Double(side), Double(side)))
      frame.sprites = [sprite]
      try canvas.renderer.draw(frame, to: surface, scale: 1)
      let pixels = try surface.readPixels()
      let middle = (side / 2 * side + side / 2) * 4
      #expect(Array(pixels[middle..<middle + 3]) == [0, 255, 0], "at side \(side)")
    }
  }
}
