import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

struct LockTests {
  private func locked() -> ShellStage {
    let stage = ShellStage.withPIN()
    stage.act(.lock)
    stage.draw()
    return stage
  }

  @Test func launcherIsLockedUntilThePIN() {
    let stage = locked()
    #expect(stage.shell.isLocked && stage.isPadShown && stage.keptLock == true)
    #expect(stage.seenTiles.isEmpty)
    stage.enter(ShellStage.pin)
    stage.draw()
    #expect(!stage.shell.isLocked && !stage.isPadShown && !stage.seenTiles.isEmpty)
    #expect(stage.keptLock == false)
  }

  @Test func onlyThePINUnlocks() {
    let stage = locked()
    for key in [Key.escape, .escape, .enter, .left, .tab, .home, .space] { stage.send(.key(KeyEvent(key))) }
    for action in ShellAction.plain + [.openTile("Tile 1")] where action != .blank { stage.act(action) }
    stage.tap(stage.shell.padLayout.close.center)
    stage.tap(stage.center)
    stage.pressCorner(10)
    stage.wait(PINPad.lifetime * 3)
    #expect(stage.shell.isLocked && stage.isPadShown && stage.starts.isEmpty)
    #expect(stage.shell.pad?.purpose == .unlock && stage.shell.systemPage == nil)
  }

  @Test func enteredDigitsAreForgottenAfterAWhile() {
    let stage = locked()
    stage.press(ShellStage.keys("471"))
    stage.wait(PINPad.lifetime + 1)
    #expect(stage.shell.pad?.digits == "" && stage.shell.deadline == nil)
  }

  @Test func lockStopsTheProgram() {
    let stage = ShellStage.withPIN()
    stage.tap(stage.center)
    stage.wait(20)
    stage.act(.lock)
    #expect(stage.effects.contains(.stop(stage.starts[0].program)) && stage.isPadShown)
    stage.send(.ended(stage.starts[0].program, .exited(status: 0)))
    #expect(stage.isPadShown && !stage.shell.isCovered)
  }

  @Test func lockSurvivesARestart() {
    let stage = ShellStage.withPIN(isLocked: true) { $0.kiosk.startTile = "Tile 2" }
    stage.send(.began)
    stage.draw()
    #expect(stage.isPadShown && stage.starts.isEmpty && stage.seenTiles.isEmpty)
    stage.enter(ShellStage.pin)
    #expect(stage.starts.map(\.command.arguments) == [["program-2"]])
  }

  @Test func restartWaitsForThePIN() {
    var tiles = ShellStage.tiles(2)
    tiles[0].conduct.restart = .always
    let stage = ShellStage.withPIN(tiles: tiles)
    stage.tap(stage.center)
    stage.send(.ended(stage.starts[0].program, .exited(status: 0)))
    stage.act(.lock)
    stage.wait(60)
    stage.wait(60)
    #expect(stage.starts.count == 1 && stage.isPadShown)
  }

  @Test func keptProgramsCloseUnlessPadStaysInFront() {
    for tellsWindows in [false, true] {
      var tiles = ShellStage.tiles(2)
      tiles[0].onHome = .keep
      let stage = ShellStage.withPIN(tiles: tiles)
      stage.send(.tellsWindows(tellsWindows))
      stage.tap(stage.center)
      stage.wait(20)
      stage.act(.home)
      stage.act(.lock)
      #expect(stage.effects.contains(.stop(stage.starts[0].program)) != tellsWindows)
    }
  }

  @Test func removedPINUnlocks() {
    let open = ShellStage()
    open.send(.remembered(isLocked: true))
    #expect(!open.shell.isLocked && !open.isPadShown)
    let broken = ShellStage(problems: [Diagnostic(.error, file: "x", message: "is broken")])
    broken.send(.remembered(isLocked: true))
    #expect(broken.shell.isLocked && broken.isPadShown)
  }

  @Test func launcherWithoutAPINDoesNotLock() {
    let stage = ShellStage()
    stage.act(.lock)
    #expect(!stage.shell.isLocked && stage.shell.notice?.message == .noPIN)
  }

  @Test func configurationWithoutAPINUnlocks() {
    let stage = locked()
    stage.send(.configuration(KioskConfiguration(), shelves: [], problems: []))
    #expect(!stage.shell.isLocked && !stage.isPadShown && stage.keptLock == false)
  }

  @Test func unreadablePINUnlocksNothing() {
    let stage = locked()
    var broken = KioskConfiguration()
    broken.admin.pin = .unknown
    stage.send(.configuration(broken, shelves: [], problems: []))
    stage.enter(ShellStage.pin)
    #expect(stage.shell.isLocked && stage.isPadShown)
  }

  @Test func aDarkScreenStaysClosed() {
    let stage = locked()
    stage.act(.blank)
    stage.draw()
    #expect(stage.shell.isDark)
    stage.tap(stage.center)
    stage.draw()
    #expect(!stage.shell.isDark && stage.isPadShown && stage.starts.isEmpty)
  }
}

struct PINTileTests {
  private func tiles() -> [LauncherTile] {
    var tiles = ShellStage.tiles(3)
    tiles[0].needsPIN = true
    return tiles
  }

  @Test func aTileAsksBeforeItOpens() {
    let stage = ShellStage.withPIN(tiles: tiles())
    stage.tap(stage.center)
    stage.draw()
    #expect(stage.starts.isEmpty && stage.isPadShown)
    #expect(stage.writing.contains("PIN for “Tile 0”"))
    stage.enter("0000")
    #expect(stage.starts.isEmpty)
    stage.enter(ShellStage.pin)
    #expect(stage.starts.count == 1 && !stage.isPadShown)
  }

  @Test func everyOpeningAsksForThePIN() {
    let stage = ShellStage.withPIN(tiles: tiles())
    stage.act(.openTile("Tile 0"))
    #expect(stage.isPadShown && stage.starts.isEmpty)
    stage.act(.back)
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.isPadShown && stage.starts.isEmpty)
    stage.enter(ShellStage.pin)
    stage.send(.ended(stage.starts[0].program, .signaled(signal: 11, coreDumped: false)))
    stage.draw()
    // The message that offers to try again.
    if let notice = stage.shell.notice, let button = stage.shell.panels.notice.buttonFrame(of: notice) {
      stage.tap(button.center)
    }
    #expect(stage.isPadShown && stage.starts.count == 1)
  }

  @Test func protectedTileStaysClosedWithoutAPIN() {
    let stage = ShellStage(tiles: tiles())
    stage.tap(stage.center)
    #expect(stage.starts.isEmpty && stage.shell.notice?.message == .noPIN)
  }

  @Test func folderAsksOnceAndProtectsItsTiles() {
    var folder = ShellStage.folder("Office", ShellStage.tiles(2, named: "Desk"))
    folder.needsPIN = true
    let stage = ShellStage.withPIN(tiles: [folder])
    stage.act(.openTile("Desk 1"))
    #expect(stage.isPadShown && stage.starts.isEmpty)
    stage.act(.back)
    stage.tap(stage.center)
    stage.enter(ShellStage.pin)
    #expect(stage.settle())
    #expect(stage.centered.name == "Desk 0")
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func controlsOnATileAskForThePIN() {
    var tile = LauncherTile(name: "Room", icon: nil, action: .perform(.none))
    tile.buttons = ShellStage.tiles(2, named: "Lamp")
    tile.needsPIN = true
    let stage = ShellStage.withPIN(tiles: [tile])
    stage.send(.key(KeyEvent(.tab)))
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.isPadShown && stage.starts.isEmpty)
    stage.enter(ShellStage.pin)
    #expect(stage.starts.count == 1)
    stage.act(.home)
    stage.act(.openTile("Lamp 1"))
    #expect(stage.isPadShown && stage.starts.count == 1)
  }
}
