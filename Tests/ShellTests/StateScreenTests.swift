import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The screens that explain why nothing can be opened.
struct StateScreenTests {
  private static let problem = Diagnostic(
    .error, file: "/etc/rotunda/rotunda.toml", line: 7, column: 3, key: "tile", message: "[[tile]] is wrong")
  private static let broken = LauncherTile(
    name: "Gone", icon: nil, action: .unavailable(.desktopEntry(.notInstalled("org.gone"))))

  private static func minute(_ day: Int, _ hour: Int) -> Int { (day * 24 + hour) * 60 }

  private func screen(_ stage: ShellStage) -> ShellStatus.Screen { stage.shell.status.screen }

  @Test(arguments: [[], [problem]]) func withoutTilesTheKioskIsBeingSetUp(problems: [Diagnostic]) {
    let stage = ShellStage(tiles: [], problems: problems) { $0.kiosk.contact = "Call 1234" }
    #expect(stage.settle() && screen(stage) == .settingUp)
    #expect(stage.writing == ["This screen is being set up", "It will be ready soon.", "Call 1234"])
    #expect(!stage.writing.joined().contains("/") && !stage.writing.joined().contains("[["))
    stage.tap(stage.center)
    for key in [Key.enter, .escape, .right, .tab] { stage.send(.key(KeyEvent(key))) }
    for action in [ShellAction.back, .home, .nextTile, .open] { stage.act(action) }
    #expect(stage.settle() && screen(stage) == .settingUp)
  }

  @Test func newTilesReplaceTheScreen() {
    let stage = ShellStage(tiles: [])
    let shelves = [LauncherShelf(settings: .init(), tiles: ShellStage.tiles(2))]
    stage.send(.configuration(.plain, shelves: shelves, problems: []))
    #expect(stage.settle() && screen(stage) == .carousel && stage.writing.isEmpty)
    stage.send(.configuration(.plain, shelves: [], problems: [Self.problem]))
    #expect(stage.settle() && screen(stage) == .settingUp)
  }

  @Test func screenIsOutOfOrderWhenNothingStarts() {
    let stage = ShellStage(tiles: [Self.broken])
    #expect(stage.settle() && screen(stage) == .outOfOrder)
    #expect(stage.writing.last == "Please tell a member of staff.")
    #expect(!stage.writing.joined().contains("org.gone"))
    stage.send(.clock(minuteOfWeek: 0, slept: 0))
    #expect(stage.reports.count == 1 && stage.reports[0].fullText(in: .english).detail.contains("org.gone"))
    #expect(screen(ShellStage(tiles: [Self.broken] + ShellStage.tiles(1))) == .carousel)
  }

  @Test(arguments: [
    ("mon-fri 09:00-18:00", minute(0, 8), "We open at 09:00"),
    ("mon-fri 09:00-18:00", minute(0, 18), "We open tomorrow at 09:00"),
    ("mon-fri 09:00-18:00", minute(4, 19), "We open on Monday at 09:00"),
    ("mon 09:00-18:00", minute(0, 20), "We open on Monday at 09:00"),
    ("sat 00:00-24:00", minute(4, 23), "We open tomorrow at 00:00"),
  ])
  func aClosedPlaceSaysWhenItOpens(hours: String, minute: Int, sentence: String) throws {
    let stage = ShellStage { $0.schedule.open = WeekSchedule([hours]) }
    stage.send(.clock(minuteOfWeek: minute, slept: 0))
    #expect(stage.settle() && screen(stage) == .closed)
    #expect(stage.writing == [sentence, "We are closed now"])
    stage.tap(stage.center)
    stage.act(.openTile("nothing"))
    #expect(stage.starts.isEmpty)
    stage.send(.clock(minuteOfWeek: try #require(stage.shell.clockAlarm), slept: 0))
    #expect(stage.settle() && screen(stage) == .carousel)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func aPlaceThatNeverOpensNamesNoTime() {
    let stage = ShellStage { $0.schedule.open = WeekSchedule([]) }
    stage.send(.clock(minuteOfWeek: 0, slept: 0))
    #expect(stage.settle() && stage.writing == ["We are closed now"])
  }

  @Test func placeIsClosedWhenHoursHideAllTiles() {
    var disabled = ShellStage.tiles(2)
    var lunch = TileCondition()
    lunch.times = WeekSchedule(["12:00-13:00"])
    disabled[0].enabledWhen = lunch
    var file = TileCondition()
    file.facts = [.file("/nothing")]
    let hidden = ShellStage(tiles: [disabled[0]]) {
      $0.schedule.tiles["Tile 0"] = WeekSchedule(["11:30-14:00"])
    }
    for (stage, sentence) in [
      (hidden, "We open at 12:00"), (ShellStage(tiles: [disabled[0]]), "We open at 12:00"),
    ] {
      stage.send(.clock(minuteOfWeek: 600, slept: 0))
      #expect(stage.settle() && stage.writing.first == sentence)
    }
    #expect(screen(ShellStage(tiles: disabled)) == .carousel)
    disabled[0].enabledWhen = nil
    disabled[0].visibleWhen = file
    let lost = ShellStage(tiles: [disabled[0]])
    lost.send(.clock(minuteOfWeek: 600, slept: 0))
    #expect(screen(lost) == .settingUp, "the tile does not depend on the time")
  }

  @Test func automaticStartsWaitForTheOpening() {
    let stage = ShellStage(tiles: ShellStage.tiles(1)) {
      $0.kiosk.isSingleApp = true
      $0.schedule.open = WeekSchedule(["09:00-18:00"])
    }
    stage.send(.clock(minuteOfWeek: 480, slept: 0))
    stage.send(.began)
    #expect(stage.starts.isEmpty && screen(stage) == .closed)
    stage.send(.clock(minuteOfWeek: 540, slept: 0))
    #expect(stage.starts.count == 1)
  }

  private func offline(_ tiles: [LauncherTile] = ShellStage.tiles(2)) throws -> ShellStage {
    let stage = ShellStage(tiles: tiles)
    stage.tap(stage.center)
    stage.send(.startFailed(try #require(stage.starts.last?.program), .noNetwork))
    #expect(stage.settle() && screen(stage) == .offline)
    return stage
  }

  @Test func tileWithoutNetworkSaysSoAndReturns() throws {
    let stage = try offline()
    #expect(stage.writing.first == "No network connection")
    #expect(stage.writing.joined().contains("“Tile 0”") && stage.reports.isEmpty)
    #expect(stage.shell.programs.marks.isEmpty, "nothing is wrong with the tile")
    let elements = stage.shell.panels.elements()
    #expect(elements.map(\.label) == ["Try again", "Back"])
    stage.tap(try #require(elements[0].frame).center)
    #expect(stage.starts.count == 2)
    stage.send(.startFailed(try #require(stage.starts.last?.program), .noNetwork))
    #expect(stage.settle() && screen(stage) == .offline)
    stage.tap(try #require(stage.shell.panels.elements().last?.frame).center)
    #expect(stage.settle() && screen(stage) == .carousel)
  }

  @Test(arguments: [[Key.enter], [.tab, .enter]]) func keysTryAgain(keys: [Key]) throws {
    let stage = try offline()
    for key in keys { stage.send(.key(KeyEvent(key))) }
    #expect(stage.starts.count == 2)
  }

  @Test(arguments: [[Key.escape], [.tab, .tab, .enter], [.right, .right, .space]])
  func keysLeadBack(keys: [Key]) throws {
    let stage = try offline()
    for key in keys { stage.send(.key(KeyEvent(key))) }
    #expect(stage.settle() && screen(stage) == .carousel && stage.starts.count == 1)
  }

  @Test func singleProgramRetriesUntilTheNetwork() throws {
    let stage = ShellStage(tiles: ShellStage.tiles(1)) { $0.kiosk.isSingleApp = true }
    stage.send(.began)
    stage.send(.startFailed(try #require(stage.starts.last?.program), .noNetwork))
    #expect(stage.settle() && screen(stage) == .offline)
    stage.pass(1.1)
    #expect(stage.starts.count == 2 && screen(stage) == .program)
    stage.send(.ended(try #require(stage.starts.last?.program), .exited(status: 0)))
    #expect(screen(stage) != .offline)
  }

  @Test func stateScreenIsReadAloud() throws {
    let stage = ShellStage { configuration in
      configuration.access.isSpoken = true
      configuration.schedule.open = WeekSchedule(["09:00-18:00"])
    }
    stage.send(.clock(minuteOfWeek: 0, slept: 0))
    _ = stage.settle()
    let said = stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    #expect(said.joined(separator: " ").contains("We open at 09:00"))
  }

  /// Title and detail take 97.1 points, gaps 51.8, and the pictogram takes 108. A contact would need more.
  /// Their sum of 257 is the share of a screen 348 points high that content may fill.
  @Test(arguments: [(347.0, false), (348, true)])
  func withoutContactThePictogramKeepsItsSize(height: Double, keeps: Bool) {
    let stage = ShellStage(tiles: [], size: Size(1280, height))
    #expect(stage.settle() && stage.writing == ["This screen is being set up", "It will be ready soon."])
    #expect(stage.frame.sprites.contains { $0.size == Size(108, 108) } == keeps)
  }

  @Test(
    arguments: [
      Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(1080, 1920), Size(3840, 2160), Size(480, 320),
    ], [1.0, 1.6, 3])
  func stateScreensFitTheScreen(size: Size, textScale: Double) throws {
    for screen in [PreviewScreen.settingUp, .closed, .outOfOrder, .offline] {
      let stage = ShellStage(size: size) {
        $0.access.textScale = textScale
        $0.kiosk.contact = "Please call the reception: 030 1234567"
      }
      stage.shell.preview(screen, into: &stage.effects)
      stage.send(.deadline)
      #expect(stage.settle())
      let places = stage.frame.sprites.filter { $0.size != size }.map { sprite -> Rectangle in
        let middle = sprite.transform.project(.zero) ?? .zero
        return Rectangle(center: middle + Point(size.width / 2, size.height / 2), size: sprite.size)
      }
      #expect(places.count >= 2)
      for place in places {
        #expect(place.origin.x >= 0 && place.maxX <= size.width, "\(screen)")
        #expect(place.origin.y >= 0 && place.maxY <= size.height, "\(screen)")
      }
    }
  }
}
