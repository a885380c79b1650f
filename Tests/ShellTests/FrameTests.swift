import Configuration
import Geometry
import Gestures
import Scene
import Testing

@testable import Shell

struct FrameTests {
  private func requests(_ stage: ShellStage) -> [String] {
    stage.effects.compactMap { effect in
      guard case .draw(let picture, _) = effect, case .face(let face) = picture.content else { return nil }
      return face.label
    }
  }

  @Test func onlyTilesNearTheScreenAreDrawnAndEachOnce() {
    let stage = ShellStage(tiles: ShellStage.tiles(1000)) { $0.carousel.wrap = false }
    for _ in 0..<3 { stage.draw() }
    let first = requests(stage)
    #expect(first.contains("Tile 0") && !first.contains("Tile 500"))
    #expect(Set(first).count == first.count && first.count < 20)
    stage.send(.key(KeyEvent(.end)))
    #expect(stage.settle())
    #expect(requests(stage).contains("Tile 999"))
  }

  @Test func theCentredTileIsAskedForFirst() {
    let stage = ShellStage(tiles: ShellStage.tiles(30))
    let orders = stage.effects.compactMap { effect -> (String, Int)? in
      guard case .draw(let picture, let order) = effect, case .face(let face) = picture.content else {
        return nil
      }
      return (face.label, order)
    }
    #expect(orders.min { $0.1 < $1.1 }?.0 == "Tile 0")
  }

  @Test func anotherSizeOrScaleDrawsTheCardsAnew() {
    let stage = ShellStage()
    let before = requests(stage).count
    stage.send(.resized(Size(800, 480), scale: 1))
    stage.draw()
    stage.send(.resized(Size(800, 480), scale: 2))
    stage.draw()
    #expect(requests(stage).count >= before + 6)
    #expect(stage.frame.size == Size(800, 480))
  }

  @Test(arguments: [Size(0, 0), Size(-5, 100), Size(.nan, 100), Size(.infinity, 100)])
  func anImpossibleSizeIsIgnored(size: Size) {
    let stage = ShellStage()
    stage.send(.resized(size, scale: 1))
    stage.draw()
    #expect(stage.frame.size == Size(1280, 800))
  }

  @Test func atRestNoFrameIsWanted() {
    let stage = ShellStage()
    #expect(stage.settle())
    stage.wait(3600)
    #expect(!stage.shell.wantsFrame && stage.shell.deadline == nil)
  }

  @Test func configurationProblemsAreShownUntilTouched() throws {
    let problem = Diagnostic(
      .error, file: "/etc/rotunda/rotunda.toml", line: 7, column: 3, key: "carousel.wrapp",
      message: "unknown key",
      suggestion: "wrap")
    let stage = ShellStage(problems: [problem])
    stage.draw()
    #expect(stage.writing.joined().contains(problem.description))
    let area = try #require(stage.shell.notice.flatMap { stage.shell.noticeFrame($0) })
    stage.tap(area.center)
    stage.draw()
    #expect(stage.writing.isEmpty)
  }

  @Test func withoutTilesTheScreenSaysSo() {
    let stage = ShellStage(tiles: [])
    stage.draw()
    #expect(stage.writing.joined().contains("no tiles"))
    stage.tap(stage.center)
    stage.send(.key(KeyEvent(.enter)))
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
  }

  @Test func tilesOfTheConfiguredSizeAreDrawnAtThatSize() {
    let stage = ShellStage { $0.carousel.tileSize = Size(300, 200) }
    #expect(stage.frame.sprites.allSatisfy { $0.size == Size(300, 200) })
  }
}
