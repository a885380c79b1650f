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

  private static let problem = Diagnostic(.error, file: "x.toml", line: 3, message: "is odd")

  @Test func problemsAreMarkedAndTheMarkGoesWithTheFileThatHadThem() {
    let stage = ShellStage()
    stage.send(.configurationRefused([Self.problem]))
    #expect(stage.shell.wantsFrame)
    stage.draw()
    #expect(stage.shell.markFrame != nil && stage.writing.isEmpty && stage.centered.name == "Tile 0")
    reload(stage, [1])
    #expect(stage.shell.markFrame == nil && stage.centered.name == "Tile 1")
    reload(stage, [1], problems: [Self.problem])
    #expect(stage.shell.markFrame != nil)
    reload(stage, [], problems: [Self.problem])
    #expect(stage.shell.markFrame == nil && stage.writing.joined().contains("is odd"))
  }

  private var taken: (ShellStage) -> Int {
    { $0.effects.count { if case .configurationTaken = $0 { true } else { false } } }
  }

  @Test func aProgramGoesOnAndTheChangeWaitsForItsEnd() throws {
    let stage = ShellStage()
    stage.tap(stage.center)
    _ = stage.settle()
    reload(stage, [3, 4])
    #expect(stage.shell.tiles.count == 5 && taken(stage) == 0)
    reload(stage, [3, 4, 5])
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    #expect(stage.shell.screen == .carousel && stage.shell.tiles.count == 3)
    #expect(taken(stage) == 1, "the latest alone")
    stage.send(.focus(true))
    #expect(taken(stage) == 1)
  }

  @Test func aBrokenFileAfterAGoodOneThatWaitsTakesNothingBack() {
    let stage = ShellStage()
    stage.tap(stage.center)
    reload(stage, [3, 4])
    stage.send(.configurationRefused([Self.problem]))
    stage.act(.home)
    stage.send(.focus(true))
    #expect(stage.shell.tiles.count == 2 && stage.shell.markFrame != nil && stage.shell.isRefused)
    reload(stage, [1])
    #expect(stage.shell.markFrame == nil && !stage.shell.isRefused)
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
