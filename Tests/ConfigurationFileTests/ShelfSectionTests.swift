import CarouselEngine
import Configuration
import RotundaGeometry
import Programs
import Testing

@Suite struct ShelfSectionTests {
  private static let tile = "[[shelf.tile]]\nrun = [\"true\"]\n"

  @Test func everyShelfHasNameTilesAndCarousel() throws {
    let reading = try Reading(
      """
      [[tile]]
      run = ["true"]

      [[shelf]]
      name = { default = "Games", de = "Spiele" }
      layout = "linear"
      tile-size = [100, 120]

      [[shelf.tile]]
      name = "Chess"
      desktop-entry = "org.gnome.Chess"

      [[shelf.tile]]
      run = ["true"]

      [[shelf]]
      [shelf.carousel]
      layout = "wheel"
      [[shelf.tile]]
      run = ["true"]

      [carousel]
      wrap = false
      layout = "ring"
      """)
    #expect(reading.messages == [])
    let shelves = reading.configuration.allShelves
    try #require(shelves.count == 3)
    #expect(shelves.map(\.name) == [nil, LocalizedText("Games", translations: ["de": "Spiele"]), nil])
    #expect(shelves.map(\.tiles.count) == [1, 2, 1])
    #expect(shelves.map(\.carousel.layout) == [.ring, .linear, .wheel])
    #expect(shelves.map(\.carousel.wrap) == [false, false, false])
    #expect(shelves.map(\.carousel.tileSize) == [nil, Size(100, 120), nil])
    #expect(reading.configuration.allTiles.map(\.id) == ["true", "org.gnome.Chess", "true#2", "true#3"])
  }

  @Test func fileBeginsWithTheFirstShelf() throws {
    let reading = try Reading("[[shelf]]\nname = \"A\"\n\(Self.tile)[[shelf]]\nname = \"B\"\n\(Self.tile)")
    #expect(reading.messages == [])
    #expect(reading.configuration.allShelves.map(\.name) == ["A", "B"])
  }

  @Test func keyframesOfAShelfAreItsOwn() throws {
    let reading = try Reading(
      "[[shelf]]\nlayout = \"custom\"\n\(Self.tile)[[shelf.carousel.keyframe]]\noffset = 0\n")
    #expect(reading.messages == [])
    #expect(reading.configuration.shelves.map(\.carousel.details.keyframes.count) == [1])
    #expect(reading.configuration.carousel.details.keyframes.isEmpty)
  }

  @Test(
    "mistakes in a shelf are reported, and the rest counts",
    arguments: [
      ("layuot = \"ring\"", "2:1: error: shelf.layuot: there is no such key, did you mean 'layout'?"),
      ("tiles = []", "2:1: error: shelf.tiles: there is no such key, did you mean 'tile'?"),
      ("layout = \"rong\"", "2:10: error: carousel.layout: must be "),
      ("layout = \"custom\"", "2:10: error: carousel.layout: custom needs keyframes"),
      ("orientation = \"vertical\"", "2:1: error: carousel.orientation: is the same for all shelves"),
      ("carousel = 5", "2:1: error: shelf.carousel: must be a section with the header [shelf.carousel]"),
      ("name = \"\"", "2:8: error: shelf.name: must not be empty"),
      ("name.x = \"X\"", "2:6: error: shelf.name: 'x' is not a language tag"),
      ("carousel = { spacing = 9 }", "2:24: error: carousel.spacing: must be a number from 0.05 to 4"),
    ])
  func explains(line: String, expected: String) throws {
    let reading = try Reading("[[shelf]]\n\(line)\n\(Self.tile)")
    #expect(reading.messages.count == 1)
    #expect(reading.messages.first?.hasPrefix("rotunda.toml:\(expected)") == true, "\(reading.messages)")
    #expect(reading.configuration.shelves.map(\.tiles.count) == [1])
    #expect(reading.configuration.shelves.map(\.carousel) == [CarouselSettings()])
  }

  @Test(
    "an invalid shelf section is explained",
    arguments: [
      (
        "[shelf]\nname = \"x\"\ntile = [{ run = [\"true\"] }]",
        "1:2: error: shelf: every shelf begins with [[shelf]], with two brackets"
      ),
      ("shelf = 5", "1:1: error: shelf: must be sections with the header [[shelf]], not an integer"),
      ("shelf = [5]", "1:10: error: shelf: must be a section with the header [[shelf]], not an integer"),
      ("[[shelf]]\nname = \"x\"", "1:1: warning: shelf: has no tiles and is not shown"),
      (
        "[[shelf]]\n[shelf.tile]\nrun = [\"true\"]",
        "2:8: error: tile: every tile begins with [[shelf.tile]], with two brackets"
      ),
    ])
  func explainsSections(text: String, expected: String) throws {
    let reading = try Reading(text)
    #expect(reading.messages.first == "rotunda.toml:\(expected)")
  }

  @Test func backTileCanBeOff() throws {
    let reading = try Reading("[kiosk]\nback-tile = false\nbak-tile = 1\n[[tile]]\nrun = [\"true\"]")
    #expect(!reading.configuration.kiosk.hasBackTile)
    #expect(
      reading.messages == [
        "rotunda.toml:3:1: error: kiosk.bak-tile: there is no such key, did you mean 'back-tile'?"
      ])
  }
}
