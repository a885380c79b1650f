import Configuration
import RotundaGeometry
import Programs
import Testing

@testable import Shell

/// Requests from operators over the control interface.
struct ControlCallTests {
  private func answers(_ stage: ShellStage) -> [ControlAnswer] {
    stage.effects.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }
  }

  private func announcements(_ stage: ShellStage) -> [Announcement] {
    stage.effects.compactMap { if case .emit(let told) = $0 { told } else { nil } }
  }

  private func ask(_ request: ControlRequest, of stage: ShellStage) -> ControlAnswer? {
    let before = answers(stage).count
    stage.send(.control(ControlCall(1, request)))
    return answers(stage).dropFirst(before).first
  }

  @Test func forbiddenCallsAreRefused() {
    let stage = ShellStage { $0.control.allowed = [] }
    let requests: [ControlRequest] = [
      .reload, .home, .open(tile: "Tile 1"), .message("Hello", seconds: 3), .blank, .unblank,
      .brightness(percent: 40), .lock, .screenshot,
    ]
    for request in requests { #expect(ask(request, of: stage) == .refused(.notAllowed(request.verb))) }
    #expect(!stage.shell.isDark && stage.starts.isEmpty && stage.shell.notice == nil)
  }

  @Test func tileOpensFromAnyScreen() {
    let stage = ShellStage()
    #expect(ask(.open(tile: "Tile 3"), of: stage) == .done)
    #expect(stage.starts.map(\.command.arguments) == [["program-3"]])
    #expect(announcements(stage) == [.opened(tile: "Tile 3", isAsked: true)])
    #expect(stage.shell.status.screen == .program && stage.shell.status.tile == "Tile 3")
    // The previous program stops.
    #expect(ask(.open(tile: "Tile 0"), of: stage) == .done)
    #expect(stage.effects.contains(.stop(ProgramID(1))) && stage.starts.count == 2)
  }

  @Test func unavailableTilesAreNotOpened() {
    var tiles = ShellStage.tiles(2)
    tiles.append(LauncherTile(name: "Broken", icon: nil, action: .unavailable(.told("no such program"))))
    tiles.append(LauncherTile(name: "Off", icon: nil, action: .perform(.power(.powerOff))))
    let stage = ShellStage(tiles: tiles)
    #expect(ask(.open(tile: "/bin/sh"), of: stage) == .refused(.unknownTile))
    #expect(ask(.open(tile: ""), of: stage) == .refused(.unknownTile))
    #expect(ask(.open(tile: "Broken"), of: stage) == .refused(.unavailable("no such program")))
    #expect(
      ask(.open(tile: "Off"), of: stage) == .refused(.unavailable("power-actions does not allow it")))
    #expect(stage.starts.isEmpty && announcements(stage).isEmpty)
    #expect(!stage.effects.contains(.power(.powerOff)))
  }

  @Test func openingLightsADarkScreen() {
    let stage = ShellStage()
    #expect(ask(.blank, of: stage) == .done)
    #expect(stage.shell.isDark && stage.shell.status.screen == .dark)
    #expect(ask(.open(tile: "Tile 1"), of: stage) == .done)
    #expect(!stage.shell.isDark && stage.shell.isCovered)
  }

  @Test func lockStaysUntilThePINIsEntered() {
    let stage = ShellStage { $0.admin.pin = .hash(ShellStage.hash) }
    #expect(ask(.lock, of: stage) == .done)
    #expect(stage.shell.isLocked)
    // A locked launcher stays locked, also for operators.
    #expect(ask(.lock, of: stage) == .done)
    #expect(ask(.home, of: stage) == .done)
    #expect(ask(.open(tile: "Tile 1"), of: stage) != .done)
    #expect(stage.shell.isLocked && stage.starts.isEmpty)
  }

  @Test func lockNeedsAPIN() {
    let stage = ShellStage()
    #expect(ask(.lock, of: stage) == .refused(.unavailable("the configuration has no PIN")))
    #expect(!stage.shell.isLocked)
  }

  @Test(arguments: [0, 1, 40, 100]) func brightnessIsSetAndAnsweredLater(percent: Int) {
    let stage = ShellStage()
    #expect(ask(.brightness(percent: percent), of: stage) == nil)
    #expect(stage.effects.contains(.setBrightness(1, percent: percent)))
  }

  @Test(arguments: [-1, 101, 4_294_967_295, Int.min, Int.max]) func invalidBrightnessIsRefused(percent: Int) {
    let stage = ShellStage()
    #expect(
      ask(.brightness(percent: percent), of: stage)
        == .refused(.invalid("the brightness is from 0 to 100 percent")))
    #expect(!stage.effects.contains { if case .setBrightness = $0 { true } else { false } })
  }

  @Test func forbiddenBrightnessStaysUnchanged() {
    let stage = ShellStage { $0.control.allowed = [.blank, .home] }
    #expect(ask(.brightness(percent: 0), of: stage) == .refused(.notAllowed(.brightness)))
    #expect(!stage.effects.contains(.setBrightness(1, percent: 0)))
  }

  @Test func unblankAndTouchUndoBlank() {
    let stage = ShellStage()
    stage.tap(stage.center)
    for ends in [{ _ = self.ask(.unblank, of: stage) }, { stage.tap(stage.center) }] {
      #expect(ask(.blank, of: stage) == .done)
      #expect(ask(.blank, of: stage) == .done)
      #expect(stage.shell.isDark && !stage.shell.isCovered)
      ends()
      // The program is on the screen again.
      #expect(!stage.shell.isDark && stage.shell.isCovered)
    }
    #expect(ask(.unblank, of: stage) == .done)
    #expect(stage.shell.isCovered && stage.starts.count == 1)
  }

  @Test func homeEndsTheVisitOfAKeptProgram() {
    var tiles = ShellStage.tiles(3)
    tiles[1].onHome = .keep
    let stage = ShellStage(tiles: tiles)
    stage.act(.openTile("Tile 1"))
    #expect(ask(.home, of: stage) == .done)
    #expect(!stage.shell.isCovered && stage.effects.contains(.keep(ProgramID(1))))
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 0")
  }

  @Test func aMessageStandsForItsTime() {
    let stage = ShellStage()
    #expect(ask(.message("We close soon\nThe exit is behind you.", seconds: 30), of: stage) == .done)
    stage.draw()
    #expect(stage.writing.contains("We close soon") && stage.writing.contains("The exit is behind you."))
    #expect(stage.effects.contains(.log(.announcement("We close soon\nThe exit is behind you."))))
    stage.pass(29)
    #expect(stage.shell.notice != nil)
    stage.pass(2)
    #expect(stage.shell.notice == nil && stage.shell.deadline == nil)
  }

  @Test func messageInterruptsAProgramThatReturns() {
    let stage = ShellStage()
    stage.tap(stage.center)
    #expect(ask(.message("We close soon", seconds: 10), of: stage) == .done)
    stage.draw()
    #expect(!stage.shell.isCovered && stage.effects.contains(.comeForward))
    #expect(stage.shell.status.screen == .message)
    #expect(stage.seenTiles.isEmpty && stage.writing == ["We close soon"])
    stage.pass(11)
    #expect(stage.shell.isCovered && stage.shell.notice == nil)
    #expect(stage.effects.contains(.bringForward(ProgramID(1))))
    #expect(!stage.effects.contains(.stop(ProgramID(1))))
  }

  @Test func touchRemovesAMessageOverAProgram() {
    let stage = ShellStage()
    stage.tap(stage.center)
    #expect(ask(.message("We close soon", seconds: 0), of: stage) == .done)
    stage.pass(1e5)
    #expect(!stage.shell.isCovered)
    stage.tap(stage.center)
    #expect(stage.shell.isCovered && stage.starts.count == 1)
  }

  @Test func messageWaitsWhereProgramsCannotReturn() {
    let stage = ShellStage()
    stage.send(.keepsPrograms(atMost: 0))
    stage.tap(stage.center)
    #expect(ask(.message("We close soon", seconds: 60), of: stage) == .done)
    #expect(stage.shell.isCovered && !stage.effects.contains(.stop(ProgramID(1))))
  }

  @Test func messageOutlivesTheVisit() {
    let stage = ShellStage { $0.idle.returnHomeAfter = 20 }
    #expect(ask(.message("We close soon", seconds: 60), of: stage) == .done)
    stage.pass(30)
    #expect(stage.shell.notice?.message == .announcement("We close soon"))
    #expect(ask(.blank, of: stage) == .done)
    #expect(ask(.unblank, of: stage) == .done)
    #expect(stage.shell.notice?.message == .announcement("We close soon"))
  }

  @Test(arguments: [
    ("", 5), ("  \n\t", 5), ("\u{202e}\u{200b}", 5), ("x", -1), ("x", 100_000),
    (String(repeating: "x", count: 1001), 5),
  ])
  func unreadableMessageIsRefused(text: String, seconds: Int) throws {
    let stage = ShellStage()
    guard case .refused(.invalid) = try #require(ask(.message(text, seconds: seconds), of: stage)) else {
      Issue.record("the message was shown")
      return
    }
    #expect(stage.shell.notice == nil)
  }

  @Test(arguments: [
    ("a\u{1b}[31mb", "a[31mb"), ("a\u{202e}b\u{2066}c", "abc"), ("a\r\nb\n\n\nc", "a\nb\nc"),
    ("👩\u{200d}🚀 می\u{200c}خواهم", "👩\u{200d}🚀 می\u{200c}خواهم"), ("a\u{2028}b\u{e000}", "ab"),
  ])
  func controlCharactersInTextsAreRemoved(text: String, said: String) {
    #expect(Notice.readable(text) == said)
  }

  @Test func reloadIsAnsweredWhenTheConfigurationWasRead() {
    let stage = ShellStage()
    for number in [7, 8] { stage.send(.control(ControlCall(number, .reload))) }
    #expect(stage.reloads == 2 && answers(stage).isEmpty)
    stage.send(.configuration(KioskConfiguration(), shelves: [], problems: []))
    #expect(stage.effects.contains(.answer(7, .done)) && stage.effects.contains(.answer(8, .done)))
    stage.send(.control(ControlCall(9, .reload)))
    stage.send(
      .configurationRefused([
        Diagnostic(.warning, file: "a", message: "odd"), Diagnostic(.error, file: "b", message: "wrong"),
      ]))
    #expect(stage.effects.contains(.answer(9, .refused(.configuration("b: error: wrong")))))
  }

  @Test func darkScreenIsNotPhotographed() {
    let stage = ShellStage()
    stage.send(.control(ControlCall(4, .screenshot)))
    #expect(stage.effects.contains(.photograph(4)) && answers(stage).isEmpty)
    _ = ask(.blank, of: stage)
    #expect(ask(.screenshot, of: stage) == .refused(.notSeen))
    _ = ask(.unblank, of: stage)
    stage.tap(stage.center)
    // The compositor may show what the program shows.
    stage.send(.control(ControlCall(5, .screenshot)))
    #expect(stage.shell.isCovered && stage.effects.contains(.photograph(5)))
  }

  @Test func aLockedLauncherOpensNothing() {
    let stage = ShellStage.withPIN()
    stage.act(.lock)
    #expect(stage.shell.status.screen == .pin)
    #expect(
      ask(.open(tile: "Tile 1"), of: stage)
        == .refused(.unavailable("the launcher is locked until the PIN is entered")))
    #expect(ask(.home, of: stage) == .done)
    #expect(stage.shell.isLocked && stage.isPadShown && stage.starts.isEmpty)
  }

  @Test func statusDescribesTheScreen() {
    let stage = ShellStage { $0.admin.showsPageWithoutPIN = true }
    #expect(stage.shell.status.screen == .carousel && stage.shell.status.tile == "Tile 0")
    stage.tap(stage.center)
    #expect(stage.shell.status.program == "Tile 0")
    stage.send(.ended(ProgramID(1), .signaled(signal: 11, coreDumped: false)))
    #expect(stage.shell.status.program == nil && stage.shell.status.lastError?.contains("Tile 0") == true)
    stage.act(.admin)
    #expect(stage.shell.status.screen == .system)
    #expect(ShellStage(tiles: []).shell.status.tile == nil)
  }
}

/// Events for operators and for usage counts.
struct AnnouncementTests {
  private func told(_ stage: ShellStage) -> [Announcement] {
    stage.effects.compactMap { if case .emit(let told) = $0 { told } else { nil } }
  }

  /// The lengths of visits in whole seconds.
  private func visits(_ stage: ShellStage) -> [Int] {
    told(stage).compactMap { if case .visitEnded(let seconds) = $0 { Int(seconds.rounded()) } else { nil } }
  }

  @Test func openedAndEndedProgramsAreReported() {
    let stage = ShellStage()
    stage.tap(stage.center)
    stage.wait(60)
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    stage.tap(stage.center)
    stage.send(.ended(ProgramID(2), .exited(status: 1)))
    stage.tap(stage.center)
    stage.send(.startFailed(ProgramID(3), .notFound))
    #expect(
      told(stage) == [
        .opened(tile: "Tile 0", isAsked: true),
        .closed(tile: "Tile 0", .exited(status: 0), isFailure: false),
        .opened(tile: "Tile 0", isAsked: true),
        .closed(tile: "Tile 0", .exited(status: 1), isFailure: true),
        .opened(tile: "Tile 0", isAsked: true), .failed(tile: "Tile 0"),
      ])
  }

  @Test func stoppedProgramHasNotFailed() {
    let stage = ShellStage()
    stage.tap(stage.center)
    stage.act(.home)
    stage.send(.ended(ProgramID(1), .signaled(signal: 15, coreDumped: false)))
    #expect(
      told(stage).last == .closed(tile: "Tile 0", .signaled(signal: 15, coreDumped: false), isFailure: false))
  }

  @Test func automaticStartIsReportedAsUnasked() {
    let stage = ShellStage { $0.kiosk.startTile = "Tile 2" }
    stage.send(.began)
    #expect(told(stage) == [.opened(tile: "Tile 2", isAsked: false)])
  }

  @Test func screensaverIsReportedAsUnasked() {
    var tiles = ShellStage.tiles(3)
    tiles.append(LauncherTile(id: "film", name: "Film", icon: nil, action: .page(PageContent(plain: "Film"))))
    for id in ["film", "Tile 1"] {
      let stage = ShellStage(tiles: tiles) {
        ($0.idle.attractAfter, $0.idle.scenes) = (60, [.tile(id)])
      }
      stage.wait(61)
      #expect(told(stage) == [.idle(true), .opened(tile: id, isAsked: false)])
    }
  }

  @Test func idlenessAndItsEndAreReportedOnce() {
    let stage = ShellStage { $0.idle.returnHomeAfter = 30 }
    stage.tap(Point(5, 795))
    stage.wait(31)
    stage.wait(100)
    #expect(told(stage) == [.idle(true)] && stage.shell.status.isIdle)
    stage.tap(Point(5, 795))
    #expect(told(stage) == [.idle(true), .idle(false)] && !stage.shell.status.isIdle)
  }

  @Test func visitsAreCountedOnlyWhenConfigured() {
    let stage = ShellStage { $0.metrics.sessionGap = 60 }
    for _ in 0..<3 {
      stage.tap(Point(5, 795))
      stage.wait(1000)
    }
    #expect(told(stage).isEmpty)
  }

  @Test func aVisitEndsWithItsLastTouch() {
    let stage = ShellStage { ($0.metrics.isEnabled, $0.metrics.sessionGap) = (true, 60) }
    stage.down(Point(5, 795))
    stage.wait(50)
    stage.up()
    stage.down(Point(5, 795))
    stage.wait(1000)
    stage.up()
    #expect(told(stage).isEmpty)
    stage.down(Point(5, 795))
    #expect(visits(stage) == [50])
  }

  @Test func aVisitInAProgramIsOneVisit() {
    let stage = ShellStage { ($0.metrics.isEnabled, $0.metrics.sessionGap) = (true, 60) }
    stage.tap(stage.center)
    stage.wait(1000)
    stage.send(.globalTouch(.init([.down(id: 0, at: Point(3, 3), milliseconds: 0)])))
    #expect(told(stage) == [.opened(tile: "Tile 0", isAsked: true)])
  }

  @Test func idlenessEndsAVisitAtItsLastTouch() {
    let stage = ShellStage {
      ($0.metrics.isEnabled, $0.metrics.sessionGap, $0.idle.returnHomeAfter) = (true, 600, 30)
    }
    stage.down(Point(5, 795))
    stage.wait(20)
    stage.down(Point(9, 795), id: 1)
    stage.wait(31)
    #expect(told(stage).first == .idle(true) && visits(stage) == [20])
  }
}
