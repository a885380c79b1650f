import Configuration
import LongCheck
import RotundaGeometry
import Gestures
import Programs
import SeededRandom
import Testing

@testable import Shell

/// Random touches on a launcher that has an action for every gesture.
struct RandomFingersTests {
  private static let actions: [ShellAction] = ShellAction.plain + [.openTile("Tile 3"), .openTile("gone")]

  private func stage(using random: inout SeededGenerator) -> ShellStage {
    var tiles = ShellStage.tiles(5)
    tiles[1].onHome = .keep
    tiles[3].onHome = .keep
    var bindings: [GestureTrigger: ShellAction] = [:]
    for trigger in GestureTrigger.all { bindings[trigger] = Self.actions.randomElement(using: &random) }
    return ShellStage(tiles: tiles) { $0.gestures.bindings = bindings }
  }

  private func randomFrame(_ stage: ShellStage, using random: inout SeededGenerator) -> TouchFrame {
    let count = Int.random(in: 1...3, using: &random)
    return TouchFrame(
      (0..<count).map { _ in
        let point = Point(.random(in: -20...1300, using: &random), .random(in: -20...820, using: &random))
        let id = Int32.random(in: 0...5, using: &random)
        let milliseconds = UInt32(stage.now * 1000) &+ UInt32.random(in: 0...9, using: &random)
        switch Int.random(in: 0..<16, using: &random) {
        case 0...3: return .down(id: id, at: point, milliseconds: milliseconds)
        case 4...10: return .motion(id: id, at: point, milliseconds: milliseconds)
        case 11...13: return .up(id: id, milliseconds: milliseconds)
        case 14: return .cancelContact(id: id)
        default: return [TouchEvent.cancel, .lost].randomElement(using: &random) ?? .cancel
        }
      })
  }

  private func randomEvent(_ stage: ShellStage, using random: inout SeededGenerator) -> ShellEvent {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<24: return .touch(randomFrame(stage, using: &random))
    case 24..<34: return .globalTouch(randomFrame(stage, using: &random))
    case 34: return .stripSwiped(Edge.allCases.randomElement(using: &random) ?? .left)
    case 35: return .measured(pointsPerMillimeter: [nil, 4, 0, .nan].randomElement(using: &random) ?? nil)
    case 36:
      let program = ProgramID(.random(in: 1...max(1, stage.starts.count), using: &random))
      return .ended(program, .exited(status: 0))
    case 37:
      return .bringForwardFailed(ProgramID(.random(in: 1...max(1, stage.starts.count), using: &random)))
    case 38: return .keepsPrograms(atMost: [nil, 0, 1, 2].randomElement(using: &random) ?? nil)
    default: return .resized(Size(.random(in: 300...1500, using: &random), 700), scale: 1)
    }
  }

  /// Each program stops at most once, and effects name only started programs.
  private func check(_ stage: ShellStage, _ words: String) {
    let started = Set(stage.starts.map(\.program))
    var stopped: Set<ProgramID> = []
    for effect in stage.effects {
      switch effect {
      case .stop(let program):
        #expect(started.contains(program) && stopped.insert(program).inserted, "\(words)")
      case .keep(let program), .bringForward(let program): #expect(started.contains(program), "\(words)")
      default: break
      }
    }
  }

  @Test(arguments: 0..<(LongCheck.isOn ? 6 : 2)) func everyGestureLeavesTheLauncherUsable(round: Int) {
    let seed = 20_261_203 &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    let stage = stage(using: &random)
    for step in 0..<3000 {
      stage.send(randomEvent(stage, using: &random))
      if stage.shell.wantsFrame { stage.draw() } else { stage.wait(.random(in: 0...0.4, using: &random)) }
      let isFinite = stage.frame.sprites.allSatisfy { $0.opacity.isFinite && $0.transform.row4.x.isFinite }
      #expect(isFinite, "seed \(seed), step \(step)")
      guard isFinite else { return }
    }
    check(stage, "seed \(seed)")
    stage.touch(.lost)
    for program in stage.starts { stage.send(.ended(program.program, .exited(status: 0))) }
    for program in stage.starts { stage.send(.ended(program.program, .exited(status: 0))) }
    #expect(stage.shell.programs.running.isEmpty, "seed \(seed)")
    stage.wait(SystemPage.lifetime + 1)
    // A key wakes the screen if the last action made it dark.
    if stage.shell.isDark { stage.send(.key(KeyEvent(.escape))) }
    #expect(stage.settle(), "seed \(seed)")
    #expect(
      stage.shell.presentation.input.globalRecognizer.contactCount == 0
        && stage.shell.presentation.input.recognizer.contactCount == 0,
      "seed \(seed)")
    #expect(!stage.seenTiles.isEmpty, "seed \(seed)")
  }
}
