import CarouselEngine
import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Tiles of different sizes in one carousel.
struct TileSizeTests {
  /// The second tile is wide, and the fourth has its own size.
  private static func tiles() -> [LauncherTile] {
    var tiles = ShellStage.tiles(5)
    tiles[1].appearance.extent = .aspect(1.6)
    tiles[3].appearance.extent = .size(Size(200, 240))
    return tiles
  }

  private func stage(
    shelves: [String?] = [nil], size: Size = Size(1280, 800),
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: Self.tiles(), shelves: shelves, size: size) {
      $0.carousel.tileSize = Size(300, 400)
      $0.carousel.spacing = 1.1
      change(&$0)
    }
    _ = stage.settle()
    return stage
  }

  /// The visible cards with their edges, from left to right.
  private func cards(_ stage: ShellStage) -> [(name: String, left: Double, right: Double, size: Size)] {
    stage.frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content,
        let left = sprite.transform.project(Point(-sprite.size.width / 2, 0)),
        let right = sprite.transform.project(Point(sprite.size.width / 2, 0))
      else { return nil }
      return (face.label, left.x, right.x, sprite.size)
    }
    .sorted { $0.1 < $1.1 }
  }

  @Test func everyCardHasItsSizeWithEqualGaps() throws {
    let stage = stage { $0.carousel.startTile = 2 }
    let cards = cards(stage)
    let wide = try #require(cards.first { $0.name == "Tile 1" })
    #expect(wide.size == Size(640, 400))
    #expect(abs(wide.left + 320) < 0.01 && abs(wide.right - 320) < 0.01)
    for (left, right) in zip(cards, cards.dropFirst()) {
      #expect(abs(right.left - left.right - 30) < 0.01, "\(left.name), \(right.name)")
    }
  }

  @Test func picturesMatchTheirTileSizes() throws {
    let stage = stage()
    for case .draw(let picture, _) in stage.effects {
      guard case .face(let face) = picture.content else { continue }
      let expected: PixelSize? = ["Tile 1": PixelSize(640, 400), "Tile 3": PixelSize(200, 240)][face.label]
      #expect(picture.size == expected ?? PixelSize(300, 400), "\(face.label)")
    }
    // Letters and corners match the neighbors'. On the smaller tile they are smaller.
    let faces = stage.effects.compactMap { effect -> TileFace? in
      guard case .draw(let picture, _) = effect, case .face(let face) = picture.content else { return nil }
      return face
    }
    let plain = try #require(faces.first { $0.label == "Tile 0" })
    let wide = try #require(faces.first { $0.label == "Tile 1" })
    #expect(wide.fontSize == plain.fontSize && wide.cornerRadius == plain.cornerRadius)
  }

  @Test func tapOpensTheTileBelowIt() {
    let stage = stage { $0.carousel.startTile = 2 }
    stage.tap(stage.center + Point(300, 0))
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
    let other = self.stage { $0.carousel.startTile = 4 }
    other.tap(other.center + Point(0, 150))
    #expect(other.starts.isEmpty)
    other.tap(other.center + Point(0, 100))
    #expect(other.starts.map(\.command.arguments) == [["program-3"]])
  }

  @Test func aFingerCarriesAWideTileWithIt() throws {
    let stage = stage {
      $0.gestures.resampling = false
      $0.carousel.startTile = 2
    }
    stage.down(stage.center)
    stage.move(stage.center + Point(-20, 0))
    stage.move(stage.center + Point(-90, 0))
    stage.draw()
    let before = try #require(cards(stage).first { $0.name == "Tile 1" })
    for step in 1...20 {
      stage.move(stage.center + Point(-90 - 10 * Double(step), 0))
      stage.draw()
    }
    let after = try #require(cards(stage).first { $0.name == "Tile 1" })
    #expect(abs(before.left - after.left - 200) < 0.5)
  }

  @Test func shadowsReflectionsAndHighlightFollow() throws {
    let stage = stage {
      $0.carousel.startTile = 2
      $0.carousel.reflection = 0.4
      $0.theme.changes["shadow-size"] = .number(0.1)
    }
    let widths = stage.frame.sprites.filter(\.isShadow).map(\.size.width)
    #expect(Set(widths.map { ($0 - 300).rounded() }).count >= 2, "\(widths)")
    let mirrored = stage.frame.sprites.filter { $0.reflection == .whole }
    #expect(mirrored.contains { $0.size.width == 640 } && mirrored.contains { $0.size.width == 300 })
    let area = try #require(stage.shell.panels.frame(of: .face))
    #expect(abs(area.size.width - 640) < 0.01)
  }

  @Test func verticalCarouselKeepsTheWidth() throws {
    let stage = stage {
      $0.carousel.orientation = .vertical
      $0.carousel.startTile = 2
    }
    let wide = try #require(cards(stage).first { $0.name == "Tile 1" })
    #expect(wide.size == Size(300, 188))
  }

  /// The next shelf stays visible beside a tile that is higher than the others.
  @Test(arguments: [Size(1280, 800), Size(800, 480), Size(1080, 1920)])
  func nextShelfPeeksInBesideAHighTile(size: Size) {
    var tiles = Self.tiles()
    tiles[2].appearance.extent = .size(Size(300, 4000))
    let stage = ShellStage(tiles: tiles, shelves: ["One", "Two"], size: size)
    _ = stage.settle()
    let metrics = stage.shell.tilesPanel.level.shelves[0].largestTile
    #expect(metrics.height < size.height)
    let next =
      stage.shell.tilesPanel.level.place(of: 1).y - stage.shell.tilesPanel.level.shelves[1].largestTile.height
      / 2
    #expect(size.height / 2 - next >= min(size.width, size.height) * 2.5 / 36)
  }

  @Test func sizesFollowAChangedConfiguration() throws {
    let stage = stage()
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    configuration.carousel.tileSize = Size(300, 400)
    var tiles = Self.tiles()
    tiles.removeFirst()
    tiles[0].appearance.extent = .aspect(0.5)
    let shelf = LauncherShelf(name: nil, settings: configuration.carousel, tiles: tiles)
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    _ = stage.settle()
    #expect(stage.shell.tilesPanel.shelf.size(of: 0) == Size(200, 400))
    #expect(stage.shell.tilesPanel.shelf.size(of: 2) == Size(200, 240))
    #expect(stage.shell.tilesPanel.shelf.size(of: 1) == Size(300, 400))
  }
}
