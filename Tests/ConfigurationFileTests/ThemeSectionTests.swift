import Configuration
import Geometry
import Testing

@Suite struct ThemeSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test func everyKeyIsRead() throws {
    let reading = try Reading(
      """
      [theme]
      name = "light"
      face = "picture"
      text-scale = 1.5
      reduced-motion = true
      card = "#102030"
      shadow = "#10203040"
      corner-radius = 0.2
      font = "Cantarell, sans-serif"
      """ + Self.tile)
    #expect(reading.messages == [])
    let theme = reading.configuration.theme.theme
    #expect(theme.background == Theme(.light).background)
    #expect(theme.face == .picture && theme.textScale == 1.5 && theme.hasReducedMotion)
    #expect(theme.card == Color(hex: 0x102030) && theme.shadow.alpha < 0.3)
    #expect(theme.cornerRadius == 0.2 && theme.fontFamily == "Cantarell, sans-serif")
  }

  @Test(arguments: [
    ("name = \"drak\"", "did you mean 'dark'"), ("text-scale = 9", "a number from 0.5 to 3"),
    ("card = \"blue\"", "a colour such as"), ("font = 3", "the name of a font"), ("cord = 1", "card"),
    ("corner-radius = 0.9", "a number from 0 to 0.5"), ("face = \"cards\"", "card"),
  ])
  func whatCannotBeUsedIsSaid(line: String, expected: String) throws {
    let reading = try Reading("[theme]\n\(line)" + Self.tile)
    #expect(reading.messages.count == 1)
    #expect(reading.messages.first?.contains(expected) == true, "\(reading.messages)")
    #expect(reading.configuration.theme == ThemeSettings())
  }

  @Test func aTileSaysWhatIsOnItsFace() throws {
    let reading = try Reading(
      """
      [[tile]]
      run = ["true"]
      picture = "map.svg"
      picture-fit = "contain"
      colour = "#123456"
      badge = 3
      description = "Two floors"
      description.de = "Zwei Etagen"
      [[tile]]
      run = ["false"]
      color = ["#112233", "#445566"]
      badge = "new"
      badge.de = "neu"
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
    ("color = [\"#112233\"]", "there are 1 values"), ("color = [\"#112233\", 4]", "not an integer"),
    ("badge = \"\"", "must not be empty"), ("picture-fit = \"fill\"", "one of"), ("badge = true", "a text"),
  ])
  func whatCannotStandOnAFaceIsSaid(line: String, expected: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n\(line)\n")
    #expect(reading.messages.count == 1)
    #expect(reading.messages.first?.contains(expected) == true, "\(reading.messages)")
    #expect(reading.configuration.tiles.map(\.look) == [TileLook()])
  }
}
