import RotundaGeometry
import Gestures
import Testing

@testable import Shell

struct TouchTests {
  @Test func theCarouselFollowsTheFingerPointForPoint() {
    let stage = ShellStage { $0.gestures.resampling = false }
    stage.down(stage.center)
    stage.move(stage.center + Point(-20, 0))
    stage.move(stage.center + Point(-90, 0))
    stage.draw()
    let before = stage.centered.distance
    stage.move(stage.center + Point(-150, 0))
    stage.draw()
    #expect(abs(stage.centered.distance - before + 60) < 0.5)
  }

  @Test func flickGlidesAndSettlesOnATile() {
    let stage = ShellStage()
    stage.drag(from: stage.center, by: Point(-300, 0), seconds: 0.1)
    stage.draw()
    let atRelease = stage.centered
    #expect(stage.shell.wantsFrame)
    #expect(stage.settle())
    #expect(abs(stage.centered.distance) < 0.01)
    #expect(stage.centered.name != "Tile 0" || atRelease.name != "Tile 0")
    #expect(stage.starts.isEmpty)
  }

  @Test func aTapOnTheCenteredTileOpensIt() {
    let stage = ShellStage()
    stage.tap(stage.center)
    #expect(stage.starts.map(\.command.arguments) == [["program-0"]])
  }

  @Test func tapMovesASideTileToTheCenter() throws {
    let stage = ShellStage { $0.carousel.tapBeside = .center }
    let side = try #require(stage.seenTiles.first { $0.name == "Tile 1" })
    stage.tap(stage.center + Point(side.x, 0))
    #expect(stage.starts.isEmpty)
    #expect(stage.settle())
    #expect(stage.centered.name == "Tile 1")
    #expect(abs(stage.centered.distance) < 0.01)
    stage.tap(stage.center)
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
  }

  @Test(arguments: [Point(0, 300), Point(0, -300), Point(20, 300)])
  func aPerpendicularSwipeDoesNotMoveTheCarousel(way: Point) {
    let stage = ShellStage()
    stage.drag(from: stage.center, by: way, seconds: 0.2)
    stage.draw()
    #expect(stage.settle())
    #expect(stage.centered.name == "Tile 0" && abs(stage.centered.distance) < 1e-9)
    #expect(stage.starts.isEmpty)
  }

  @Test func aVerticalCarouselFollowsVerticalSwipesOnly() {
    let stage = ShellStage { $0.carousel.orientation = .vertical }
    stage.drag(from: stage.center, by: Point(-300, 0), seconds: 0.2)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    stage.drag(from: stage.center, by: Point(0, -420), seconds: 0.3)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex > 0)
  }

  @Test(arguments: [0.05, 0.5, 2.0])
  func dragNeverOpensATile(seconds: Double) {
    let stage = ShellStage()
    stage.drag(from: stage.center, by: Point(-40, 0), seconds: seconds, thenHold: 0.3)
    #expect(stage.settle())
    #expect(stage.starts.isEmpty)
  }

  @Test func stoppingTouchOpensNothingAndSettles() {
    let stage = ShellStage(tiles: ShellStage.tiles(40))
    stage.drag(from: stage.center, by: Point(-400, 0), seconds: 0.1)
    for _ in 0..<2 { stage.draw() }
    #expect(stage.shell.tilesPanel.carousel.isMoving)
    stage.tap(stage.center)
    #expect(stage.starts.isEmpty)
    #expect(stage.settle())
    #expect(abs(stage.centered.distance) < 0.01)
  }

  @Test func arrivedTileOpensAtOnce() {
    let stage = ShellStage()
    stage.drag(from: stage.center, by: Point(-60, 0), seconds: 0.2, thenHold: 0.2)
    repeat { stage.draw() } while abs(stage.centered.distance) > 1 && stage.shell.wantsFrame
    #expect(stage.shell.tilesPanel.carousel.isMoving)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test(arguments: [TouchEvent.cancel, .lost, .cancelContact(id: 0)])
  func canceledDragSettles(event: TouchEvent) {
    let stage = ShellStage()
    stage.drag(from: stage.center, by: Point(-150, 0), seconds: 0.2, lifts: false)
    stage.touch(event)
    #expect(stage.settle())
    #expect(abs(stage.centered.distance) < 0.01)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func pressedTileReleasesWhenTheFingerMoves() {
    let stage = ShellStage()
    stage.down(stage.center)
    stage.wait(0.2)
    #expect(stage.shell.tilesPanel.touch.pressedTile == 0)
    #expect(stage.shell.wantsFrame)
    stage.move(stage.center + Point(60, 0))
    #expect(stage.shell.tilesPanel.touch.pressedTile == nil)
  }

  @Test func aTapBesideTheTilesDoesNothing() {
    let stage = ShellStage()
    stage.tap(Point(640, 5))
    #expect(stage.settle())
    #expect(stage.starts.isEmpty && stage.centered.name == "Tile 0")
  }
}
