import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

struct ProgramTests {
  private func opened() -> ShellStage {
    let stage = ShellStage()
    stage.tap(stage.center)
    _ = stage.settle()
    return stage
  }

  @Test func nothingIsDrawnOverAProgram() {
    let stage = opened()
    #expect(!stage.shell.wantsFrame)
    #expect(stage.shell.deadline == nil)
    stage.wait(2)
    stage.drag(from: stage.center, by: Point(-300, 0), seconds: 0.1)
    stage.send(.key(KeyEvent(.right)))
    #expect(!stage.shell.wantsFrame)
  }

  @Test(arguments: [
    ExitReason.exited(status: 0), .exited(status: 3), .signaled(signal: 9, coreDumped: false),
    .signaled(signal: 11, coreDumped: true),
  ])
  func carouselReturnsAtOnceAfterAnyExit(reason: ExitReason) throws {
    let stage = opened()
    stage.wait(30)
    stage.send(.ended(try #require(stage.starts.first?.program), reason))
    #expect(stage.effects.contains(.comeForward))
    #expect(stage.shell.wantsFrame)
    stage.tap(stage.center)
    #expect(stage.starts.count == 2)
  }

  @Test func fingerFromBeforeTheProgramIsForgotten() throws {
    let stage = ShellStage()
    stage.down(Point(20, 780), id: 7)
    stage.wait(0.5)
    stage.send(.key(KeyEvent(.enter)))
    stage.wait(30)
    stage.send(.ended(try #require(stage.starts.first?.program), .exited(status: 0)))
    stage.move(Point(400, 400), id: 7)
    stage.up(id: 7)
    #expect(stage.settle())
    stage.tap(stage.center)
    #expect(stage.starts.count == 2)
  }

  @Test(arguments: [
    StartFailure.notFound, .notExecutable, .workingDirectory("/nowhere"),
    .refused(errno: 12, text: "Out of memory"),
  ])
  func failedStartIsExplainedAndTheCarouselUsable(failure: StartFailure) throws {
    let stage = opened()
    stage.send(.startFailed(try #require(stage.starts.first?.program), failure))
    stage.draw()
    let said = stage.writing.joined(separator: "\n")
    #expect(said.contains("“Tile 0” cannot be opened") && said.contains("Please tell a member of staff"))
    #expect(!said.contains("program-0") && !said.contains("/nowhere") && !said.contains("Out of memory"))
    #expect(
      stage.reports == [.startFailed(tile: "Tile 0", command: ["program-0"], failure)])
    stage.tap(stage.center)
    #expect(stage.starts.count == 2)
  }

  /// The text beside the name on the tile that returns to its place.
  private static func messages(_ stage: ShellStage) -> [String] { stage.writing.filter { $0 != "Tile 0" } }

  @Test(arguments: [
    (ExitReason.exited(status: 3), 1.0, "“Tile 0” has stopped"),
    (.exited(status: 3), 60, "“Tile 0” closed with an error"),
    (.exited(status: 0), 1, ""), (.signaled(signal: 11, coreDumped: false), 60, "“Tile 0” has stopped"),
    (.exited(status: 0), 60, ""),
  ])
  func programExitIsExplained(reason: ExitReason, after seconds: Double, title: String) throws {
    let stage = opened()
    stage.wait(seconds)
    stage.send(.ended(try #require(stage.starts.first?.program), reason))
    stage.draw()
    #expect(Self.messages(stage).first ?? "" == title)
    #expect(stage.reports.isEmpty == (reason == .exited(status: 0)))
  }

  @Test func lateErrorIsMentionedInPassing() throws {
    let stage = opened()
    stage.wait(60)
    stage.send(.ended(try #require(stage.starts.first?.program), .exited(status: 3)))
    stage.draw()
    #expect(Self.messages(stage).count == 1 && stage.shell.notice?.retry == nil)
    #expect(stage.shell.programs.marks["Tile 0"] == nil)
    stage.wait(Notice.programLifetime + 1)
    #expect(stage.settle() && stage.writing.isEmpty)
  }

  @Test func backgroundErrorsGoToTheJournalOnly() throws {
    var tiles = ShellStage.tiles(2)
    tiles[0].onHome = .keep
    let stage = ShellStage(tiles: tiles)
    stage.tap(stage.center)
    stage.wait(60)
    stage.act(.home)
    _ = stage.settle()
    stage.send(.ended(try #require(stage.starts.first?.program), .exited(status: 3)))
    stage.draw()
    #expect(stage.writing.isEmpty && stage.reports.count == 1)
  }

  @Test func messageDisappearsByTimeOrTouch() throws {
    for touches in [false, true] {
      let stage = opened()
      stage.send(.startFailed(try #require(stage.starts.first?.program), .notFound))
      stage.draw()
      let area = try #require(stage.shell.notice.flatMap { stage.shell.panels.notice.frame(of: $0) })
      if touches { stage.tap(area.center) } else { stage.wait(Notice.programLifetime + 1) }
      #expect(stage.settle() && stage.writing.isEmpty)
      #expect(stage.starts.count == 1)
    }
  }

  @Test func unavailableTileExplainsTheReason() {
    let gone = Obstacle.desktopEntry(.notInstalled("org.gone"))
    let tile = LauncherTile(name: "Gone", icon: nil, action: .unavailable(gone))
    let stage = ShellStage(tiles: [tile] + ShellStage.tiles(1))
    stage.tap(stage.center)
    stage.draw()
    #expect(stage.writing.joined().contains("“Gone” cannot be opened"))
    #expect(!stage.writing.joined().contains("org.gone"))
    #expect(stage.reports.first?.fullText(in: .english).detail.contains("org.gone") == true)
    #expect(stage.starts.isEmpty && stage.shell.programOnScreen == nil)
  }

  @Test func lateTouchShowsThatTheLauncherIsVisible() {
    let stage = opened()
    stage.wait(Foreground.coveringTime + 1)
    stage.tap(stage.center)
    // The program does not start twice. Therefore the invisible one ends first.
    #expect(stage.starts.count == 1 && stage.shell.programOnScreen == nil)
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    #expect(stage.starts.count == 2)
  }

  @Test(arguments: [
    ShellEvent.key(KeyEvent(.escape)), .key(KeyEvent(.right)),
    .scroll(ScrollEvent(.steps(x: 0, y: 1), milliseconds: 0)),
  ])
  func lateKeyOrWheelShowsTheLauncher(event: ShellEvent) {
    let stage = opened()
    stage.wait(Foreground.coveringTime - 1)
    stage.send(event)
    #expect(stage.shell.isCovered)
    stage.wait(2)
    stage.send(event)
    #expect(stage.shell.programOnScreen == nil && stage.shell.wantsFrame)
  }

  @Test func windowlessProgramDoesNotBlockTheLauncher() {
    let stage = ShellStage()
    stage.send(.focus(true))
    stage.tap(stage.center)
    stage.draw()
    stage.wait(Foreground.nothingToSeeTime - 0.5)
    #expect(stage.shell.isOpening)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
    stage.wait(1)
    stage.draw()
    #expect(!stage.shell.isOpening && stage.shell.tilesPanel.launch?.isOpen == false)
    #expect(stage.shell.deadline == nil && stage.shell.isCovered)
    stage.tap(stage.center)
    #expect(stage.shell.programOnScreen == nil)
  }

  @Test func frontProgramIsNotDisturbed() {
    let stage = ShellStage()
    stage.send(.focus(true))
    stage.tap(stage.center)
    stage.send(.focus(false))
    #expect(stage.settle())
    #expect(stage.shell.deadline == nil)
    stage.wait(Foreground.nothingToSeeTime + 1)
    #expect(!stage.shell.wantsFrame)
    // Its window is gone, but the program runs: visitors see the launcher.
    stage.send(.focus(true))
    stage.send(.deadline)
    stage.draw()
    #expect(!stage.writing.joined().contains("Opening"))
    stage.tap(stage.center)
    #expect(stage.shell.programOnScreen == nil)
  }

  @Test func releasedKeyIsIgnored() {
    let stage = opened()
    stage.wait(Foreground.coveringTime + 1)
    stage.send(.key(KeyEvent(.enter, .released)))
    #expect(stage.shell.isCovered)
  }

  @Test func anEndOfAnUnknownProgramIsIgnored() {
    let stage = ShellStage()
    stage.send(.ended(ProgramID(99), .exited(status: 1)))
    stage.send(.startFailed(ProgramID(98), .notFound))
    #expect(stage.reports.isEmpty)
  }
}
