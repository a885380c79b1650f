import Configuration
import Gestures
import Programs
import RotundaGeometry
import Testing

@testable import Shell

/// Buttons of gamepads and remote controls.
struct ControllerTests {
  private func press(
    _ button: ControllerButton, _ phase: KeyEvent.Phase = .pressed, on stage: ShellStage
  ) {
    stage.send(.controller(.button(button, phase)))
    _ = stage.settle()
  }

  private func tap(_ buttons: ControllerButton..., on stage: ShellStage) {
    for button in buttons {
      press(button, on: stage)
      press(button, .released, on: stage)
    }
  }

  @Test func gamepadAloneOpensATileAndGoesHome() throws {
    let stage = ShellStage()
    tap(.padRight, .padRight, .padLeft, on: stage)
    #expect(stage.centered.name == "Tile 1")
    press(.padRight, on: stage)
    press(.padRight, .repeated, on: stage)
    #expect(stage.centered.name == "Tile 3")
    tap(.padSouth, on: stage)
    #expect(stage.starts.map(\.command) == [Command(["program-3"])])
    stage.pass(30)
    tap(.padGuide, on: stage)
    #expect(stage.effects.contains { if case .stop = $0 { true } else { false } })
    #expect(stage.centered.name == "Tile 0")
  }

  @Test func foldersOpenAndClose() {
    let stage = ShellStage(tiles: [ShellStage.folder("Folder", ShellStage.tiles(3, named: "Inner"))])
    tap(.padSouth, on: stage)
    #expect(stage.shell.tilesPanel.levels.count == 2)
    tap(.padEast, on: stage)
    #expect(stage.shell.tilesPanel.levels.count == 1)
  }

  @Test func panelsCloseAsWithEscape() {
    let stage = ShellStage()
    tap(.padNorth, on: stage)
    #expect(!stage.shell.panels.isEmpty)
    tap(.padEast, on: stage)
    #expect(stage.shell.panels.isEmpty)
  }

  @Test func shouldersGoFromShelfToShelf() {
    let stage = ShellStage(shelves: ["One", "Two"])
    tap(.padRightShoulder, on: stage)
    #expect(stage.shell.tilesPanel.level.current == 1)
    tap(.padUp, on: stage)
    #expect(stage.shell.tilesPanel.level.current == 0)
  }

  @Test(arguments: ControllerButton.allCases.filter { !$0.isSystem })
  func aProgramKeepsItsButtons(button: ControllerButton) {
    let stage = ShellStage { $0.gestures.buttons = [button: .home] }
    stage.tap(stage.center)
    stage.pass(30)
    tap(button, on: stage)
    #expect(stage.shell.isCovered && !stage.effects.contains(.comeForward))
  }

  @Test(arguments: [
    (ControllerButton.padGuide, ShellAction.home, true), (.remoteHome, .back, true),
    (.padGuide, .nextTile, false), (.padGuide, ShellAction.none, false), (.remoteHome, .focus(.left), false),
  ])
  func configurationDecidesTheWayHome(
    button: ControllerButton, action: ShellAction, leads: Bool
  ) {
    let stage = ShellStage { $0.gestures.buttons[button] = action }
    stage.tap(stage.center)
    stage.pass(30)
    tap(button, on: stage)
    #expect(stage.shell.isCovered != leads)
  }

  /// Both the compositor and the controller service may report a remote control's key.
  @Test func aRemoteControlDoesNotActTwice() {
    let stage = ShellStage { $0.gestures.buttons[.remoteHome] = .nextTile }
    tap(.remoteHome, on: stage)
    #expect(stage.centered.name == "Tile 0")
    stage.send(.key(KeyEvent(.other("XF86HomePage"))))
    #expect(stage.settle() && stage.centered.name == "Tile 1")
  }

  @Test(arguments: [
    ("XF86ChannelDown", ControllerButton.remoteChannelDown), ("XF86Info", .remoteInfo),
    ("XF86Red", .remoteRed),
    ("XF86AudioRaiseVolume", .remoteVolumeUp), ("XF86AudioPlay", .remotePlay), ("Menu", .remoteMenu),
  ])
  func remoteKeyIsBoundByItsName(symbol: String, button: ControllerButton) {
    let stage = ShellStage { $0.gestures.buttons = [button: .focus(.right)] }
    stage.send(.key(KeyEvent(.other(symbol))))
    #expect(stage.settle() && stage.centered.name == "Tile 1")
    stage.send(.key(KeyEvent(.other("F9"))))
    #expect(stage.settle() && stage.centered.name == "Tile 1")
  }

  @Test func mirroredLeftButtonSelectsTheNextTile() {
    let stage = ShellStage { $0.access.isMirrored = true }
    tap(.padLeft, on: stage)
    #expect(stage.centered.name == "Tile 1")
  }

  @Test func launcherBehindAWindowIgnoresTheGamepad() {
    let stage = ShellStage()
    stage.send(.focus(false))
    tap(.padRight, .padSouth, .padGuide, on: stage)
    #expect(stage.centered.name == "Tile 0" && stage.starts.isEmpty)
    stage.send(.focus(true))
    tap(.padRight, on: stage)
    #expect(stage.centered.name == "Tile 1")
  }

  @Test func pressInTheDarkOnlyLightsTheScreen() {
    let stage = ShellStage()
    stage.act(.blank)
    #expect(stage.shell.isDark)
    press(.padSouth, on: stage)
    press(.padSouth, .repeated, on: stage)
    press(.padSouth, .released, on: stage)
    #expect(!stage.shell.isDark && stage.starts.isEmpty)
    tap(.padSouth, on: stage)
    #expect(stage.starts.count == 1)
  }

  @Test func gamepadButtonWorksAsTheSwitch() {
    let stage = ShellStage { $0.access.scans = true }
    tap(.padSouth, on: stage)
    #expect(stage.starts.isEmpty)
    #expect(stage.shell.presentation.scanner.run != nil)
  }

  @Test func noButtonOpensALockedLauncher() {
    let stage = ShellStage.withPIN()
    stage.act(.lock)
    for button in ControllerButton.allCases { tap(button, on: stage) }
    #expect(stage.shell.isLocked && stage.starts.isEmpty)
  }

  // MARK: Presence of visitors

  private func visited(watched: Bool) -> ShellStage {
    let stage = ShellStage {
      $0.idle.returnHomeAfter = 60
      ($0.idle.attractAfter, $0.idle.blankAfter, $0.idle.warning) = (nil, nil, nil)
    }
    stage.send(.watchesIdle(watched))
    tap(.padRight, on: stage)
    return stage
  }

  @Test(arguments: [true, false]) func gamepadUseKeepsTheVisit(watched: Bool) {
    let stage = visited(watched: watched)
    for _ in 0..<4 {
      stage.pass(40)
      // The compositor does not see gamepads.
      if watched { stage.send(.idle) }
      stage.send(.controller(.button(.padRight, .pressed)))
    }
    #expect(stage.settle() && stage.centered.name == "Tile 0")
    stage.pass(59)
    if watched { stage.send(.idle) }
    #expect(stage.centered.name == "Tile 0")
  }

  @Test(arguments: [true, false]) func gamepadPlayerIsNotSentHome(watched: Bool) {
    let stage = visited(watched: watched)
    stage.tap(stage.center)
    for _ in 0..<5 {
      stage.pass(40)
      if watched { stage.send(.idle) }
      stage.send(.controller(.inUse))
    }
    #expect(stage.shell.isCovered)
    stage.pass(61)
    #expect(!stage.shell.isCovered)
  }

  @Test func compositorIdleCountsFromTheLastButton() {
    let stage = visited(watched: true)
    stage.pass(50)
    stage.send(.controller(.button(.padRight, .pressed)))
    stage.pass(10)
    stage.send(.idle)
    #expect(stage.settle() && stage.centered.name == "Tile 2")
    stage.pass(45)
    #expect(stage.centered.name == "Tile 2")
    stage.pass(10)
    #expect(stage.settle() && stage.centered.name == "Tile 0")
  }
}
