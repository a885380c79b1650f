import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

struct FolderTests {
  /// A plain tile, then a folder with a nested folder.
  private func stage() -> ShellStage {
    let deep = ShellStage.folder("Deep", ShellStage.tiles(3, named: "Deep"))
    let games = ShellStage.folder("Games", ShellStage.tiles(2, named: "Game") + [deep])
    return ShellStage(tiles: ShellStage.tiles(1) + [games] + ShellStage.tiles(2, named: "Other"))
  }

  private func open(_ stage: ShellStage, steps: Int) {
    for _ in 0..<steps { stage.send(.key(KeyEvent(.right))) }
    #expect(stage.settle())
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.settle())
  }

  @Test func folderOpensWithFirstTileAndWayBack() throws {
    let stage = stage()
    open(stage, steps: 1)
    #expect(stage.centered.name == "Game 0")
    let back = try #require(stage.seenTiles.filter { $0.name == "Games" }.max { $0.x < $1.x })
    #expect(back.x < -100)
    #expect(stage.writing == ["Games"])
    #expect(!stage.shell.wantsFrame)
    stage.tap(stage.center)
    #expect(stage.starts.map(\.command.arguments) == [["program-0"]])
  }

  @Test func allAllowedFoldersOpen() {
    let tile = (1...Tile.deepestFolder).reversed().reduce(ShellStage.tiles(1)[0]) { inner, depth in
      ShellStage.folder("Folder \(depth)", [inner])
    }
    let stage = ShellStage(tiles: [tile])
    for depth in 1...Tile.deepestFolder {
      #expect(stage.centered.name == "Folder \(depth)")
      stage.tap(stage.center)
      #expect(stage.settle())
      #expect(stage.shell.tilesPanel.levels.count == depth + 1)
    }
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func everyOpenLevelRemembersItsPlace() {
    let stage = stage()
    open(stage, steps: 1)
    open(stage, steps: 2)
    #expect(stage.centered.name == "Deep 0" && stage.shell.tilesPanel.levels.count == 3)
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    #expect(stage.centered.name == "Deep 1")
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle())
    #expect(stage.centered.name == "Deep" && stage.shell.tilesPanel.levels.count == 2)
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle())
    #expect(stage.centered.name == "Games" && stage.shell.tilesPanel.levels.count == 1)
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle())
    #expect(stage.centered.name == "Games" && stage.shell.tilesPanel.levels.count == 1)
  }

  @Test func foldersOpenToTheAllowedDepth() {
    var tile = ShellStage.tiles(1, named: "Innermost")[0]
    for level in (1...Tile.deepestFolder).reversed() { tile = ShellStage.folder("Level \(level)", [tile]) }
    let stage = ShellStage(tiles: [tile])
    for level in 1...Tile.deepestFolder {
      open(stage, steps: 0)
      #expect(stage.shell.tilesPanel.levels.count == level + 1)
    }
    #expect(stage.centered.name == "Innermost 0")
    stage.act(.home)
    #expect(stage.settle() && stage.shell.tilesPanel.levels.count == 1)
  }

  @Test func theBackTileClosesTheFolder() throws {
    let stage = stage()
    open(stage, steps: 1)
    let back = try #require(stage.seenTiles.filter { $0.name == "Games" }.max { $0.x < $1.x })
    stage.tap(stage.center + Point(back.x, 0))
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.levels.count == 1 && stage.centered.name == "Games")
    #expect(stage.starts.isEmpty)
  }

  @Test func folderGrowsFromItsTile() {
    let stage = stage()
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    stage.tap(stage.center)
    var opacities: [Double] = []
    while stage.shell.tilesPanel.change != nil, opacities.count < 60 {
      stage.draw()
      opacities.append(stage.frame.sprites.first { $0.opacity < 1 }?.opacity ?? 0)
    }
    #expect((15...22).contains(opacities.count), "a third of a second, and no more")
    #expect(zip(opacities, opacities.dropFirst()).allSatisfy { $0 >= $1 }, "the level below only fades")
    #expect(stage.frame.sprites.allSatisfy { $0.opacity == 1 || $0.opacity == 0 })
  }

  @Test func secondTapWhileOpeningDoesNothing() {
    let stage = stage()
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    stage.tap(stage.center)
    stage.wait(0.05)
    stage.tap(stage.center)
    #expect(stage.settle())
    #expect(stage.starts.isEmpty && stage.shell.tilesPanel.levels.count == 2)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func levelStaysOpenAfterItsProgram() {
    let stage = stage()
    open(stage, steps: 1)
    stage.tap(stage.center)
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.levels.count == 2 && stage.centered.name == "Game 0")
  }

  @Test func aFolderThatIsOpenFitsAnotherScreen() {
    let stage = stage()
    open(stage, steps: 1)
    stage.send(.resized(Size(800, 480), scale: 2))
    #expect(stage.settle())
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle())
    #expect(stage.centered.name == "Games" && stage.frame.size == Size(800, 480))
  }

  @Test func anEmptyFolderHasAWayBack() {
    let stage = ShellStage(tiles: [ShellStage.folder("Empty", [])])
    stage.tap(stage.center)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.levels.count == 2 && stage.centered.name == "Empty")
    stage.tap(stage.center)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.levels.count == 1)
  }

  @Test func folderBeginsWithItsFirstTile() {
    let folder = ShellStage.folder("Games", ShellStage.tiles(2, named: "Game"))
    let stage = ShellStage(tiles: [folder]) { $0.kiosk.hasBackTile = false }
    stage.tap(stage.center)
    #expect(stage.settle())
    #expect(stage.centered.name == "Game 0" && !stage.seenTiles.contains { $0.name == "Games" })
    stage.act(.back)
    #expect(stage.settle())
    #expect(stage.centered.name == "Games")
  }

  @Test func goingHomeClosesAllFolders() {
    let stage = stage()
    open(stage, steps: 1)
    open(stage, steps: 2)
    stage.act(.home)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.levels.count == 1 && stage.centered.name == "Tile 0")
  }

  @Test func tileInAFolderOpensFromAnywhere() {
    let stage = stage()
    stage.act(.openTile("Game 1"))
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
  }

  @Test func tilesThatWouldOpenThemselvesDoNothing() {
    let again = LauncherTile(id: "again", name: "Again", icon: nil, action: .perform(.openTile("again")))
    let open = LauncherTile(name: "Open", icon: nil, action: .perform(.open))
    for tile in [again, open] {
      let stage = ShellStage(tiles: [tile])
      stage.tap(stage.center)
      #expect(stage.settle() && stage.starts.isEmpty)
    }
  }

  @Test(arguments: [(["Games", "Game 1", "Deep"], 3), (["Games", "Other 0"], 2), (["Other 0"], 1)])
  func reloadKeepsOpenFoldersThatStillExist(kept: [String], levels: Int) {
    let stage = stage()
    open(stage, steps: 1)
    open(stage, steps: 2)
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    func filtered(_ tiles: [LauncherTile]) -> [LauncherTile] {
      tiles.compactMap { tile in
        guard kept.contains(tile.name) || tile.name.hasPrefix("Deep") && kept.contains("Deep") else {
          return nil
        }
        guard case .folder(let inner) = tile.action else { return tile }
        let rest = filtered(inner)
        return ShellStage.folder(tile.name, rest.isEmpty ? ShellStage.tiles(1, named: "New") : rest)
      }
    }
    let shelf = stage.shell.tilesPanel.levels[0].shelves[0]
    stage.send(
      .configuration(
        KioskConfiguration(),
        shelves: [LauncherShelf(settings: shelf.settings, tiles: filtered(shelf.tiles))],
        problems: []))
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.levels.count == levels)
    if levels == 3 { #expect(stage.centered.name == "Deep 1") }
  }
}
