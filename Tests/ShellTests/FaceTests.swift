import Configuration
import RotundaGeometry
import Programs
import Scene
import Testing

@testable import Shell

@Suite struct FaceTests {
  private func face(_ stage: ShellStage, _ label: String) throws -> TileFace {
    let faces = stage.frame.sprites.compactMap { sprite -> TileFace? in
      guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content else {
        return nil
      }
      return face
    }
    return try #require(faces.first { $0.label == label })
  }

  @Test(arguments: Theme.Name.allCases)
  func tilesWearTheTheme(name: Theme.Name) throws {
    let stage = ShellStage { $0.theme.name = name }
    let theme = Theme(name)
    let face = try face(stage, "Tile 0")
    #expect(face.background == theme.card && face.foreground == theme.cardText)
    #expect(face.borderWidth == theme.borderWidth && face.rim == theme.rimLight)
    let isPlain = name == .highContrast
    #expect((face.style == .card) == isPlain && (face.tint == nil) == isPlain)
    #expect(stage.frame.background == theme.background)
  }

  @Test func textScaleMakesTheLettersLarger() throws {
    let plain = try face(ShellStage(), "Tile 0")
    let large = try face(ShellStage { $0.access.textScale = 2 }, "Tile 0")
    #expect(large.fontSize == 2 * plain.fontSize)
  }

  @Test(arguments: [
    (Color(hex: 0xffffff), Color.black), (Color(hex: 0x103050), Theme().cardText),
    (Color(hex: 0xffd166), .black),
  ])
  func textOnATilesColorIsReadable(ground: Color, expected: Color) throws {
    var tiles = ShellStage.tiles(2)
    tiles[0].appearance.colors = [ground]
    let face = try face(ShellStage(tiles: tiles), "Tile 0")
    #expect(face.background == ground && face.foreground == expected)
    #expect(face.foreground.contrast(to: ground) >= 4.5)
  }

  @Test func aTileThatOpensNothingIsDisabled() throws {
    let gone = LauncherTile(name: "Gone", icon: nil, action: .unavailable(.noBrowser))
    let tiles = [gone] + ShellStage.tiles(1)
    let face = try face(ShellStage(tiles: tiles), "Gone")
    #expect(face.state == .disabled && face.badge?.text == "Not available now")
  }

  @Test(arguments: [Theme.Name.dark, .light, .highContrast], TileMark.allCases)
  func marksContrastWithEveryGround(theme: Theme.Name, mark: TileMark) {
    for ground in [Theme(theme).card, .white, .black, Color(hex: 0x5fd38d), Color(hex: 0xb5261e)] {
      #expect(mark.color(Theme(theme), on: ground).contrast(to: ground) >= 3)
    }
  }

  @Test func everyMarkHasAUniqueShape() {
    let shapes = TileMark.allCases.filter { $0 != .outOfOrder }.map(\.shape)
    #expect(Set(shapes).count == shapes.count && !shapes.contains(nil))
  }

  @Test func hiddenProgramIsMarkedUntilItEnds() throws {
    var tiles = ShellStage.tiles(2)
    tiles[0].onHome = .keep
    let stage = ShellStage(tiles: tiles)
    stage.shell.withOutbox(&stage.effects) { $0.open(tiles[0]) }
    stage.shell.perform(.home, into: &stage.effects)
    stage.send(.focus(true))
    for _ in 0..<40 { stage.draw() }
    #expect(try face(stage, "Tile 0").state == .marked(.disc))
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    for _ in 0..<40 { stage.draw() }
    #expect(try face(stage, "Tile 0").state == .ready)
  }

  @Test func themeChangesWhileTheLauncherRuns() throws {
    let stage = ShellStage()
    var configuration = KioskConfiguration()
    configuration.theme.name = .light
    let shelves = [LauncherShelf(settings: configuration.carousel, tiles: ShellStage.tiles(5))]
    stage.send(.configuration(configuration, shelves: shelves, problems: []))
    for _ in 0..<60 { stage.draw() }
    #expect(try face(stage, "Tile 0").background == Theme(.light).card)
    #expect(stage.frame.background == Theme(.light).background)
  }

  @Test func neighborsHaveDifferentHues() throws {
    let stage = ShellStage(tiles: ShellStage.tiles(5))
    let tints = try (0..<2).map { try #require(try face(stage, "Tile \($0)").tint) }
    #expect(OKLab(tints[0].top).distance(to: OKLab(tints[1].top)) >= 0.12)
    #expect(tints.allSatisfy { $0.symbol == .white })
  }

  @Test func configuredColorIsTheTint() throws {
    var tiles = ShellStage.tiles(2)
    tiles[0].appearance.colors = [Color(hex: 0xffd166)]
    let tint = try #require(try face(ShellStage(tiles: tiles), "Tile 0").tint)
    #expect(tint.top == Color(hex: 0xffd166) && tint.symbol != .white)
  }

  @Test func pictogramIsConfiguredOrFollowsTheName() throws {
    var tiles = ShellStage.tiles(3)
    tiles[0].name = "Films"
    (tiles[1].name, tiles[1].glyph) = ("Films too", .ticket)
    #expect(try face(ShellStage(tiles: tiles), "Films").glyph == "film")
    #expect(try face(ShellStage(tiles: tiles), "Films too").glyph == "ticket")
    #expect(try face(ShellStage(), "Tile 0").glyph == nil, "the tile shows its initial")
  }

  @Test func folderShowsItsContents() throws {
    var inside = ShellStage.tiles(5, named: "Part")
    let photograph = TileFace.Photograph(.path("/a.jpg"), focus: Point(0.2, 0.3))
    inside[0].appearance.photograph = photograph
    var folder = ShellStage.folder("Games", inside)
    folder.icon = .folder([])
    let stage = ShellStage(tiles: [folder])
    guard case .folder(let parts)? = try face(stage, "Games").icon else {
      Issue.record("it shows no folder")
      return
    }
    #expect(parts.count == 4 && parts[0].photograph == photograph)
    #expect(parts.allSatisfy { $0.tint != nil } && Set(parts.map { $0.tint?.top }).count > 2)
  }
}
