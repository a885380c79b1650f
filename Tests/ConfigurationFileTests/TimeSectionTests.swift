import Configuration
import Testing

@Suite struct TimeSectionTests {
  @Test func screensaverMustBeAnExistingTile() throws {
    let tiles = """

      [[tile]]
      id = "film"
      run = ["true"]
      [[tile]]
      id = "games"
      name = "Games"
      tiles = [{ name = "Chess", run = ["true"] }]
      """
    let good = try Reading("[idle]\nattract = [\"tile:film\", \"hero\"]" + tiles)
    #expect(good.messages == [] && good.configuration.idle.scenes == [.tile("film"), .hero])
    for (id, words) in [
      ("flim", "there is no tile 'flim', did you mean 'film'?"),
      ("games", "'games' is not a tile with run, desktop-entry, url or page"),
    ] {
      let reading = try Reading("[idle]\nattract = \"tile:\(id)\"" + tiles)
      #expect(reading.configuration.idle.scenes == [.turn])
      #expect(reading.messages == ["rotunda.toml:2:11: error: idle.attract: \(words)"])
    }
  }

  private static let tile = "\n[[tile]]\nid = \"a\"\nrun = [\"true\"]\n"

  @Test func everyKeyIsRead() throws {
    let reading = try Reading(
      """
      [idle]
      return-home-after = "90s"
      warning = "never"
      attract-after = "3min"
      attract = "step"
      blank-after = "1h 30min"
      [schedule]
      screen = ["mon-fri 08:00-18:00", "sat"]
      tiles = { a = "12:00-13:00" }
      """ + Self.tile)
    #expect(reading.messages == [])
    let (idle, schedule) = (reading.configuration.idle, reading.configuration.schedule)
    #expect(idle.returnHomeAfter == 90 && idle.warning == nil && idle.attractAfter == 180)
    #expect(idle.scenes == [.step] && idle.blankAfter == 5400)
    #expect(schedule.screen == WeekSchedule(["mon-fri 08:00-18:00", "sat"]))
    #expect(schedule.tiles == ["a": WeekSchedule(["12:00-13:00"])])
  }

  @Test func tableDefaultsMatchTheSettings() {
    let settings = IdleSettings()
    #expect(
      settings.returnHomeAfter == nil
        && ConfigurationSection.idle["return-home-after"].defaultValue == "\"never\"")
    #expect(settings.attractAfter == nil && settings.blankAfter == nil && settings.warning == 20)
    #expect(ConfigurationSection.idle["warning"].defaultValue == "\"20s\"")
    #expect(ConfigurationSection.idle["attract"].defaultValue == "[\"turn\"]" && settings.scenes == [.turn])
  }

  @Test func conditionsAreRead() throws {
    let reading = try Reading(
      """
      [[tile]]
      run = ["true"]
      visible-when = { command = "evince", file = "here", host = "[::1]:80", time = "08:00-18:00", weekday = "mon-fri" }
      enabled-when = { host = "example.org", reason = { en = "Closed today", de = "Heute zu" } }
      """)
    #expect(reading.messages == [])
    let tile = try #require(reading.configuration.tiles.first)
    #expect(
      tile.visibleWhen?.facts == [
        .command("evince"), .file("\(reading.directory.path)/here"), .host("::1", port: 80),
      ])
    #expect(tile.visibleWhen?.times == WeekSchedule(["mon-fri 08:00-18:00"]))
    #expect(tile.enabledWhen?.facts == [.host("example.org", port: 443)])
    #expect(tile.enabledWhen?.reason?.resolved(for: ["de"]) == "Heute zu")
    #expect(reading.configuration.facts.count == 4)
  }

  @Test(arguments: [
    ("[idle]\nblank-after = \"soon\"", "2:15: error: idle.blank-after: must be a time from"),
    ("[idle]\nblank-after = 90", "2:15: error: idle.blank-after: must be a time from"),
    ("[idle]\nblank-after = \"9d\"", "2:15: error: idle.blank-after: must be a time from \"1s\" to \"7d\""),
    (
      "[idle]\nblank-aftr = \"9s\"",
      "2:1: error: idle.blank-aftr: there is no such key, did you mean 'blank-after'?"
    ),
    ("idle = 1", "1:1: error: idle: must be a section with the header [idle], not an integer"),
    ("schedule = 1", "1:1: error: schedule: must be a section with the header [schedule], not an integer"),
    (
      "[schedule]\nscreen = [\"mon\", \"25:00-26:00\"]",
      "2:18: error: schedule.screen: must be weekdays, hours"
    ),
    (
      "[schedule]\ntiles = { cafe = \"mon\" }\n[[tile]]\nname = \"Café\"\nid = \"caffe\"\nrun = [\"x\"]",
      "2:11: error: schedule.tiles: there is no tile 'cafe'"
    ),
    (
      "[schedule]\nscreen = [\"8-18\", \"mon\", \"25:00-26:00\"]",
      "2:26: error: schedule.screen: must be weekdays, hours"
    ),
    ("[schedule]\ntiles = \"mon\"", "2:9: error: schedule.tiles: must be a table"),
  ])
  func mistakesAreLocated(text: String, message: String) throws {
    let reading = try Reading(text + Self.tile)
    #expect(reading.messages.contains { $0.contains(message) }, "\(reading.messages)")
  }

  @Test(arguments: [
    ("{ fil = \"x\" }", "tile.visible-when.fil: there is no such condition, did you mean 'file'?"),
    ("{ host = \"a b\" }", "must be a host's name"), ("{ host = \"a:0\" }", "must be a host's name"),
    ("{ host = \"\" }", "must be a host's name"), ("{ host = \":80\" }", "must be a host's name"),
    ("{ time = \"12:00\" }", "tile.visible-when.time: must be hours, as in \"08:00-18:00\", not \"12:00\""),
    (
      "{ time = \"1-2\", weekday = \"monday\" }",
      "tile.visible-when.weekday: must be weekdays, as in \"mon-fri\" or \"sat,sun\", not \"monday\""
    ),
    ("{ time = \"1-2\", weekday = \"monday\" }", "tile.visible-when.time: must be hours"),
    ("{ time = \"mon 08:00-09:00\", weekday = \"mon\" }", "weekday takes only days"),
    ("{ reason = \"x\" }", "tile.visible-when.reason: there is no such condition"),
    ("{ file = 3 }", "must be"), ("\"x\"", "must be a table"),
  ])
  func invalidConditionsAreNamed(condition: String, message: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\nvisible-when = \(condition)\n")
    #expect(reading.messages.contains { $0.contains(message) }, "\(reading.messages)")
  }
}
