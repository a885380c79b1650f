import Configuration
import Programs
import Scene
import Testing

@testable import Shell

/// The hint for the strip that leads home.
struct HomeHintTests {
  private func word(_ stage: ShellStage) -> String? {
    guard case .text(let block)? = stage.shell.homeHint.word?.content else { return nil }
    return block.text
  }

  @Test func theWordIsShownOnceInAVisit() {
    let stage = ShellStage { $0.idle.returnHomeAfter = 60 }
    stage.tap(stage.center)
    #expect(word(stage) == "Home")
    stage.act(.home)
    stage.act(.openTile("Tile 1"))
    #expect(word(stage) == nil)
    stage.wait(200)
    #expect(!stage.shell.isCovered, "the visit is over")
    stage.act(.openTile("Tile 2"))
    #expect(word(stage) == "Home")
  }

  @Test func reducedMotionStopsTheHintsPulse() {
    #expect(ShellStage().shell.homeHint.breathes)
    #expect(!ShellStage { $0.access.hasReducedMotion = true }.shell.homeHint.breathes)
  }
}
