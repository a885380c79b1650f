import Configuration
import Gestures
import Programs
import RotundaGeometry
import Testing

@testable import Shell

/// Touches and keys of trembling hands.
struct TouchGuardTests {
  private static func stage(hold: Double = 0, pause: Double = 0) -> ShellStage {
    let stage = ShellStage { ($0.access.touchHold, $0.access.touchPause) = (hold, pause) }
    _ = stage.settle()
    return stage
  }

  private static func touch(_ stage: ShellStage, seconds: Double) {
    stage.down(stage.center)
    stage.pass(seconds)
    stage.up()
  }

  @Test func aFingerCountsOnceItHasRested() {
    let stage = Self.stage(hold: 0.5)
    Self.touch(stage, seconds: 0.1)
    Self.touch(stage, seconds: 0.45)
    #expect(stage.starts.isEmpty)
    Self.touch(stage, seconds: 0.6)
    #expect(stage.starts.count == 1)
  }

  @Test func aFingerThatMovesOnSwipesAtOnce() {
    let stage = Self.stage(hold: 1)
    stage.drag(from: stage.center, by: Point(-330, 0), seconds: 0.3, thenHold: 0.2)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 1")
  }

  @Test func repeatedTouchesAreIgnored() {
    let tile = LauncherTile(name: "Reload", icon: nil, action: .perform(.reload))
    let stage = ShellStage(tiles: [tile]) { $0.access.touchPause = 0.5 }
    _ = stage.settle()
    for _ in 0..<3 {
      stage.tap(stage.center)
      stage.wait(0.1)
    }
    #expect(stage.reloads == 1)
    stage.wait(0.5)
    stage.tap(stage.center)
    #expect(stage.reloads == 2)
  }

  @Test func repeatedKeyCountsOncePerPause() {
    let stage = Self.stage(pause: 0.5)
    func press(_ key: Key) {
      stage.send(.key(KeyEvent(key)))
      stage.send(.key(KeyEvent(key, .released)))
    }
    for _ in 0..<3 {
      press(.right)
      stage.wait(0.1)
    }
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 1")
    press(.left)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 0", "another key counts")
  }

  @Test(arguments: [true, false]) func heldKeysRepeatOrNot(repeats: Bool) {
    let stage = ShellStage { $0.access.repeatsKeys = repeats }
    stage.send(.key(KeyEvent(.right)))
    stage.send(.key(KeyEvent(.right, .repeated)))
    _ = stage.settle()
    #expect(stage.centered.name == (repeats ? "Tile 2" : "Tile 1"))
  }

  @Test func visitorsTurnItOnForTheirVisit() {
    let stage = ShellStage { $0.idle.returnHomeAfter = 60 }
    stage.act(.adjust(.steadyTouch(true)))
    Self.touch(stage, seconds: 0.2)
    #expect(stage.starts.isEmpty)
    Self.touch(stage, seconds: 0.5)
    #expect(stage.starts.count == 1)
    stage.send(.ended(stage.starts[0].program, .exited(status: 0)))
    stage.pass(100)
    _ = stage.settle()
    stage.tap(stage.center)
    #expect(stage.starts.count == 2, "the next visitor finds it off")
  }

  @Test func guardDoesNotWakeAtRest() {
    let stage = Self.stage(hold: 1, pause: 1)
    Self.touch(stage, seconds: 0.3)
    #expect(stage.settle() && stage.shell.deadline == nil && !stage.shell.wantsFrame)
  }
}
