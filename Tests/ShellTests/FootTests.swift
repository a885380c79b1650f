import Configuration
import Gestures
import LongCheck
import RotundaGeometry
import Testing

@testable import Shell

/// The row at the lower edge with the button that closes a folder.
struct FootTests {
  static let sizes = [
    Size(800, 480), Size(1024, 600), Size(1280, 800), Size(1920, 1080), Size(1080, 1920), Size(2560, 1080),
    Size(480, 800),
  ]

  /// A kiosk with an open folder.
  private func stage(
    _ size: Size = Size(1280, 800), games: Int = 9, shelves: [String?] = [nil],
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let folder = ShellStage.folder("Games", ShellStage.tiles(games, named: "Game"))
    let stage = ShellStage(tiles: [folder] + ShellStage.tiles(2), shelves: shelves, size: size) {
      $0 = KioskConfiguration()
      change(&$0)
    }
    stage.act(.openTile("Games"))
    _ = stage.settle()
    return stage
  }

  private func back(_ stage: ShellStage) throws -> Rectangle {
    try #require(stage.shell.elements().first { $0.id == .back }?.frame)
  }

  @Test func wayBackKeepsItsPlace() throws {
    let stage = stage()
    let place = try back(stage)
    #expect(stage.writing.contains("‹ Games") && !stage.seenTiles.contains { $0.name == "Games" })
    for step in 0..<90 {
      stage.shell.turn(to: Double(step) * 0.1)
      stage.draw()
      #expect(try back(stage) == place && stage.writing.contains("‹ Games"))
    }
    stage.tap(place.center)
    #expect(stage.settle() && stage.shell.tilesPanel.levels.count == 1)
    #expect(!stage.writing.contains("‹ Games") && stage.starts.isEmpty)
  }

  @Test func wayBackStandsWhereCrossesStand() throws {
    let stage = stage { $0.admin.pin = .hash(ShellStage.hash) }
    let place = try back(stage)
    for action in [ShellAction.help, .admin] {
      stage.act(action)
      _ = stage.settle()
      let close = try #require(stage.shell.elements().first { $0.role == .close }?.frame)
      #expect(close.origin == place.origin && close.size.height == place.size.height)
    }
  }

  @Test func tapCountsWhileTheTilesGlide() throws {
    let stage = stage()
    stage.drag(from: stage.center, by: Point(-200, 0), seconds: 0.1)
    stage.draw()
    stage.tap(try back(stage).center)
    #expect(stage.settle() && stage.shell.tilesPanel.levels.count == 1)
  }

  @Test func swipeFromTheFootTurnsTheTiles() throws {
    let stage = stage()
    stage.drag(from: try back(stage).center, by: Point(300, 0), seconds: 0.2)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.levels.count == 2 && stage.centered.name != "Game 0")
  }

  @Test func tabReachesItAfterTheLastTile() {
    let stage = stage(games: 2) { $0.carousel.wrap = true }
    func tab(_ modifiers: KeyEvent.Modifiers = []) -> FootControls.Control? {
      stage.send(.key(KeyEvent(.tab, .pressed, modifiers: modifiers)))
      _ = stage.settle()
      return stage.shell.tilesPanel.foot.focused
    }
    #expect(tab() == nil && stage.centered.name == "Game 1")
    #expect(tab() == .back && stage.centered.name == "Game 1")
    #expect(tab() == nil && stage.centered.name == "Game 0")
    #expect(tab(.shift) == .back)
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.settle() && stage.shell.tilesPanel.levels.count == 1)
  }

  @Test func wayBackIsReadOut() throws {
    let stage = stage(games: 1) { $0.access.isSpoken = true }
    stage.send(.key(KeyEvent(.tab)))
    _ = stage.settle()
    let said = stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    let place = try #require(stage.shell.panels.elements().first { $0.id == .back }?.place)
    #expect(said.last == "Back. Button. Games. \(place.text(in: .english)).")
  }

  @Test func oneSwitchReachesTheWayBack() throws {
    let stage = stage { $0.access.scans = true }
    stage.send(.key(KeyEvent(.space)))
    for _ in 0..<9 where stage.shell.scanner.run?.current != .back {
      stage.wait(max(0, (stage.shell.scanner.run?.next ?? 0) - stage.now) + 0.001)
      _ = stage.settle()
    }
    #expect(stage.shell.scanner.run?.current == .back && stage.shell.scanner.element?.frame != nil)
    stage.send(.key(KeyEvent(.space)))
    #expect(stage.settle() && stage.shell.tilesPanel.levels.count == 1)
  }

  @Test func mirroredFootIsAtTheOtherSide() throws {
    let stage = stage()
    stage.send(.languages(["ar"], try #require(try Localizer.compiled("ar"))))
    _ = stage.settle()
    let place = try back(stage)
    #expect(stage.writing.contains("\u{200F}‹ \u{2068}Games\u{2069}"))
    // Left of the middle in the launcher's coordinates, right of it on the mirrored screen.
    #expect(place.maxX < 640)
    stage.tap(Point(1280 - place.center.x, place.center.y))
    #expect(stage.settle() && stage.shell.tilesPanel.levels.count == 1)
  }

  @Test func aMessageStandsAboveIt() throws {
    let stage = stage()
    stage.shell.withOutbox(&stage.effects) { $0.show(Notice(.announcement("Soon"), expires: nil)) }
    stage.draw()
    let message = try #require(stage.shell.panels.notice.reach)
    #expect(message.maxY <= (try back(stage)).origin.y)
  }

  @Test(arguments: sizes, [1, 1.6, 3]) func nothingOverlapsIt(size: Size, textScale: Double) throws {
    for shelves in [[nil], ["One", "Two"]] as [[String?]] {
      let stage = stage(size, shelves: shelves) { $0.access.textScale = textScale }
      let (place, panel) = (try back(stage), stage.shell.tilesPanel)
      let tile = try #require(stage.shell.panels.frame(of: .face))
      #expect(tile.maxY <= place.origin.y + 0.5, "\(tile) and \(place)")
      #expect(tile.size.height >= size.height * 0.18, "\(tile)")
      if let details = panel.level.zones.details { #expect(details.upperBound <= place.origin.y) }
      #expect(place.origin.x >= 0 && place.maxX <= size.width && place.maxY <= size.height)
    }
  }

  @Test(arguments: sizes) func theNextShelfPeeksInAboveIt(size: Size) {
    let stage = stage(size, shelves: ["One", "Two"]) { $0.header.buttons = [.accessibility] }
    stage.act(.home)
    _ = stage.settle()
    let (panel, unit) = (stage.shell.tilesPanel, min(size.width, size.height) / 36)
    let top = size.height / 2 + panel.level.place(of: 1).y - panel.level.shelves[1].largestTile.height / 2
    // On short screens, the buttons are beside the clock.
    let foot = panel.level.zones.foot?.lowerBound ?? size.height
    #expect(foot - top >= 2.5 * unit - 1, "\(top) and \(foot)")
  }

  /// A kiosk with two languages that shows its tiles.
  private func everyone(
    _ size: Size = Size(1280, 800), tiles: Int = 7, change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(tiles), size: size) {
      $0 = KioskConfiguration()
      $0.header.title = LocalizedText("Museum", translations: ["de": "Museum", "en": "Museum"])
      $0.access.hasSounds = true
      change(&$0)
    }
    stage.send(.languages(["en"], .english))
    _ = stage.settle()
    return stage
  }

  private static let short = [Size(800, 480), Size(1024, 600), Size(480, 320)]

  /// The other areas in the header's row.
  private func header(_ stage: ShellStage) -> [Rectangle] {
    let panel = stage.shell.tilesPanel
    let boxes = panel.header.boxes(panel.theme, panel.metrics, scale: 1)
    return [boxes.logo, boxes.title, boxes.clock, boxes.date].compactMap { $0 }
  }

  private static let moment = WallTime(
    year: 2026, month: 11, day: 24, weekday: 1, hour: 10, minute: 24, second: 0)

  @Test(arguments: short) func shortScreensHaveButtonsBesideTheClock(size: Size) throws {
    let stage = everyone(size) { $0.header.buttons = [.language] }
    stage.send(.wallTime(Self.moment))
    #expect(stage.settle())
    let panel = stage.shell.tilesPanel
    #expect(panel.level.zones.foot == nil)
    let pill = try #require(panel.foot.shown(.language))
    let clock = try #require(panel.header.boxes(panel.theme, panel.metrics, scale: 1).clock)
    #expect(pill.maxX <= clock.origin.x && abs(pill.center.y - clock.center.y) < 2)
    for box in header(stage) { #expect(box.intersection(pill) == nil, "\(box) and \(pill)") }
    let tile = try #require(stage.shell.panels.frame(of: .face))
    #expect(tile.origin.y >= pill.maxY && tile.size.height >= size.height * 0.42, "\(tile) on \(size)")
    stage.tap(pill.center)
    #expect(stage.settle() && stage.shell.status.screen != .carousel, "it opens its sheet")
  }

  @Test func headerKeepsTheSameGapBesideButtons() throws {
    let stage = everyone(Size(800, 480)) { $0.header.buttons = [.language, .accessibility] }
    let foot = stage.shell.tilesPanel.foot
    let (first, last) = (
      try #require(foot.frame(of: .language)), try #require(foot.frame(of: .forEveryone))
    )
    let gap = last.origin.x - first.maxX
    #expect(foot.content.isInHeader && gap > 0 && abs(last.maxX - foot.headerRow.maxX) < 1e-9)
    #expect(abs(foot.widthInHeader - (last.maxX - first.origin.x) - gap) < 1e-9)
  }

  @Test(arguments: short + [Size(1280, 800)], [0.0, 22])
  func headerButtonsTakeNoTouchOfATile(size: Size, leastTarget: Double) throws {
    let stage = everyone(size) {
      $0.theme.changes["least-target"] = .number(leastTarget)
      $0.header.buttons = [.language, .accessibility]
    }
    stage.send(.wallTime(Self.moment))
    #expect(stage.settle())
    let foot = stage.shell.tilesPanel.foot
    let tile = try #require(stage.shell.panels.frame(of: .face))
    for control in [FootControls.Control.language, .forEveryone] {
      let target = try #require(foot.frame(of: control))
      #expect(target.intersection(tile) == nil, "\(target) and \(tile)")
    }
  }

  @Test(arguments: short) func wayBackOfAFolderStaysBelow(size: Size) throws {
    let games = ShellStage.folder("Games", ShellStage.tiles(7, named: "Game"))
    let stage = ShellStage(tiles: [games] + ShellStage.tiles(3), size: size) {
      $0 = KioskConfiguration()
      $0.header.buttons = [.accessibility]
      $0.header.title = LocalizedText("Museum")
    }
    stage.send(.wallTime(Self.moment))
    #expect(stage.settle())
    let before = try #require(stage.shell.tilesPanel.foot.frame(of: .forEveryone))
    stage.act(.openTile("Games"))
    #expect(stage.settle())
    let after = stage.shell.tilesPanel.foot
    #expect(after.frame(of: .forEveryone) == before)
    #expect(try back(stage).maxY > size.height * 0.8 && before.maxY < size.height * 0.3)
  }

  @Test func fullHeaderLeavesButtonsBelow() {
    for (size, textScale) in [(Size(800, 480), 2.0), (Size(480, 320), 1.6), (Size(1280, 800), 1)] {
      let stage = everyone(size) { $0.access.textScale = textScale }
      let panel = stage.shell.tilesPanel
      #expect(panel.level.zones.foot != nil, "\(size) \(textScale)")
    }
  }

  @Test func buttonsAppearOnlyWithAChoice() {
    let table: [(change: (inout KioskConfiguration) -> Void, ids: Set<ElementID>)] = [
      ({ _ in }, [.language, .forEveryone]),
      ({ $0.access = .standard }, [.language]),
      ({ $0.header.title = LocalizedText("Museum", translations: ["de": "Museum"]) }, [.forEveryone]),
      ({ $0.header.buttons = [] }, []),
      (
        {
          $0.access = .standard
          $0.header.buttons = [.accessibility]
        }, [.forEveryone]
      ),
    ]
    for (change, ids) in table {
      let there = Set(everyone(change: change).shell.elements().map(\.id))
      #expect(there.intersection([.language, .forEveryone]) == ids)
    }
  }

  @Test(arguments: sizes, LongCheck.sample([3, 1, 1.6], every: 3)) func pillsAndIndicatorStandApart(
    size: Size, textScale: Double
  ) throws {
    for tiles in [7, 40] {
      for shelves in [[nil], ["One", "Two"]] as [[String?]] {
        let games = ShellStage.folder("Games", ShellStage.tiles(tiles, named: "Game"))
        let stage = ShellStage(tiles: [games] + ShellStage.tiles(tiles), shelves: shelves, size: size) {
          $0 = KioskConfiguration()
          $0.header.title = LocalizedText("Museum", translations: ["de": "Museum", "en": "Museum"])
          $0.header.buttons = [.language, .accessibility]
          $0.access.textScale = textScale
        }
        stage.send(.languages(["en"], .english))
        for isOpen in [false, true] {
          if isOpen { stage.act(.openTile("Games")) }
          _ = stage.settle()
          let panel = stage.shell.tilesPanel
          var areas = stage.shell.elements().compactMap { element in
            element.role == .button ? element.frame.map { ("\(element.id.name)", $0) } : nil
          }
          if let indicator = panel.indicatorTarget { areas.append(("indicator", indicator)) }
          areas.append(("tile", try #require(stage.shell.panels.frame(of: .face))))
          #expect(areas.count >= (isOpen ? 4 : 3))
          for (index, one) in areas.enumerated() {
            #expect(
              one.1.origin.x >= -0.5 && one.1.maxX <= size.width + 0.5 && one.1.maxY <= size.height + 0.5,
              "\(one) leaves the screen")
            for other in areas[(index + 1)...] {
              let common = one.1.intersection(other.1)?.size ?? .zero
              #expect(common.width <= 1 || common.height <= 1, "\(one) and \(other), \(shelves)")
            }
          }
        }
      }
    }
  }

  @Test func anEmptyFolderHasAWayBack() throws {
    let stage = stage(games: 0)
    stage.tap(try back(stage).center)
    #expect(stage.settle() && stage.shell.tilesPanel.levels.count == 1)
  }
}
