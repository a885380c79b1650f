import Configuration
import RotundaGeometry
import Testing

@testable import Shell

/// Carousel settings that the shell itself applies.
struct CarouselSettingsTests {
  @Test func perspectiveFollowsTheTileUnlessConfigured() {
    #expect(ShellStage().shell.tilesPanel.carousel.options.perspective < -1e-4)
    let stage = ShellStage { $0.carousel.perspective = -0.005 }
    stage.send(.resized(Size(800, 480), scale: 1))
    #expect(stage.shell.tilesPanel.carousel.options.perspective == -0.005)
  }

  @Test func firstTapOpensSideTileWithoutCentering() throws {
    let stage = ShellStage { $0.carousel.tapBeside = .open }
    let side = try #require(stage.seenTiles.first { $0.name == "Tile 1" })
    stage.tap(stage.center + Point(side.x, 0))
    stage.pass(0.2)
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
  }

  @Test(arguments: [true, false]) func aSwipeAcrossMayCountAsOne(ignores: Bool) {
    let stage = ShellStage { $0.carousel.details.ignoresPerpendicularSwipes = ignores }
    stage.drag(from: stage.center, by: Point(-80, -300), seconds: 0.2, lifts: false)
    stage.draw()
    #expect((abs(stage.centered.distance) > 10) == !ignores)
  }

  @Test func thePanVectorTurnsTheCarousel() {
    let stage = ShellStage { $0.carousel.details.panVector = Point(0, -1) }
    stage.drag(from: stage.center, by: Point(-300, 0), seconds: 0.3)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    stage.drag(from: stage.center, by: Point(0, -420), seconds: 0.3)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex > 0)
  }

  @Test func aDragBeginsInThePanAreaOnly() {
    let stage = ShellStage {
      $0.carousel.details.panArea = Rectangle(origin: Point(0, 0.5), size: Size(1, 0.5))
    }
    stage.drag(from: stage.center + Point(0, -100), by: Point(-400, 0), seconds: 0.3)
    #expect(stage.settle())
    #expect(stage.centered.name == "Tile 0")
    stage.drag(from: stage.center + Point(0, 100), by: Point(-400, 0), seconds: 0.3)
    #expect(stage.settle())
    #expect(stage.centered.name != "Tile 0")
  }

  @Test func aDisabledCarouselStaysWhereItIs() {
    let stage = ShellStage { $0.carousel.details.isScrollEnabled = false }
    stage.drag(from: stage.center, by: Point(-400, 0), seconds: 0.1)
    #expect(stage.settle())
    #expect(stage.centered.name == "Tile 0" && stage.centered.distance == 0)
    #expect(stage.starts.isEmpty)
  }

  @Test func carouselTurnsByItselfWhenConfigured() {
    let stage = ShellStage { $0.carousel.details.autoscroll = -2 }
    for _ in 0..<60 { stage.draw() }
    #expect(stage.shell.wantsFrame)
    #expect(stage.shell.tilesPanel.carousel.scrollOffset > 1)
  }
}
