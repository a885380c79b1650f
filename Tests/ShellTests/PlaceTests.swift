import Configuration
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// The next launcher continues at the visitor's place.
struct PlaceTests {
  private static let games = ShellStage.folder("Games", ShellStage.tiles(3, named: "Game"))

  private func stage(shelves: [String?] = [nil]) -> ShellStage {
    ShellStage(tiles: ShellStage.tiles(3) + [Self.games], shelves: shelves)
  }

  private func press(_ keys: [Key], on stage: ShellStage) {
    for key in keys {
      stage.send(.key(KeyEvent(key)))
      #expect(stage.settle())
    }
  }

  private func kept(_ stage: ShellStage) -> [[String]] {
    stage.effects.compactMap { if case .keepPlace(let place) = $0 { place } else { nil } }
  }

  @Test func placeIsKeptOnlyAtRest() {
    let stage = stage()
    #expect(stage.settle())
    #expect(kept(stage).isEmpty)
    press([.right, .right], on: stage)
    #expect(kept(stage) == [["Tile 1"], ["Tile 2"]])
    press([.right, .enter, .right], on: stage)
    #expect(kept(stage).dropFirst(2) == [["Games"], ["Games", "Game 0"], ["Games", "Game 1"]])
    press([.escape], on: stage)
    #expect(kept(stage).last == ["Games"])
  }

  @Test func automaticMotionIsNotKept() {
    let stage = ShellStage(tiles: ShellStage.tiles(5)) {
      $0.idle.attractAfter = 10
      $0.idle.scenes = [.step]
    }
    #expect(stage.settle())
    for _ in 0..<60 {
      stage.now += 1
      stage.draw()
    }
    #expect(stage.centered.name != "Tile 0")
    #expect(kept(stage).isEmpty)
  }

  @Test(arguments: [
    (["Tile 2"], "Tile 2", 1), (["Games"], "Games", 1), (["Games", "Game 2"], "Game 2", 2),
    // Missing tiles shorten the path.
    (["Games", "Gone"], "Game 0", 2), (["Gone", "Game 2"], "Tile 0", 1), (["Tile 1", "Game 2"], "Tile 1", 1),
    ([""], "Tile 0", 1),
  ])
  func nextLauncherRestoresThePlace(place: [String], centered: String, depth: Int) {
    let stage = stage()
    stage.send(.place(place))
    #expect(stage.settle())
    #expect(stage.centered.name == centered && stage.shell.tilesPanel.levels.count == depth)
  }

  @Test func placeReturnsWithTheScreen() {
    let (size, refresh) = (ShellStage().size, ShellStage.refresh)
    let shelf = LauncherShelf(settings: CarouselSettings(), tiles: ShellStage.tiles(2) + [Self.games])
    var shell = Shell(configuration: KioskConfiguration(), shelves: [shelf])
    var (effects, frame) = ([ShellEffect](), SceneFrame())
    shell.handle(.place(["Games", "Game 1"]), at: 1, into: &effects)
    shell.handle(.resized(size, scale: 1), at: 1, into: &effects)
    shell.advance(to: 1 + refresh, into: &frame, effects: &effects)
    #expect(shell.tilesPanel.visitorsPlace == ["Games", "Game 1"])
    // Nothing moves: visitors see the same place as before.
    #expect(shell.tilesPanel.change == nil && !shell.tilesPanel.level.isMoving)
    #expect(effects.contains(.keepPlace(["Games", "Game 1"])))
  }

  @Test func placeIncludesTheShelf() {
    let stage = ShellStage(tiles: [], shelves: [])
    let settings = CarouselSettings()
    let shelves = ["One", "Two"].map {
      LauncherShelf(name: $0, settings: settings, tiles: ShellStage.tiles(3, named: $0))
    }
    stage.shell = Shell(configuration: KioskConfiguration(), shelves: shelves)
    stage.send(.place(["Two 1"]))
    stage.send(.resized(stage.size, scale: 1))
    stage.draw()
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 1 && stage.centered.name == "Two 1")
  }
}
