import Configuration
import RotundaGeometry
import Gestures
import Scene
import Testing

@testable import Shell

/// Left and right change places for right-to-left languages and on request.
struct MirrorTests {
  private func stage(_ isMirrored: Bool?) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(3)) {
      $0.access.isMirrored = isMirrored
      $0.carousel.layout = .linear
      $0.carousel.wrap = false
    }
    _ = stage.settle()
    return stage
  }

  private func places(_ stage: ShellStage) -> [Double] {
    stage.draw()
    return (0..<3).compactMap { index in stage.seenTiles.first { $0.name == "Tile \(index)" }?.x }
  }

  @Test func mirroredTilesContinueToTheLeft() {
    let (usual, mirrored) = (places(stage(false)), places(stage(true)))
    #expect(usual.count == 3 && usual[1] > usual[0])
    #expect(zip(usual, mirrored).allSatisfy { abs($0 + $1) < 1e-9 })
  }

  @Test func mirroringMovesTheClip() {
    var frame = SceneFrame(size: Size(100, 100))
    var sprite = Sprite(.color(.white), size: Size(10, 10), transform: .identity.translated(20, 5, 0))
    sprite.clip = Rectangle(center: Point(22, 5), size: Size(4, 10))
    frame.sprites = [sprite]
    frame.mirror()
    #expect(frame.sprites[0].clip == Rectangle(center: Point(-22, 5), size: Size(4, 10)))
  }

  @Test(arguments: [("ar", true), ("he", true), ("de", false)])
  func aLanguageDecidesUnlessTheConfigurationDoes(language: String, isRightToLeft: Bool) {
    for wish in [nil, true, false] as [Bool?] {
      let stage = stage(wish)
      stage.send(.languages([language], .english))
      #expect((places(stage)[1] < 0) == (wish ?? isRightToLeft), "\(String(describing: wish))")
    }
  }

  @Test func tapOpensTheTileSeenThere() {
    let stage = stage(true)
    let second = places(stage)[1]
    #expect(second < 0)
    stage.tap(Point(stage.center.x + second, stage.center.y))
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 1")
  }

  @Test func mirroredTilesFollowTheFinger() {
    let stage = stage(true)
    let before = places(stage)[0]
    let start = stage.center
    stage.send(.touch(TouchFrame([.down(id: 1, at: start, milliseconds: 0)])))
    for step in 1...10 {
      stage.now += 0.016
      let place = Point(start.x + Double(step) * 8, start.y)
      stage.send(.touch(TouchFrame([.motion(id: 1, at: place, milliseconds: UInt32(step * 16))])))
    }
    #expect(places(stage)[0] > before + 40)
  }

  @Test func arrowSelectsTheTileItPointsTo() {
    let stage = stage(true)
    stage.send(.key(KeyEvent(.left)))
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 1")
  }

  @Test func textIsNotReversed() {
    var frame = SceneFrame(size: Size(100, 100))
    let turned = Transform.perspective(m34: -0.002).translated(30, 5, 0)
    frame.sprites = [.init(.color(.white), size: Size(10, 10), transform: turned)]
    frame.mirror()
    let mirrored = frame.sprites[0].transform
    for point in [Point(-5, -5), Point(5, -5), Point(5, 5)] {
      let (there, here) = (turned.project(Point(-point.x, point.y)), mirrored.project(point))
      #expect(here.map(\.x) == there.map { -$0.x } && here.map(\.y) == there.map(\.y))
    }
    frame.mirror()
    #expect(frame.sprites[0].transform == turned)
  }
}
