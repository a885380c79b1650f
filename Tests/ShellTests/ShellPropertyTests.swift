import CarouselEngine
import Geometry
import Gestures
import Programs
import SeededRandom
import Testing

@testable import Shell

struct ShellPropertyTests {
  private static let keys: [Key] = [
    .left, .right, .home, .end, .enter, .escape, .tab, .space, .pageUp, .character("x"),
  ]

  private func randomEvent(_ stage: ShellStage, using random: inout SeededGenerator) -> ShellEvent {
    let point = Point(.random(in: -50...1400, using: &random), .random(in: -50...900, using: &random))
    let id = Int32.random(in: 0...3, using: &random)
    let milliseconds = UInt32(stage.now * 1000)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2: return .touch(TouchFrame([.down(id: id, at: point, milliseconds: milliseconds)]))
    case 3...6: return .touch(TouchFrame([.motion(id: id, at: point, milliseconds: milliseconds)]))
    case 7, 8: return .touch(TouchFrame([.up(id: id, milliseconds: milliseconds)]))
    case 9:
      return .touch(TouchFrame([[.cancel, .lost, .cancelContact(id: id)].randomElement(using: &random)!]))
    case 10: return .key(KeyEvent(Self.keys.randomElement(using: &random)!))
    case 11: return .scroll(ScrollEvent(.moved(point * 0.1), milliseconds: milliseconds))
    case 12: return .ended(ProgramID(stage.starts.count), .exited(status: id))
    default: return .resized(Size(.random(in: 100...2000, using: &random), 700), scale: 1)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 40])
  func whateverHappensTheFrameIsFiniteAndTheShellComesToRest(count: Int) {
    let seed = 20_261_120 &+ UInt64(count)
    var random = SeededGenerator(seed: seed)
    let stage = ShellStage(tiles: ShellStage.tiles(count)) { $0.carousel.layout = .coverFlow }
    for step in 0..<2000 {
      stage.send(randomEvent(stage, using: &random))
      if stage.shell.wantsFrame { stage.draw() } else { stage.wait(0.01) }
      let isFinite = stage.frame.sprites.allSatisfy { $0.opacity.isFinite && $0.transform.row4.x.isFinite }
      #expect(isFinite, "seed \(seed), step \(step)")
      guard isFinite else { return }
    }
    for program in stage.starts { stage.send(.ended(program.program, .exited(status: 0))) }
    stage.touch(.lost)
    #expect(stage.settle(), "seed \(seed)")
    #expect(stage.shell.programs.isEmpty, "seed \(seed)")
  }
}
