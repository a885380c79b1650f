import RotundaGeometry
import Scene
import Testing

@testable import Rendering

@MainActor struct RendererPerspectiveTests {
  nonisolated static let eye = Transform.perspective(m34: -1.0 / 500)

  nonisolated static let tilts: [Transform] = [
    eye.rotatedAboutY(0.9), eye.rotatedAboutY(-1.2), eye.rotatedAboutX(0.8).translated(10, -20, 30),
    eye.translated(60, 10, -200).rotatedAboutY(1).rotatedAboutZ(0.3),
    eye.rotatedAboutX(0.4).rotatedAboutY(-0.5).scaled(1.2, 0.8, 1),
  ]

  /// A checkerboard of sixteen fields: the middle of each appears where the transform puts it, in its color.
  @Test(arguments: tilts, Drawer.allCases) func aTiltedCheckerLandsWhereTheTransformSays(
    transform: Transform, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer, 320, 320)
    let picture = Picture.numbered(1)
    try canvas.renderer.upload(picture, 160, 160) { x, y in
      0xff00_0000 | UInt32(x / 40) * 80 << 16 | UInt32(y / 40) * 80 << 8
    }
    let sprite = Sprite(.picture(picture, placeholder: .white), size: Size(240, 240), transform: transform)
    try canvas.draw([sprite], background: .white)
    for row in 0..<4 {
      for column in 0..<4 {
        let place = Point(Double(column) * 60 - 90, Double(row) * 60 - 90)
        let seen = try #require(transform.project(place))
        let (x, y) = (Int(seen.x + 160), Int(seen.y + 160))
        guard (0..<320).contains(x), (0..<320).contains(y) else { continue }
        #expect(
          canvas.pixel(x, y).isClose(to: RGB(column * 80, row * 80, 0)),
          "field \(column), \(row) at \(x), \(y)")
      }
    }
  }

  /// A tilted card covers exactly the pixels whose middle the transform maps back into it.
  @Test(arguments: tilts, Drawer.allCases) func aTiltedCardCoversWhatUnprojectsIntoIt(
    transform: Transform, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer, 200, 200)
    try canvas.draw([Sprite(.color(.white), size: Size(150, 110), transform: transform)])
    for y in 0..<200 {
      for x in 0..<200 {
        let inside = [(-1.0, -1.0), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)].map {
          (dx, dy) in
          let place = transform.unproject(Point(Double(x) - 99.5 + dx, Double(y) - 99.5 + dy))
          return place.map { abs($0.x) <= 75 && abs($0.y) <= 55 } ?? false
        }
        // Only where the neighbors agree: edge pixels are in between.
        if inside.allSatisfy({ $0 }) { #expect(canvas.pixel(x, y) == .white, "at \(x), \(y)") }
        if inside.allSatisfy({ !$0 }) { #expect(canvas.pixel(x, y) == .black, "at \(x), \(y)") }
      }
    }
  }

  /// A floor that starts in front of the viewer and ends behind. Only the part in front is visible, up to the
  /// horizon.
  @Test(arguments: Drawer.allCases) func aQuadThroughTheEyeIsClipped(drawer: Drawer) throws {
    let canvas = try Canvas(drawer, 200, 200)
    let floor = Self.eye.translated(0, 40, 0).rotatedAboutX(.pi / 2 - 0.0001)
    try canvas.draw([Sprite(.color(.white), size: Size(4000, 4000), transform: floor)])
    #expect(canvas.pixel(100, 90) == .black)
    #expect(canvas.pixel(100, 180) == .white)
    #expect(canvas.pixel(5, 199) == .white)
    for y in 0..<200 {
      for x in stride(from: 0, to: 200, by: 7) {
        let place = floor.unproject(Point(Double(x) - 99.5, Double(y) - 99.5))
        let isInside = place.map { abs($0.x) < 1990 && abs($0.y) < 1990 } ?? false
        if isInside { #expect(canvas.pixel(x, y) == .white, "at \(x), \(y)") }
      }
    }
  }

  @Test(arguments: Drawer.allCases) func spritesBehindTheViewerAreSkipped(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([Sprite(.color(.white), size: Size(40, 40), transform: Self.eye.translated(0, 0, 600))])
    #expect(canvas.coverage == 0)
    #expect(canvas.renderer.statistics.skipped == 1)
  }

  @Test(arguments: Drawer.allCases) func spritesOutsideAreSkipped(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    for (x, y) in [(100.0, 0.0), (-100, 0), (0, 100), (0, -100)] {
      try canvas.draw([Sprite(.color(.white), size: Size(40, 40), transform: .identity.translated(x, y, 0))])
      #expect(canvas.renderer.statistics.skipped == 1)
      #expect(canvas.coverage == 0)
    }
  }

  @Test(arguments: Drawer.allCases) func aMirroredCardIsSeenFromBehind(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    let picture = Picture.numbered(1)
    try canvas.renderer.upload(picture, 16, 16) { x, _ in x < 8 ? 0xffff_0000 : 0xff00_00ff }
    let turned = Transform.identity.rotatedAboutY(.pi)
    try canvas.draw([Sprite(.picture(picture, placeholder: .white), size: Size(40, 40), transform: turned)])
    #expect(canvas.pixel(20, 32) == .blue)
    #expect(canvas.pixel(44, 32) == .red)
  }
}
