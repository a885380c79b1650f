import CarouselEngine
import Gestures
import Programs
import RotundaGeometry
import Testing

@testable import Shell

/// A tap on a tile beside the middle.
struct TapBesideTests {
  private static func stage(_ layout: LayoutKind = .coverFlow) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(9), size: Size(1920, 1080)) { $0.carousel.layout = layout }
    #expect(stage.settle())
    return stage
  }

  private static func place(of name: String, _ stage: ShellStage) throws -> Point {
    let tile = try #require(stage.seenTiles.first { $0.name == name })
    return stage.center + Point(tile.x, tile.y)
  }

  @Test(arguments: [LayoutKind.coverFlow, .linear])
  func sideTileMovesAndOpensAtOnce(layout: LayoutKind) throws {
    let stage = Self.stage(layout)
    let place = try Self.place(of: "Tile 1", stage) + Point(60, 0)
    stage.tap(place)
    let tap = stage.now
    #expect(stage.starts.isEmpty, "the tile moves first")
    var grown = 0.0
    while stage.now < tap + 0.32 {
      stage.draw()
      let growth = stage.shell.tilesPanel.launch?.growth.value(at: stage.now) ?? 0
      #expect(growth >= grown)
      grown = growth
    }
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
    #expect(grown > 0.95 && stage.shell.tilesPanel.carousel.scrollOffset == 1)
  }

  @Test func nextTouchCancelsTheOpening() throws {
    let stage = Self.stage()
    stage.tap(try Self.place(of: "Tile 1", stage) + Point(60, 0))
    stage.draw()
    stage.draw()
    stage.down(Point(5, 5))
    let offset = stage.shell.tilesPanel.carousel.scrollOffset
    #expect(offset > 0 && offset < 0.5)
    stage.pass(0.3)
    stage.draw()
    #expect(stage.starts.isEmpty && stage.shell.tilesPanel.carousel.scrollOffset == offset)
    stage.up()
    #expect(stage.settle() && stage.starts.isEmpty && stage.shell.tilesPanel.carousel.currentItemIndex == 0)
  }

  @Test func navigationKeyCancelsTheOpening() throws {
    let stage = Self.stage()
    stage.tap(try Self.place(of: "Tile 1", stage) + Point(60, 0))
    stage.draw()
    stage.send(.key(KeyEvent(.right)))
    stage.pass(0.3)
    #expect(stage.settle() && stage.starts.isEmpty)
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 2)
  }

  @Test func barelyVisibleTileOnlyMoves() throws {
    let stage = Self.stage(.linear)
    // The last visible tile: the edge of the screen cuts it off.
    let last = try #require(stage.seenTiles.filter { $0.x < 960 }.max { $0.x < $1.x })
    let size = stage.shell.tilesPanel.shelf.tileSize
    let seen = (960 - last.x + size.width / 2) / size.width
    let name = last.name
    let other = try #require(stage.seenTiles.filter { $0.x - size.width / 2 < 950 }.max { $0.x < $1.x })
    let part = (960 - other.x + size.width / 2) / size.width
    #expect(seen > 0 && part < 0.6, "\(name), \(other.name): \(part)")
    stage.tap(Point(1915, 540))
    stage.pass(0.3)
    #expect(stage.settle() && stage.starts.isEmpty)
    #expect(stage.shell.tilesPanel.middleTile?.name == other.name)
  }

  @Test func sideFolderOpens() throws {
    var tiles = ShellStage.tiles(9)
    tiles[1] = ShellStage.folder("Folder", ShellStage.tiles(3, named: "Inner"))
    let stage = ShellStage(tiles: tiles, size: Size(1920, 1080))
    #expect(stage.settle())
    stage.tap(try Self.place(of: "Folder", stage))
    stage.pass(0.2)
    #expect(stage.settle() && stage.shell.tilesPanel.levels.count == 2)
  }
}
