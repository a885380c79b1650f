import Configuration
import Programs
import Testing

@testable import Shell

/// Automatic starts wait until the tile can be opened.
struct PendingStartTests {
  private static let fact = Fact.host("museum.example", port: 443)
  private static let ended = ExitReason.exited(status: 0)

  private static var condition: TileCondition {
    var condition = TileCondition()
    condition.facts = [fact]
    return condition
  }

  private func stage(
    _ count: Int = 3, tile: (inout LauncherTile) -> Void,
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(count)
    tile(&tiles[0])
    return ShellStage(tiles: tiles, change: change)
  }

  private func tell(_ stage: ShellStage, isReached: Bool) { stage.send(.facts([Self.fact: isReached])) }

  /// Makes a tile unavailable in one of two ways.
  private static func hinder(_ tile: inout LauncherTile, _ way: Int) {
    if way == 0 { tile.visibleWhen = condition } else { tile.enabledWhen = condition }
  }

  /// The number of enabled parts of the first tile.
  private func usable(_ stage: ShellStage) -> Int {
    stage.shell.tilesPanel.tiles[0].parts.filter(\.isEnabled).count
  }

  @Test(arguments: [0, 1]) func theOnlyProgramStartsWhenItsHostAnswers(way: Int) {
    let stage = stage(1, tile: { Self.hinder(&$0, way) }) { $0.kiosk.isSingleApp = true }
    stage.send(.began)
    #expect(stage.starts.isEmpty)
    tell(stage, isReached: true)
    #expect(stage.starts.count == 1 && stage.shell.programOnScreen == ProgramID(1))
    tell(stage, isReached: true)
    #expect(stage.starts.count == 1)
  }

  @Test(arguments: [0, 1]) func singleProgramReturnsWithItsHost(way: Int) {
    let stage = stage(1, tile: { Self.hinder(&$0, way) }) { $0.kiosk.isSingleApp = true }
    tell(stage, isReached: true)
    stage.send(.began)
    stage.wait(61)
    tell(stage, isReached: false)
    stage.send(.ended(ProgramID(1), Self.ended))
    stage.wait(120)
    #expect(stage.starts.count == 1 && stage.shell.programOnScreen == nil)
    tell(stage, isReached: true)
    #expect(stage.starts.count == 2)
  }

  @Test func theOnlyProgramStartsWithItsHours() {
    let stage = stage(1, tile: { _ in }) {
      $0.kiosk.isSingleApp = true
      $0.schedule.tiles = ["Tile 0": WeekSchedule(["08:00-18:00"])].compactMapValues { $0 }
    }
    stage.send(.clock(minuteOfWeek: 7 * 60, slept: 0))
    stage.send(.began)
    #expect(stage.starts.isEmpty && stage.shell.clockAlarm == 8 * 60)
    stage.send(.clock(minuteOfWeek: 8 * 60, slept: 0))
    #expect(stage.starts.count == 1)
  }

  @Test func machineBecomesSingleAppAndOpensIt() {
    let stage = stage(1, tile: { _ in })
    stage.send(.began)
    #expect(stage.starts.isEmpty)
    var configuration = KioskConfiguration()
    configuration.kiosk.isSingleApp = true
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: ShellStage.tiles(1))
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    #expect(stage.starts.count == 1)
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    stage.send(.ended(ProgramID(1), Self.ended))
    stage.wait(1.1)
    #expect(stage.starts.count == 2, "once, although the configuration arrived twice")
  }

  @Test(arguments: [0, 1]) func backgroundProgramStartsWhenItCan(way: Int) {
    let stage = stage(tile: {
      Self.hinder(&$0, way)
      $0.conduct.startsWithLauncher = true
      $0.conduct.restart = .always
    })
    stage.send(.began)
    #expect(stage.starts.isEmpty)
    tell(stage, isReached: true)
    #expect(stage.starts.count == 1 && stage.shell.programOnScreen == nil)
    tell(stage, isReached: false)
    stage.send(.ended(ProgramID(1), Self.ended))
    stage.wait(5)
    #expect(stage.starts.count == 1)
    tell(stage, isReached: true)
    #expect(stage.starts.count == 2)
  }

  @Test func firstTileWaitsForItsHost() {
    for isOther in [false, true] {
      let stage = stage(tile: { Self.hinder(&$0, 1) }) { $0.kiosk.startTile = "Tile 0" }
      stage.send(.began)
      if isOther {
        stage.act(.openTile("Tile 1"))
        stage.send(.ended(ProgramID(1), Self.ended))
      }
      tell(stage, isReached: true)
      #expect(stage.starts.map(\.command.arguments) == [[isOther ? "program-1" : "program-0"]])
    }
  }

  @Test func rowsAndButtonsFollowTheirConditions() {
    for way in [0, 1] {
      var (row, button) = (ShellStage.tiles(1, named: "Row")[0], ShellStage.tiles(1, named: "Button")[0])
      Self.hinder(&row, way)
      Self.hinder(&button, way)
      let stage = stage(tile: { ($0.rows, $0.buttons) = ([row], [button]) })
      #expect(usable(stage) == 0)
      stage.act(.openTile("Row 0"))
      #expect(stage.starts.isEmpty)
      tell(stage, isReached: true)
      #expect(usable(stage) == 2)
      stage.act(.openTile("Row 0"))
      #expect(stage.starts.count == 1)
    }
  }

  @Test func aRowsProgramStartsWithTheLauncher() {
    var row = ShellStage.tiles(1, named: "Row")[0]
    row.conduct.startsWithLauncher = true
    let stage = stage(tile: { $0.rows = [row] })
    stage.send(.began)
    #expect(stage.starts.count == 1 && stage.shell.programOnScreen == nil)
  }

  @Test func folderOfARowStaysOpenDuringChanges() {
    let folder = ShellStage.folder("Inside", ShellStage.tiles(2, named: "Inner"))
    var last = ShellStage.tiles(1, named: "Last")[0]
    last.visibleWhen = Self.condition
    var tiles = ShellStage.tiles(2)
    tiles[0].rows = [folder]
    let stage = ShellStage(tiles: tiles + [last])
    stage.act(.openTile("Inside"))
    _ = stage.settle()
    #expect(stage.centered.name.hasPrefix("Inner"))
    tell(stage, isReached: true)
    _ = stage.settle()
    #expect(stage.centered.name.hasPrefix("Inner"))

    let place = stage.shell.tilesPanel.visitorsPlace
    let next = ShellStage(tiles: tiles + [last])
    next.send(.place(place))
    _ = next.settle()
    #expect(next.centered.name == stage.centered.name, "the next launcher continues there, too")
  }
}
