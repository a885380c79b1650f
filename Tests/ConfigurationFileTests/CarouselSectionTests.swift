import CarouselEngine
import Configuration
import RotundaGeometry
import Testing

@Suite struct CarouselSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test func everyKeyIsRead() throws {
    let reading = try Reading(
      """
      [carousel]
      layout = "inverted-time-machine"
      orientation = "vertical"
      wrap = false
      spacing = 1.5
      tile-size = [300, 200.5]
      """ + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.carousel.layout == .invertedTimeMachine)
    #expect(reading.configuration.carousel.orientation == .vertical)
    #expect(reading.configuration.carousel.wrap == false)
    #expect(reading.configuration.carousel.spacing == 1.5)
    #expect(reading.configuration.carousel.tileSize == Size(300, 200.5))
  }

  @Test(arguments: CarouselSettings.layouts.filter { $0 != .custom }) func everyLayoutCanBeNamed(
    layout: LayoutKind
  ) throws {
    let reading = try Reading("carousel = { layout = \"\(layout.rawValue)\" }" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.carousel.layout == layout)
  }

  @Test(
    "invalid values are named, and all others are kept",
    arguments: [
      (
        "[carousel]\nlayuot = \"wheel\"\nwrap = false",
        "rotunda.toml:2:1: error: carousel.layuot: there is no such key, did you mean 'layout'?"
      ),
      (
        "[carousel]\nwrap = false\n  layout = \"weel\"",
        "rotunda.toml:3:12: error: carousel.layout: must be \(ConfigurationKey.layout.kind), "
          + "not \"weel\", did you mean 'wheel'?"
      ),
      (
        "[carousel]\nwrap = false\norientation = 3",
        "rotunda.toml:3:15: error: carousel.orientation: must be one of \"horizontal\", \"vertical\", not an integer"
      ),
      (
        "[carousel]\nwrap = false\nspacing = 9",
        "rotunda.toml:3:11: error: carousel.spacing: must be a number from 0.05 to 4, not 9.0"
      ),
      (
        "[carousel]\nwrap = false\nspacing = nan",
        "rotunda.toml:3:11: error: carousel.spacing: must be a number from 0.05 to 4, not nan"
      ),
      (
        "[carousel]\nwrap = false\nspacing = 9223372036854775807",
        "rotunda.toml:3:11: error: carousel.spacing: must be a number from 0.05 to 4, not 9.223372036854776e+18"
      ),
      (
        "[carousel]\nwrap = false\nspacing = \"1\"",
        "rotunda.toml:3:11: error: carousel.spacing: must be a number from 0.05 to 4, not a string"
      ),
      (
        "[carousel]\nwrap = false\ntile-size = 100",
        "rotunda.toml:3:13: error: carousel.tile-size: must be [width, height], each a number from 32 to 4096, "
          + "not an integer"
      ),
      (
        "[carousel]\nwrap = false\ntile-size = [100]",
        "rotunda.toml:3:13: error: carousel.tile-size: must be [width, height], each a number from 32 to 4096, "
          + "but there are 1 values"
      ),
      (
        "[carousel]\nwrap = false\ntile-size = [100, 5]",
        "rotunda.toml:3:19: error: carousel.tile-size: must be [width, height], each a number from 32 to 4096, "
          + "not 5.0"
      ),
      (
        "[carousel]\nwrap = false\nicon = \"x\"",
        "rotunda.toml:3:1: error: carousel.icon: there is no such key: it belongs below [[tile]]"
      ),
      (
        "[carousel]\nwrap = false\n[carusel]\nx = 1",
        "rotunda.toml:3:2: error: carusel: there is no such section, did you mean 'carousel'?"
      ),
      (
        "layout = \"wheel\"\n[carousel]\nwrap = false",
        "rotunda.toml:1:1: error: layout: belongs below [carousel]"
      ),
      (
        "sound = 1\n[carousel]\nwrap = false",
        "rotunda.toml:1:1: error: sound: there is no such section"
      ),
    ])
  func diagnoses(text: String, expected: String) throws {
    let reading = try Reading(text + Self.tile)
    #expect(reading.messages == [expected])
    #expect(reading.configuration.carousel.wrap == false)
    #expect(reading.configuration.tiles.count == 1)
    #expect(reading.loaded.isReadable && reading.loaded.hasErrors)
  }

  @Test func aWrongTypeNamesTheExpectedOne() throws {
    let reading = try Reading("[carousel]\nwrap = \"yes\"\nlayout = true" + Self.tile)
    #expect(reading.messages.count == 2)
    #expect(
      reading.messages.first == "rotunda.toml:2:8: error: carousel.wrap: must be true or false, not a string")
    #expect(reading.configuration.carousel == CarouselSettings())
  }

  @Test func invalidSectionIsNamed() throws {
    #expect(
      try Reading("carousel = 1" + Self.tile).messages == [
        "rotunda.toml:1:1: error: carousel: must be a section with the header [carousel], not an integer"
      ])
  }

  @Test func placeholderTileIsRead() throws {
    let reading = try Reading(
      "[carousel]\nwrap = false\nplaceholders = 4\nplaceholder = [{ name = { default = \"Soon\", de = \"Bald\" }, color = \"#335577\" }]\n"
        + "[[tile]]\nrun = [\"true\"]\n")
    #expect(reading.messages == [])
    let placeholder = try #require(reading.configuration.carousel.placeholder)
    #expect(placeholder.name == LocalizedText("Soon", translations: ["de": "Bald"]))
    #expect(placeholder.look.colors == [Color(hex: 0x335577)] && placeholder.action == .perform(.none))
  }

  @Test(arguments: [
    ("placeholder = 3", "2:15: error: carousel.placeholder: must be a list with a single tile in braces"),
    ("placeholder = []", "2:15: error: carousel.placeholder: must be a list with a single tile in braces"),
    (
      "placeholder = [{ name = \"x\", run = [\"true\"] }]",
      "2:30: error: carousel.placeholder: is not allowed here: a placeholder opens nothing, and has only name, description"
    ),
  ])
  func placeholderMistakesAreExplained(line: String, expected: String) throws {
    let reading = try Reading("[carousel]\n\(line)\n[[tile]]\nrun = [\"true\"]\n")
    #expect(reading.messages.contains { $0.hasPrefix("rotunda.toml:\(expected)") }, "\(reading.messages)")
  }
}
