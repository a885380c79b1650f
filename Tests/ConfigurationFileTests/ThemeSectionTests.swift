import Configuration
import RotundaGeometry
import Testing

@Suite struct ThemeSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test func everyKeyIsRead() throws {
    let reading = try Reading(
      """
      [theme]
      name = "light"
      tile-style = "picture"
      ground = "#203040"
      screen-margin-scale = 0.5
      card = "#102030"
      shadow = "#10203040"
      corner-radius = 0.2
      font = "Cantarell, sans-serif"
      """ + Self.tile)
    #expect(reading.messages == [])
    let theme = Appearance(reading.configuration).drawn
    #expect(theme.cardText == Theme(.light).cardText && theme.background == Color(hex: 0x203040))
    #expect(theme.tileStyle == .picture && theme.screenMargin == 0.6)
    #expect(theme.card == Color(hex: 0x102030) && theme.shadow.alpha < 0.3)
    #expect(theme.cornerRadius == 0.2 && theme.fontFamily == "Cantarell, sans-serif")
  }

  @Test(arguments: [
    ("name = \"drak\"", "did you mean 'dark'"), ("margin = 9", "a number from 0 to 0.3"),
    ("card = \"blue\"", "a color such as"), ("font = 3", "the name of a font"), ("cord = 1", "card"),
    ("corner-radius = 0.9", "a number from 0 to 0.5"), ("tile-style = \"cards\"", "card"),
  ])
  func unusableValuesAreReported(line: String, expected: String) throws {
    let reading = try Reading("[theme]\n\(line)" + Self.tile)
    #expect(reading.messages.count == 1)
    #expect(reading.messages.first?.contains(expected) == true, "\(reading.messages)")
    #expect(reading.configuration.theme == ThemeSettings())
  }

  @Test func theBrandIsRead() throws {
    let reading = try Reading(
      """
      [brand]
      name = { default = "Museum", de = "Museum am Tor" }
      logo = "map.svg"
      logo-dark = "map.svg"
      accent = "#c8442b"
      font = "Cantarell"
      title-font = "Source Serif 4, serif"
      """ + Self.tile)
    #expect(reading.messages == [])
    let brand = reading.configuration.brand
    #expect(brand.name?.resolved(for: ["de"]) == "Museum am Tor" && brand.accent == Color(hex: 0xc8442b))
    #expect(brand.logo != nil && brand.logo == brand.logoDark)
    #expect(brand.font == "Cantarell" && brand.titleFont == "Source Serif 4, serif")
  }

  @Test func tileFaceIsRead() throws {
    let reading = try Reading(
      """
      [[tile]]
      run = ["true"]
      picture = "map.svg"
      picture-fit = "contain"
      color = "#123456"
      badge = 3
      description = { default = "Two floors", de = "Zwei Etagen" }
      [[tile]]
      run = ["false"]
      color = ["#112233", "#445566"]
      badge = { default = "new", de = "neu" }
      """)
    #expect(reading.messages == [])
    let looks = reading.configuration.tiles.map(\.look)
    #expect(looks[0].picture == .path("\(reading.directory.path)/map.svg") && looks[0].fit == .contain)
    #expect(looks[0].colors == [Color(hex: 0x123456)] && looks[0].badge?.text == "3")
    #expect(looks[0].description?.resolved(for: ["de_AT"]) == "Zwei Etagen")
    #expect(looks[1].colors == [Color(hex: 0x112233), Color(hex: 0x445566)])
    #expect(looks[1].badge?.resolved(for: ["de"]) == "neu" && looks[1].fit == .cover)
  }

  @Test(arguments: [
    ("size = [640, 400]", TileExtent.size(Size(640, 400))), ("aspect = 1.6", .aspect(1.6)),
    ("aspect = 2\nsize = [90, 50]", .size(Size(90, 50))),
    ("size = [90, 50]\naspect = 2", .size(Size(90, 50))),
  ])
  func tileMayHaveItsOwnSize(lines: String, expected: TileExtent) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n\(lines)\n")
    #expect(reading.messages == [])
    #expect(reading.configuration.tiles.map(\.look.extent) == [expected])
  }

  @Test(arguments: [
    ("size = [640]", "there are 1"), ("size = [3, 400]", "32"), ("size = 400", "width"),
    ("aspect = 0", "0.2"), ("aspect = \"wide\"", "a number"), ("aspect = nan", "number"),
    ("color = [\"#112233\"]", "there are 1 values"), ("color = [\"#112233\", 4]", "not an integer"),
    ("badge = \"\"", "must not be empty"), ("picture-fit = \"fill\"", "one of"), ("badge = true", "a text"),
  ])
  func invalidFaceValuesAreReported(line: String, expected: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n\(line)\n")
    #expect(reading.messages.count == 1)
    #expect(reading.messages.first?.contains(expected) == true, "\(reading.messages)")
    #expect(reading.configuration.tiles.map(\.look) == [TileLook()])
  }

  @Test func backgroundAndHeaderAreRead() throws {
    let reading = try Reading(
      """
      [background]
      color = ["#112233", "#445566"]
      picture = "map.svg"
      fade = "2s"
      dimming = 0
      [header]
      title = { default = "Museum", de = "Museum am Tor" }
      logo = "map.svg"
      clock = "24h"
      date = "long"
      indicator = "dots"
      shelf-names = false
      opening-note = false
      """ + Self.tile)
    #expect(reading.messages == [])
    let (background, header) = (reading.configuration.background, reading.configuration.header)
    #expect(background.colors.count == 2 && background.fade == 2 && background.dimming == 0)
    #expect(background.pictures == [.path("\(reading.directory.path)/map.svg")])
    #expect(header.title?.resolved(for: ["de"]) == "Museum am Tor" && header.logo != nil)
    #expect(header.clock == .hours24 && header.date == .long && header.indicator == .dots)
    #expect(!header.showsShelfNames && !header.showsOpening)
  }

  @Test func aSlideshowIsThePicturesOfADirectory() throws {
    // The reader's home directory contains one picture and some other files.
    let reading = try Reading("[background]\nslideshow = \"~/\"\ninterval = \"5s\"" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.background.pictures.count == 1)
    #expect(reading.configuration.background.interval == 5)
    let empty = try Reading("[background]\nslideshow = \"nowhere\"" + Self.tile)
    #expect(empty.messages.first?.contains("there are no pictures in") == true)
  }

  @Test(arguments: [
    ("header = 3", "must be a section with the header [header]"), ("[header]\nclock = \"12\"", "12h"),
    ("[background]\ninterval = \"0s\"", "a time from \"2s\" to \"1d\""),
    ("[background]\ncolor = []", "there are 0 values"),
  ])
  func backgroundAndHeaderMistakesAreReported(text: String, expected: String) throws {
    let reading = try Reading(text + Self.tile)
    #expect(reading.messages.count == 1 && reading.messages[0].contains(expected), "\(reading.messages)")
  }
}
