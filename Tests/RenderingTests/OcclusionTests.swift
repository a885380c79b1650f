import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Rendering

/// The renderer skips covered parts without a visible difference.
@MainActor struct OcclusionTests {
  private static let side = 96

  /// Returns a pattern in which each pixel encodes its position.
  private func pattern(_ number: Int) -> (Int, Int) -> UInt32 {
    { x, y in
      0xff00_0000 | UInt32((number * 53) % 256) << 16 | UInt32(x * 4) << 8 | UInt32(y * 4)
    }
  }

  private func sprite(_ number: Int, _ random: inout SeededGenerator) -> Sprite {
    let place = Transform.perspective(m34: -1 / 300).translated(
      random.number(-40...40), random.number(-30...30), random.number(-60...20))
    let turned = place.rotatedAboutY(random.number(-1.3...1.3)).rotatedAboutX(random.number(-0.5...0.5))
    return Sprite(
      .picture(.numbered(number), placeholder: .white),
      size: Size(random.number(20...70), random.number(20...70)), transform: turned,
      cornerRadius: random.number(0...12), opacity: random.number(0...1) < 0.2 ? 0.5 : 1)
  }

  private func canvas(_ drawer: Drawer, isOpaque: Bool) throws -> Canvas {
    let canvas = try Canvas(drawer, Self.side, Self.side)
    for number in 0..<8 {
      try canvas.renderer.upload(.numbered(number), 40, 40, isOpaque: isOpaque, pattern(number))
    }
    return canvas
  }

  @Test(arguments: Drawer.allCases)
  func culledFrameEqualsTheUnculledOne(drawer: Drawer) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let (culled, whole) = (try canvas(drawer, isOpaque: true), try canvas(drawer, isOpaque: false))
    for round in 0..<60 {
      let sprites = (0..<8).map { sprite($0, &random) }
      try culled.draw(sprites, background: Color(0.2, 0.3, 0.4))
      try whole.draw(sprites, background: Color(0.2, 0.3, 0.4))
      // The two shaders round differently, which matters at the edges of texels and sprites.
      let differing = zip(culled.pixels, whole.pixels).count { abs(Int($0) - Int($1)) > 12 }
      #expect(differing < 40, "seed \(seed), round \(round)")
    }
  }

  @Test func insidesAreDrawnWithFewCalls() throws {
    let canvas = try canvas(.graphics, isOpaque: true)
    let sprites = (0..<8).map { number in
      Sprite(
        .picture(.numbered(number), placeholder: .white), size: Size(30, 60),
        transform: .identity.translated(Double(number) * 8 - 28, 0, 0), cornerRadius: 6)
    }
    try canvas.draw(sprites)
    #expect(canvas.renderer.statistics.drawCalls == 2)
    #expect(canvas.renderer.statistics.quads == 8)
  }

  @Test func coveredSpriteIsNotDrawn() throws {
    var occlusion = Occlusion()
    let view = try #require(View(Size(100, 100), PixelSize(100, 100), scale: 1))
    func quad(_ side: Double) throws -> Quad {
      let homography = Homography(.identity, center: view.center, scale: 1)
      return try #require(Quad(size: Size(side, side), homography: homography))
    }
    let (front, back) = (try quad(60), try quad(40))
    let bounds = PixelRectangle(x: 0, y: 0, width: 100, height: 100)
    occlusion.add(0, front, bounds, inside: front.inside(radius: 0))
    occlusion.add(1, back, bounds, inside: back.inside(radius: 0))
    #expect(occlusion.insides.map(\.sprite) == [0])
    #expect(occlusion.edges.allSatisfy { $0.sprite == 0 })
    occlusion.removeAll()
    occlusion.add(0, back, bounds, inside: back.inside(radius: 0))
    occlusion.add(1, front, bounds, inside: front.inside(radius: 0))
    // Four pieces around the hole. The cover's soft edge does not block them.
    #expect(occlusion.insides.map(\.sprite) == [0, 1, 1, 1, 1])
    let rest = occlusion.insides.dropFirst().reduce(0.0) { $0 + area($1.polygon, occlusion.pool) }
    // The cut removes another 1/64 of a pixel on each side.
    #expect(abs(rest - (58 * 58 - 38 * 38)) < 3, "\(rest)")
    #expect(occlusion.edges.count == 8)
  }

  /// A sprite that no single cut divides is drawn whole, because slanted pieces would leave gaps at their
  /// seams.
  @Test func slantedTileLeavesNoPieces() throws {
    var occlusion = Occlusion()
    let view = try #require(View(Size(100, 100), PixelSize(100, 100), scale: 1))
    func quad(_ side: Double, angle: Double) throws -> Quad {
      let transform = Transform.identity.rotatedAboutZ(angle)
      return try #require(
        Quad(size: Size(side, side), homography: Homography(transform, center: view.center, scale: 1)))
    }
    let (front, back) = (try quad(30, angle: 0.3), try quad(80, angle: 0))
    let bounds = PixelRectangle(x: 0, y: 0, width: 100, height: 100)
    occlusion.add(0, front, bounds, inside: front.inside(radius: 0))
    occlusion.add(1, back, bounds, inside: back.inside(radius: 0))
    #expect(occlusion.insides.map(\.sprite) == [0, 1])
    #expect(abs(area(try #require(occlusion.insides.last).polygon, occlusion.pool) - 78 * 78) < 2)
  }

  /// The offset of the front sprite to the right in pixels, and the remaining width of the back sprite.
  @Test(arguments: [(20.0, 20.0), (-20, 20), (39, 39), (60, 40)])
  func aNeighborCutsOffWhatItCovers(shift: Double, left: Double) {
    var pool = PolygonPool()
    let back = pool.add(SIMD2(0, 0), SIMD2(40, 0), SIMD2(40, 40), SIMD2(0, 40))
    let front = pool.add(SIMD2(shift, -1), SIMD2(shift + 40, -1), SIMD2(shift + 40, 41), SIMD2(shift, 41))
    let rest = pool.remainder(of: back, without: pool.sides(of: front))
    let across = (rest.first..<rest.first + rest.count).map { pool.corners[$0].x }
    #expect(abs((across.max() ?? 0) - (across.min() ?? 0) - left) < 0.02, "\(across)")
  }

  @Test func coveredMiddleLeavesAHole() {
    var pool = PolygonPool()
    let back = pool.add(SIMD2(0, 0), SIMD2(40, 0), SIMD2(40, 40), SIMD2(0, 40))
    let front = pool.add(SIMD2(10, 10), SIMD2(10, 30), SIMD2(30, 30), SIMD2(30, 10))
    var parts: [PolygonPool.Polygon] = []
    pool.subtract(pool.sides(of: front), from: back, into: &parts)
    let area = parts.reduce(0.0) { $0 + self.area($1, pool) }
    #expect(parts.count == 4)
    #expect(abs(area - (1600 - 400)) < 2)
  }

  private func area(_ polygon: PolygonPool.Polygon, _ pool: PolygonPool) -> Double {
    let corners = (0..<polygon.count).map { pool.corners[polygon.first + $0] }
    let twice = corners.indices.reduce(0.0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      return sum + a.x * b.y - b.x * a.y
    }
    return abs(twice) / 2
  }
}
