import RotundaGeometry
import Gestures
import Testing

@testable import Shell

struct KeyAndScrollTests {
  @Test(arguments: [
    ([Key.right], 1), ([.right, .right, .left], 1), ([.end], 4), ([.end, .home], 0), ([.down], 1),
    ([.tab, .tab], 2), ([.left], 0),
  ])
  func keysMoveFromTileToTile(keys: [Key], expected: Int) {
    let stage = ShellStage { $0.carousel.wrap = false }
    for key in keys {
      stage.send(.key(KeyEvent(key)))
      #expect(stage.settle())
    }
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == expected)
  }

  @Test func quickStepsAddUp() {
    let stage = ShellStage { $0.carousel.wrap = false }
    for key in [Key.right, .right, .right, .left] { stage.send(.key(KeyEvent(key))) }
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 2)
  }

  @Test func heldEnterOpensOnce() {
    let stage = ShellStage()
    stage.send(.key(KeyEvent(.enter, .repeated)))
    #expect(stage.starts.isEmpty)
    stage.send(.key(KeyEvent(.enter)))
    stage.send(.key(KeyEvent(.enter, .repeated)))
    stage.send(.key(KeyEvent(.enter, .released)))
    #expect(stage.starts.count == 1)
  }

  @Test(arguments: [KeyEvent.Modifiers.control, .alt, .logo])
  func chordsAreIgnored(modifier: KeyEvent.Modifiers) {
    let stage = ShellStage()
    stage.send(.key(KeyEvent(.enter, modifiers: modifier)))
    #expect(stage.starts.isEmpty)
  }

  @Test func wheelStepMovesOneTile() {
    let stage = ShellStage()
    stage.send(.scroll(ScrollEvent(.steps(x: 0, y: 2), milliseconds: 5)))
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 2)
  }

  @Test(arguments: [UInt32(8), 200])
  func touchpadMovesTheCarouselAndAFlickGlides(rest: UInt32) {
    let stage = ShellStage(tiles: ShellStage.tiles(60))
    var milliseconds: UInt32 = 4_294_967_200
    for _ in 0..<12 {
      stage.now += 0.008
      milliseconds &+= 8
      stage.send(.scroll(ScrollEvent(.moved(Point(-24, 0)), milliseconds: milliseconds)))
    }
    stage.draw()
    let atRelease = stage.shell.tilesPanel.carousel.scrollOffset
    #expect(atRelease > 0.5)
    stage.send(.scroll(ScrollEvent(.stopped, milliseconds: milliseconds &+ rest)))
    #expect(stage.settle())
    let glided = stage.shell.tilesPanel.carousel.scrollOffset - atRelease
    #expect(rest == 8 ? glided > 1 : abs(glided) <= 0.5)
  }

  @Test func losingTheKeyboardEndsADrag() {
    let stage = ShellStage()
    stage.drag(from: stage.center, by: Point(-120, 0), seconds: 0.2, lifts: false)
    stage.send(.focus(false))
    #expect(stage.settle())
    #expect(abs(stage.centered.distance) < 0.01)
  }

  @Test(arguments: [
    ShellEvent.key(KeyEvent(.end)), .scroll(ScrollEvent(.stopped, milliseconds: 20)),
    .scroll(ScrollEvent(.steps(x: 0, y: 1), milliseconds: 20)),
  ])
  func draggingFingerKeepsTheCarousel(event: ShellEvent) {
    let stage = ShellStage()
    stage.send(.scroll(ScrollEvent(.moved(Point(-1, 0)), milliseconds: 10)))
    stage.drag(from: stage.center, by: Point(-100, 0), seconds: 0.2, lifts: false)
    stage.send(event)
    let offset = stage.shell.tilesPanel.carousel.scrollOffset
    for step in 1...10 {
      stage.draw()
      stage.move(stage.center + Point(-100 - Double(step) * 10, 0))
    }
    stage.draw()
    let way =
      (stage.shell.tilesPanel.carousel.scrollOffset - offset) * stage.shell.tilesPanel.carousel.itemExtent
    #expect(abs(way - 100) < 25, "moved by \(way) points")
  }
}
