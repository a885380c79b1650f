import CarouselEngine
import Configuration
import ConfigurationFile
import RotundaGeometry
import Testing

@Suite struct DecorationSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test func bothSpellingsOfColorAreRead() throws {
    let texts = ["color", "colour"].map { name in
      "[background]\n\(name) = \"#102030\"\n[[carousel.decoration]]\n\(name) = \"#405060\"\n"
        + "[[tile]]\nname = \"Map\"\nrun = [\"true\"]\n\(name) = \"#708090\"\n"
    }
    let (american, british) = (try Reading(texts[0]), try Reading(texts[1]))
    #expect(american.messages == [] && british.messages == [])
    #expect(american.configuration == british.configuration)
    #expect(american.configuration.tiles.first?.look.colors == [Color(hex: 0x708090)])
  }

  @Test func everyKeyArrives() throws {
    let reading = try Reading(
      """
      [[carousel.decoration]]
      layer = "among"
      color = "#80402010"
      size = [900, 30]
      position = [10, 200, -50]
      rotation = [90, 0, 180]
      corner-radius = 12
      opacity = 0.5
      shadow = 24
      [[carousel.decoration]]
      picture = "emblem-photos"
      """ + Self.tile)
    #expect(reading.messages == [])
    var first = CarouselDecoration()
    first.layer = .among
    first.color = Color(hex: 0x804020, alpha: 16.0 / 255)
    first.size = Size(900, 30)
    first.position = Vector3(10, 200, -50)
    first.rotation = Vector3(.pi / 2, 0, .pi)
    first.cornerRadius = 12
    first.opacity = 0.5
    first.shadow = 24
    var second = CarouselDecoration()
    second.picture = .named("emblem-photos")
    #expect(reading.configuration.carousel.decorations == [first, second])
    let placed = first.decoration(id: 7)
    #expect(placed.id == 7 && placed.layer == .amongItems && placed.place.row4 == SIMD4(10, 200, -50, 1))
    #expect(second.decoration(id: 0).layer == .behindItems)
  }

  @Test(arguments: [
    ("decoration = 3", "must be sections with the header [[carousel.decoration]], not an integer"),
    ("decoration = [3]", "must be a section with the header [[carousel.decoration]], not an integer"),
    ("[[carousel.decoration]]", "has nothing to show: it needs a picture or a color"),
    ("[[carousel.decoration]]\ncolr = \"#ffffff\"", "there is no such key, did you mean 'color'?"),
    ("[[carousel.decoration]]\ncolor = \"red\"", "must be a color such as"),
    ("[[carousel.decoration]]\ncolor = \"#fffff\"", "must be a color such as"),
    ("[[carousel.decoration]]\ncolor = \"#+fffff\"", "must be a color such as"),
    ("[[carousel.decoration]]\ncolor = \"#fffffg\"", "must be a color such as"),
    ("[[carousel.decoration]]\ncolor = 3", "must be a color such as"),
    ("[[carousel.decoration]]\nlayer = \"in front\"", "must be one of \"behind\""),
    ("[[carousel.decoration]]\nsize = [0, 1]", "must be [width, height], each a number from 1 to 20000"),
    ("[[carousel.decoration]]\nshadow = -1", "must be a number from 0 to 200"),
    ("[[carousel.decoration]]\npicture = \"\"", "must not be empty"),
  ])
  func mistakesAreNamed(text: String, message: String) throws {
    let reading = try Reading("[carousel]\n" + text + Self.tile)
    #expect(reading.messages.contains { $0.contains(message) }, "\(reading.messages)")
  }

  @Test func decorationsAreLimited() throws {
    let many = String(repeating: "[[carousel.decoration]]\ncolor = \"#000000\"\n", count: 101)
    let reading = try Reading(many + Self.tile)
    #expect(reading.messages.contains { $0.contains("more than 100") })
    #expect(reading.configuration.carousel.decorations.isEmpty)
  }

  @Test func aTileMayHaveABack() throws {
    let reading = try Reading(
      "[[tile]]\nrun = [\"true\"]\nback = \"Upstairs\"\nback-icon = \"go-up\"\n"
        + "[[tile]]\nrun = [\"false\"]\ndouble-sided = false\n")
    #expect(reading.messages == [])
    let tiles = reading.configuration.tiles
    #expect(tiles.first?.back == TileBack(text: "Upstairs", icon: .named("go-up")))
    #expect(
      tiles.first?.isDoubleSided == true && tiles.last?.isDoubleSided == false && tiles.last?.back == nil)
  }

  @Test(arguments: [
    "back.default = \"Upstairs\"\nback.de = \"Oben\"\n", "back = { default = \"Upstairs\", de = \"Oben\" }\n",
  ])
  func aBackIsTranslatedLikeAName(text: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n" + text)
    #expect(reading.messages == [])
    #expect(
      reading.configuration.tiles.first?.back
        == TileBack(text: LocalizedText("Upstairs", translations: ["de": "Oben"])))
  }

  @Test(arguments: [
    ("back.d-e-u-t-s-c-h = \"Oben\"\n", "is not a language tag"), ("back.de = 3\n", "must be"),
  ])
  func mistakeInATranslatedBackIsNamed(text: String, message: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n" + text)
    #expect(reading.messages.contains { $0.contains(message) }, "\(reading.messages)")
  }
}
