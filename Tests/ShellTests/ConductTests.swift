import Configuration
import RotundaGeometry
import Programs
import Scene
import Testing

@testable import Shell

/// Programs that start automatically, restart, or have a time limit.
struct ConductTests {
  private let first = ProgramID(1)
  private let crash = ExitReason.signaled(signal: 11, coreDumped: false)

  /// A stage with the first tile's program on the screen.
  private func opened(
    change: (inout KioskConfiguration) -> Void = { _ in }, conduct: (inout ProgramConduct) -> Void
  ) -> ShellStage {
    let stage = ShellStage.conducting(change: change, conduct: conduct)
    stage.tap(stage.center)
    _ = stage.settle()
    return stage
  }

  private func words(_ stage: ShellStage) -> String {
    stage.draw()
    return stage.writing.joined(separator: "\n")
  }

  // MARK: Restarts

  @Test(
    "an ended program restarts as its tile configures",
    arguments: [
      (ProgramConduct.Restart.never, ExitReason.exited(status: 1), false),
      (.onFailure, .exited(status: 0), false), (.onFailure, .exited(status: 1), true),
      (.onFailure, .outOfMemory, true), (.always, .exited(status: 0), true),
      (.always, .signaled(signal: 9, coreDumped: false), true),
    ])
  func restarts(policy: ProgramConduct.Restart, reason: ExitReason, isRestarted: Bool) {
    let stage = opened { $0.restart = policy }
    stage.wait(2)
    stage.send(.ended(first, reason))
    stage.wait(0.9)
    #expect(stage.starts.count == 1)
    stage.wait(0.2)
    #expect(stage.starts.count == (isRestarted ? 2 : 1))
    #expect(stage.shell.programOnScreen == (isRestarted ? ProgramID(2) : nil))
  }

  @Test func crashesDoubleTheWaitUpToAMinute() {
    let stage = opened { $0.restart = .always }
    for (index, delay) in [1.0, 2, 4, 8, 16, 32, 60, 60, 60].enumerated() {
      stage.send(.ended(ProgramID(index + 1), crash))
      stage.wait(delay - 0.1)
      #expect(stage.starts.count == index + 1)
      stage.wait(0.2)
      #expect(stage.starts.count == index + 2)
    }
  }

  @Test func healthyMinuteResetsTheRestartWait() {
    let stage = opened { $0.restart = .always }
    for index in 1...4 {
      stage.send(.ended(ProgramID(index), crash))
      stage.wait(60)
    }
    #expect(stage.starts.count == 5)
    stage.wait(60)
    stage.send(.ended(ProgramID(5), crash))
    stage.wait(1.1)
    #expect(stage.starts.count == 6)
  }

  @Test func crashLoopShowsACardWithRetry() throws {
    let stage = opened { $0.restart = .always }
    stage.send(.ended(first, crash))
    stage.wait(1.1)
    stage.send(.ended(ProgramID(2), crash))
    #expect(words(stage).contains("Try again") && words(stage).contains("2 seconds"))
    #expect(stage.reports.count == 2)
    let notice = try #require(stage.shell.notice)
    let button = try #require(stage.shell.panels.notice.buttonFrame(of: notice))
    #expect(stage.shell.panels.notice.frame(of: notice)?.contains(button.center) == true)
    stage.tap(button.center)
    #expect(stage.starts.count == 3)
    // The planned restart is canceled.
    stage.wait(5)
    #expect(stage.starts.count == 3)
  }

  @Test func cardOffersRetryWithoutRestart() throws {
    let stage = opened { _ in }
    stage.send(.startFailed(first, .notFound))
    stage.draw()
    let notice = try #require(stage.shell.notice)
    stage.tap(try #require(stage.shell.panels.notice.buttonFrame(of: notice)).center)
    #expect(stage.starts.count == 2)
  }

  @Test(arguments: [false, true])
  func leavingCancelsTheRestart(opens: Bool) {
    let stage = opened { $0.restart = .always }
    stage.send(.ended(first, crash))
    if opens { stage.act(.openTile("Tile 1")) } else { stage.act(.home) }
    stage.wait(100)
    #expect(stage.starts.filter { $0.command.arguments == ["program-0"] }.count == 1)
  }

  @Test func failedStartIsRepeated() {
    let stage = opened { $0.restart = .onFailure }
    stage.send(.startFailed(first, .notFound))
    #expect(words(stage).contains("cannot be opened"))
    stage.wait(1.1)
    #expect(stage.starts.count == 2)
  }

  @Test func stoppedProgramIsNotRestarted() {
    let stage = opened { $0.restart = .always }
    stage.act(.home)
    stage.send(.ended(first, crash))
    stage.wait(100)
    #expect(stage.starts.count == 1)
    #expect(stage.effects.contains(.log(.closed(tile: "Tile 0", crash))))
  }

  @Test func crashBehindDarkScreenReappearsForAVisitor() {
    let stage = opened { $0.restart = .onFailure }
    stage.wait(2)
    stage.act(.blank)
    stage.send(.ended(first, crash))
    stage.wait(5)
    #expect(stage.starts.count == 1 && stage.shell.isDark)
    stage.tap(stage.center)
    #expect(stage.starts.count == 2 && stage.shell.programOnScreen == ProgramID(2))
  }

  @Test(arguments: [true, false]) func endBehindTheQuestionReappears(starts: Bool) {
    let stage = ShellStage.conducting(change: { ($0.idle.returnHomeAfter, $0.idle.warning) = (90, 10) }) {
      $0.restart = .onFailure
    }
    stage.tap(stage.center)
    stage.wait(82)
    #expect(stage.shell.idle.cover?.program == first)
    stage.send(starts ? .ended(first, crash) : .startFailed(first, .notFound))
    stage.wait(1.1)
    #expect(stage.starts.count == 2 && stage.shell.programOnScreen == ProgramID(2))
  }

  @Test func restartInTheDarkWaitsForAVisitor() {
    let stage = opened { $0.restart = .always }
    stage.wait(2)
    stage.send(.ended(first, crash))
    stage.act(.blank)
    stage.wait(5)
    #expect(stage.starts.count == 1 && stage.shell.isDark)
    stage.tap(stage.center)
    #expect(stage.starts.count == 2)
  }

  @Test func restartWaitsForTheSystemPage() {
    let stage = opened(change: { $0.admin.showsPageWithoutPIN = true }) { $0.restart = .always }
    stage.wait(2)
    stage.send(.ended(first, crash))
    stage.act(.admin)
    stage.wait(2)
    #expect(stage.starts.count == 1)
    stage.act(.back)
    stage.wait(6)
    #expect(stage.starts.count == 2)
  }

  @Test func stoppedProgramThatNeverStartedIsNotRepeated() {
    let stage = opened { $0.restart = .always }
    stage.act(.home)
    stage.send(.startFailed(first, .notFound))
    stage.wait(5)
    #expect(stage.starts.count == 1)
  }

  // MARK: Time limits

  @Test func programClosesWhenItsTimeIsUp() {
    let stage = opened { $0.timeLimit = 60 }
    stage.wait(59)
    #expect(!stage.effects.contains(.stop(first)))
    stage.wait(1.1)
    #expect(stage.effects.filter { $0 == .stop(first) }.count == 1)
    #expect(stage.effects.contains(.comeForward))
    #expect(words(stage).contains("time for “Tile 0” is up"))
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    #expect(stage.reports.isEmpty)
  }

  @Test func hiddenProgramClosesWhenItsTimeIsUp() {
    var tiles = ShellStage.tiles(2)
    tiles[0].onHome = .keep
    tiles[0].conduct.timeLimit = 60
    let stage = ShellStage(tiles: tiles)
    stage.tap(stage.center)
    stage.act(.home)
    stage.wait(61)
    #expect(stage.effects.contains(.stop(first)))
    #expect(stage.shell.notice == nil)
  }

  @Test func programWithoutWindowIsReportedAsSlow() {
    let stage = ShellStage.conducting()
    stage.send(.tellsWindows(true))
    stage.tap(stage.center)
    stage.wait(ProgramTable.slowStart + 0.1)
    #expect(words(stage).contains("is taking longer"))
    #expect(stage.shell.programs.marks["Tile 0"] == .unresponsive)
    stage.send(.windowAppeared(first))
    #expect(stage.shell.notice == nil && !words(stage).contains("is taking longer"))
  }

  // MARK: Instances

  @Test func runningProgramReturnsInsteadOfStartingTwice() {
    let stage = opened { _ in }
    stage.send(.tellsWindows(true))
    stage.send(.windowAppeared(first))
    stage.wait(Foreground.coveringTime + 1)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
    #expect(stage.effects.contains(.bringForward(first)))
  }

  @Test func windowlessProgramBehindDarkScreenStartsAgain() {
    let stage = ShellStage.conducting()
    stage.send(.tellsWindows(true))
    stage.tap(stage.center)
    stage.act(.blank)
    stage.tap(stage.center)
    #expect(stage.effects.contains(.bringForward(first)))
    stage.send(.bringForwardFailed(first))
    #expect(words(stage).contains("Opening") && stage.effects.contains(.stop(first)))
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    #expect(stage.starts.count == 2 && stage.shell.programOnScreen == ProgramID(2))
  }

  @Test func programStartsAgainWithoutWindowReports() {
    let stage = opened { _ in }
    stage.wait(Foreground.coveringTime + 1)
    stage.tap(stage.center)
    #expect(stage.effects.contains(.stop(first)) && stage.starts.count == 1)
    stage.send(.ended(first, .exited(status: 0)))
    #expect(stage.starts.count == 2)
  }

  // MARK: Sleep

  @Test func timeLimitIgnoresSleepAndClockChanges() {
    let stage = opened { $0.timeLimit = 600 }
    stage.wait(300)
    stage.send(.clock(minuteOfWeek: 100, slept: 7200))
    stage.send(.clock(minuteOfWeek: 5000, slept: 0))
    stage.wait(299)
    #expect(!stage.effects.contains(.stop(first)))
    stage.wait(2)
    #expect(stage.effects.filter { $0 == .stop(first) }.count == 1)
  }

  @Test func restartComesOnceDespiteSleep() {
    let stage = opened { $0.restart = .always }
    for _ in 0..<3 {
      stage.send(.ended(ProgramID(stage.starts.count), crash))
      stage.wait(0.4)
      stage.send(.clock(minuteOfWeek: 100, slept: 7200))
      stage.wait(60)
      stage.send(.clock(minuteOfWeek: 100, slept: 7200))
    }
    #expect(stage.starts.count == 4)
  }

  @Test func healthyMinuteExcludesSleep() {
    let stage = opened { $0.restart = .always }
    for seconds in [1, 2, 4] {
      stage.wait(30)
      stage.send(.clock(minuteOfWeek: 100, slept: 7200))
      stage.send(.ended(ProgramID(stage.starts.count), crash))
      let told = stage.reports.last
      #expect(told.map { if case .restarting(_, let wait) = $0 { wait == seconds } else { false } } == true)
      stage.wait(Double(seconds) + 0.1)
    }
  }

  // MARK: Programs that do not answer

  @Test func programWithoutWindowsMayReturnInTime() {
    let stage = opened { _ in }
    stage.send(.tellsWindows(true))
    stage.send(.windowAppeared(first))
    stage.wait(60)
    stage.send(.windowsGone(first))
    stage.wait(ProgramTable.slowStart - 1)
    #expect(stage.shell.programs[first]?.isSlow == false)
    stage.wait(2)
    #expect(stage.shell.programs.marks["Tile 0"] == .unresponsive)
    stage.send(.windowAppeared(first))
    stage.act(.home)
    #expect(stage.shell.programs[first]?.isSlow == false)
  }

  @Test func markOfVanishedWindowsAppearsCompletely() {
    let stage = opened { _ in }
    stage.send(.tellsWindows(true))
    stage.send(.windowAppeared(first))
    stage.send(.focus(false))
    stage.pass(60)
    stage.send(.windowsGone(first))
    stage.send(.focus(true))
    stage.pass(ProgramTable.slowStart + 1)
    for _ in 0..<120 where stage.shell.wantsFrame { stage.draw() }
    #expect(!stage.shell.wantsFrame)
    let seen = stage.frame.sprites.compactMap { sprite -> (state: TileFace.State, opacity: Double)? in
      guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content,
        face.label == "Tile 0"
      else { return nil }
      return (face.state, sprite.opacity)
    }
    #expect(seen.count == 1 && seen[0].state == .marked(.hourglass) && seen[0].opacity == 1, "\(seen)")
  }

  /// A stage whose first tile keeps its program after the visitor goes home.
  private var kept: ShellStage {
    var tiles = ShellStage.tiles(2)
    tiles[0].onHome = .keep
    let stage = ShellStage(tiles: tiles)
    stage.tap(stage.center)
    stage.wait(60)
    stage.act(.home)
    _ = stage.settle()
    return stage
  }

  private func looks(_ stage: ShellStage) -> Int { stage.effects.filter { $0 == .lookAtPrograms }.count }

  @Test func programsAreInspectedWhenSeenOrTouched() {
    var tiles = ShellStage.tiles(2)
    tiles[0].onHome = .keep
    let stage = ShellStage(tiles: tiles)
    stage.tap(stage.center)
    stage.wait(60)
    #expect(looks(stage) == 0)
    stage.send(.stripSwiped(.left))
    #expect(looks(stage) == 1)
    stage.wait(600)
    #expect(looks(stage) == 1)
    stage.drag(from: stage.center, by: Point(-40, 0), seconds: 0.2)
    #expect(looks(stage) == 2)
  }

  @Test func haltedProgramIsMarkedAndStartsAgain() {
    let stage = kept
    stage.send(.halted([first]))
    #expect(stage.shell.programs.marks["Tile 0"] == .unresponsive)
    stage.send(.halted([]))
    #expect(stage.shell.programs.marks["Tile 0"] == .running)
    stage.send(.halted([first]))
    stage.tap(stage.center)
    #expect(stage.effects.contains(.stop(first)) && stage.starts.count == 1)
    stage.send(.ended(first, .signaled(signal: 9, coreDumped: false)))
    #expect(stage.starts.count == 2 && stage.shell.programs.marks["Tile 0"] != .unresponsive)
  }

  @Test func multipleInstancesStartOnEveryOpening() {
    var tiles = ShellStage.tiles(2)
    tiles[0].onHome = .keep
    tiles[0].conduct.instances = .many
    let stage = ShellStage(tiles: tiles)
    for count in 1...3 {
      stage.tap(stage.center)
      #expect(stage.starts.count == count)
      stage.act(.home)
      _ = stage.settle()
    }
    #expect(stage.shell.programs.running.count == 3)
  }

  // MARK: Power

  @Test(arguments: PowerAction.allCases) func machineSwitchesOffWhenAllowed(action: PowerAction) {
    let stage = ShellStage.conducting(change: { $0.kiosk.allowsPower = true })
    stage.act(.power(action))
    #expect(stage.effects.contains(.power(action)))
    stage.send(.powerFailed(action, reason: "Nobody is there."))
    #expect(words(stage).contains("Nobody is there."))
  }

  @Test func forbiddenPowerActionDoesNothing() {
    let stage = ShellStage.conducting()
    stage.act(.power(.powerOff))
    #expect(!stage.effects.contains(.power(.powerOff)))
    #expect(words(stage).contains("power-actions"))
  }

  // MARK: Reports

  @Test func exitReasonsHaveDistinctTexts() {
    let reasons: [ExitReason] = [
      .exited(status: 3), crash, .signaled(signal: 11, coreDumped: true), .outOfMemory, .perhapsOutOfMemory,
    ]
    let texts = reasons.map { $0.text(in: .english) }
    #expect(Set(texts).count == reasons.count)
    #expect(texts[2].contains("core") && texts[3].contains("memory"))
  }

  @Test func marksGoWhenTheTileIsOpenedAgain() {
    let stage = opened { _ in }
    stage.send(.ended(first, crash))
    #expect(stage.shell.programs.marks["Tile 0"] == .failed)
    stage.tap(stage.center)
    stage.send(.ended(ProgramID(2), .exited(status: 0)))
    #expect(stage.shell.programs.marks.isEmpty)
  }

  @Test func startRequestContainsTheLimits() {
    let stage = opened { $0.limits.memory = 1 << 20 }
    #expect(
      stage.effects.contains {
        if case .start(_, let request) = $0 {
          request.limits.memory == 1 << 20 && request.tile == "Tile 0"
        } else {
          false
        }
      })
    stage.send(.programUnlimited(first, reason: "there is nobody"))
    #expect(stage.reports == [.unlimited(tile: "Tile 0", reason: "there is nobody")])
  }
}
