import Geometry
import Scene
import SeededRandom
import Testing

@testable import Rendering

/// What is drawn before graphics have started looks as they will draw it.
@MainActor struct SketchTests {
  private static let size = PixelSize(120, 90)

  /// Red, green and blue of a sketch, pixel by pixel.
  private func sketch(_ frame: SceneFrame, scale: Double = 1) -> [UInt8] {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.size.width * Self.size.height * 4, alignment: 4)
    defer { bytes.deallocate() }
    var sketch = Sketch(Self.size)
    sketch.draw(frame, scale: scale, into: bytes)
    var colors: [UInt8] = []
    for index in stride(from: 0, to: bytes.count, by: 4) {
      colors += [bytes[index + 2], bytes[index + 1], bytes[index]]
    }
    return colors
  }

  private func rendering(_ frame: SceneFrame, scale: Double = 1) throws -> [UInt8] {
    let canvas = try Canvas(Self.size.width, Self.size.height)
    try canvas.draw(frame, scale: scale)
    var colors: [UInt8] = []
    for index in stride(from: 0, to: canvas.pixels.count, by: 4) {
      colors += canvas.pixels[index..<index + 3]
    }
    return colors
  }

  private func sprite(_ random: inout SeededGenerator) -> Sprite {
    let place = Transform.perspective(m34: -1 / 400).translated(
      random.number(-60...60), random.number(-40...40), random.number(-80...20))
    let color = Color(random.number(0...1), random.number(0...1), random.number(0...1))
    let fill =
      random.chance(0.5) ? Sprite.Fill.color(color) : .picture(.numbered(1), placeholder: color)
    return Sprite(
      fill, size: Size(random.number(4...80), random.number(4...80)),
      transform: place.rotatedAboutY(random.number(-1.4...1.4)), cornerRadius: random.number(0...15),
      opacity: random.chance(0.3) ? random.number(0...1) : 1, brightness: random.number(0.3...1))
  }

  @Test(arguments: [1.0, 1.5]) func placeholdersLookAsTheRendererDrawsThem(scale: Double) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    for round in 0..<25 {
      var frame = SceneFrame(
        size: Size(Double(Self.size.width) / scale, Double(Self.size.height) / scale),
        background: Color(0.1, 0.2, 0.3))
      frame.sprites = (0..<4).map { _ in sprite(&random) }
      let (sketched, drawn) = (sketch(frame, scale: scale), try rendering(frame, scale: scale))
      let differing = zip(sketched, drawn).count { abs(Int($0) - Int($1)) > 6 }
      #expect(differing < 30, "seed \(seed), round \(round)")
    }
  }

  @Test func nonsenseIsLeftOut() {
    var frame = SceneFrame(size: Size(120, 90), background: .black)
    frame.sprites = [
      Sprite(.color(.white), size: Size(.nan, 10)), Sprite(.color(.white), size: Size(10, 10), opacity: 0),
      Sprite(.color(.white), size: Size(10, 10), transform: .identity.translated(.infinity, 0, 0)),
      Sprite(.picture(.numbered(1), placeholder: .clear), size: Size(10, 10)),
    ]
    #expect(sketch(frame).allSatisfy { $0 == 0 })
  }
}
