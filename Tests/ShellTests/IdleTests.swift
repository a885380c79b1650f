import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// The launcher on an idle screen.
struct IdleTests {
  private func stage(
    tiles: Int = 5, watched: Bool = false, _ change: @escaping (inout IdleSettings) -> Void
  ) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(tiles)) { change(&$0.idle) }
    stage.send(.watchesIdle(watched))
    return stage
  }

  private func stops(_ stage: ShellStage) -> Int {
    stage.effects.count { if case .stop = $0 { true } else { false } }
  }

  private func screens(_ stage: ShellStage) -> [Bool] {
    stage.effects.compactMap { if case .setScreen(let isOn) = $0 { isOn } else { nil } }
  }

  @Test func emptyIdleSettingsDoNothing() {
    let stage = stage { _ in }
    stage.pass(1e6)
    #expect(
      stage.shell.deadline == nil && stage.effects.allSatisfy { if case .draw = $0 { true } else { false } })
  }

  @Test func theVisitEndsWithTheFirstTile() {
    let stage = stage { ($0.returnHomeAfter, $0.warning) = (90, nil) }
    stage.act(.nextTile)
    _ = stage.settle()
    stage.tap(Point(5, 795))
    stage.pass(89)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 1")
    stage.pass(2)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 0" && stage.shell.deadline == nil)
  }

  @Test func everyTouchRestartsTheTimeOut() {
    let stage = stage { $0.blankAfter = 60 }
    for _ in 0..<10 {
      stage.pass(59)
      stage.tap(Point(5, 795))
    }
    #expect(!stage.shell.isDark)
    stage.pass(61)
    #expect(stage.shell.isDark)
  }

  @Test func visitorInAProgramIsAskedThenLeft() throws {
    let stage = stage { ($0.returnHomeAfter, $0.warning) = (90, 10) }
    stage.tap(stage.center)
    stage.pass(79)
    #expect(stage.shell.isCovered)
    stage.pass(2)
    stage.draw()
    #expect(!stage.shell.isCovered && stage.writing.contains("Are you still there?"))
    #expect(stage.seenTiles.isEmpty && stage.effects.contains(.comeForward))
    let seconds = (1...10).filter { second in stage.writing.joined().contains(" \(second) second") }
    stage.pass(5)
    stage.draw()
    #expect(!stage.writing.joined().contains(" \(try #require(seconds.last)) second"), "it counts down")
    #expect(stops(stage) == 0)
    stage.pass(5)
    stage.draw()
    #expect(stops(stage) == 1 && stage.writing.isEmpty && !stage.seenTiles.isEmpty)
    stage.send(.ended(ProgramID(1), .signaled(signal: 15, coreDumped: false)))
    #expect(stage.reports.isEmpty)
  }

  /// Some compositors do not report touches on a program. The launcher then reads the touchscreen itself.
  @Test func touchesBesideTheCompositorKeepTheVisit() {
    let stage = stage { ($0.returnHomeAfter, $0.warning) = (90, 10) }
    stage.tap(stage.center)
    for index in 0..<10 {
      stage.pass(75)
      let milliseconds = UInt32(stage.now * 1000)
      stage.send(.globalTouch(TouchFrame([.down(id: 7, at: stage.center, milliseconds: milliseconds)])))
      stage.send(.globalTouch(TouchFrame([.up(id: 7, milliseconds: milliseconds)])))
      #expect(stage.shell.isCovered && stops(stage) == 0, "\(index)")
    }
    stage.pass(79)
    #expect(stage.shell.isCovered)
    stage.pass(12)
    #expect(!stage.shell.isCovered && stops(stage) == 1)
  }

  @Test func anyTouchOnlyContinuesTheProgram() {
    let stage = stage { ($0.returnHomeAfter, $0.warning) = (90, 10) }
    stage.tap(stage.center)
    stage.pass(82)
    stage.draw()
    stage.tap(stage.center)
    #expect(stage.shell.programOnScreen == ProgramID(1) && stage.starts.count == 1 && stops(stage) == 0)
    #expect(stage.effects.contains(.bringForward(ProgramID(1))))
    stage.pass(79)
    #expect(stage.shell.isCovered)
    stage.pass(12)
    #expect(stops(stage) == 1)
  }

  @Test func endingProgramAnswersTheQuestion() {
    let stage = stage { ($0.returnHomeAfter, $0.warning) = (90, 10) }
    stage.tap(stage.center)
    stage.pass(82)
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    stage.draw()
    #expect(stage.writing.isEmpty && !stage.seenTiles.isEmpty)
  }

  @Test func lookingAtTilesCausesNoQuestion() {
    let stage = stage { ($0.returnHomeAfter, $0.warning) = (90, 10) }
    stage.pass(85)
    #expect(stage.shell.idle.cover == nil)
  }

  private static let page = LauncherTile(
    id: "page", name: "Page", icon: nil, action: .page(PageContent(plain: "Much to read")))

  /// Visitor actions that the end of the visit undoes.
  private static let visits: [(name: String, act: @Sendable (ShellStage) -> Void)] = [
    ("another tile", { $0.act(.nextTile) }), ("another shelf", { $0.act(.nextShelf) }),
    ("a page", { $0.act(.openTile("page")) }), ("a folder", { $0.act(.openTile("Folder")) }),
    ("a sheet", { $0.shell.perform(.showSheet(.forEveryone)) }), ("help", { $0.act(.help) }),
    ("larger text", { $0.act(.adjust(.textScale(2))) }), ("a language", { $0.act(.language("de")) }),
    ("speech", { $0.act(.speech) }), ("sounds", { $0.act(.sounds) }),
  ]

  private func visited(
    _ index: Int, _ change: @escaping (inout IdleSettings) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(
      tiles: ShellStage.tiles(3) + [Self.page, ShellStage.folder("Folder", ShellStage.tiles(2))],
      shelves: [nil, "Below"]
    ) {
      ($0.idle.attractAfter, $0.idle.scenes) = (90, [.hero, .ghost])
      change(&$0.idle)
    }
    Self.visits[index].act(stage)
    _ = stage.settle()
    stage.send(.key(KeyEvent(.other("XF86Launch0"))))
    return stage
  }

  /// The packaged kiosk shows its pictures after 90 s.
  @Test(arguments: visits.indices) func scenesAskBeforeTheyEndAVisit(visit: Int) {
    let stage = visited(visit)
    stage.pass(69)
    #expect(stage.shell.idle.cover == nil)
    stage.pass(2)
    stage.draw()
    #expect(stage.writing.contains("Are you still there?"), "\(Self.visits[visit].name)")
    stage.pass(18)
    #expect(stage.shell.idle.attraction == nil && stage.shell.idle.countdown(at: stage.now) != nil)
    stage.pass(2)
    #expect(stage.shell.idle.cover == nil && stage.shell.idle.attraction != nil)
    #expect(!stage.shell.presentation.isInUse(turnsByItself: true), "the visit is over")
  }

  @Test(arguments: visits.indices, [true, false])
  func homeAsksBeforeItEndsAVisit(visit: Int, answers: Bool) {
    let stage = visited(visit) { ($0.attractAfter, $0.returnHomeAfter) = (nil, 60) }
    stage.pass(41)
    #expect(stage.shell.idle.countdown(at: stage.now) != nil, "\(Self.visits[visit].name)")
    if answers {
      for _ in 0..<12 {
        stage.tap(stage.center)
        #expect(stage.shell.idle.cover == nil && stage.shell.presentation.isInUse(turnsByItself: false))
        stage.pass(41)
        #expect(stage.shell.idle.countdown(at: stage.now) != nil)
      }
    } else {
      stage.pass(20)
      #expect(stage.shell.idle.cover == nil && !stage.shell.presentation.isInUse(turnsByItself: true))
      _ = stage.settle()
      #expect(stage.centered.name == "Tile 0")
    }
  }

  @Test func closedHoursAskBeforeDarkness() {
    let stage = ShellStage(tiles: [Self.page]) { $0.schedule.screen = WeekSchedule(["mon 10:00-11:00"]) }
    stage.send(.clock(minuteOfWeek: 0, slept: 0))
    stage.act(.openTile("page"))
    stage.send(.key(KeyEvent(.other("XF86Launch0"))))
    stage.pass(41)
    #expect(!stage.shell.isDark && stage.shell.idle.countdown(at: stage.now) != nil)
    stage.pass(20)
    #expect(stage.shell.isDark && !stage.shell.presentation.isInUse(turnsByItself: true))
  }

  @Test func scenesAmongTilesAskNoQuestion() {
    let stage = visited(2) { $0.scenes = [.ghost, .turn] }
    stage.pass(400)
    #expect(stage.shell.idle.cover == nil && stage.shell.page != nil)
  }

  @Test func scenesGoOnAfterTheVisitEnds() {
    let stage = stage { ($0.attractAfter, $0.returnHomeAfter, $0.scenes) = (60, 90, [.step]) }
    stage.act(.adjust(.textScale(2)))
    stage.pass(61)
    #expect(stage.shell.idle.attraction != nil)
    stage.pass(60)
    #expect(stage.shell.idle.attraction != nil && !stage.shell.presentation.isInUse(turnsByItself: true))
  }

  /// An operator's announcement is for every visitor.
  @Test func theQuestionKeepsAnAnnouncement() {
    let stage = stage { ($0.returnHomeAfter, $0.warning) = (60, 20) }
    stage.act(.nextTile)
    stage.shell.show(Notice(.announcement("Closing soon"), expires: nil))
    stage.pass(41)
    #expect(stage.shell.notice?.message.secondsLeft != nil)
    stage.pass(20)
    #expect(stage.shell.notice?.message == .announcement("Closing soon"))
  }

  @Test(arguments: [true, false]) func touchThatWakesTheScreenDoesNothingElse(drags: Bool) {
    let stage = stage { $0.blankAfter = 60 }
    stage.pass(61)
    stage.draw()
    #expect(
      stage.frame.sprites.isEmpty && stage.frame.background == Color(hex: 0) && screens(stage) == [false])
    #expect(!stage.shell.wantsFrame)
    stage.down(stage.center)
    #expect(!stage.shell.isDark && screens(stage) == [false, true] && stage.shell.wantsFrame)
    if drags {
      for step in 1...20 {
        stage.draw()
        stage.move(stage.center - Point(Double(step) * 30, 0))
      }
    }
    stage.up()
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 0" && stage.starts.isEmpty)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func secondFingerCountsWhileTheFirstWakes() {
    let stage = stage { $0.blankAfter = 60 }
    stage.pass(61)
    stage.down(stage.center, id: 7)
    stage.down(stage.center, id: 8)
    stage.wait(0.05)
    stage.up(id: 8)
    #expect(stage.starts.count == 1)
    stage.up(id: 7)
  }

  @Test func theKeyThatWakesDoesNothingElse() {
    let stage = stage { $0.blankAfter = 60 }
    stage.pass(61)
    stage.send(.key(KeyEvent(.enter)))
    #expect(!stage.shell.isDark && stage.starts.isEmpty)
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.starts.count == 1)
  }

  @Test func aDarkScreenBringsTheProgramBack() {
    let stage = stage { $0.blankAfter = 60 }
    stage.tap(stage.center)
    stage.pass(61)
    #expect(stage.shell.isDark && !stage.shell.isCovered)
    stage.tap(stage.center)
    #expect(stage.shell.programOnScreen == ProgramID(1) && stage.starts.count == 1)
  }

  @Test func actionBlanksUntilTheNextTouch() {
    let stage = stage { _ in }
    stage.act(.blank)
    #expect(stage.shell.isDark && stage.shell.deadline == nil)
    stage.act(.blank)
    #expect(screens(stage) == [false])
    stage.touch(.lost)
    #expect(stage.shell.isDark)
    stage.tap(stage.center)
    #expect(!stage.shell.isDark && stage.starts.isEmpty)
  }

  @Test func carouselTurnsUntilItIsTouched() {
    let stage = stage { $0.attractAfter = 60 }
    stage.pass(61)
    for _ in 0..<600 { stage.draw() }
    let offset = stage.shell.tilesPanel.carousel.scrollOffset
    #expect(offset > 1.5 && offset < 3.5 && stage.shell.wantsFrame, "\(offset)")
    stage.tap(Point(5, 795))
    #expect(stage.settle())
    #expect(abs(stage.centered.distance) < 0.01)
    let rest = stage.shell.tilesPanel.carousel.scrollOffset
    stage.pass(50)
    #expect(stage.shell.tilesPanel.carousel.scrollOffset == rest && !stage.shell.wantsFrame)
  }

  @Test func carouselWithEndsStepsBetweenThem() {
    let stage = stage(tiles: 3) { ($0.attractAfter, $0.scenes) = (60, [.step]) }
    var seen: [String] = []
    stage.pass(60.5)
    for _ in 0..<4 {
      stage.pass(Attraction.pause)
      _ = stage.settle()
      seen.append(stage.centered.name)
    }
    #expect(seen == ["Tile 1", "Tile 2", "Tile 0", "Tile 1"])
  }

  @Test func reducedMotionStepsWithoutMotion() {
    let stage = ShellStage {
      ($0.idle.attractAfter, $0.idle.scenes) = (60, [.turn])
      ($0.access.hasReducedMotion, $0.carousel.wrap) = (true, true)
    }
    stage.pass(61)
    for name in ["Tile 1", "Tile 2"] {
      stage.pass(Attraction.pause)
      stage.draw()
      stage.draw()
      #expect(stage.centered.name == name && abs(stage.centered.distance) < 0.01)
      #expect(stage.settle() && !stage.shell.wantsFrame, "it rests at once")
    }
  }

  @Test func idleStepsComeOnceInOrder() {
    let stage = stage { settings in
      settings.returnHomeAfter = 60
      settings.attractAfter = 120
      settings.blankAfter = 600
    }
    stage.act(.nextTile)
    _ = stage.settle()
    stage.pass(86_400)
    #expect(screens(stage) == [false] && stage.shell.isDark && stage.shell.deadline == nil)
    stage.tap(stage.center)
    stage.pass(86_400)
    #expect(screens(stage) == [false, true, false])
  }

  // The compositor reports idleness.

  private func asked(_ stage: ShellStage) -> [Double?] {
    stage.effects.compactMap { if case .watchIdle(let seconds) = $0 { .some(seconds) } else { nil } }
  }

  @Test func compositorReportsDecideIdleness() {
    let stage = stage(watched: true) { ($0.returnHomeAfter, $0.warning, $0.blankAfter) = (90, nil, 120) }
    #expect(asked(stage) == [90])
    stage.tap(stage.center)
    stage.pass(3600)
    #expect(stage.shell.isCovered && stage.shell.deadline == nil, "the visitor is busy in the program")
    stage.send(.idle)
    #expect(stops(stage) == 0)
    stage.pass(0.1)
    #expect(stops(stage) == 1)
    stage.pass(31)
    #expect(stage.shell.isDark, "a further half minute")
    stage.send(.active)
    stage.down(stage.center)
    #expect(!stage.shell.isDark && stage.shell.deadline == nil)
    stage.up()
    #expect(stage.starts.count == 1, "the touch after the report only wakes the screen")
  }

  /// A compositor may report a visitor when a window comes to the front, as cage does.
  @Test(arguments: [true, false]) func launcherWindowIsNotAVisitor(asks: Bool) {
    let stage = stage(watched: true) {
      if asks { ($0.returnHomeAfter, $0.warning) = (90, 10) } else { $0.blankAfter = 90 }
    }
    stage.tap(stage.center)
    stage.send(.idle)
    stage.pass(0.1)
    #expect(!stage.shell.isCovered)
    stage.send(.active)
    stage.pass(1)
    #expect(!stage.shell.isCovered && stage.shell.isDark != asks)
    // A later report means a visitor.
    if !asks {
      stage.pass(2)
      stage.send(.active)
      stage.pass(1)
      #expect(stage.shell.isCovered)
    } else {
      stage.pass(10)
      #expect(stops(stage) == 1 && stage.writing.isEmpty)
    }
  }

  @Test func compositorActivityWakesTheScreen() {
    let stage = stage(watched: true) { $0.blankAfter = 60 }
    stage.send(.idle)
    stage.pass(0.1)
    #expect(stage.shell.isDark)
    stage.send(.active)
    stage.pass(1)
    #expect(!stage.shell.isDark)
  }

  @Test func reloadChangesTheWatchedTimeOuts() {
    let stage = stage(watched: true) { $0.blankAfter = 60 }
    var configuration = KioskConfiguration()
    configuration.idle.attractAfter = 30
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: ShellStage.tiles(3))
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    stage.send(.configuration(KioskConfiguration(), shelves: [shelf], problems: []))
    #expect(asked(stage) == [60, 30, nil])
  }

  @Test(arguments: [true, false]) func sleepCountsAsIdleTime(watched: Bool) {
    let stage = stage(watched: watched) { ($0.returnHomeAfter, $0.warning) = (90, 10) }
    stage.tap(stage.center)
    stage.send(.clock(minuteOfWeek: 0, slept: 5))
    stage.pass(0.1)
    #expect(stage.shell.isCovered)
    stage.send(.clock(minuteOfWeek: 60, slept: 3600))
    stage.pass(0.1)
    #expect(stops(stage) == 1 && !stage.shell.isCovered)
    stage.pass(3600)
    #expect(stops(stage) == 1)
  }

  /// A compositor that never reported idleness does not report a visitor either.
  @Test func wakingVisitorStaysUntilTheCompositorReports() {
    let stage = stage(watched: true) { ($0.attractAfter, $0.blankAfter) = (600, 7200) }
    stage.tap(stage.center)
    stage.send(.clock(minuteOfWeek: 60, slept: 7000))
    stage.pass(3600)
    #expect(stage.shell.isCovered && !stage.shell.isDark)
    stage.send(.idle)
    stage.pass(6601)
    #expect(stage.shell.isDark)
  }

  @Test func reloadWaitsBehindTheQuestion() {
    let stage = stage { ($0.returnHomeAfter, $0.warning) = (90, 10) }
    stage.tap(stage.center)
    stage.pass(82)
    let shelf = LauncherShelf(settings: CarouselSettings(), tiles: ShellStage.tiles(2))
    stage.send(.configuration(KioskConfiguration(), shelves: [shelf], problems: []))
    #expect(stage.shell.tilesPanel.tiles.count == 5)
    stage.pass(10)
    stage.send(.focus(true))
    #expect(stage.shell.tilesPanel.tiles.count == 2)
  }
}
