import Configuration
import RotundaGeometry
import Programs
import Scene
import Testing

@testable import Shell

/// The theme for visitors with low vision has nothing translucent.
struct OpaqueTests {
  private static func tiles() -> [LauncherTile] {
    var tiles = ShellStage.tiles(7)
    tiles[0].appearance.detail = "What there is to know"
    (tiles[0].appearance.kicker, tiles[0].appearance.meta) = ("New", "Hall 3")
    tiles[1].appearance.photograph = .init(.path("/1.jpg"))
    tiles[2].appearance.badge = "12"
    var slider = LauncherTile(name: "Volume", icon: nil, action: .start(Command(["set", "{value}"])))
    slider.value = ValueControl(.slider, range: 0...100, step: 1, initial: 0)
    var choice = LauncherTile(name: "Light", icon: nil, action: .start(Command(["set", "{value}"])))
    var control = ValueControl(.choice, range: 0...1, step: 1, initial: 0)
    (control.choices, control.words) = (["Day", "Night"], ["d", "n"])
    choice.value = control
    tiles[3].buttons = [slider, choice] + ShellStage.tiles(1, named: "Button")
    tiles[4].action = .page(
      PageContent([.heading("House", level: 1)] + Array(repeating: .paragraph("Text"), count: 60)))
    return tiles
  }

  private static func stage(
    tiles: [LauncherTile] = tiles(), change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: tiles) {
      $0 = KioskConfiguration()
      $0.theme.name = .highContrast
      $0.header.title = LocalizedText("Museum", translations: ["de": "Museum", "en": "Museum"])
      ($0.header.date, $0.header.buttons) = (.long, [.language, .accessibility])
      $0.kiosk.contact = "Call 030 1234567"
      $0.header.hasNudge = false
      change(&$0)
    }
    stage.send(.languages(["en"], .english))
    stage.send(
      .wallTime(WallTime(year: 2026, month: 11, day: 24, weekday: 1, hour: 10, minute: 24, second: 0)))
    return stage
  }

  /// Describes the translucent part of a sprite; nil if the sprite is opaque.
  private static func leak(_ sprite: Sprite) -> String? {
    func isPart(_ value: Double) -> Bool { value > 0.001 && value < 0.999 }
    if isPart(sprite.opacity) { return "opacity \(sprite.opacity) of \(sprite.fill)" }
    if sprite.upperOpacity < 1, sprite.opacity > 0 { return "a shade of \(sprite.fill)" }
    switch sprite.fill {
    case .color(let color): return isPart(color.alpha) ? "color \(color)" : nil
    case .picture(let picture, _):
      switch picture.content {
      case .text(let block), .line(let block): return isPart(block.color.alpha) ? "text “\(block.text)”" : nil
      case .scrim(let shade):
        return isPart(shade.color.alpha) || shade.part(inRow: 0) < 1 ? "scrim \(shade)" : nil
      default: return nil
      }
    }
  }

  private func check(_ stage: ShellStage, _ place: String) {
    #expect(stage.settle())
    #expect(stage.frame.sprites.count > 2, "\(place)")
    for sprite in stage.frame.sprites {
      let leak = Self.leak(sprite)
      #expect(leak == nil, "\(leak ?? "") on \(place)")
    }
  }

  @Test(arguments: 0..<7) func everyTileIsOpaque(tile: Int) {
    let stage = Self.stage()
    stage.shell.turn(to: Double(tile))
    check(stage, "tile \(tile)")
  }

  @Test func everyShelfIsOpaque() {
    let stage = ShellStage(tiles: Self.tiles(), shelves: ["One", "Two", "Three"]) {
      $0 = KioskConfiguration()
      ($0.theme.name, $0.header.title, $0.header.hasNudge) = (.highContrast, LocalizedText("Museum"), false)
    }
    stage.act(.nextShelf)
    check(stage, "the second shelf")
  }

  @Test func everyOtherScreenIsOpaque() {
    let page = Self.stage()
    page.act(.openTile("Tile 4"))
    check(page, "a page")
    let pad = ShellStage.withPIN(tiles: Self.tiles()) { $0.theme.name = .highContrast }
    pad.act(.admin)
    check(pad, "the PIN pad")
    let broken = LauncherTile(
      name: "Gone", icon: nil, action: .unavailable(.desktopEntry(.notInstalled("org.gone"))))
    check(Self.stage(tiles: [broken]), "what is out of order")
  }

  @Test func otherThemesAreTranslucent() {
    let stage = Self.stage { $0.theme.name = .dark }
    #expect(stage.settle())
    #expect(stage.frame.sprites.contains { Self.leak($0) != nil })
  }
}
