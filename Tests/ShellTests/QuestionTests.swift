import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The screen that asks whether the visitor is still present.
struct QuestionTests {
  /// A stage that has just asked the question, with 20 s to answer.
  private static func stage(
    size: Size = Size(1280, 800), change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(size: size) {
      ($0.idle.returnHomeAfter, $0.idle.warning) = (60, 20)
      change(&$0)
    }
    stage.act(.openTile("Tile 0"))
    stage.pass(40)
    return stage
  }

  private static func part(of stage: ShellStage) -> Double? {
    stage.shell.panels.notice.question?.part(stage.shell.environment)
  }

  @Test func ringShowsTheRemainingTime() throws {
    let stage = Self.stage()
    #expect(try abs(#require(Self.part(of: stage)) - 1) < 0.01)
    stage.pass(5)
    stage.draw()
    #expect(try abs(#require(Self.part(of: stage)) - 0.75) < 0.01)
    #expect(stage.shell.wantsFrame)
    stage.pass(16)
    #expect(Self.part(of: stage) == nil)
  }

  @Test func reducedMotionRingStepsOnceASecond() throws {
    let stage = Self.stage { $0.access.hasReducedMotion = true }
    stage.pass(5.4)
    #expect(stage.settle())
    #expect(try abs(#require(Self.part(of: stage)) - 0.75) < 0.01)
    #expect(!stage.shell.wantsFrame)
  }

  @Test(arguments: [Size(1280, 800), Size(1920, 1080), Size(1080, 1920)])
  func theButtonIsAsLargeAsAHand(size: Size) throws {
    let stage = Self.stage(size: size)
    stage.draw()
    let ink = stage.shell.theme.notice
    let button = try #require(stage.frame.sprites.first { $0.fill == .color(ink) })
    let millimeter = stage.shell.environment.pageMetrics.pointsPerMillimeter
    #expect(button.size.width >= 60 * millimeter && button.size.height >= 19.9 * millimeter)
  }

  /// The background of the question has the light of the tiles but no tile.
  @Test func tilesBackgroundStaysBehindIt() {
    let stage = Self.stage { $0.background.source = .tile }
    stage.draw()
    let pictures = stage.frame.sprites.compactMap {
      if case .picture(let picture, _) = $0.fill { picture.content } else { nil }
    }
    #expect(pictures.contains { if case .ambient = $0 { true } else { false } })
    #expect(!pictures.contains { if case .face = $0 { true } else { false } })
  }

  /// A worker draws the next second. Until then, the previous one stays visible.
  @Test func newSecondNeverBlanksTheScreen() {
    let environment = Environment(theme: Theme(.dark))
    var (panel, effects) = (NoticePanel(environment), [ShellEffect]())
    panel.environment.resize(to: Size(1280, 800), scale: 1)
    func writings() -> Int {
      var frame = SceneFrame(size: Size(1280, 800))
      panel.draw(to: &frame)
      return frame.sprites.count { if case .picture = $0.fill { true } else { false } }
    }
    panel.show(Notice(.stillThere(seconds: 9), expires: nil, countdownEnd: 9), into: &effects)
    #expect(writings() == 0)
    for case .draw(let picture, _) in effects { _ = panel.measured(picture, size: PixelSize(80, 20)) }
    #expect(writings() == 4)
    panel.show(Notice(.stillThere(seconds: 8), expires: nil, countdownEnd: 9), into: &effects)
    #expect(writings() == 4)
  }
}
