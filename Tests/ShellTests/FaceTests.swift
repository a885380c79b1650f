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
    #expect(face.borderWidth == theme.borderWidth && face.style == .card)
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
  func writingOnATilesOwnColorCanBeRead(ground: Color, expected: Color) throws {
    var tiles = ShellStage.tiles(2)
    tiles[0].appearance.colors = [ground]
    let face = try face(ShellStage(tiles: tiles), "Tile 0")
    #expect(face.background == ground && face.foreground == expected)
    #expect(face.foreground.contrast(to: ground) >= 4.5)
  }

  @Test func aTileThatOpensNothingIsDisabled() throws {
    let tiles = [LauncherTile(name: "Gone", icon: nil, action: .unavailable(.noBrowser))]
    #expect(try face(ShellStage(tiles: tiles), "Gone").state == .disabled)
  }

  @Test(arguments: [Theme.Name.dark, .light, .highContrast], TileMark.allCases)
  func marksAreSeenOnEveryGround(theme: Theme.Name, mark: TileMark) {
    for ground in [Theme(theme).card, .white, .black, Color(hex: 0x5fd38d), Color(hex: 0xb5261e)] {
      #expect(mark.color(Theme(theme), on: ground).contrast(to: ground) >= 3)
    }
  }

  @Test func everyMarkHasAShapeOfItsOwn() {
    #expect(Set(TileMark.allCases.map(\.shape)).count == TileMark.allCases.count)
  }

  @Test func whatWaitsOutOfSightIsMarkedUntilItEnds() throws {
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

  @Test func anotherThemeIsTakenOverWhileTheLauncherRuns() throws {
    let stage = ShellStage()
    var configuration = KioskConfiguration()
    configuration.theme.name = .light
    let shelves = [LauncherShelf(settings: configuration.carousel, tiles: ShellStage.tiles(5))]
    stage.send(.configuration(configuration, shelves: shelves, problems: []))
    for _ in 0..<60 { stage.draw() }
    #expect(try face(stage, "Tile 0").background == Theme(.light).card)
    #expect(stage.frame.background == Theme(.light).background)
  }
}
