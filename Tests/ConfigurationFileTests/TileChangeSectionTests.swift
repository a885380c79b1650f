import Configuration
import ConfigurationFile
import TemporaryFiles
import Testing

@Suite struct TileChangeSectionTests {
  private static let tiles = """
    [[tile]]
    id = "plan"
    name = "Plan"
    url = "https://example.org/"
    [[tile]]
    name = "Games"
    tiles = [{ id = "chess", page = "map.svg" }]

    """

  private func read(_ changes: String) throws -> Reading { try Reading(Self.tiles + changes) }

  @Test func keysAreChanged() throws {
    let reading = try read(
      """
      [[tile-change]]
      id = "plan"
      name = { en = "Floor plan", de = "Lageplan" }
      page = "map.svg"
      badge = 3
      pin = true
      [[tile-change]]
      id = "chess"
      page-place = "tile"
      [[tile-change]]
      id = "plan"
      badge = "late"
      """)
    let plan = reading.configuration.tiles[0]
    #expect(plan.name?.translations == ["en": "Floor plan", "de": "Lageplan"] && plan.needsPIN)
    #expect(plan.look.badge?.text == "late", "the later change counts")
    guard case .page(let page) = plan.action,
      case .page(let chess)? = reading.configuration.tiles[1].inside.first?.action
    else {
      Issue.record("no pages")
      return
    }
    #expect(page.file.text == "\(reading.directory.path)/map.svg" && chess.place == .tile)
    #expect(!reading.loaded.hasErrors)
  }

  @Test func keysAreUnset() throws {
    let reading = try Reading(
      "[[tile]]\nid = \"a\"\nurl = \"https://a.org/\"\nbadge = 1\nhosts = [\"b.org\"]\npin = true\n"
        + "enabled-when = { host = \"a.org\" }\nrestart = \"always\"\n"
        + "[[tile-change]]\nid = \"a\"\nunset = [\"badge\", \"hosts\", \"pin\", \"enabled-when\", \"restart\"]\n"
    )
    let plain = try Reading("[[tile]]\nid = \"a\"\nurl = \"https://a.org/\"\n")
    #expect(reading.configuration.tiles == plain.configuration.tiles)
  }

  @Test(arguments: [
    ("url = \"https://a.org/\"\nallow = [\"camera\"]\nhosts = [\"b.org\"]", "run = [\"true\"]"),
    ("run = [\"true\"]\ndevices = [\"camera\"]", "url = \"https://a.org/\""),
  ])
  func formerPermissionsAreNoMistake(tile: String, change: String) throws {
    let text = "[[tile]]\nid = \"a\"\n\(tile)\n[[tile-change]]\nid = \"a\"\n\(change)\n"
    #expect(try Reading(text).loaded.diagnostics == [])
  }

  @Test(
    "mistakes are reported with their place",
    arguments: [
      (
        "id = \"plam\"",
        "rotunda.toml:9:6: error: tile-change.id: there is no tile 'plam', did you mean 'plan'?"
      ),
      ("name = \"x\"", "rotunda.toml:8:1: error: tile-change.id: is missing: name the tile to change"),
      (
        "id = \"plan\"\nafter = \"ches\"",
        "rotunda.toml:10:9: error: tile-change.after: there is no tile 'ches', did you mean 'chess'?"
      ),
      (
        "id = \"plan\"\ninto = \"Game\"",
        "rotunda.toml:10:8: error: tile-change.into: there is no folder and no shelf 'Game', did you mean 'Games'?"
      ),
      (
        "id = \"plan\"\ninto = \"chess\"",
        "rotunda.toml:10:8: error: tile-change.into: a tile cannot go into 'chess'"
      ),
      (
        "id = \"Games\"\nafter = \"chess\"",
        "rotunda.toml:10:9: error: tile-change.after: a tile cannot go next to 'chess'"
      ),
      (
        "id = \"plan\"\nbadgee = 1",
        "rotunda.toml:10:1: error: tile.badgee: there is no such key, did you mean 'badge'?"
      ),
      ("id = \"plan\"\nbadge = 1.5", "rotunda.toml:10:9: error: tile.badge: must be a text, not a number"),
      (
        "id = \"plan\"\nhidden = 1",
        "rotunda.toml:10:10: error: tile-change.hidden: must be true or false, not an integer"
      ),
      ("id = \"plan\"\ntiles = []", "rotunda.toml:10:1: error: tile.tiles: cannot be changed"),
      ("id = \"plan\"\nunset = [\"url\"]", "rotunda.toml:10:10: error: tile-change.unset: there is no 'url'"),
      ("id = \"plan\"\nunset = [\"badgee\"]", "there is no 'badgee', did you mean 'badge'?"),
    ])
  func reportsMistakes(change: String, expected: String) throws {
    let reading = try read("[[tile-change]]\n\(change)\n")
    #expect(reading.messages.contains { $0.contains(expected) }, "\(reading.messages)")
    #expect(reading.configuration.tiles.map(\.id) == ["plan", "Games"])
  }

  @Test func otherSectionsMayNameHiddenTiles() throws {
    let reading = try read(
      "[kiosk]\nhome-tile = \"plan\"\nopen-at-start = \"chess\"\n[schedule]\ntiles = { plan = \"mon-fri 9:00-17:00\" }\n"
        + "[gestures]\ndouble-tap = \"open:plan\"\n"
        + "[[tile-change]]\nid = \"plan\"\nhidden = true\n[[tile-change]]\nid = \"Games\"\nhidden = true\n")
    #expect(!reading.loaded.hasErrors, "\(reading.messages)")
    #expect(reading.configuration.tiles.isEmpty && reading.loaded.hidden.map(\.id) == ["plan", "Games"])
    #expect(reading.configuration.kiosk.homeTile == nil && reading.configuration.schedule.tiles.isEmpty)
  }

  @Test func shelvesAreNamedByIDOrName() throws {
    let text = """
      [[tile]]
      id = "a"
      page = "map.svg"
      [[shelf]]
      name = "Films"
      [[shelf.tile]]
      id = "b"
      page = "map.svg"
      [[shelf]]
      id = "more"
      [[tile-change]]
      id = "a"
      into = "Films"
      [[tile-change]]
      id = "b"
      into = "more"
      """
    let reading = try Reading(text)
    #expect(reading.messages.isEmpty, "a shelf with tiles from changes is not empty")
    #expect(reading.configuration.shelves.map { $0.tiles.map(\.id) } == [["a"], ["b"]])
    #expect(reading.configuration.shelves.map(\.id) == ["Films", "more"])
    let twice = try Reading("[[shelf]]\nid = \"a\"\n[[shelf]]\nid = \"a\"\n")
    #expect(twice.messages.contains { $0.contains("shelf.id: 'a' is already the id of another shelf") })
  }

  @Test func emptyFoldersAreFilledByChanges() throws {
    let text = "[[tile]]\nid = \"f\"\nname = \"F\"\ntiles = []\n"
    let filled = try read(text + "[[tile-change]]\nid = \"plan\"\ninto = \"f\"\n")
    #expect(!filled.loaded.hasErrors && filled.configuration.tiles.last?.inside.map(\.id) == ["plan"])
    let empty = try read(text + "[[tile-change]]\nid = \"plan\"\nbadge = 1\n")
    #expect(empty.messages.contains { $0.contains("tile.tiles: is empty: there is nothing to open") })
    #expect(empty.configuration.tiles.map(\.id) == ["plan", "Games"])
  }

  // MARK: Locks

  @Test func locksKeepLaterFilesOut() throws {
    let directory = try TemporaryDirectory()
    let main = try directory.write(
      "rotunda.toml",
      "[kiosk]\nlocked = [\"theme\", \"carousel.wrap\", \"schedule\"]\n[theme]\nname = \"dark\"\n"
        + Self.tiles)
    try directory.write("map.svg", "<svg/>")
    try directory.write(
      "rotunda.d/50-place.toml",
      "[theme]\nname = \"light\"\n[carousel]\nwrap = false\nspacing = 2\n[schedule]\ntiles = { plan = \"mon 9:00-10:00\" }\n"
        + "[kiosk]\nlocked = [\"brand\"]\n[[shelf]]\nwrap = false\n[[shelf.tile]]\npage = \"../map.svg\"\n")
    try directory.write("rotunda.d/60-more.toml", "[brand]\nname = \"x\"\n")
    let loaded = ConfigurationLoader(environment: ["PATH": "/bin"]).load(main)
    #expect(!loaded.hasErrors)
    let refused = loaded.diagnostics.filter { $0.message.contains("is locked by") }
    #expect(
      refused.map { "\($0.key ?? ""):\($0.line ?? 0)" } == [
        "theme.name:2", "carousel.wrap:4", "schedule.tiles:7", "carousel.wrap:11", "brand.name:2",
      ])
    #expect(refused.first?.message == "has no effect: it is locked by \(main):2:11")
    #expect(loaded.configuration.carousel.spacing == 2 && loaded.configuration.schedule.tiles.isEmpty)
    #expect(loaded.configuration.brand.name == nil)
    #expect(loaded.configuration.kiosk.locked == ["theme", "carousel.wrap", "schedule", "brand"])
  }

  @Test func onlyKnownNamesAreLocked() throws {
    let reading = try Reading("[kiosk]\nlocked = [\"brand\", \"theme.nam\", \"shelf\"]\n")
    #expect(
      reading.messages.filter { $0.contains("error") } == [
        "rotunda.toml:2:20: error: kiosk.locked: there is no 'theme.nam', did you mean 'theme.name'?",
        "rotunda.toml:2:33: error: kiosk.locked: there is no 'shelf'",
      ])
  }
}
