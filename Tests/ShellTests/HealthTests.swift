import Configuration
import Gestures
import Programs
import RotundaGeometry
import Testing

@testable import Shell

/// Programs whose picture shows that they hang.
struct HealthTests {
  private let first = ProgramID(1)

  /// A stage with the first tile's program on the screen. Its picture must move within ten seconds.
  private func opened(_ health: ProgramConduct.Health = .moves) -> ShellStage {
    let stage = ShellStage.conducting(conduct: {
      $0.health = health
      $0.healthAfter = 10
    })
    stage.tap(stage.center)
    _ = stage.settle()
    return stage
  }

  private func looks(_ stage: ShellStage) -> Int { stage.effects.count { $0 == .lookAtScreen } }

  private func stops(_ stage: ShellStage) -> Int { stage.effects.count { $0 == .stop(first) } }

  /// Answers the looks that the shell has asked for.
  private func show(_ digest: UInt64?, isPlain: Bool = false, on stage: ShellStage) {
    stage.send(.screenSeen(digest.map { ScreenLook(digest: $0, isPlain: isPlain) }))
  }

  /// Touches the program once a second. Each look finds the next digest.
  private func touch(_ stage: ShellStage, seconds: Int, _ digest: (Int) -> UInt64?) {
    for second in 0..<seconds {
      let before = looks(stage)
      stage.send(.globalTouch(TouchFrame([.down(id: 0, at: stage.center, milliseconds: 1)])))
      stage.send(.globalTouch(TouchFrame([.up(id: 0, milliseconds: 2)])))
      if looks(stage) > before { show(digest(second), on: stage) }
      stage.wait(1)
    }
  }

  @Test func plainScreenAfterTheStartMeansAHang() {
    let stage = opened()
    stage.wait(9)
    #expect(looks(stage) == 0)
    stage.wait(2)
    #expect(looks(stage) == 1 && stops(stage) == 0)
    show(1, isPlain: true, on: stage)
    #expect(stops(stage) == 1 && !stage.shell.isCovered)
    #expect(stage.effects.contains(.emit(.hung(tile: "Tile 0"))))
    #expect(stage.effects.contains(.logError(.hung(tile: "Tile 0"))))
    stage.draw()
    #expect(stage.writing.contains { $0.contains("is not responding. Restarting it") })
    stage.send(.ended(first, .signaled(signal: 9, coreDumped: false)))
    #expect(stage.starts.count == 2 && stage.shell.programOnScreen == ProgramID(2))
  }

  @Test func drawnScreenIsNotLookedAtAgain() {
    let stage = opened()
    stage.wait(11)
    show(1, on: stage)
    stage.wait(1000)
    #expect(looks(stage) == 1 && stops(stage) == 0)
    #expect(stage.shell.deadline == nil)
  }

  @Test func samePictureUnderTouchesMeansAHang() {
    let stage = opened()
    touch(stage, seconds: 9) { _ in 7 }
    #expect(stops(stage) == 0 && looks(stage) > 2)
    touch(stage, seconds: 4) { _ in 7 }
    #expect(stops(stage) == 1)
  }

  @Test func changingPictureIsHealthy() {
    let stage = opened()
    touch(stage, seconds: 60) { UInt64($0 / 8) }
    #expect(stops(stage) == 0)
  }

  @Test func readingVisitorEndsNothing() {
    let stage = opened()
    for _ in 0..<10 {
      touch(stage, seconds: 4) { _ in 7 }
      stage.wait(20)
    }
    #expect(stops(stage) == 0)
  }

  @Test func withoutCopiesNothingIsKnown() {
    let stage = opened()
    touch(stage, seconds: 30) { _ in nil }
    #expect(stops(stage) == 0)
  }

  @Test func onlyTilesWithHealthAreChecked() {
    let stage = opened(.none)
    touch(stage, seconds: 30) { _ in 7 }
    #expect(looks(stage) == 0 && stage.shell.deadline == nil && !stage.shell.watchesHealth)
  }

  @Test func lateLookAtAnotherProgramIsIgnored() {
    let stage = opened()
    stage.wait(11)
    stage.act(.home)
    stage.send(.ended(first, .exited(status: 0)))
    _ = stage.settle()
    stage.tap(stage.center)
    show(1, isPlain: true, on: stage)
    #expect(stage.starts.count == 2 && !stage.effects.contains(.stop(ProgramID(2))))
    // The new program gets its own look.
    stage.wait(11)
    #expect(looks(stage) == 2)
  }

  @Test func repeatedlyHangingTileIsOutOfOrder() {
    let stage = opened()
    for number in 1...3 {
      stage.wait(11)
      show(1, isPlain: true, on: stage)
      stage.send(.ended(ProgramID(number), .signaled(signal: 9, coreDumped: false)))
    }
    #expect(stage.shell.programs.outOfOrder == ["Tile 0"])
  }

  @Test func hangCountsAlsoIfTheVisitorLeaves() {
    let stage = opened()
    for number in 1...3 {
      stage.wait(11)
      show(1, isPlain: true, on: stage)
      stage.act(.home)
      stage.send(.ended(ProgramID(number), .exited(status: 0)))
      _ = stage.settle()
      if number < 3 { stage.tap(stage.center) }
    }
    #expect(stage.starts.count == 3)
    #expect(stage.shell.programs.outOfOrder == ["Tile 0"])
  }
}
