import Configuration
import RotundaGeometry
import Programs
import Scene
import Testing

@testable import Shell

/// Conditions that depend on the time and on facts.
struct ScheduleTests {
  private static func minute(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Int {
    (day * 24 + hour) * 60 + minute
  }

  private func screens(_ stage: ShellStage) -> [Bool] {
    stage.effects.compactMap { if case .setScreen(let isOn) = $0 { isOn } else { nil } }
  }

  @Test func openingHoursSwitchTheScreenOncePerDay() throws {
    let stage = ShellStage { $0.schedule.screen = WeekSchedule(["mon-fri 08:00-18:00", "sat 10:00-14:00"]) }
    var minute = Self.minute(0, 7)
    stage.send(.clock(minuteOfWeek: minute, slept: 0))
    stage.pass(IdleMonitor.closedGrace + 1)
    #expect(stage.shell.isDark)
    var changes: [Int] = []
    for _ in 0..<14 {
      let alarm = try #require(stage.shell.clockAlarm)
      stage.pass(Double(WeekSchedule.distance(from: minute, to: alarm)) * 60)
      minute = alarm
      changes.append(minute)
      stage.send(.clock(minuteOfWeek: minute, slept: 0))
    }
    #expect(changes[..<3] == [Self.minute(0, 8), Self.minute(0, 18), Self.minute(1, 8)])
    #expect(changes[10] == Self.minute(5, 10) && changes[12] == Self.minute(0, 8))
    stage.pass(61)
    #expect(screens(stage) == (0..<15).map { $0 % 2 == 1 })
  }

  @Test func movedClockChangesNothingTwice() {
    let stage = ShellStage { $0.schedule.screen = WeekSchedule(["08:00-18:00"]) }
    for minute in [7 * 60, 7 * 60, 7 * 60 + 30] {
      stage.send(.clock(minuteOfWeek: minute, slept: 0))
      stage.pass(61)
    }
    for minute in [9 * 60, 8 * 60, 10 * 60] { stage.send(.clock(minuteOfWeek: minute, slept: 0)) }
    #expect(screens(stage) == [false, true])
  }

  @Test func nightVisitorHasAMinute() {
    let stage = ShellStage { $0.schedule.screen = WeekSchedule(["08:00-18:00"]) }
    stage.send(.clock(minuteOfWeek: 60, slept: 0))
    stage.pass(61)
    stage.tap(stage.center)
    #expect(!stage.shell.isDark && stage.starts.isEmpty)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
    stage.pass(59)
    #expect(!stage.shell.isDark)
    stage.pass(2)
    #expect(stage.shell.isDark && stage.effects.contains(.stop(ProgramID(1))), "and the visit is over")
  }

  private func stage(_ change: (inout LauncherTile) -> Void) -> ShellStage {
    var tiles = ShellStage.tiles(3)
    change(&tiles[1])
    return ShellStage(tiles: tiles)
  }

  private static func condition(_ facts: [Fact] = [], _ times: String? = nil) -> TileCondition {
    var condition = TileCondition()
    condition.facts = facts
    condition.times = times.flatMap { WeekSchedule([$0]) }
    return condition
  }

  @Test func tilesFollowFactsAndTheVisitorStays() {
    let file = Fact.file("/run/open")
    let stage = stage { $0.visibleWhen = Self.condition([file]) }
    #expect(stage.shell.tilesPanel.tiles.map(\.name) == ["Tile 0", "Tile 2"])
    stage.act(.nextTile)
    _ = stage.settle()
    #expect(stage.centered.name == "Tile 2")
    stage.send(.facts([file: true]))
    _ = stage.settle()
    #expect(stage.shell.tilesPanel.tiles.count == 3 && stage.centered.name == "Tile 2")
    stage.send(.facts([file: false]))
    _ = stage.settle()
    #expect(stage.shell.tilesPanel.tiles.count == 2 && stage.centered.name == "Tile 2")
  }

  @Test func tileChangesWaitForTheProgramsEnd() {
    let file = Fact.file("/run/open")
    let stage = stage { $0.visibleWhen = Self.condition([file]) }
    stage.tap(stage.center)
    stage.send(.facts([file: true]))
    #expect(stage.shell.tilesPanel.tiles.count == 2)
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    #expect(stage.shell.tilesPanel.tiles.count == 3)
  }

  @Test func hoursDecideVisibility() {
    let stage = stage { $0.visibleWhen = Self.condition([], "tue 12:00-13:00") }
    let counts = [Self.minute(1, 11, 59), Self.minute(1, 12), Self.minute(1, 13), Self.minute(2, 12)].map {
      minute in
      stage.send(.clock(minuteOfWeek: minute, slept: 0))
      return stage.shell.tilesPanel.tiles.count
    }
    #expect(counts == [2, 3, 2, 2] && stage.shell.clockAlarm == Self.minute(1, 12))
  }

  @Test func aTimetableNamesTiles() {
    let stage = ShellStage { $0.schedule.tiles["Tile 1"] = WeekSchedule(["12:00-13:00"]) }
    stage.send(.clock(minuteOfWeek: 0, slept: 0))
    #expect(stage.shell.tilesPanel.tiles.count == 4)
    stage.send(.clock(minuteOfWeek: 720, slept: 0))
    #expect(stage.shell.tilesPanel.tiles.count == 5)
  }

  @Test func disabledTileIsDimAndSaysSo() {
    let host = Fact.host("example.org", port: 443)
    let stage = stage { $0.enabledWhen = Self.condition([host]) }
    stage.act(.nextTile)
    _ = stage.settle()
    stage.draw()
    let states = stage.frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content,
        face.label == "Tile 1"
      else { return nil as TileFace.State? }
      return face.state
    }
    #expect(states.last == .disabled && stage.badges.contains("Not available now"))
    stage.tap(stage.center)
    stage.draw()
    #expect(
      stage.starts.isEmpty && stage.writing == ["“Tile 1” is not available now"] && stage.reports.isEmpty)
    stage.send(.facts([host: true]))
    _ = stage.settle()
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  /// The text of the pill on a tile outside of its hours, and the time of the launcher's next check.
  @Test(
    arguments: [
      (minute(0, 9), "12:00-14:00", nil, "From 12:00", minute(0, 12)),
      (minute(0, 20), "12:00-14:00", nil, "From 12:00", minute(1, 12)),
      (minute(0, 9), "thu 12:00-14:00", nil, "Opens Thursday", minute(2, 12, 1)),
      (minute(3, 9), "thu 12:00-14:00", nil, "From 12:00", minute(3, 12)),
      (minute(0, 9), "12:00-14:00", "Closed for repair", "Closed for repair", minute(0, 12)),
    ] as [(Int, String, String?, String, Int)])
  func aTileThatOpensLaterSaysWhen(
    minute: Int, hours: String, reason: String?, expected: String, alarm: Int
  ) throws {
    let condition = Self.condition([], hours)
    let stage = stage { tile in
      tile.enabledWhen = condition
      tile.absence = reason.map { TileAbsence(reason: $0) }
    }
    stage.send(.clock(minuteOfWeek: minute, slept: 0))
    _ = stage.settle()
    let tile = try #require(stage.shell.tilesPanel.tiles.first { !$0.isEnabled })
    let look = stage.shell.tilesPanel.look(isShaded: false)
    let picture = look.face(of: tile, Size(300, 300), beside: Size(300, 300))
    let face = if case .face(let face) = picture.content { face } else { nil as TileFace? }
    #expect(face?.state == .disabled && face?.badge?.text == (expected.isEmpty ? nil : expected))
    #expect(stage.shell.clockAlarm == alarm)
  }

  @Test func nonHourConditionsShowNoHour() {
    var condition = Self.condition([.command("x")], "12:00-14:00")
    #expect(condition.opening(after: 0, [:]) == nil)
    #expect(condition.opening(after: 0, [.command("x"): true]) == Self.minute(0, 12))
    condition.times = nil
    #expect(condition.opening(after: 0, [:]) == nil)
  }

  @Test func emptyFolderIsHidden() {
    var inner = ShellStage.tiles(1, named: "Inner")
    inner[0].visibleWhen = Self.condition([.command("x")])
    let stage = ShellStage(tiles: ShellStage.tiles(2) + [ShellStage.folder("Folder", inner)])
    #expect(stage.shell.tilesPanel.tiles.count == 2)
    stage.send(.facts([.command("x"): true]))
    #expect(stage.shell.tilesPanel.tiles.count == 3)
  }
}
