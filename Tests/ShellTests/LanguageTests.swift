import Configuration
import Testing

@testable import Shell

/// Visitors change the language of the screen for their visit.
struct LanguageTests {
  private func stage(_ change: (inout IdleSettings) -> Void = { _ in }) -> ShellStage {
    ShellStage(tiles: ShellStage.tiles(2)) { change(&$0.idle) }
  }

  private func spoken(_ stage: ShellStage) -> [String?] {
    stage.effects.compactMap { if case .setLanguage(let language) = $0 { .some(language) } else { nil } }
  }

  @Test func theActionAsksForTheLanguageOnce() {
    let stage = stage()
    stage.act(.language("de"))
    stage.act(.language("de"))
    #expect(spoken(stage) == ["de"])
    stage.act(.language("fr"))
    #expect(spoken(stage) == ["de", "fr"])
  }

  @Test func languageRenamesTilesAndKeepsThePlace() {
    let stage = stage()
    stage.act(.nextTile)
    _ = stage.settle()
    let german = ShellStage.tiles(2).enumerated().map { index, tile in
      LauncherTile(id: tile.id, name: "Kachel \(index)", icon: nil, action: tile.action)
    }
    stage.send(.shelves([LauncherShelf(settings: CarouselSettings(), tiles: german)]))
    _ = stage.settle()
    #expect(stage.centered.name == "Kachel 1")
  }

  @Test func visitEndRestoresTheLanguage() {
    let stage = stage { $0.returnHomeAfter = 90 }
    stage.act(.language("ja"))
    stage.pass(89)
    #expect(spoken(stage) == ["ja"])
    stage.pass(30)
    #expect(spoken(stage) == ["ja", nil])
  }

  @Test func goingHomeKeepsIt() {
    let stage = stage { $0.returnHomeAfter = 90 }
    stage.act(.language("ja"))
    stage.act(.home)
    #expect(spoken(stage) == ["ja"])
  }

  @Test func waitingConfigurationIsTranslated() {
    let stage = stage()
    stage.tap(stage.center)
    let shelf = { (name: String) in
      LauncherShelf(
        settings: CarouselSettings(), tiles: [LauncherTile(name: name, icon: nil, action: .perform(.home))])
    }
    stage.send(.configuration(KioskConfiguration(), shelves: [shelf("New")], problems: []))
    stage.send(.shelves([shelf("Neu")]))
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    _ = stage.settle()
    #expect(stage.centered.name == "Neu")
  }

  @Test(arguments: [
    ("language:de", "Deutsch"), ("language:zh-hant", "中文"), ("language:tlh", "tlh"), ("admin", "System"),
    ("poweroff", "Switch off"), ("open:map", "map"),
  ])
  func unnamedTileIsNamedAfterItsAction(word: String, name: String) throws {
    let action = try #require(ShellAction(word))
    #expect(action.name(in: .english) == name)
  }

  @Test(arguments: [nil, "ja"] as [String?]) func allTextIsInTheLanguage(first: String?) {
    var tiles = [PageTests.tile()] + ShellStage.tiles(2)
    tiles[0].buttons = [LauncherTile(name: "直", icon: nil, action: .perform(.none))]
    let stage = ShellStage(tiles: tiles, shelves: ["直", "骨"]) { $0.header.title = "直" }
    func languages() -> Set<String> {
      _ = stage.settle()
      stage.draw()
      return Set(
        stage.frame.sprites.compactMap { sprite in
          guard case .picture(let picture, _) = sprite.fill else { return nil }
          return switch picture.content {
          case .face(let face): face.language
          case .text(let block), .line(let block): block.language
          default: nil
          }
        })
    }
    if let first { stage.send(.languages([first], .english)) }
    #expect(languages() == [first ?? ""])
    stage.send(.languages(["zh"], .english))
    #expect(languages() == ["zh"])
    stage.act(.adjust(.theme(.light)))
    #expect(languages() == ["zh"])
    stage.act(.openTile("About"))
    #expect(languages() == ["zh"])
    stage.send(.languages(["ja"], .english))
    #expect(languages() == ["ja"])
  }
}
