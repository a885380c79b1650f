import CarouselEngine
import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// Drawing follows the carousel settings.
struct CarouselDrawingTests {
  private func colors(_ stage: ShellStage) -> [Color] {
    stage.frame.sprites.compactMap { if case .color(let color) = $0.fill { color } else { nil } }
  }

  @Test func carouselStartsAtTheConfiguredTile() {
    #expect(ShellStage { $0.carousel.startTile = 3 }.centered.name == "Tile 2")
    #expect(ShellStage { $0.carousel.startTile = 99 }.centered.name == "Tile 4")
    let between = ShellStage { $0.carousel.scrollOffset = 1.5 }
    #expect(between.settle() && between.shell.tilesPanel.carousel.scrollOffset == 1.5)
    between.wait(60)
    between.draw()
    #expect(between.shell.tilesPanel.carousel.scrollOffset == 1.5)
    #expect(ShellStage(tiles: []) { $0.carousel.startTile = 2 }.settle())
  }

  @Test func placeholdersAreEmptyCards() {
    let stage = ShellStage {
      $0.carousel.placeholders = 4
      $0.carousel.wrap = false
    }
    let cards = stage.frame.sprites.filter { $0.fill == .color(stage.shell.theme.card) }
    #expect(cards.count == 2, "those before the first tile are in view")
    #expect(cards.allSatisfy { $0.opacity < 0.6 && $0.size == stage.shell.tilesPanel.shelf.tileSize })
    stage.tap(stage.center - Point(stage.shell.tilesPanel.carousel.itemExtent, 0))
    #expect(stage.settle() && stage.centered.name == "Tile 0" && stage.starts.isEmpty)
  }

  private func decoration(_ layer: CarouselDecoration.Layer, _ color: UInt32) -> CarouselDecoration {
    var decoration = CarouselDecoration()
    decoration.layer = layer
    decoration.color = Color(hex: color)
    return decoration
  }

  @Test func decorationsStandBehindAmongAndBeforeTheTiles() throws {
    let stage = ShellStage { configuration in
      configuration.carousel.layout = .coverFlow
      var among = decoration(.among, 0x00ff00)
      among.position = Vector3(0, 0, -1)
      among.shadow = 20
      var behind = decoration(.behind, 0xff0000)
      behind.picture = .named("shelf")
      configuration.carousel.decorations = [decoration(.before, 0x0000ff), among, behind]
    }
    stage.draw()
    let order = stage.frame.sprites.compactMap { sprite -> String? in
      switch sprite.fill {
      case .color(let color):
        switch color {
        case Color(hex: 0xff0000): return "behind"
        case Color(hex: 0x00ff00): return "among"
        case Color(hex: 0x0000ff): return "before"
        default: return nil
        }
      case .picture(let picture, _):
        guard case .face(let face) = picture.content else { return "picture" }
        return face.label == "Tile 0" ? "center" : "side"
      }
    }
    #expect(order.prefix(2) == ["behind", "picture"] && order.last == "before")
    let among = try #require(order.firstIndex(of: "among"))
    let center = try #require(order.firstIndex(of: "center"))
    let side = try #require(order.firstIndex(of: "side"))
    #expect(side < among && among < center)
    #expect(stage.frame.sprites.count { $0.fill == .color(.black) && $0.opacity < 0.1 } >= 4, "a shadow")
    let wanted = stage.effects.contains { effect in
      if case .draw(let picture, _) = effect { picture.content == .image(.named("shelf")) } else { false }
    }
    #expect(wanted)
  }

  private static func twoSided(_ change: (inout LauncherTile) -> Void) -> [LauncherTile] {
    var tiles = ShellStage.tiles(12)
    for index in tiles.indices { change(&tiles[index]) }
    return tiles
  }

  @Test func tilesThatFaceAwayShowTheirBack() throws {
    let tiles = Self.twoSided { $0.back = LauncherTile.Back(text: "Back of \($0.name)", icon: nil) }
    let stage = ShellStage(tiles: tiles) { $0.carousel.layout = .cylinder }
    stage.draw()
    let back = try #require(stage.seenTiles.first { $0.name == "Back of Tile 6" })
    #expect(
      !stage.seenTiles.contains { $0.name == "Tile 6" } && stage.seenTiles.contains { $0.name == "Tile 0" })
    #expect(abs(back.x) < 1)
    // The face is not mirrored: its left edge is on the left.
    let sprite = try #require(
      stage.frame.sprites.first { sprite in
        guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content else {
          return false
        }
        return face.label == "Back of Tile 6"
      })
    let left = try #require(sprite.transform.project(Point(-50, 0)))
    #expect(left.x < 0)
  }

  @Test func tileWithoutBackShowsItsLightFromBehind() {
    let gold = Color(0.8, 0.6, 0.2)
    let tiles = Self.twoSided {
      if $0.id == "Tile 5" { $0.appearance.colors = [gold] }
      if $0.id == "Tile 6" { $0.appearance.photograph = .init(.path("/6.jpg")) }
    }
    let stage = ShellStage(tiles: tiles) { $0.carousel.layout = .cylinder }
    stage.draw()
    // Text and pictures on these faces would appear mirrored.
    #expect(!stage.seenTiles.contains { ["Tile 5", "Tile 6", "Tile 7"].contains($0.name) })
    let backs = stage.frame.sprites.compactMap { sprite -> Ambient? in
      guard case .picture(let picture, _) = sprite.fill, case .ambient(let ambient) = picture.content else {
        return nil
      }
      return ambient
    }
    #expect(backs.count >= 3)
    #expect(backs.contains { $0.picture == .path("/6.jpg") } && backs.contains { $0.color == gold })
  }

  @Test func singleSidedTileIsInvisibleFromBehind() {
    let tiles = Self.twoSided { $0.isDoubleSided = false }
    let stage = ShellStage(tiles: tiles) { $0.carousel.layout = .cylinder }
    #expect(
      !stage.seenTiles.contains { $0.name == "Tile 6" } && stage.seenTiles.contains { $0.name == "Tile 1" })
  }

  @Test func anotherFaceFadesOverTheOldOne() throws {
    let stage = ShellStage()
    #expect(stage.settle())
    var tiles = ShellStage.tiles(5)
    tiles[0].icon = .named("new")
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: tiles)
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    stage.draw()
    stage.draw()
    func cards() -> [Sprite] {
      stage.frame.sprites.filter { sprite in
        guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content else {
          return false
        }
        return face.label == "Tile 0"
      }
    }
    let both = cards()
    #expect(both.count == 2 && both.first?.opacity == 1)
    #expect(try #require(both.last).opacity < 1 && stage.shell.wantsFrame)
    #expect(stage.settle())
    #expect(cards().count == 1 && cards().first?.opacity == 1)
  }

  @Test func tapsCanBeTurnedOff() {
    let stage = ShellStage { $0.carousel.details.isTapEnabled = false }
    stage.tap(stage.center)
    #expect(stage.starts.isEmpty && stage.shell.tilesPanel.touch.pressedTile == nil)
    stage.drag(from: stage.center, by: Point(-400, 0), seconds: 0.2)
    #expect(stage.settle() && stage.centered.name != "Tile 0")
  }

  @Test func tileArrivesInTheConfiguredTime() {
    let stage = ShellStage {
      $0.carousel.scrollDuration = 1
      $0.carousel.details.programmaticCurve = .linear
    }
    stage.send(.key(KeyEvent(.right)))
    for _ in 0..<30 { stage.draw() }
    #expect(abs(stage.shell.tilesPanel.carousel.scrollOffset - 0.5) < 0.05)
  }

  @Test func thePerspectiveChangesGradually() {
    let stage = ShellStage {
      $0.carousel.viewChangeDuration = 0.5
      $0.carousel.viewChangeCurve = .linear
    }
    let before = stage.shell.tilesPanel.carousel.shownPerspective
    stage.send(.resized(Size(640, 400), scale: 1))
    stage.draw()
    let after = stage.shell.tilesPanel.carousel.options.perspective
    let shown = stage.shell.tilesPanel.carousel.shownPerspective
    #expect(before != after && shown != after && (shown - before) / (after - before) < 0.2)
    #expect(stage.settle() && stage.shell.tilesPanel.carousel.shownPerspective == after)
  }

  @Test func fewTilesDoNotWrapOnLargeScreens() {
    let stage = ShellStage(tiles: ShellStage.tiles(12)) { $0.carousel.details.maximumItemsOnScreen = 15 }
    #expect(!stage.shell.tilesPanel.carousel.isWrapEnabled)
  }

  @Test func placeholdersShowTheirFaceAndOpenNothing() {
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    configuration.carousel.wrap = false
    configuration.carousel.placeholders = 2
    let soon = LauncherTile(name: "Soon", icon: .nothing, action: .perform(.none))
    for placeholder in [nil, soon] {
      let shelf = LauncherShelf(
        settings: configuration.carousel, tiles: ShellStage.tiles(1), placeholder: placeholder)
      let stage = ShellStage { $0 = configuration }
      stage.send(.shelves([shelf]))
      #expect(stage.settle())
      #expect(stage.seenTiles.filter { $0.name == "Soon" }.count == (placeholder == nil ? 0 : 2))
      // An empty place has no reflection.
      configuration.carousel.reflection = 0.4
      let mirror = ShellStage { $0 = configuration }
      let mirrored = LauncherShelf(
        settings: configuration.carousel, tiles: ShellStage.tiles(1), placeholder: placeholder)
      mirror.send(.shelves([mirrored]))
      #expect(mirror.settle())
      #expect(mirror.frame.sprites.count { $0.reflection == .whole } == (placeholder == nil ? 1 : 3))
      configuration.carousel.reflection = 0
      stage.tap(stage.center + Point(stage.shell.tilesPanel.shelf.tileSize.width, 0))
      #expect(stage.settle())
      #expect(stage.starts.isEmpty && stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    }
  }
}
