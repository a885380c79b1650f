import Configuration
import RotundaGeometry
import Testing

@Suite struct ThemeTests {
  /// Text colors and their grounds.
  private static func pairs(_ theme: Theme) -> [(String, Color, Color)] {
    let scrim = theme.card.mixed(with: theme.scrim.opacity(1), theme.scrim.alpha)
    return [
      ("name", theme.cardText, theme.card), ("detail", theme.cardDetail, theme.card),
      ("scrim", theme.scrimText, scrim), ("badge", theme.badgeText, theme.badge),
      ("shelf", theme.title, theme.background), ("header", theme.header, theme.background),
      ("quiet", theme.quiet, theme.background), ("notice", theme.noticeTitle, theme.notice),
      ("notice's detail", theme.noticeDetail, theme.notice),
      ("heading", theme.pageHeading, theme.background), ("page", theme.header, theme.background),
    ]
  }

  @Test(arguments: Theme.Name.allCases)
  func allTextIsLegible(name: Theme.Name) {
    let least = name == .highContrast ? 7.0 : 4.5
    for (what, writing, ground) in Self.pairs(Theme(name)) {
      #expect(writing.contrast(to: ground) >= least, "\(what) in \(name.rawValue)")
    }
  }

  @Test(arguments: ThemeField.all.map(\.key.name))
  func everyKeyChangesTheTheme(name: String) throws {
    let field = try #require(ThemeField.all.first { $0.key.name == name })
    let value: SettingValue =
      switch field.key.kind {
      case .color: .color(Color(hex: 0x123456))
      case .font: .text("Cantarell")
      default: .number(0.2345)
      }
    var settings = ThemeSettings()
    settings.changes[name] = value
    #expect(settings.theme(for: AccessibilitySettings()) != Theme())
    settings.name = .light
    #expect(
      settings.theme(for: AccessibilitySettings()) != Theme(.light), "the change applies to other themes, too"
    )
  }

  @Test func documentedDefaultsMatchTheThemes() throws {
    let key = try #require(ThemeField.all.first { $0.key.name == "card" }).key
    #expect(
      key.defaultDescription == "\"#2f384b\" in dark, \"#fdfdff\" in light, \"#000000\" in high-contrast")
    let radius = try #require(ThemeField.all.first { $0.key.name == "corner-radius" }).key
    #expect(radius.defaultDescription == "0.05", "the same in all of them")
  }

  @Test func contrastMatchesTheGuideline() {
    #expect(abs(Color.white.contrast(to: .black) - 21) < 1e-9)
    #expect(Color.white.contrast(to: .white) == 1)
    // The guideline's own gray: #767676 is the lightest ground for white text.
    #expect(abs(Color(hex: 0x767676).contrast(to: .white) - 4.54) < 0.01)
  }

  /// In the dark theme, the darkest tile is still brighter than its background. Otherwise it would look like
  /// a hole.
  @Test func farthestTilesAreBrighterThanTheBackground() {
    let theme = Theme(.dark)
    let (card, ground) = (theme.card, theme.background)
    for (lit, behind) in [(card.red, ground.red), (card.green, ground.green), (card.blue, ground.blue)] {
      #expect(lit * theme.farLight > behind)
    }
  }
}
