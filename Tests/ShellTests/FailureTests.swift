import Configuration
import Programs
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Tiles of failed programs.
struct FailureTests {
  @Test func failureMarkDisappearsAfterAWhile() {
    let stage = ShellStage()
    stage.tap(stage.center)
    stage.send(.ended(ProgramID(1), .outOfMemory))
    stage.wait(ProgramLedger.markTime - 1)
    #expect(stage.shell.programs.marks["Tile 0"] == .failed)
    stage.wait(2)
    #expect(stage.shell.programs.marks.isEmpty)
    #expect(stage.shell.status.lastError != nil, "operators still see the error")
  }

  /// The ends of a tile's program, and whether the tile is then out of order.
  @Test(
    arguments: [
      ([.outOfMemory, .outOfMemory], false), ([.outOfMemory, .outOfMemory, .outOfMemory], true),
      ([.outOfMemory, .outOfMemory, .exited(status: 0), .outOfMemory, .outOfMemory], false),
      ([.outOfMemory, .exited(status: 0), .outOfMemory, .outOfMemory, .exited(status: 1)], true),
    ] as [([ExitReason], Bool)])
  func repeatedlyFailingTileIsOutOfOrder(ends: [ExitReason], isOutOfOrder: Bool) {
    let stage = ShellStage()
    for (index, end) in ends.enumerated() {
      stage.act(.openTile("Tile 0"))
      stage.send(.ended(ProgramID(index + 1), end))
    }
    stage.wait(ProgramLedger.markTime + 1)
    #expect(stage.shell.programs.marks["Tile 0"] == (isOutOfOrder ? .outOfOrder : nil))
  }

  private func outOfOrder() -> ShellStage {
    let stage = ShellStage()
    for program in 1...3 {
      stage.act(.openTile("Tile 0"))
      stage.send(.startFailed(ProgramID(program), .notFound))
    }
    #expect(stage.shell.programs.marks["Tile 0"] == .outOfOrder)
    return stage
  }

  @Test func outOfOrderTileCanStillBeTried() {
    let stage = outOfOrder()
    stage.wait(ProgramLedger.markTime + 1)
    stage.draw()
    let look = stage.shell.tilesPanel.look(isShaded: false)
    let picture = look.face(
      of: stage.shell.tilesPanel.tiles[0], Size(300, 300), beside: Size(300, 300))
    let face = if case .face(let face) = picture.content { face } else { nil as TileFace? }
    #expect(face?.state == .disabled && face?.badge?.text == "Out of order")
    stage.act(.openTile("Tile 0"))
    #expect(stage.starts.count == 4 && stage.shell.isCovered)
    stage.act(.home)
    stage.send(.ended(ProgramID(4), .outOfMemory))
    #expect(stage.shell.programs.marks.isEmpty, "it ran until its visitor left")
  }

  @Test func reloadForgetsFailures() {
    let stage = outOfOrder()
    let shelf = LauncherShelf(settings: KioskConfiguration.plain.carousel, tiles: ShellStage.tiles(2))
    stage.send(.configuration(KioskConfiguration.plain, shelves: [shelf], problems: []))
    #expect(stage.shell.programs.marks.isEmpty)
  }
}
