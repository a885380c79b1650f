import CarouselEngine
import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Names on tiles: whole names or none, and none that the screen shows elsewhere.
struct TileNameTests {
  private struct Drawn {
    let face: TileFace
    let sprite: Sprite
    /// The sprites drawn later.
    let later: ArraySlice<Sprite>
  }

  private func names(_ stage: ShellStage) -> [Drawn] {
    stage.frame.sprites.indices.compactMap { index in
      let sprite = stage.frame.sprites[index]
      guard case .picture(let picture, _) = sprite.fill, case .writing(let face) = picture.content else {
        return nil
      }
      return Drawn(face: face, sprite: sprite, later: stage.frame.sprites[(index + 1)...])
    }
  }

  private func opacity(of name: String, _ stage: ShellStage) -> Double {
    names(stage).filter { $0.face.label == name }.map(\.sprite.opacity).max() ?? 0
  }

  @Test func nameBelowIsNotOnTheTile() {
    let stage = ShellStage(tiles: ShellStage.tiles(9)) {
      $0.header.details = .below
      $0.carousel.layout = .spotlight
    }
    #expect(stage.settle() && stage.shell.tilesPanel.level.zones.details != nil)
    #expect(opacity(of: "Tile 0", stage) == 0 && opacity(of: "Tile 1", stage) == 1)
    #expect(stage.writing.contains("Tile 0"))
    var seen: [Double] = []
    for step in 0...20 {
      stage.shell.turn(to: Double(step) / 20)
      stage.draw()
      seen.append(opacity(of: "Tile 0", stage))
      #expect(opacity(of: "Tile 0", stage) + opacity(of: "Tile 1", stage) > 0 || step == 10)
    }
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 0.25 }, "\(seen)")
    #expect(seen.first == 0 && seen.last == 1)
  }

  @Test func tilesShowNamesWithoutTextBelow() {
    let stage = ShellStage(tiles: ShellStage.tiles(9))
    #expect(stage.settle() && opacity(of: "Tile 0", stage) == 1 && opacity(of: "Tile 1", stage) == 1)
  }

  @Test(arguments: LayoutKind.allCases) func halfCoveredNameIsHidden(layout: LayoutKind) {
    for size in [Size(1280, 800), Size(800, 480), Size(1080, 1920)] {
      let stage = ShellStage(tiles: ShellStage.tiles(12, named: "A rather long name"), size: size) {
        $0.carousel.layout = layout
        $0.carousel.wrap = true
        $0.header.details = .below
      }
      for offset in [0, 0.2, 0.5, 0.8, 3.4] {
        stage.shell.turn(to: offset)
        for _ in 0..<3 { stage.draw() }
        for name in names(stage) where name.sprite.opacity > 0.02 {
          let covered = covered(name, size)
          #expect(covered <= 0.05, "\(name.face.label) in \(layout) at \(offset) on \(size): \(covered)")
        }
      }
    }
  }

  /// The fraction of a name behind cards or beyond the screen, sampled at 21 × 5 points.
  private func covered(_ name: Drawn, _ size: Size) -> Double {
    var hidden = 0
    for column in 0...20 {
      for row in 0...4 {
        let place = Point(
          (Double(column) / 20 - 0.5) * name.sprite.size.width,
          (Double(row) / 4 - 0.5) * name.sprite.size.height)
        guard let seen = name.sprite.transform.project(place) else {
          hidden += 1
          continue
        }
        let isOutside = abs(seen.x) > size.width / 2 || abs(seen.y) > size.height / 2
        if isOutside || name.later.contains(where: { covers($0, seen) }) { hidden += 1 }
      }
    }
    return Double(hidden) / 105
  }

  private func covers(_ sprite: Sprite, _ point: Point) -> Bool {
    guard case .picture(let picture, _) = sprite.fill, case .face = picture.content, sprite.opacity > 0.1,
      let place = sprite.transform.unproject(point)
    else { return false }
    return abs(place.x) < sprite.size.width / 2 && abs(place.y) < sprite.size.height / 2
  }

  @Test(arguments: [Size(480, 320), Size(800, 480), Size(1024, 600), Size(1280, 800)])
  func namesBelowElevenPointsAreHidden(size: Size) {
    for layout in [LayoutKind.spotlight, .coverFlow, .timeMachine, .linear] {
      let stage = ShellStage(tiles: ShellStage.tiles(12), size: size) {
        ($0.carousel.layout, $0.header.details) = (layout, .below)
      }
      #expect(stage.settle())
      for name in names(stage) where name.sprite.opacity > 0 {
        let letters = name.face.fontSize * name.sprite.transform.nearness(at: .zero)
        #expect(letters >= 10.9, "\(name.face.label) has letters of \(letters) in \(layout) on \(size)")
      }
    }
  }

  @Test func aTileWithControlsSaysItsNameOnce() {
    var tiles = ShellStage.tiles(5)
    tiles[0].buttons = ShellStage.tiles(2, named: "Button")
    for details in [HeaderSettings.Details.below, .captions, .onTile] {
      let stage = ShellStage(tiles: tiles) { $0.header.details = details }
      #expect(stage.settle())
      for turn in [0.0, 1] {
        stage.shell.turn(to: turn)
        #expect(stage.settle())
        let said = stage.writing.count { $0 == "Tile 0" } + (opacity(of: "Tile 0", stage) > 0 ? 1 : 0)
        #expect(said == 1, "\(details) \(turn): \(said)")
      }
    }
  }

  @Test func tiltedNamesAreHidden() {
    let stage = ShellStage(tiles: ShellStage.tiles(12)) { $0.carousel.layout = .wheel }
    #expect(stage.settle())
    #expect(opacity(of: "Tile 0", stage) == 1 && names(stage).count == 1)
  }

  /// Shades of the same height and color share one picture.
  @Test func namesTakeLittleMemory() {
    let stage = ShellStage(tiles: ShellStage.tiles(12), size: Size(1920, 1080)) { $0.theme.changes = [:] }
    for index in 0..<12 {
      stage.shell.turn(to: Double(index))
      #expect(stage.settle())
    }
    var scrims: Set<Picture> = []
    for case .draw(let picture, _) in stage.effects {
      if case .scrim = picture.content { scrims.insert(picture) }
    }
    #expect(
      !scrims.isEmpty && scrims.count <= 12 && scrims.allSatisfy { $0.size.width * $0.size.height < 200 })
  }

  /// The corners of a tile are at most half as large as its shorter side, and those of the shade lie within
  /// its border.
  @Test(arguments: [PixelSize(300, 200), PixelSize(200, 300)], [0.0, 4])
  func shadeIsAsRoundAsItsTile(size: PixelSize, border: Double) throws {
    var face = TileFace(label: "Tile", icon: nil, background: .black, foreground: .white, fontSize: 18)
    (face.style, face.cornerRadius) = (.fullBleed, 500)
    (face.border, face.borderWidth) = (.white, border)
    let picture = Picture(.writing(face), size: size, scale: 1)
    let place = try #require(TileNames.Place(picture, size: PixelSize(40, 20), inset: PixelSize(20, 160)))
    #expect(place.scrim?.cornerRadius == 100 - border)
  }

  /// A picture of a single pixel is empty.
  @Test(arguments: [(1, false), (2, true)]) func narrowestNamesHaveAPlace(width: Int, hasPlace: Bool) {
    let face = TileFace(label: "Tile", icon: nil, background: .black, foreground: .white, fontSize: 18)
    let picture = Picture(.writing(face), size: PixelSize(300, 200), scale: 1)
    let place = TileNames.Place(picture, size: PixelSize(width, 20), inset: PixelSize(20, 160))
    #expect((place != nil) == hasPlace)
  }

  @Test(arguments: [(0.0, 0.0), (0.35, 0), (0.55, 0.5), (0.75, 1), (3, 1)])
  func nameAppearsBesideTheMiddle(offset: Double, opacity: Double) {
    #expect(abs(Shelf.namedElsewhere(offset) - opacity) < 1e-9)
    #expect(abs(Shelf.namedElsewhere(-offset) - opacity) < 1e-9)
  }

  @Test(arguments: LayoutKind.allCases) func latePicturesAppearAtOnce(layout: LayoutKind) {
    let stage = ShellStage(tiles: ShellStage.tiles(5) + [ShellStage.folder("Games", ShellStage.tiles(3))]) {
      $0.carousel.layout = layout
    }
    #expect(stage.settle() && stage.overlooked.isEmpty, "\(stage.overlooked)")
  }
}
