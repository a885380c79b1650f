import Configuration
import Programs
import Testing

/// The contents of a tile apart from its name and its icon.
@Suite struct ControlKeyTests {
  @Test func buttonsTogglesAndRows() throws {
    let reading = try Reading(
      """
      [[tile]]
      name = "Room"
      description = { default = "Second floor", de = "Zweiter Stock" }
      buttons = [
        { name = "Lamp", run = ["true"], off = [{ run = ["false"] }], on = true },
        { name = "Louder", run = ["true"], window = false },
      ]
      [[tile.list]]
      id = "chess"
      desktop-entry = "org.gnome.Chess"
      """)
    #expect(reading.messages == [])
    let tile = try #require(reading.configuration.tiles.first)
    #expect(tile.action == .perform(.none))
    #expect(tile.look.description == LocalizedText("Second floor", translations: ["de": "Zweiter Stock"]))
    #expect(tile.buttons.map(\.opensWindow) == [false, false] && tile.buttons.map(\.isOn) == [true, false])
    #expect(tile.buttons[0].whenOff.map(\.action) == [.run(Command(["false"]))])
    #expect(tile.rows.map(\.opensWindow) == [true])
    #expect(reading.configuration.allTiles.map(\.id) == ["Room", "chess", "Lamp", "Louder"])
  }

  @Test func gesturesOfATile() throws {
    let reading = try Reading(
      """
      [[tile]]
      name = "Music"
      double-tap = [{ id = "shuffle", run = ["true"], window = false }]
      long-press = [{ action = "admin" }]
      flick-up = [{ desktop-entry = "org.gnome.Chess" }]
      """)
    #expect(reading.messages == [])
    let tile = try #require(reading.configuration.tiles.first)
    #expect(tile.action == .perform(.none))
    let gestures = try #require(tile.gestures)
    #expect(Set(gestures.keys) == [.doubleTap, .longPress, .flick(.up)])
    #expect(
      gestures[.doubleTap]?.action == .run(Command(["true"])) && gestures[.doubleTap]?.opensWindow == false)
    #expect(gestures[.longPress]?.action == .perform(.admin))
    #expect(reading.configuration.allTiles.count == 4, "the list of all tiles includes them")
  }

  @Test(
    "mistakes in controls are explained",
    arguments: [
      ("buttons = 5", "3:11: error: tile.buttons: must be a list of tiles, not an integer"),
      ("long-press = 5", "3:14: error: tile.long-press: must be a list of tiles, not an integer"),
      (
        "flick-up = [{ run = [\"a\"] }, { run = [\"b\"] }]",
        "3:1: error: tile.flick-up: must be a single tile; the first is used"
      ),
      (
        "double-tap = [{ name = \"x\", list = [{ run = [\"true\"] }] }]",
        "3:1: error: tile.double-tap: its tiles can have neither buttons nor a list nor gestures themselves"
      ),
      ("list = []", "3:8: error: tile.list: is empty: there is nothing to open"),
      ("list = [\"x\"]", "3:9: error: tile.list: every element must be a tile in braces, not a string"),
      ("list = [{ name = \"x\" }]", "3:9: error: tile: has nothing to open"),
      (
        "list = [{ name = \"x\", list = [{ run = [\"true\"] }] }]",
        "3:1: error: tile.list: its tiles can have neither buttons nor a list nor gestures themselves"
      ),
      (
        "off = [{ run = [\"true\"] }, { run = [\"true\"] }]",
        "3:1: error: tile.off: must be a single tile; the first is used"
      ),
      ("window = \"no\"", "3:10: error: tile.window: must be true or false"),
      ("description.x = \"a\"", "3:13: error: tile.description: 'x' is not a language tag"),
    ])
  func tells(lines: String, expected: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n\(lines)\n")
    #expect(reading.messages.contains { $0.hasPrefix("rotunda.toml:\(expected)") }, "\(reading.messages)")
    #expect(reading.configuration.tiles.count == 1)
  }
}
