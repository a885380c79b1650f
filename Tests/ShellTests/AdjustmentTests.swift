import Configuration
import Testing

@testable import Shell

/// Visitors adjust the screen for their visit.
struct AdjustmentTests {
  private func stage() -> ShellStage {
    ShellStage(tiles: ShellStage.tiles(2)) {
      $0.idle.returnHomeAfter = 90
      $0.access.textScale = 1.2
    }
  }

  @Test func adjustmentsAddUp() {
    let stage = stage()
    stage.act(.adjust(.theme(.highContrast)))
    stage.act(.adjust(.textScale(2)))
    stage.act(.adjust(.reducedMotion(true)))
    #expect(stage.shell.theme.background == Theme(.highContrast).background)
    #expect(stage.shell.theme.textScale == 2 && stage.shell.metrics.textScale == 2)
    #expect(stage.shell.theme.hasReducedMotion)
    stage.act(.adjust(.textScale(1.5)))
    #expect(stage.shell.theme.textScale == 1.5 && stage.shell.presentation.appearance.adjustments.count == 3)
  }

  @Test func repeatedAdjustmentIsUndone() {
    let stage = stage()
    let before = stage.shell.theme
    for adjustment in [Adjustment.theme(.light), .textScale(2), .reducedMotion(true), .mirrored(true)] {
      stage.act(.adjust(adjustment))
      stage.act(.adjust(adjustment))
    }
    #expect(stage.shell.theme == before && !stage.shell.environment.isMirrored)
  }

  @Test func visitEndRestoresTheConfiguration() {
    let stage = stage()
    let before = stage.shell.theme
    stage.act(.adjust(.theme(.light)))
    stage.act(.adjust(.mirrored(true)))
    stage.act(.home)
    #expect(stage.shell.theme != before && stage.shell.environment.isMirrored)
    stage.pass(120)
    #expect(stage.shell.theme == before && !stage.shell.environment.isMirrored)
  }

  @Test func reloadKeepsTheVisitorsAdjustments() {
    let stage = stage()
    stage.act(.adjust(.textScale(2)))
    var configuration = KioskConfiguration()
    configuration.theme.name = .light
    let shelf = LauncherShelf(settings: CarouselSettings(), tiles: ShellStage.tiles(2))
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    #expect(stage.shell.theme.background == Theme(.light).background && stage.shell.theme.textScale == 2)
  }

  @Test(arguments: [
    "theme:light", "theme:high-contrast", "text-scale:1.5", "reduced-motion:on", "reduced-motion:off",
    "mirrored:on", "scan:on", "scan:off",
  ])
  func adjustmentWordsAreRead(word: String) throws {
    #expect(try #require(ShellAction(word)).word == word)
  }

  @Test(arguments: [
    "theme:", "theme:pink", "text-scale:0", "text-scale:nan", "text-scale:99", "text-scale:big", "mirrored:",
    "reduced-motion:yes", "mirrored", "scan", "scan:1",
  ])
  func unknownAdjustmentWordsAreRejected(word: String) {
    #expect(ShellAction(word) == nil)
  }
}
