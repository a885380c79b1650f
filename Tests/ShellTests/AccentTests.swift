import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The accent colors of the brand and of tiles.
struct AccentTests {
  private static let red = Color(hex: 0xc8442b)
  private static let green = Color(hex: 0x2bc850)

  private func stage(
    brand: Color?, tile: Color?, indicator: HeaderSettings.Indicator = .dots,
    _ change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(5)
    tiles[1].appearance.accent = tile
    let stage = ShellStage(tiles: tiles) {
      $0.header.indicator = indicator
      $0.brand.accent = brand
      change(&$0)
    }
    #expect(stage.settle())
    return stage
  }

  private func colors(_ stage: ShellStage) -> Set<Color> {
    Set(stage.frame.sprites.compactMap { if case .color(let color) = $0.fill { color } else { nil } })
  }

  @Test(arguments: [HeaderSettings.Indicator.dots, .rule])
  func indicatorHasAccentOfBrandAndTile(indicator: HeaderSettings.Indicator) throws {
    let stage = stage(brand: Self.red, tile: Self.green, indicator: indicator)
    let theme = stage.shell.tilesPanel.theme
    let (brand, tile) = (theme.accentBehindTiles(Self.red), theme.accentBehindTiles(Self.green))
    #expect(colors(stage).contains(brand) && !colors(stage).contains(tile))
    stage.act(.nextTile)
    #expect(stage.settle())
    #expect(colors(stage).contains(tile) && !colors(stage).contains(brand))
    stage.act(.nextTile)
    #expect(stage.settle())
    #expect(colors(stage).contains(brand))
  }

  @Test func indicatorStaysWithoutAccent() {
    let stage = stage(brand: nil, tile: nil)
    #expect(stage.shell.tilesPanel.indicator.mark == nil)
    #expect(colors(stage) == [stage.shell.tilesPanel.theme.header])
  }

  /// Each accent contrasts with each theme's background by 3 to 1, also where the tiles' pictures light it.
  @Test func everyAccentContrastsWithEveryBackground() {
    for name in Theme.Name.allCases {
      var configuration = KioskConfiguration()
      configuration.theme.name = name
      let theme = Appearance(configuration).drawn
      for step in 0..<1000 {
        let accent = Color(
          Double(step % 10) / 9, Double(step / 10 % 10) / 9, Double(step / 100) / 9)
        let contrast = theme.accentBehindTiles(accent).contrast(to: theme.background)
        #expect(contrast >= 2.99, "\(accent.hexText) in \(name): \(contrast)")
      }
    }
  }

  @Test func ringHasAccentBetweenItsLines() {
    for (brand, tile, expected) in [
      (Self.red, nil, Self.red), (Self.red, Self.green, Self.green), (nil, Self.green, Self.green),
    ] as [(Color?, Color?, Color)] {
      let stage = stage(brand: brand, tile: tile)
      stage.act(.nextTile)
      #expect(stage.settle())
      let theme = stage.shell.tilesPanel.theme
      var frame = SceneFrame()
      frame.size = stage.size
      HighlightRing(stage.shell.panels.environment, accent: stage.shell.tilesPanel.indicator.mark)
        .append(
          around: Rectangle(center: stage.center, size: Size(300, 300)), radius: 20, to: &frame)
      let seen = frame.sprites.compactMap { if case .color(let color) = $0.fill { color } else { nil } }
      #expect(seen.last == theme.accentBehindTiles(expected) || seen.last == theme.accented(expected).shape)
      let others = Set(seen).subtracting([seen.last ?? .black])
      #expect(others.contains(theme.background.opacity(1)))
    }
  }
}
