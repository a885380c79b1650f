import Configuration
import RotundaGeometry
import Testing

@testable import Shell

@Suite struct RaisedGroundTests {
  private static let themes: [(String, Theme)] = {
    var paper = Theme(.light)
    (paper.background, paper.card, paper.cardText) = (
      Color(hex: 0xf5f3ee), Color(hex: 0xf5f3ee), Color(hex: 0x1f1e1b)
    )
    var night = Theme(.dark)
    night.card = night.background
    return [
      ("dark", Theme(.dark)), ("light", Theme(.light)), ("high contrast", Theme(.highContrast)),
      ("cards like the ground, light", paper), ("cards like the ground, dark", night),
    ]
  }()

  @Test(arguments: themes.indices) func keysAndRowsHaveAShape(index: Int) {
    let (name, theme) = Self.themes[index]
    let ground = theme.background.opacity(1)
    #expect(theme.borderWidth > 0 || theme.raised.contrast(to: ground) >= 1.09, "\(name)")
    #expect(theme.raisedText.contrast(to: theme.raised) >= 4.5, "\(name)")
    #expect(theme.raisedDetail.contrast(to: theme.raised) >= 4.5, "\(name)")
  }
}
