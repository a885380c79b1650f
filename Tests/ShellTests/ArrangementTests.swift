import CarouselEngine
import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The arrangements of themes: wide tiles, tiles at the margin, and the selected tile's picture as the
/// background.
struct ArrangementTests {
  private static let sizes = [
    Size(800, 480), Size(1024, 600), Size(1280, 800), Size(1920, 1080), Size(2560, 1080), Size(1080, 1920),
    Size(480, 800),
  ]

  private func stage(
    _ size: Size, hasPictures: Bool = true, change: (inout KioskConfiguration) -> Void
  ) -> ShellStage {
    var tiles = ShellStage.tiles(7)
    for index in tiles.indices {
      tiles[index].appearance.detail = "What there is to know about tile \(index)"
      if hasPictures { tiles[index].appearance.photograph = .init(.path("/\(index).jpg")) }
    }
    let stage = ShellStage(tiles: tiles, size: size) { configuration in
      configuration = KioskConfiguration()
      configuration.brand.name = "Museum"
      change(&configuration)
    }
    _ = stage.settle()
    return stage
  }

  private func tile(_ stage: ShellStage) throws -> Rectangle {
    try #require(stage.shell.panels.frame(of: .face))
  }

  @Test(arguments: sizes) func startTileStandsAtTheMargin(size: Size) throws {
    for layout in [LayoutKind.spotlight, .linear] {
      let stage = stage(size, hasPictures: false) {
        ($0.carousel.layout, $0.carousel.alignment) = (layout, .start)
        $0.header.detailsAlignment = .start
      }
      let margin = stage.shell.metrics.plainFontSize * 1.2
      #expect(try abs(tile(stage).origin.x - margin) < 1.5, "\(layout) on \(size)")
      let left = stage.frame.sprites.compactMap { sprite -> Double? in
        guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
          block.text == "Tile 0" || block.text == "Museum"
        else { return nil }
        return sprite.transform.row4.x + size.width / 2 - sprite.size.width / 2
      }
      #expect(!left.isEmpty && left.allSatisfy { abs($0 - margin) < 1.5 }, "\(left) on \(size)")
    }
  }

  @Test(arguments: sizes, [0.5, 1.0, 1.7778]) func tilesHaveTheConfiguredShape(size: Size, aspect: Double)
    throws
  {
    for share in [nil, 0.5, 1] {
      let stage = stage(size, hasPictures: false) {
        ($0.carousel.tileAspect, $0.carousel.tileHeight) = (aspect, share)
      }
      let tile = try tile(stage)
      #expect(abs(tile.size.width - tile.size.height * aspect) <= 1.5, "\(tile)")
      #expect(tile.size.width <= size.width * 0.85)
      let zones = stage.shell.panels.tiles.level.zones
      #expect(
        tile.origin.y >= zones.tiles.lowerBound - 1 && tile.maxY <= zones.tiles.upperBound + 1, "\(tile)")
    }
  }

  @Test(arguments: sizes, [1, 1.3, 2]) func pictureIsBehindTextWithTilesBelow(
    size: Size, textScale: Double
  ) throws {
    let stage = stage(size) {
      $0.background.art = .screen
      ($0.carousel.tileAspect, $0.access.textScale) = (1.7778, textScale)
    }
    let zones = stage.shell.panels.tiles.level.zones
    let tile = try tile(stage)
    if let details = zones.details {
      #expect(details.upperBound <= tile.origin.y && details.lowerBound >= zones.headerBottom)
    }
    #expect(tile.maxY <= zones.indicator && tile.maxY <= size.height)
    guard zones.hasStage else { return }
    #expect(tile.origin.y >= size.height * 0.55 && zones.pictureShare > 0.8)
    // Text is white, and the picture may be white, too.
    let shade = stage.frame.sprites.first {
      $0.fill == .color(.black) && $0.upperOpacity == 1 && $0.opacity < 1
    }
    let ground = Color.white.mixed(with: .black, try #require(shade).opacity)
    #expect(stage.shell.theme.header.contrast(to: ground) >= 4.5)
  }

  @Test func layoutWithoutPicturesHasNoStage() {
    let stage = stage(Size(1280, 800), hasPictures: false) { $0.background.art = .screen }
    #expect(!stage.shell.panels.tiles.level.zones.hasStage)
    let none = self.stage(Size(1080, 1920)) { $0.background.art = .none }
    #expect(none.shell.panels.tiles.level.zones.pictureShare == 0)
  }

  @Test func screenShapeSelectsTheArrangement() throws {
    let stage = stage(Size(1280, 800)) { configuration in
      var upright = configuration.carousel
      (upright.layout, upright.tileHeight) = (.linear, 0.9)
      configuration.carousel.layout = .coverFlow
      for shape in ScreenShape.allCases {
        configuration.carousel.shapes[shape] = shape.form == .portrait ? upright : configuration.carousel
      }
    }
    #expect(stage.shell.tilesPanel.shelf.carousel.options.layout == .coverFlow)
    stage.act(.nextTile)
    #expect(stage.settle())
    let tile = stage.shell.tilesPanel.level.currentTile
    #expect(tile > 0)
    stage.send(.resized(Size(800, 1280), scale: 1))
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.shelf.carousel.options.layout == .linear)
    #expect(stage.shell.tilesPanel.level.currentTile == tile, "the visitor stays at the tile")
    stage.send(.resized(Size(1280, 800), scale: 1))
    #expect(stage.settle() && stage.shell.tilesPanel.shelf.carousel.options.layout == .coverFlow)
  }
}
