import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Rendering

@MainActor struct FrameHistoryTests {
  private let stage = FrameHistory.Stage(
    surface: PixelSize(100, 80), size: Size(100, 80), scale: 1, background: .black)

  private func drawn(_ x: Int, _ side: Int = 10, upload: Int = 0) -> FrameHistory.DrawnSprite {
    let sprite = Sprite(.color(.white), size: Size(Double(side), Double(side)), opacity: Double(x) / 100)
    return .init(
      sprite: sprite, upload: upload, bounds: PixelRectangle(x: x, y: 5, width: side, height: side))
  }

  private func damage(_ history: inout FrameHistory, _ sprites: [FrameHistory.DrawnSprite]) -> PixelRectangle
  {
    history.begin(stage)
    for sprite in sprites { history.add(sprite) }
    history.finish()
    history.keep()
    return history.damage
  }

  @Test func onlyTheFirstFrameIsNew() {
    var history = FrameHistory()
    #expect(damage(&history, [drawn(10)]) == PixelRectangle(stage.surface))
    #expect(damage(&history, [drawn(10)]).isEmpty)
  }

  @Test func movedSpriteDamagesBothPlaces() {
    var history = FrameHistory()
    _ = damage(&history, [drawn(10), drawn(60)])
    #expect(damage(&history, [drawn(10), drawn(75)]) == PixelRectangle(x: 60, y: 5, width: 25, height: 10))
    #expect(damage(&history, [drawn(10)]) == PixelRectangle(x: 75, y: 5, width: 10, height: 10))
  }

  @Test func newPixelsOfAPictureAreAChange() {
    var history = FrameHistory()
    _ = damage(&history, [drawn(10, upload: 1)])
    #expect(damage(&history, [drawn(10, upload: 2)]) == PixelRectangle(x: 10, y: 5, width: 10, height: 10))
  }

  @Test func anotherBackgroundChangesAll() {
    var history = FrameHistory()
    _ = damage(&history, [drawn(10)])
    var other = stage
    other.background = .white
    history.begin(other)
    history.add(drawn(10))
    history.finish()
    #expect(history.damage == PixelRectangle(stage.surface))
  }

  @Test func anOlderBufferLacksMoreFrames() {
    var history = FrameHistory()
    for x in [0, 10, 20, 30, 40, 50] { _ = damage(&history, [drawn(x)]) }
    history.begin(stage)
    history.add(drawn(60))
    history.finish()
    #expect(history.outdated(age: 0) == PixelRectangle(stage.surface))
    #expect(history.outdated(age: 1) == PixelRectangle(x: 50, y: 5, width: 20, height: 10))
    #expect(history.outdated(age: 3) == PixelRectangle(x: 30, y: 5, width: 40, height: 10))
    #expect(history.outdated(age: 99) == PixelRectangle(stage.surface))
  }

  @Test func unshownFrameIsNotCompared() {
    var history = FrameHistory()
    _ = damage(&history, [drawn(10)])
    history.begin(stage)
    history.add(drawn(40))
    history.finish()
    // The surface could not show this frame, and still shows the previous one.
    #expect(damage(&history, [drawn(60)]) == PixelRectangle(x: 10, y: 5, width: 60, height: 10))
    history.begin(stage)
    history.add(drawn(70))
    history.finish()
    #expect(history.outdated(age: 2) == PixelRectangle(x: 10, y: 5, width: 70, height: 10))
  }

  /// Compares frames of a moving scene, drawn by damage and drawn whole: all pixels are equal.
  @Test(arguments: Drawer.allCases) func drawingWhatChangedLooksLikeDrawingAll(drawer: Drawer) throws {
    let seed: UInt64 = 20_261_120
    var random = SeededGenerator(seed: seed)
    let partial = try Canvas(drawer, 160, 120)
    let whole = try Canvas(drawer, 160, 120, keepsFrames: false)
    var sprites = (0..<8).map { index in
      Sprite(
        .picture(.numbered(index), placeholder: Color(0.3, 0.3, 0.3)), size: Size(40, 30), cornerRadius: 8)
    }
    for step in 0..<60 {
      for index in sprites.indices where random.next() % 4 == 0 {
        sprites[index].transform = Transform.perspective(m34: -1 / 300)
          .translated(.random(in: -70...70, using: &random), .random(in: -50...50, using: &random), 0)
          .rotatedAboutY(.random(in: -2...2, using: &random))
        sprites[index].opacity = .random(in: -0.2...1, using: &random)
      }
      if step % 5 == 0 {
        let number = Int(random.next() % 8)
        let color = UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000
        for canvas in [partial, whole] {
          try canvas.renderer.upload(.numbered(number), 20, 20) { _, _ in color }
        }
      }
      for canvas in [partial, whole] { try canvas.draw(sprites) }
      #expect(partial.pixels == whole.pixels, "step \(step), seed \(seed)")
    }
  }

  @Test(arguments: Drawer.allCases) func aStillFrameDrawsNothing(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([Sprite(.color(.white), size: Size(10, 10))])
    #expect(canvas.renderer.damage == PixelRectangle(x: 0, y: 0, width: 64, height: 64))
    try canvas.draw([Sprite(.color(.white), size: Size(10, 10))])
    #expect(canvas.renderer.damage.isEmpty)
    #expect(canvas.renderer.statistics.drawCalls == 0)
    #expect(canvas.pixel(32, 32) == .white)
    try canvas.draw([Sprite(.color(.white), size: Size(20, 10))])
    // Includes one pixel around it for the edge.
    #expect(canvas.renderer.damage == PixelRectangle(x: 21, y: 26, width: 22, height: 12))
  }
}
