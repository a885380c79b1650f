import Configuration
import Geometry
import Programs
import Testing

@testable import Shell

/// A configuration that is read again.
struct ReloadTests {
  private func reload(_ stage: ShellStage, _ names: [Int], problems: [Diagnostic] = []) {
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    configuration.carousel.details.layoutChangeDuration = 0
    let all = ShellStage.tiles(9)
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: names.map { all[$0] })
    stage.send(.configuration(configuration, shelves: [shelf], problems: problems))
    _ = stage.settle()
  }

  @Test(arguments: [
    ([0, 1, 2, 3, 4], "Tile 2"), ([2], "Tile 2"), ([7, 8, 2, 0], "Tile 2"), ([4, 3], "Tile 3"),
    ([0, 1, 6, 7], "Tile 6"),
  ])
  func theVisitorStaysWhereHeIsAsLongAsThereIsSuchATile(names: [Int], expected: String) {
    let stage = ShellStage()
    stage.act(.nextTile)
    stage.act(.nextTile)
    _ = stage.settle()
    reload(stage, names)
    #expect(stage.centered.name == expected && abs(stage.centered.distance) < 0.01)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func tilesComeAndGo() {
    let stage = ShellStage()
    reload(stage, [])
    #expect(stage.writing.joined().contains("no tiles"))
    reload(stage, [5])
    #expect(stage.writing.isEmpty && stage.centered.name == "Tile 5")
  }

  @Test func problemsAreShownAndGoWithTheFileThatHadThem() {
    let stage = ShellStage()
    let problem = Diagnostic(.error, file: "x.toml", line: 3, message: "is odd")
    stage.send(.configurationRefused([problem]))
    stage.draw()
    #expect(stage.writing.joined().contains("is odd") && stage.centered.name == "Tile 0")
    reload(stage, [1])
    #expect(stage.writing.isEmpty && stage.centered.name == "Tile 1")
    reload(stage, [1], problems: [problem])
    #expect(stage.writing.joined().contains("is odd"))
  }

  @Test func aProgramGoesOnAndItsEndIsNoticed() throws {
    let stage = ShellStage()
    stage.tap(stage.center)
    _ = stage.settle()
    reload(stage, [3, 4])
    #expect(!stage.shell.wantsFrame || stage.shell.screen != .carousel)
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    #expect(stage.shell.screen == .carousel)
  }

  @Test func gesturesMeanWhatTheNewFileSays() {
    let stage = ShellStage()
    var configuration = KioskConfiguration()
    configuration.gestures.bindings[.multiSwipe(fingers: 3, .up)] = .reload
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: ShellStage.tiles(3))
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    stage.glide(ShellStage.hand(3, Point(0, -200)))
    #expect(stage.reloads == 1)
  }
}
