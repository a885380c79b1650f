import Configuration
import LongCheck
import RotundaGeometry
import Programs
import Testing

@testable import Shell

/// Every target is at least 9 mm large on every screen, and within everyone's reach on tall screens.
///
/// The targets are the elements that switch access visits.
struct TargetTests {
  struct Screen: Sendable, CustomTestStringConvertible {
    let name: String
    let size: Size
    /// Millimeters.
    let height: Double
    var pointsPerMillimeter: Double { size.height / height }
    var isTall: Bool { size.height > size.width && height > 600 }
    var testDescription: String { name }
  }

  /// Common panels, in points of the surface.
  static let screens = [
    Screen(name: "5 inches", size: Size(800, 480), height: 65),
    Screen(name: "7 inches", size: Size(1024, 600), height: 86),
    Screen(name: "10 inches", size: Size(1280, 800), height: 136),
    Screen(name: "10 inches, portrait", size: Size(800, 1280), height: 217),
    Screen(name: "15.6 inches", size: Size(1920, 1080), height: 194),
    Screen(name: "21.5 inches", size: Size(1920, 1080), height: 268),
    Screen(name: "27 inches, twice as fine", size: Size(1920, 1080), height: 336),
    Screen(name: "32 inches, portrait", size: Size(1080, 1920), height: 708),
    Screen(name: "55 inches, portrait", size: Size(1080, 1920), height: 1218),
    Screen(name: "55 inches, portrait, fine", size: Size(2160, 3840), height: 1218),
    Screen(name: "55 inches", size: Size(1920, 1080), height: 685),
  ]

  private static let scales = [0.5, 1, 1.5, 2, 3]

  /// Short and long words, wide letters, and the right-to-left direction.
  private static let languages: [(tag: String, words: Localizer)] = ["en", "de", "ar", "ja"].map {
    ($0, (try? Localizer.compiled($0)) ?? .english)
  }
  private static let looks = LongCheck.sample(
    scales.flatMap { scale in languages.indices.map { (scale, $0) } }, every: 3)

  @Test func everyLanguageHasItsCatalog() {
    #expect(Set(Self.languages.map { $0.words(.restartLauncher) }).count == Self.languages.count)
  }

  private func stage(
    _ screen: Screen, _ textScale: Double, _ language: Int = 0, mirrored: Bool? = nil,
    tiles: [LauncherTile] = ShellStage.tiles(3)
  ) -> ShellStage {
    let stage = ShellStage.withPIN(tiles: tiles, size: screen.size) {
      $0.access.textScale = textScale
      $0.access.isMirrored = mirrored
    }
    stage.send(.languages([Self.languages[language].tag], Self.languages[language].words))
    stage.send(.measured(pointsPerMillimeter: screen.pointsPerMillimeter))
    _ = stage.settle()
    return stage
  }

  /// Checks all current targets.
  private func check(_ stage: ShellStage, _ screen: Screen, _ textScale: Double, _ group: ElementID? = nil)
    throws
  {
    var targets = stage.shell.elements(in: group)
    if stage.shell.panels.place == .panel(.pin) {
      let rows = targets.filter { $0.role == .group }
      targets = targets.filter { $0.role != .group } + rows.flatMap { stage.shell.elements(in: $0.id) }
    }
    targets.removeAll { $0.frame == nil }
    #expect(!targets.isEmpty)
    let side = 9 * screen.pointsPerMillimeter - 1
    let lower = Rectangle(
      origin: Point(0, screen.size.height / 2), size: Size(screen.size.width, screen.size.height / 2))
    for target in targets {
      let area = try #require(target.frame)
      #expect(
        area.size.width >= side && area.size.height >= side,
        "\(target.id) is \(area.size) on \(screen.name) at \(textScale), and a finger needs \(side)")
      guard screen.isTall else { continue }
      let reach = lower.intersection(area)?.size ?? .zero
      #expect(
        reach.width >= side && reach.height >= side,
        "\(target.id) at \(area) on \(screen.name) at \(textScale)")
    }
  }

  @Test(arguments: screens) func padKeysAreLargeAndReachable(screen: Screen) throws {
    for (scale, language) in Self.looks {
      let stage = stage(screen, scale, language)
      stage.act(.admin)
      try check(stage, screen, scale)
    }
  }

  @Test(arguments: screens) func systemControlsAreLargeAndReachable(screen: Screen) throws {
    for (scale, language) in Self.looks {
      let stage = stage(screen, scale, language)
      stage.act(.admin)
      stage.enter(ShellStage.pin)
      #expect(stage.shell.systemPage != nil, "at \(scale): \(stage.shell.padLayout)")
      try check(stage, screen, scale)
    }
  }

  @Test(arguments: screens) func pageControlsAreLargeAndReachable(screen: Screen) throws {
    for (scale, language) in Self.looks {
      let stage = stage(screen, scale, language, tiles: [PageTests.tile()])
      stage.act(.openTile("About"))
      _ = stage.settle()
      try check(stage, screen, scale)
    }
  }

  /// Each page of the first run, in several languages and text sizes.
  @Test(arguments: screens.indices) func firstRunTargetsAreLargeAndReachable(index: Int) throws {
    let screen = Self.screens[index]
    for (number, page) in FirstRunPanelTests.pages.enumerated() {
      for (scale, language) in [Self.looks[(number * 7 + index * 3) % Self.looks.count], (1, number % 4)] {
        let stage = stage(screen, scale, language)
        stage.shell.withOutbox(&stage.effects) {
          $0.show(FirstRunPanel(previewOf: page, FirstRunPanelTests.facts, at: stage.now))
        }
        _ = stage.settle()
        try check(stage, screen, scale)
      }
    }
  }

  @Test(arguments: screens) func tileAndMessageTargetsAreLargeAndReachable(screen: Screen) throws {
    for (scale, language) in Self.looks {
      let stage = stage(screen, scale, language)
      try check(stage, screen, scale, .tiles)
      stage.act(.openTile("Tile 0"))
      stage.send(.startFailed(ProgramID(1), .notFound))
      _ = stage.settle()
      #expect(stage.shell.notice?.retry != nil)
      try check(stage, screen, scale)
    }
  }

  @Test(arguments: screens, [(0, 1), (0, 3), (6, 0), (6, 2)]) func controlsOnTilesAreLargeAndReachable(
    screen: Screen, counts: (rows: Int, buttons: Int)
  ) throws {
    var tile = LauncherTile(name: "Live", icon: nil, action: .perform(.none))
    func part(_ number: Int) -> LauncherTile {
      LauncherTile(name: "Part \(number)", icon: nil, action: .start(Command(["\(number)"])))
    }
    (tile.rows, tile.buttons) = ((0..<counts.rows).map(part), (0..<counts.buttons).map(part))
    for scale in Self.scales {
      let stage = stage(screen, scale, tiles: [tile] + ShellStage.tiles(2))
      let layout = try #require(stage.shell.tilesPanel.shelf.centeredInterior).layout
      let side = 9 * screen.pointsPerMillimeter - 1
      for button in layout.buttons {
        #expect(
          button.size.width >= side && button.size.height >= side, "\(button) on \(screen.name) at \(scale)")
      }
      guard counts.rows > 0 else { continue }
      #expect(
        layout.rowHeight >= side && layout.viewport.size.height >= side,
        "\(layout.viewport) on \(screen.name) at \(scale)")
    }
  }

  /// Targets at the edges are hit in passing: 12 mm. Keys are hit in a row: 15 mm. Small screens use the room
  /// that they have.
  @Test(arguments: screens) func edgeTargetsAreLargerKeysLargest(screen: Screen) throws {
    let (unit, shorter) = (screen.pointsPerMillimeter, min(screen.size.width, screen.size.height))
    let (chrome, key) = (min(12 * unit, shorter / 4) - 1, min(15 * unit, shorter * 0.19) - 1)
    func check(_ area: Rectangle?, _ least: Double, _ name: String) {
      let size = area?.size ?? .zero
      #expect(size.width >= least && size.height >= least, "\(name) is \(size), and a finger needs \(least)")
    }
    let folder = ShellStage.folder("Games", ShellStage.tiles(7))
    let stage = ShellStage.withPIN(tiles: [folder] + ShellStage.tiles(7), size: screen.size) {
      let admin = $0.admin
      $0 = KioskConfiguration()
      $0.admin = admin
      $0.header.buttons = [.language, .accessibility]
      $0.header.title = LocalizedText("Museum", translations: ["de": "Museum", "en": "Museum"])
    }
    stage.send(.measured(pointsPerMillimeter: unit))
    stage.act(.openTile("Games"))
    _ = stage.settle()
    for id in [ElementID.back, .language, .forEveryone] {
      check(stage.shell.elements().first { $0.id == id }?.frame, chrome, id.name)
    }
    check(stage.shell.tilesPanel.indicatorTarget, chrome, "the indicator")
    for control in [FootControls.Control.previous, .next] where stage.shell.tilesPanel.carousel.isWrapEnabled
    {
      check(stage.shell.tilesPanel.chevron(control), chrome, "\(control)")
    }
    stage.act(.help)
    _ = stage.settle()
    check(stage.shell.elements().first { $0.role == .close }?.frame, chrome, "a page's cross")
    stage.act(.admin)
    _ = stage.settle()
    for area in stage.shell.padLayout.keys { check(area, key, "a key") }
    check(stage.shell.padLayout.close, chrome, "the pad's cross")
  }

  /// Signal is for fingers in gloves.
  @Test(arguments: screens) func aThemeMayAskForLargerTargets(screen: Screen) {
    let stage = ShellStage(tiles: ShellStage.tiles(7), size: screen.size) {
      $0 = KioskConfiguration()
      $0.theme.changes = ["least-target": .number(22), "outline": .number(0.2)]
      $0.header.buttons = [.language, .accessibility]
    }
    stage.send(.measured(pointsPerMillimeter: screen.pointsPerMillimeter))
    _ = stage.settle()
    let least = min(22 * screen.pointsPerMillimeter, min(screen.size.width, screen.size.height) / 4) - 1
    let panel = stage.shell.tilesPanel
    let targets =
      [panel.indicatorTarget, panel.chevron(.previous), panel.chevron(.next)]
      + [ElementID.forEveryone].map { id in stage.shell.elements().first { $0.id == id }?.frame }
    for target in targets.compactMap({ $0 }) {
      #expect(
        target.size.width >= least && target.size.height >= least,
        "\(target) on \(screen.name), and a glove needs \(least)")
    }
    #expect(targets.compactMap { $0 }.count >= 3)
    #expect(panel.theme.borderWidth == 0.2 * panel.metrics.plainFontSize)
  }

  @Test(arguments: screens.filter(\.isTall)) func fingerHitsTheVisibleTile(screen: Screen) {
    for shelves in [[nil], ["One", "Two"]] as [[String?]] {
      let stage = ShellStage(tiles: ShellStage.tiles(3), shelves: shelves, size: screen.size)
      stage.send(.measured(pointsPerMillimeter: screen.pointsPerMillimeter))
      _ = stage.settle()
      let seen = stage.seenTiles.filter { $0.name == "Tile 0" }.map { Point($0.x, $0.y) }
      let tile = seen.min {
        abs($0.y - stage.shell.tilesPanel.level.drop) < abs($1.y - stage.shell.tilesPanel.level.drop)
      }
      #expect(
        tile.map { abs($0.y - stage.shell.tilesPanel.level.drop) < 1 } == true
          && stage.shell.tilesPanel.level.drop > 100)
      stage.tap(stage.center + (tile ?? .zero))
      #expect(stage.starts.count == 1)
    }
  }

  @Test func otherScreensKeepTheirTilesInTheMiddle() {
    for screen in Self.screens where !screen.isTall {
      #expect(stage(screen, 1).shell.tilesPanel.level.drop == 0, "\(screen.name)")
    }
    let unknown = ShellStage(size: Size(1080, 1920))
    #expect(unknown.shell.tilesPanel.level.drop == 0)
  }
}
