import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Tile names below the pictures.
struct CaptionTests {
  private static let sizes = [Size(1280, 800), Size(1080, 1920), Size(800, 480), Size(2560, 1080)]

  private func stage(
    _ size: Size = Size(1280, 800), textScale: Double = 1, tiles count: Int = 9,
    _ change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(count)
    for index in tiles.indices {
      tiles[index].appearance.detail = "About \(index)"
      tiles[index].appearance.photograph = .init(.path("/\(index).jpg"))
    }
    let stage = ShellStage(tiles: tiles, size: size) {
      $0 = KioskConfiguration()
      $0.header.details = .captions
      $0.background.art = .none
      $0.access.textScale = textScale
      $0.carousel.alignment = .start
      $0.carousel.sideAlignment = .base
      $0.carousel.wrap = false
      change(&$0)
    }
    _ = stage.settle()
    return stage
  }

  private func captions(_ stage: ShellStage) -> [(text: String, area: Rectangle)] {
    SceneSampler(frame: stage.frame).writing.map { ($0.block.text, $0.area) }
      .filter { $0.0.hasPrefix("Tile ") || $0.0.hasPrefix("About ") }
  }

  @Test(arguments: sizes, [1, 1.6]) func everyNameStandsBelowItsOwnPicture(
    size: Size, textScale: Double
  ) throws {
    let stage = stage(size, textScale: textScale)
    guard let zone = stage.shell.tilesPanel.level.zones.captions else {
      // Large letters would make the tiles of a small screen too small. There the caption shows only the
      // selected tile's text, or the text is on the tile.
      #expect(size.height < 600 && textScale > 1)
      return
    }
    let captions = captions(stage)
    #expect(captions.contains { $0.text == "Tile 0" } && captions.contains { $0.text == "About 0" })
    let screen = Rectangle(origin: .zero, size: size).inset(by: -0.01)
    for (index, one) in captions.enumerated() {
      let isWhole =
        one.area.origin.x >= screen.origin.x && one.area.maxX <= screen.maxX && one.area.maxY <= screen.maxY
      #expect(isWhole, "\(one) is cut off")
      #expect(one.area.maxY <= zone.upperBound + 1, "\(one)")
      for other in captions[(index + 1)...] {
        #expect(one.area.intersection(other.area) == nil, "\(one) and \(other)")
      }
    }
    let tile = try #require(stage.shell.panels.frame(of: .face))
    for caption in captions where caption.text.hasSuffix(" 0") {
      #expect(abs(caption.area.origin.x - tile.origin.x) <= 1 && caption.area.origin.y >= tile.maxY)
    }
  }

  @Test func noNameStandsOnATile() {
    let stage = stage()
    let isOnTile = stage.frame.sprites.contains { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .writing = picture.content else { return false }
      return true
    }
    #expect(!isOnTile && captions(stage).count >= 4)
  }

  @Test func captionFollowsItsTilesText() {
    let stage = stage()
    let id = stage.shell.tilesPanel.tiles[0].id
    stage.send(.control(ControlCall(1, .setTile(id, ["name": "Tile of today", "meta": "Hall 3"]))))
    _ = stage.settle()
    let texts = captions(stage).map(\.text)
    #expect(texts.contains("Tile of today") && texts.contains("About 0\u{A0}· Hall 3"))
    #expect(!texts.contains("Tile 0"))
  }

  /// Vertical carousels, depth layouts and cards keep their usual text placement.
  @Test func textStandsAloneInOtherLayouts() {
    let stages = [
      stage { $0.carousel.layout = .ring }, stage(tiles: 1), stage { $0.carousel.orientation = .vertical },
      stage { $0.theme.tileStyle = .card },
    ]
    for zones in stages.map(\.shell.tilesPanel.level.zones) {
      #expect(zones.captions == nil && zones.details != nil)
    }
  }
}
