import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// The page for the operator.
struct SystemPageTests {
  /// A stage that shows the page without a PIN.
  private static func stage(size: Size = Size(1280, 800), problems: [Diagnostic] = []) -> ShellStage {
    ShellStage(size: size, problems: problems) { $0.admin.showsPageWithoutPIN = true }
  }

  private func opened(problems: [Diagnostic] = [], protocols: [String] = ["wl_x"]) -> ShellStage {
    let stage = Self.stage(problems: problems)
    stage.send(
      .system(
        SystemInformation(
          version: "9.8", configurationPath: "/etc/x.toml", compositor: "cagey", protocols: protocols)))
    stage.act(.admin)
    stage.send(.focus(true))
    stage.draw()
    return stage
  }

  @Test(arguments: [
    (-5, "0 minutes"), (59.9, "0 minutes"), (60, "1 minute"), (7199, "119 minutes"), (7200, "2 hours"),
    (172_799, "47 hours"), (172_800, "2 days"), (1e12, "11574 days"),
  ])
  func upTimeIsGivenInWholeUnits(seconds: Double, span: String) {
    var machine = SystemInformation(configurationPath: nil)
    machine.uptime = seconds
    let report = SystemReport(information: machine, problems: [], entries: [])
    #expect(report.sections(in: .english).first?.text == "Up for \(span)")
  }

  @Test func pageShowsKnownFacts() {
    let stage = opened(problems: [Diagnostic(.error, file: "/etc/x.toml", line: 7, message: "is odd")])
    let words = stage.writing.joined(separator: "\n")
    for word in ["9.8", "/etc/x.toml", "cagey", "wl_x", "is odd"] { #expect(words.contains(word), "\(word)") }
    #expect(stage.seenTiles.isEmpty)
  }

  @Test func pageShowsVersionAndTime() {
    let stage = ShellStage {
      $0.admin.showsPageWithoutPIN = true
      $0.header.clock = .hours24
    }
    stage.act(.openTile("Tile 1"))
    for program in 2...4 {
      stage.act(.home)
      stage.act(.openTile("Tile 2"))
      stage.send(.startFailed(ProgramID(program), .notFound))
    }
    stage.act(.admin)
    #expect(stage.effects.contains(.readWallTime))
    let time = WallTime(year: 2026, month: 3, day: 4, weekday: 3, hour: 9, minute: 41, second: 0)
    stage.send(.wallTime(time))
    let report = stage.shell.systemPage?.report
    #expect(report?.running == ["Tile 1"] && report?.outOfOrder == ["Tile 2"])
    stage.draw()
    for word in ["09:41", "Tile 1", "Out of order", "Tile 2"] {
      #expect(stage.writing.contains(word), "\(word)")
    }
  }

  /// Its card has its place before the code is drawn. A code that cannot be drawn is a single pixel.
  @Test func onlyACodeThatFailsHasNoCard() throws {
    var report = SystemReport(
      information: SystemInformation(),
      problems: [Diagnostic(.error, file: "/etc/x.toml", line: 7, message: "is odd")], entries: [])
    report.isForOperators = true
    var environment = Environment(theme: Theme())
    environment.resize(to: Size(1280, 800), scale: 1)
    var (page, effects) = (SystemPage(report, [], at: 0), [ShellEffect]())
    page.layOut(environment, into: &effects)
    let codes = effects.compactMap { effect -> Picture? in
      guard case .draw(let picture, _) = effect, case .code = picture.content else { return nil }
      return picture
    }
    let code = try #require(codes.first)
    func cards() -> Int {
      var frame = SceneFrame(size: Size(1280, 800))
      page.draw(environment, to: &frame)
      return frame.sprites.count { $0.fill == .color(environment.theme.raised) }
    }
    let before = cards()
    _ = page.measured(code, size: PixelSize(1, 1))
    #expect(cards() == before - 1)
    _ = page.measured(code, size: PixelSize(200, 200))
    #expect(cards() == before)
  }

  @Test func marksSayWhetherAllIsWell() {
    let problem = Diagnostic(.error, file: "/etc/x.toml", line: 7, message: "is odd")
    for (problems, isWell) in [([], true), ([problem], false)] {
      let report = opened(problems: problems).shell.systemPage?.report
      #expect(report?.sections(in: .english).compactMap(\.isWell) == [isWell, true])
    }
  }

  @Test func itListsTheLatestErrorsWithTheirAge() {
    let stage = Self.stage()
    for _ in 0..<12 {
      stage.tap(stage.center)
      guard let program = stage.starts.last?.program else { break }
      stage.send(.startFailed(program, .notFound))
      stage.wait(1)
    }
    stage.wait(130)
    stage.act(.admin)
    #expect(stage.shell.systemPage?.report.entries.count == SystemStatus.reportLimit)
    stage.draw()
    let words = stage.writing.joined(separator: "\n")
    #expect(words.contains("2 minutes ago") && words.contains("Tile 0") && words.contains("program-0"))
  }

  @Test(arguments: [Key.escape, .enter, .space]) func aKeyClosesIt(key: Key) {
    let stage = opened()
    stage.send(.key(KeyEvent(key)))
    stage.draw()
    #expect(stage.writing.isEmpty && !stage.seenTiles.isEmpty && stage.starts.isEmpty)
  }

  @Test func crossIsInThePagesUsualPlace() {
    let stage = opened()
    stage.tap(stage.center)
    #expect(stage.shell.systemPage != nil, "a touch does not close the page")
    stage.tap(stage.shell.environment.pageMetrics.closeFrame.center)
    stage.draw()
    #expect(stage.writing.isEmpty && stage.starts.isEmpty)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func untouchedPageCloses() {
    let stage = opened()
    stage.wait(SystemPage.lifetime - 1)
    stage.drag(from: stage.center, by: Point(0, 50), seconds: 0.1)
    stage.wait(SystemPage.lifetime - 1)
    #expect(stage.shell.systemPage != nil)
    stage.wait(2)
    stage.draw()
    #expect(stage.writing.isEmpty)
    #expect(stage.shell.deadline == nil)
  }

  @Test(arguments: [ShellAction.home, .back, .openTile("Tile 1")]) func actionsCloseThePage(
    action: ShellAction
  ) {
    let stage = opened()
    stage.act(action)
    #expect(stage.shell.systemPage == nil)
  }

  @Test(arguments: [ShellAction.nextTile, .previousTile, .open]) func tilesBehindThePageStayInPlace(
    action: ShellAction
  ) {
    let stage = opened()
    stage.act(action)
    stage.drag(from: stage.center, by: Point(-400, 0), seconds: 0.1)
    stage.send(.key(KeyEvent(.right)))
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle())
    #expect(stage.centered.name == "Tile 0" && abs(stage.centered.distance) < 0.01 && stage.starts.isEmpty)
  }

  /// More lines than the screen has room for.
  private static let many = [Diagnostic](
    repeating: Diagnostic(.error, file: "/etc/x.toml", line: 7, message: "is odd"), count: 60)

  /// The position of the page's first card.
  private func top(_ stage: ShellStage) throws -> Double {
    let title = stage.frame.sprites.first { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content else {
        return false
      }
      return block.text == "Running"
    }
    return try #require(title?.transform.project(.zero)?.y)
  }

  @Test func overlongPageScrolls() throws {
    let stage = Self.stage(size: Size(640, 240), problems: Self.many)
    stage.act(.admin)
    #expect(stage.settle())
    let before = try top(stage)
    stage.drag(from: Point(320, 200), by: Point(0, -100), seconds: 0.2, thenHold: 0.2)
    #expect(stage.settle())
    let after = try top(stage)
    #expect(after < before - 60 && after > before - 110)
    for key in [Key.up, .pageUp, .home] { stage.send(.key(KeyEvent(key))) }
    #expect(stage.settle())
    #expect(try top(stage) == before)
    stage.send(.key(KeyEvent(.end)))
    #expect(stage.settle())
    let end = try top(stage)
    stage.send(.scroll(ScrollEvent(.steps(x: 0, y: 3), milliseconds: 0)))
    #expect(stage.settle())
    #expect(try top(stage) == end && end < before)
    #expect(stage.shell.systemPage != nil)
  }

  @Test func pageFlingsAndSpringsBack() throws {
    let stage = Self.stage(size: Size(640, 240), problems: Self.many)
    stage.act(.admin)
    #expect(stage.settle())
    let before = try top(stage)
    stage.drag(from: Point(320, 200), by: Point(0, -100), seconds: 0.08)
    let lifted = try top(stage)
    #expect(stage.settle())
    #expect(try top(stage) < lifted - 30, "it glides on")
    stage.send(.key(KeyEvent(.home)))
    #expect(stage.settle())
    stage.drag(from: Point(320, 60), by: Point(0, 80), seconds: 0.2, thenHold: 0.1)
    #expect(try top(stage) > before + 5, "it can be pulled beyond its end")
    #expect(stage.settle())
    #expect(try abs(top(stage) - before) < 1)
    #expect(stage.shell.systemPage != nil && !stage.shell.wantsFrame)
  }

  @Test func messagesWaitBehindIt() {
    let stage = Self.stage()
    stage.tap(stage.center)
    stage.send(.startFailed(ProgramID(1), .notFound))
    stage.act(.admin)
    stage.draw()
    let title = "“Tile 0” cannot be opened"
    #expect(stage.writing.contains { $0.contains(title) } && !stage.writing.contains(title))
    stage.act(.back)
    stage.draw()
    #expect(stage.writing.contains(title))
  }

  @Test func pageSaysWhenFilesAreNotInForce() {
    let stage = opened()
    let words = "the last valid configuration"
    #expect(!stage.writing.joined().contains(words))
    stage.send(.configurationRefused([Diagnostic(.error, file: "/etc/x.toml", line: 7, message: "is odd")]))
    stage.draw()
    #expect(stage.writing.joined().contains(words) && stage.writing.joined().contains("is odd"))
  }

  @Test func pageUpdatesWhileOpen() {
    let stage = Self.stage()
    stage.tap(stage.center)
    stage.act(.admin)
    stage.wait(1)
    stage.tap(stage.center)
    stage.act(.open)
    guard let program = stage.starts.last?.program else { return }
    stage.act(.admin)
    stage.send(.startFailed(program, .notFound))
    stage.draw()
    #expect(stage.writing.joined().contains("Just now"))
  }

  @Test func pageOpensOverAProgram() {
    let stage = Self.stage()
    stage.tap(stage.center)
    stage.wait(20)
    stage.globalSwipe(from: Point(300, 200), by: Point(0, 300), fingers: 5)
    stage.draw()
    #expect(stage.effects.contains(.stop(ProgramID(1))) && stage.shell.systemPage != nil)
  }
}
