import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Text beside the tiles: for a single tile and for vertical carousels.
struct ColumnTests {
  private func stage(
    _ count: Int, _ size: Size = Size(1280, 800), isVertical: Bool = false, isMirrored: Bool = false
  ) -> ShellStage {
    var tiles = ShellStage.tiles(count)
    for index in tiles.indices { tiles[index].appearance.detail = "About tile \(index)" }
    let stage = ShellStage(tiles: tiles, size: size) {
      $0 = KioskConfiguration()
      $0.carousel.orientation = isVertical ? .vertical : .horizontal
      if isMirrored { $0.access.isMirrored = true }
    }
    _ = stage.settle()
    return stage
  }

  private func button(_ stage: ShellStage) -> Rectangle? {
    let panel = stage.shell.panels.tiles
    return panel.details.button(in: panel.level.zones.details, panel.environment)
  }

  private static let wide = [Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(2560, 1080)]

  @Test(arguments: wide) func aSingleTileStandsBesideItsText(size: Size) throws {
    let stage = stage(1, size)
    let tile = try #require(stage.shell.panels.frame(of: .face))
    #expect(tile.size.width * tile.size.height >= 0.4 * size.width * size.height)
    #expect(tile.maxX <= size.width && tile.maxY <= size.height)
    for writing in SceneSampler(frame: stage.frame).writing where writing.block.text.contains("ile 0") {
      #expect(writing.area.maxX < tile.origin.x, "\(writing)")
    }
    #expect(stage.writing.contains("Open") && stage.writing.contains("Tile 0"))
  }

  @Test(arguments: wide) func itsButtonOpensIt(size: Size) throws {
    let stage = stage(1, size)
    let area = try #require(button(stage))
    let millimeters = stage.shell.panels.environment.pageMetrics.pointsPerMillimeter
    #expect(area.size.height >= 15 * millimeters - 1 && area.origin.x > 0)
    let tile = try #require(stage.shell.panels.frame(of: .face))
    #expect(area.maxX < tile.origin.x && area.maxY < size.height)
    stage.tap(area.center)
    #expect(stage.starts.count == 1)
  }

  @Test func tapOnTheTileOpensIt() throws {
    let stage = stage(1)
    stage.tap(try #require(stage.shell.panels.frame(of: .face)).center)
    #expect(stage.starts.count == 1)
    stage.tap(Point(20, 780))
    #expect(stage.starts.count == 1)
  }

  @Test func severalTilesHaveNoButton() {
    #expect(button(stage(2)) == nil && button(stage(9, isVertical: true)) == nil)
  }

  @Test(arguments: wide) func verticalTilesAreWide(size: Size) throws {
    let stage = stage(9, size, isVertical: true)
    let tile = try #require(stage.shell.panels.frame(of: .face))
    #expect(abs(tile.size.width / tile.size.height - 16 / 9) < 0.02)
    #expect(tile.size.width >= 0.5 * min(size.width, size.height * 2))
    for writing in SceneSampler(frame: stage.frame).writing where writing.block.text.contains("ile 0") {
      #expect(writing.area.maxX < tile.origin.x, "\(writing)")
    }
    // The indicator's dots are at the right margin.
    let dots = stage.frame.sprites.filter { $0.size.width < 20 && $0.cornerRadius == $0.size.width / 2 }
    #expect(dots.count >= 8)
    for dot in dots {
      let place = try #require(dot.transform.project(.zero)).x + size.width / 2
      #expect(place - dot.size.width / 2 > tile.maxX, "\(place)")
    }
  }

  @Test func theTextFollowsTheTile() {
    let stage = stage(9, isVertical: true)
    stage.act(.nextTile)
    #expect(stage.settle())
    #expect(stage.writing.contains("About tile 1") && !stage.writing.contains("About tile 0"))
  }

  @Test func mirroredTextStandsAtTheRight() throws {
    let stage = stage(1, isMirrored: true)
    let texts = SceneSampler(frame: stage.frame).writing.filter { $0.block.text.contains("ile 0") }
    #expect(texts.count == 2 && texts.allSatisfy { $0.area.origin.x > 800 }, "\(texts)")
  }

  @Test(arguments: [2, 3]) func fewVerticalTilesStayBelowTheHeader(count: Int) throws {
    let stage = stage(count, Size(1920, 1080), isVertical: true)
    guard !stage.shell.panels.tiles.carousel.isWrapEnabled else { return }
    let zone = stage.shell.panels.tiles.level.zones.tiles
    let tile = try #require(stage.shell.panels.frame(of: .face))
    #expect(tile.origin.y >= zone.lowerBound - 1 && tile.maxY <= zone.upperBound + 1)
  }
}
