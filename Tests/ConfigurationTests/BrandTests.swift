import RotundaGeometry
import SeededRandom
import Testing

@testable import Configuration

@Suite struct BrandTests {
  private static let seed: UInt64 = 19

  private static func branded(_ scheme: Theme.Name, _ accent: Color) -> Theme {
    var configuration = KioskConfiguration()
    configuration.theme.name = scheme
    configuration.brand.accent = accent
    return Appearance(configuration).drawn
  }

  @Test func everyAccentIsVisibleAndReadable() {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<1000 {
      let accent = Color(random.number(0...1), random.number(0...1), random.number(0...1)).rounded
      for scheme in [Theme.Name.dark, .light] {
        let theme = Self.branded(scheme, accent)
        for (name, color, ground, least) in [
          ("progress", theme.progress, theme.background, 3.0), ("switch", theme.progress, theme.card, 3.0),
          ("accent", theme.accent ?? theme.background, theme.background, 3.0),
          ("badge", theme.badgeText, theme.badge, 4.5),
        ] {
          let contrast = color.rounded.contrast(to: ground.rounded)
          #expect(contrast >= least, "\(name) of \(accent.hexText) in \(scheme.rawValue), seed \(Self.seed)")
        }
      }
    }
  }

  @Test(arguments: [(Theme.Name.dark, UInt32(0xe87a50)), (.light, 0x3355cc)])
  func visibleAccentIsUnchanged(scheme: Theme.Name, accent: UInt32) {
    let theme = Self.branded(scheme, Color(hex: accent))
    #expect(theme.accent == Color(hex: accent) && theme.badge == Color(hex: accent))
  }

  @Test func brightenedAccentKeepsItsHue() throws {
    let navy = Color(hex: 0x101a60)
    let accent = try #require(Self.branded(.dark, navy).accent)
    #expect(accent != navy && abs(OKLab(accent).hue - OKLab(navy).hue) < 3)
  }

  @Test func highContrastIgnoresBrandColors() {
    #expect(Self.branded(.highContrast, Color(hex: 0xc8442b)) == Theme(.highContrast))
  }

  @Test func keysOfTheThemeComeBeforeTheBrand() {
    var configuration = KioskConfiguration()
    configuration.brand.accent = Color(hex: 0xc8442b)
    configuration.brand.font = "Cantarell"
    configuration.theme.changes = ["progress": .color(.white), "title-font": .text("Inter")]
    let theme = Appearance(configuration).drawn
    #expect(theme.progress == .white && theme.badge == Color(hex: 0xc8442b))
    #expect(theme.fontFamily == "Cantarell" && theme.titleFontFamily == "Inter")
  }

  @Test(
    arguments: [
      ("neither", nil, nil, nil, "Museum", nil), ("a logo", "logo.svg", nil, nil, nil, "logo.svg"),
      ("a title", nil, nil, "Hall 3", "Hall 3", nil),
      ("a dark logo alone", nil, "dark.svg", nil, nil, "dark.svg"),
      ("both", "logo.svg", nil, "Hall 3", "Hall 3", "logo.svg"),
    ] as [(String, String?, String?, String?, String?, String?)])
  func brandNameReplacesAMissingLogo(
    case: String, logo: String?, dark: String?, title: String?, shownTitle: String?, shownLogo: String?
  ) {
    var configuration = KioskConfiguration()
    configuration.brand.name = "Museum"
    (configuration.brand.logo, configuration.brand.logoDark) = (
      logo.map { .path($0) }, dark.map { .path($0) }
    )
    configuration.header.title = title.map { LocalizedText($0) }
    let header = configuration.shapedEdges[ScreenShape()].header
    #expect(header.title?.text == shownTitle && header.logo == shownLogo.map { .path($0) })
  }
}
