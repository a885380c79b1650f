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

  /// All the time is left. The ring's stroke is 0.35 of the font size, which is 800 / 36 points.
  @Test func fullRingIsRoundAndFillsItsPlace() throws {
    let stage = Self.stage { $0.access.hasReducedMotion = true }
    stage.draw()
    #expect(Self.part(of: stage) == 1)
    let (question, environment) = (stage.shell.panels.notice.question, stage.shell.environment)
    let area = try #require(question?.frame(environment))
    #expect(abs(area.origin.y - (800 - area.maxY)) <= 2, "the question stands in the middle")
    let stroke = 0.35 * 800 / 36
    let pieces = stage.frame.sprites.filter {
      $0.fill == .color(stage.shell.theme.progress) && abs($0.size.height - stroke) < 1e-6
    }
    let middles = pieces.compactMap { $0.transform.project(.zero) }
    #expect(pieces.count == 72 && middles.count == 72)
    let tops = middles.map(\.y)
    let (highest, lowest) = (try #require(tops.min()), try #require(tops.max()))
    let radius = (lowest - highest) / 2
    #expect(abs(highest - stroke / 2 + 400 - area.origin.y) < 0.5, "the ring begins at the upper edge")
    for piece in pieces {
      // Each piece lies across the line to the center.
      let center = try #require(piece.transform.project(Point(0, radius)))
      #expect(abs(center.x) < 0.6 && abs(center.y - (highest + lowest) / 2) < 0.6, "\(center)")
      #expect(piece.transform.row4.z == 0)
    }
  }

  @Test func onlyTheDetailIsNotBold() throws {
    let question = try #require(Self.stage().shell.panels.notice.question)
    let blocks = question.writings.compactMap { writing -> TextBlock? in
      if case .text(let block) = writing.picture.content { block } else { nil }
    }
    #expect(blocks.map(\.isBold) == [true, false, true, true])
  }

  @Test(arguments: [Size(1280, 800), Size(1080, 1920)]) func textsLeaveAMarginAtBothSides(size: Size) throws {
    let question = try #require(Self.stage(size: size).shell.panels.notice.question)
    #expect(question.writings.count == 4)
    for writing in question.writings {
      let width = Double(writing.picture.size.width)
      #expect(width <= size.width * 0.95 && width >= size.width * 0.8)
    }
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
