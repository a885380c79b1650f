import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Rendering

/// Both renderers draw the same picture.
@MainActor struct DrawerTests {
  private static let side = 160

  private func sprite(_ number: Int, _ random: inout SeededGenerator) -> Sprite {
    let place = Transform.perspective(m34: -1 / 300).translated(
      random.number(-50...50), random.number(-40...40), random.number(-60...40))
    let turned = place.rotatedAboutY(random.number(-1.3...1.3)).rotatedAboutX(random.number(-0.5...0.5))
      .rotatedAboutZ(random.number(-0.4...0.4))
    let fill =
      random.number(0...1) < 0.7
      ? Sprite.Fill.picture(.numbered(number), placeholder: .white)
      : .color(Color(random.number(0...1), random.number(0...1), random.number(0...1)))
    var sprite = Sprite(
      fill, size: Size(random.number(10...90), random.number(10...90)), transform: turned,
      cornerRadius: random.number(0...16), opacity: random.number(0...1) < 0.3 ? 0.6 : 1,
      brightness: random.number(0.4...1))
    if random.number(0...1) < 0.2 { sprite.upperOpacity = random.number(0...1) }
    return sprite
  }

  /// Pictures without sharp edges: between texels, the renderers may round either way.
  private func canvas(_ drawer: Drawer) throws -> Canvas {
    let canvas = try Canvas(drawer, Self.side, Self.side)
    for number in 0..<6 {
      try canvas.renderer.upload(.numbered(number), 48, 40, isOpaque: number % 2 == 0) { x, y in
        let alpha = number % 2 == 0 ? 255 : 128 + x
        let (red, green) = ((40 + 3 * x) * alpha / 255, (200 - 4 * y) * alpha / 255)
        return UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(alpha / (number + 2))
      }
    }
    return canvas
  }

  /// Like most frames: one background light replaces another, with upright tiles in front.
  @Test func uprightTilesOnTwoLightsLookTheSame() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let (graphics, processor) = (try canvas(.graphics), try canvas(.processor))
    for round in 0..<80 {
      let size = Size(Double(Self.side), Double(Self.side))
      let share = random.number(0...1)
      var sprites = [
        Sprite(.picture(.numbered(0), placeholder: .white), size: size),
        Sprite(.picture(.numbered(2), placeholder: .white), size: size, opacity: share),
      ]
      for number in 0..<random.integer(0...4) {
        var tile = sprite(number, &random)
        tile.transform = .identity.translated(random.number(-70...70), random.number(-70...70), 0)
        sprites.append(tile)
      }
      for canvas in [graphics, processor] { try canvas.draw(sprites) }
      let apart = zip(graphics.pixels, processor.pixels).map { abs(Int($0) - Int($1)) }
      #expect(apart.count { $0 > 6 } < apart.count / 400, "seed \(seed), round \(round)")
      let mean = Double(apart.reduce(0, +)) / Double(apart.count)
      #expect(mean < 1, "seed \(seed), round \(round): \(mean)")
    }
  }

  @Test func anyFrameLooksTheSame() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let (graphics, processor) = (try canvas(.graphics), try canvas(.processor))
    for round in 0..<80 {
      let sprites = (0..<6).map { sprite($0, &random) }
      for canvas in [graphics, processor] { try canvas.draw(sprites, background: Color(0.3, 0.2, 0.4)) }
      let apart = zip(graphics.pixels, processor.pixels).map { abs(Int($0) - Int($1)) }
      #expect(apart.count { $0 > 10 } < apart.count / 400, "seed \(seed), round \(round)")
      #expect(apart.reduce(0, +) < apart.count, "less than a step on average; seed \(seed), round \(round)")
    }
  }

  @Test func partBehindTheViewerLooksTheSame() throws {
    let (graphics, processor) = (try canvas(.graphics), try canvas(.processor))
    for angle in [0.9, 1.2, 1.45] {
      let tilted = Transform.perspective(m34: -1 / 100).rotatedAboutY(angle)
      let sprite = Sprite(.color(Color(0.2, 0.8, 0.4)), size: Size(400, 60), transform: tilted)
      for canvas in [graphics, processor] { try canvas.draw([sprite]) }
      let apart = zip(graphics.pixels, processor.pixels).count { abs(Int($0) - Int($1)) > 10 }
      #expect(processor.coverage > 100, "it is seen at \(angle)")
      #expect(apart < processor.pixels.count / 100, "\(apart) bytes differ at \(angle)")
    }
  }
}
