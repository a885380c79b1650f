import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

/// A tile that opens while the screen is idle.
struct ScreensaverTests {
  private let first = ProgramID(1)

  private static let poster = LauncherTile(
    id: "poster", name: "Poster", icon: nil, action: .page(PageContent(plain: "Come closer")))

  private func stage(
    _ tile: String = "Tile 3", watched: Bool = false, change: (inout [LauncherTile]) -> Void = { _ in },
    settings: @escaping (inout IdleSettings) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(5) + [Self.poster]
    change(&tiles)
    let stage = ShellStage(tiles: tiles) {
      ($0.idle.attractAfter, $0.idle.scenes, $0.idle.warning) = (60, [.tile(tile)], nil)
      settings(&$0.idle)
    }
    stage.send(.watchesIdle(watched))
    return stage
  }

  private func stops(_ stage: ShellStage) -> Int {
    stage.effects.count { if case .stop = $0 { true } else { false } }
  }

  @Test func programShowsUntilTheCompositorSeesAVisitor() {
    let stage = stage(watched: true)
    stage.act(.nextTile)
    _ = stage.settle()
    stage.send(.idle)
    stage.pass(0.1)
    #expect(stage.starts.map(\.command.arguments) == [["program-3"]] && stage.shell.isCovered)
    stage.send(.active)
    #expect(!stage.shell.isCovered && stops(stage) == 1 && stage.effects.contains(.comeForward))
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 0" && stage.reports.isEmpty && stage.shell.notice == nil)
    stage.send(.idle)
    stage.pass(0.1)
    #expect(stage.starts.count == 2, "and again the next time")
  }

  @Test func touchscreenReportEndsTheScreensaver() {
    let stage = stage()
    stage.pass(61)
    #expect(stage.shell.isCovered)
    stage.send(.globalTouch(TouchFrame([.down(id: 0, at: stage.center, milliseconds: 1)])))
    #expect(!stage.shell.isCovered && stops(stage) == 1)
  }

  @Test(arguments: [true, false]) func theTouchThatEndsItDoesNothingElse(isPage: Bool) {
    let stage = stage(isPage ? "poster" : "Tile 3")
    stage.pass(61)
    _ = isPage ? stage.settle() : false
    stage.draw()
    #expect(stage.writing.contains("Come closer") == isPage)
    stage.tap(stage.center)
    #expect(stage.settle() && stage.shell.page == nil && !stage.shell.isCovered)
    #expect(stage.starts.count == (isPage ? 0 : 1) && stops(stage) == (isPage ? 0 : 1))
    stage.tap(stage.center)
    #expect(stage.starts.count == (isPage ? 1 : 2), "the next one counts")
  }

  @Test func theKeyThatEndsItDoesNothingElse() {
    let stage = stage("poster")
    stage.pass(61)
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.settle() && stage.shell.page == nil && stage.starts.isEmpty)
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.starts.count == 1)
  }

  @Test func earlyCompositorReportStillOnlyEndsIt() {
    let stage = stage("poster", watched: true)
    stage.send(.idle)
    stage.pass(0.1)
    #expect(stage.settle() && stage.shell.page != nil)
    stage.send(.active)
    stage.tap(stage.center)
    #expect(stage.settle() && stage.shell.page == nil && stage.starts.isEmpty)
  }

  @Test func itStaysWithoutAQuestionUntilBlank() {
    let stage = stage(settings: { settings in
      (settings.returnHomeAfter, settings.warning, settings.blankAfter) = (90, 10, 600)
    })
    stage.pass(500)
    #expect(stage.shell.isCovered && stops(stage) == 0 && stage.starts.count == 1)
    stage.pass(110)
    #expect(stage.shell.isDark && stops(stage) == 1)
    stage.tap(stage.center)
    #expect(!stage.shell.isDark && !stage.shell.isCovered && !stage.effects.contains(.bringForward(first)))
  }

  @Test(arguments: [
    ExitReason.exited(status: 0), .signaled(signal: 11, coreDumped: false),
  ])
  func carouselMovesAfterTheScreensaverEnds(reason: ExitReason) {
    let stage = stage(change: { $0[3].conduct.restart = .always })
    stage.pass(61)
    stage.send(.ended(first, reason))
    let offset = stage.shell.tilesPanel.carousel.scrollOffset
    for _ in 0..<200 { stage.draw() }
    #expect(stage.starts.count == 1 && stage.shell.notice == nil && !stage.shell.isCovered)
    #expect(stage.shell.tilesPanel.carousel.scrollOffset != offset && stage.shell.wantsFrame)
    #expect(stage.reports.count == (reason == .exited(status: 0) ? 0 : 1))
    stage.tap(Point(5, 795))
    #expect(stage.settle())
  }

  @Test func carouselReplacesAnUnavailableScreensaver() {
    var condition = TileCondition()
    condition.facts = [.file("/x")]
    let stages = [
      stage("gone"), stage(change: { $0[3].enabledWhen = condition }),
      stage(change: { $0[3].action = .unavailable(.noBrowser) }),
    ]
    for stage in stages {
      stage.pass(61)
      for _ in 0..<100 { stage.draw() }
      #expect(stage.starts.isEmpty && stage.shell.notice == nil && stage.shell.wantsFrame)
    }
  }

  @Test func hiddenProgramComesForwardAndStays() {
    let stage = stage(change: { tiles in
      tiles[3].conduct.startsWithLauncher = true
      tiles[3].onHome = .keep
    })
    stage.send(.tellsWindows(true))
    stage.send(.began)
    stage.send(.windowAppeared(first))
    stage.pass(61)
    #expect(stage.effects.contains(.bringForward(first)) && stage.starts.count == 1)
    stage.tap(stage.center)
    #expect(!stage.shell.isCovered && stops(stage) == 0)
  }
}
