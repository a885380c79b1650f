import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Tile contents that come from files, commands and operators.
struct LiveTileTests {
  private static let source = ValueSource.file("/run/queue")

  private func stage(_ change: (inout TileAppearance) -> Void = { _ in }) -> ShellStage {
    var tiles = ShellStage.tiles(3)
    tiles[0].appearance.live.file = "/run/queue"
    tiles[0].appearance.live.pictures = "/srv/pictures"
    tiles[0].appearance.badge = "old"
    change(&tiles[0].appearance)
    return ShellStage(tiles: tiles)
  }

  private func tile(_ stage: ShellStage) -> TileAppearance { stage.shell.tilesPanel.tiles[0].appearance }

  private func tell(_ stage: ShellStage, _ words: [String: String], _ id: String = "Tile 0") -> ControlAnswer?
  {
    stage.send(.control(ControlCall(1, .setTile(id, words))))
    return stage.effects.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }.last
  }

  @Test func tileShowsItsFilesValues() {
    let stage = stage()
    stage.send(
      .values([
        Self.source:
          """
        # The queue of hall 3
        name = "Planetarium"
        description=Next show
        badge = '12 min'
        progress = 40%
        picture = night/stars.jpg
        nonsense = 1
        what is no line
        """
      ]))
    #expect(stage.shell.tilesPanel.tiles[0].name == "Planetarium")
    let look = tile(stage)
    #expect(look.detail == "Next show" && look.badge == "12 min" && look.progress == 0.4)
    #expect(look.photograph?.source == .path("/srv/pictures/night/stars.jpg"))
    stage.send(.values([Self.source: "badge = \"\""]))
    #expect(tile(stage).badge.isEmpty && tile(stage).progress == nil)
    #expect(stage.shell.tilesPanel.tiles[0].name == "Tile 0", "missing keys have their configured values")
    stage.send(.values([.file("/run/other"): "badge = no"]))
    #expect(tile(stage).badge.isEmpty)
  }

  private func words(_ stage: ShellStage) -> [String] {
    SceneSampler(frame: stage.frame).writing.map(\.block.text)
  }

  /// No tile of the configuration has these texts.
  @Test func newTextsGetRoom() {
    let stage = ShellStage(tiles: ShellStage.tiles(9), size: Size(1920, 1080)) { $0 = KioskConfiguration() }
    #expect(stage.settle())
    let before = stage.shell.tilesPanel.level.zones
    #expect(!before.hasKicker && !before.hasMeta)
    #expect(tell(stage, ["kicker": "Now", "meta": "Hall 3"]) == .done)
    #expect(stage.settle())
    let zones = stage.shell.tilesPanel.level.zones
    #expect(zones.hasKicker && zones.hasMeta && zones.tileRoom < before.tileRoom)
    #expect(Set(words(stage)).isSuperset(of: ["Now", "Tile 0", "Hall 3"]))
    // Without the texts, the room stays and the tiles keep their size.
    #expect(tell(stage, ["kicker": "", "meta": ""]) == .done)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.zones.tileRoom == zones.tileRoom)
    #expect(!words(stage).contains("Now") && words(stage).contains("Tile 0"))
  }

  @Test func changedTileKeepsItsPlace() {
    let stage = stage()
    stage.act(.nextTile)
    _ = stage.settle()
    let offset = stage.shell.tilesPanel.shelf.carousel.scrollOffset
    stage.send(.values([Self.source: "badge = 3"]))
    stage.draw()
    #expect(stage.shell.tilesPanel.shelf.carousel.scrollOffset == offset)
    #expect(stage.shell.tilesPanel.middleTile?.id == "Tile 1")
  }

  @Test(arguments: [
    "../secret.jpg", "/etc/passwd", "/srv/pictures", "/srv/pictures/", "/srv/pictures/../x.jpg", "a//b.jpg",
    "./a.jpg", "/srv/pictures-too/a.jpg", "https://example.org/a.jpg",
  ])
  func pictureOutsideTheDirectoryIsIgnored(path: String) {
    let stage = stage { $0.photograph = .init(.path("/srv/first.jpg")) }
    stage.send(.values([Self.source: "picture = \(path)\nbadge = seen"]))
    #expect(tile(stage).photograph?.source == .path("/srv/first.jpg") && tile(stage).badge == "seen")
    let without = self.stage { $0.live.pictures = nil }
    without.send(.values([Self.source: "picture = a.jpg"]))
    #expect(tile(without).photograph == nil)
  }

  @Test func hostileTextsStayShortOnOneLine() {
    let stage = stage()
    let long = String(repeating: "a", count: 4000)
    stage.send(
      .values([Self.source: "name = \(long)\nbadge = \u{202e}12\u{7}345678901\nprogress = nan\nmeta = \u{0}"])
    )
    #expect(stage.shell.tilesPanel.tiles[0].name.count == 120)
    #expect(tile(stage).badge == "12345678" && tile(stage).progress == nil && tile(stage).meta.isEmpty)
    for progress in ["-0.1", "1.1", "101%", "inf", "x"] {
      stage.send(.values([Self.source: "progress = \(progress)"]))
      #expect(tile(stage).progress == nil)
    }
  }

  @Test func operatorTextPrecedesTheFileUntilWithdrawn() {
    let stage = stage()
    stage.send(.values([Self.source: "badge = file\nprogress = 0.2"]))
    #expect(tell(stage, ["badge": "call"]) == .done)
    #expect(tile(stage).badge == "call" && tile(stage).progress == 0.2)
    stage.send(.values([Self.source: "badge = news"]))
    #expect(tile(stage).badge == "call")
    #expect(tell(stage, [:]) == .done)
    #expect(tile(stage).badge == "news")
    #expect(tell(stage, ["badge": "3"], "Tile 2") == .done)
    #expect(stage.shell.tilesPanel.tiles[2].appearance.badge == "3", "it needs no file")
  }

  @Test func impossibleCallIsRefused() {
    let stage = stage()
    #expect(tell(stage, ["badge": "3"], "None") == .refused(.unknownTile))
    for words in [["run": "sh"], ["progress": "2"], ["progress": "much"]] {
      guard case .refused(.invalid)? = tell(stage, words) else {
        Issue.record("\(words) is not refused")
        continue
      }
    }
    #expect(tile(stage).badge == "old")
    let closed = ShellStage { $0.control.allowed = [.home] }
    #expect(tell(closed, ["badge": "3"]) == .refused(.notAllowed(.tile)))
  }

  @Test func tileInAFolderIsUpdated() throws {
    var inner = ShellStage.tiles(2, named: "Inner")
    inner[0].appearance.live.file = "/run/queue"
    let stage = ShellStage(tiles: [ShellStage.folder("Folder", inner)] + ShellStage.tiles(2))
    stage.send(.values([Self.source: "badge = 1"]))
    #expect(stage.shell.tilesPanel.tiles[0].inside[0].appearance.badge == "1")
    stage.act(.openTile("Folder"))
    _ = stage.settle()
    stage.send(.values([Self.source: "badge = 2"]))
    #expect(stage.shell.tilesPanel.tiles.first { $0.id == "Inner 0" }?.appearance.badge == "2")
  }

  /// The progress bars on the selected tile: the track and the completed part.
  private func bars(_ stage: ShellStage) -> [Sprite] {
    stage.draw()
    return stage.frame.sprites.filter { sprite in
      guard case .color = sprite.fill else { return false }
      return sprite.size.width > sprite.size.height * 1.01 && sprite.cornerRadius == sprite.size.height / 2
        && sprite.size.height < 12
    }
  }

  @Test(arguments: [0, 0.4, 1])
  func progressIsABarOfItsLength(progress: Double) throws {
    let none = bars(ShellStage()).count
    let stage = stage { ($0.progress, $0.accent) = (progress, Color(hex: 0x101010)) }
    let bars = bars(stage).prefix(progress > 0 ? 2 : 1)
    #expect(self.bars(stage).count == none + bars.count)
    guard progress > 0, let track = bars.first, let done = bars.last, case .color(let color) = done.fill
    else {
      return
    }
    #expect(abs(done.size.width - track.size.width * progress) < 1e-9)
    #expect(color.contrast(to: stage.shell.tilesPanel.theme.card) >= 3, "an accent that is too dark is not")
  }
}
