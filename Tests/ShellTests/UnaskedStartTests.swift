import Configuration
import RotundaGeometry
import Programs
import Testing

@testable import Shell

/// Programs that open without a visitor: with the launcher's start, and in single-app kiosks.
struct UnaskedStartTests {
  private let first = ProgramID(1)
  private static let crash = ExitReason.signaled(signal: 11, coreDumped: false)

  // MARK: With the launcher

  @Test func autostartedProgramWaitsInTheBackground() {
    let stage = ShellStage.conducting(conduct: { $0.startsWithLauncher = true })
    stage.send(.began)
    stage.send(.began)
    #expect(stage.starts.count == 1)
    #expect(stage.shell.programOnScreen == nil)
    stage.send(.windowAppeared(first))
    #expect(stage.effects.contains(.comeForward))
    #expect(stage.shell.programs.marks["Tile 0"] == .running)
    stage.tap(stage.center)
    #expect(stage.effects.contains(.bringForward(first)) && stage.starts.count == 1)
  }

  @Test func backgroundProgramRestartsThere() {
    let stage = ShellStage.conducting(conduct: {
      $0.startsWithLauncher = true
      $0.restart = .always
    })
    stage.send(.began)
    stage.send(.ended(first, Self.crash))
    stage.wait(1.1)
    #expect(stage.starts.count == 2 && stage.shell.programOnScreen == nil)
  }

  @Test func theStartTileIsOpenedAtTheStart() {
    let stage = ShellStage.conducting(change: { $0.kiosk.startTile = "Tile 3" })
    stage.send(.began)
    #expect(stage.starts.map(\.command.arguments) == [["program-3"]])
  }

  @Test func homeTileIsSelectedAtStartAndHome() {
    let stage = ShellStage.conducting(change: { $0.kiosk.homeTile = "Tile 2" })
    #expect(stage.centered.name == "Tile 2")
    stage.drag(from: stage.center, by: Point(-400, 0), seconds: 0.2)
    #expect(stage.settle())
    #expect(stage.centered.name != "Tile 2")
    stage.act(.home)
    #expect(stage.settle())
    #expect(stage.centered.name == "Tile 2")
  }

  @Test func backgroundProgramIsNotSacrificedForKeptOnes() {
    let stage = ShellStage.conducting(conduct: { $0.startsWithLauncher = true })
    stage.send(.keepsPrograms(atMost: 1))
    stage.send(.began)
    #expect(stage.starts.count == 1)
    stage.act(.nextTile)
    _ = stage.settle()
    stage.tap(stage.center)
    #expect(stage.starts.count == 2)
    stage.act(.blank)
    #expect(!stage.effects.contains(.stop(first)))
  }

  // MARK: One program

  private var single: ShellStage {
    let stage = ShellStage.conducting(tiles: 1, change: { $0.kiosk.isSingleApp = true })
    stage.send(.began)
    return stage
  }

  @Test func onlyProgramAlwaysRestarts() {
    let stage = single
    #expect(stage.starts.count == 1)
    for index in 1...20 {
      stage.wait(61)
      stage.send(.ended(ProgramID(index), index.isMultiple(of: 2) ? Self.crash : .exited(status: 0)))
      stage.wait(1.1)
      #expect(stage.starts.count == index + 1)
    }
  }

  @Test func goingHomeRestartsTheOnlyProgram() {
    let stage = single
    stage.wait(20)
    stage.act(.home)
    #expect(stage.effects.contains(.stop(first)))
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    #expect(stage.starts.count == 2)
  }

  @Test func singleProgramEndsWithTheVisit() {
    var tiles = ShellStage.tiles(1)
    tiles[0].onHome = .keep
    let stage = ShellStage(tiles: tiles) {
      $0.kiosk.isSingleApp = true
      ($0.idle.returnHomeAfter, $0.idle.warning) = (90, 10)
    }
    stage.send(.began)
    stage.wait(82)
    stage.wait(10)
    #expect(stage.effects.contains(.stop(first)))
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    #expect(stage.starts.count == 2)
  }

  @Test func singleProgramWaitsWhileTheScreenIsDark() {
    let stage = single
    stage.wait(20)
    stage.act(.home)
    stage.act(.blank)
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    #expect(stage.starts.count == 1 && stage.shell.isDark)
    stage.tap(stage.center)
    #expect(stage.starts.count == 2 && !stage.shell.isDark)
  }

  @Test func launcherExplainsWhyTheProgramCannotRun() {
    let stage = single
    stage.send(.startFailed(first, .notFound))
    stage.draw()
    let words = stage.writing.joined(separator: "\n")
    #expect(words.contains("not set up correctly") && words.contains("Try again"))
    #expect(stage.shell.programOnScreen == nil)
    stage.wait(1.1)
    #expect(stage.starts.count == 2)
  }
}
