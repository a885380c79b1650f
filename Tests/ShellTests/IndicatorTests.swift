import Configuration
import Gestures
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The indicator shows the selected tile, and visitors drag it to reach another one.
struct IndicatorTests {
  private func stage(
    _ tiles: Int, shelves: [String?] = [nil], change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(tiles), shelves: shelves) {
      $0 = KioskConfiguration()
      change(&$0)
    }
    _ = stage.settle()
    return stage
  }

  private func current(_ stage: ShellStage) -> Int { stage.shell.tilesPanel.carousel.currentItemIndex }

  @Test(arguments: [(1, Indicator.Form.none), (2, .dots), (12, .dots), (13, .track), (300, .track)])
  func manyTilesHaveATrack(tiles: Int, form: Indicator.Form) {
    let panel = stage(tiles).shell.tilesPanel
    #expect(panel.indicatorPlace.form == form && (panel.indicatorTarget == nil) == (form == .none))
    #expect(stage(tiles) { $0.header.indicator = .none }.shell.tilesPanel.indicatorTarget == nil)
  }

  @Test(arguments: [5, 40], [[nil], ["One", "Two"]] as [[String?]])
  func aFingerOnItTurnsTheTiles(tiles: Int, shelves: [String?]) throws {
    let stage = stage(tiles, shelves: shelves)
    let (area, place) = (
      try #require(stage.shell.tilesPanel.indicatorTarget), stage.shell.tilesPanel.indicatorPlace
    )
    let left = Point(place.center.x - place.length / 2, area.center.y)
    stage.drag(from: left, by: Point(place.length + 20, 0), seconds: 0.4, lifts: false)
    #expect(stage.settle() && current(stage) == tiles - 1)
    stage.up()
    #expect(stage.settle() && current(stage) == tiles - 1 && stage.starts.isEmpty)
    stage.tap(Point(place.center.x, area.center.y))
    #expect(stage.settle() && current(stage) == tiles / 2)
    stage.tap(Point(left.x - 4, area.center.y))
    #expect(stage.settle() && current(stage) == 0)
  }

  @Test(arguments: [2, 5, 40]) func aRuleGoesFromMarginToMargin(tiles: Int) throws {
    let stage = stage(tiles) { $0.header.indicator = .rule }
    let (place, area) = (
      stage.shell.tilesPanel.indicatorPlace, try #require(stage.shell.tilesPanel.indicatorTarget)
    )
    let margins = 1280 - place.length
    #expect(place.form == .rule && margins > 10 && margins < 120)
    func bar() -> Rectangle? {
      let badge = stage.shell.environment.theme.badge
      stage.draw()
      return stage.frame.sprites.first { $0.fill == .color(badge) && $0.size.height < 12 }.map {
        Rectangle(center: stage.center + Point($0.transform.row4.x, $0.transform.row4.y), size: $0.size)
      }
    }
    let first = try #require(bar())
    #expect(abs(first.origin.x - margins / 2) < 1)
    stage.tap(Point(1280 - margins / 2 - 2, area.center.y))
    #expect(stage.settle() && current(stage) == tiles - 1)
    #expect(abs(try #require(bar()).maxX - (1280 - margins / 2)) < 1)
  }

  @Test func fingerOnVerticalDotsMovesTiles() throws {
    let stage = stage(5) { $0.carousel.orientation = .vertical }
    let area = try #require(stage.shell.tilesPanel.indicatorTarget)
    #expect(area.size.height > area.size.width && area.maxX <= 1280.5)
    stage.tap(Point(area.center.x, area.maxY - area.size.width / 2))
    #expect(stage.settle() && current(stage) == 4)
  }

  @Test func oneSwitchStepsByATenth() throws {
    let stage = stage(40) { $0.access.scans = true }
    func slider() -> Element? { stage.shell.elements().first { $0.id == .indicator } }
    #expect(slider()?.role == .slider && slider()?.value == "1 of 40")
    for place in [4, 8] {
      stage.shell.withOutbox(&stage.effects) { $0.withPanels { $0.activate(.indicator) } }
      #expect(stage.settle() && current(stage) == place && slider()?.value == "\(place + 1) of 40")
    }
    for _ in 0..<9 { stage.shell.withOutbox(&stage.effects) { $0.withPanels { $0.activate(.indicator) } } }
    #expect(stage.settle() && current(stage) == 0)
    #expect(self.stage(5).shell.elements().allSatisfy { $0.id != .indicator })
  }

  @Test func keysMoveTheSpokenIndicator() {
    let stage = stage(40) { $0.access.isSpoken = true }
    func press(_ key: Key, _ modifiers: KeyEvent.Modifiers = []) -> String? {
      stage.send(.key(KeyEvent(key, modifiers: modifiers)))
      _ = stage.settle()
      return stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }.last
    }
    #expect(press(.tab, .shift)?.hasPrefix("Tiles. Slider. 1 of 40") == true)
    #expect(press(.right) == "5 of 40.")
    #expect(press(.left) == "1 of 40.")
    #expect(press(.escape)?.hasPrefix("Tile 0") == true)
  }

  @Test(arguments: HeaderSettings.DetailsAlignment.allCases)
  func nameBelowTheTilesCanHaveAPlate(alignment: HeaderSettings.DetailsAlignment) throws {
    let stage = stage(5) { ($0.header.hasDetailsPlate, $0.header.detailsAlignment) = (true, alignment) }
    stage.draw()
    let theme = stage.shell.environment.theme
    let sprites = stage.frame.sprites
    let name = try #require(
      sprites.firstIndex {
        guard case .picture(let picture, _) = $0.fill, case .text(let block) = picture.content else {
          return false
        }
        return block.text == "Tile 0" && block.color == theme.badgeText
      })
    let plate = sprites[name - 1]
    #expect(plate.fill == .color(theme.badge))
    #expect(plate.size.width > sprites[name].size.width && plate.size.height > sprites[name].size.height)
    let left = stage.center.x + plate.transform.row4.x - plate.size.width / 2
    #expect(left >= 0 && theme.badge.contrast(to: theme.badgeText) >= 4.5)
    // The longest name and its plate fill the room between the margins.
    guard case .picture(let picture, _) = sprites[name].fill else { return }
    let margin = stage.shell.metrics.plainFontSize * theme.screenMargin
    let around = plate.size.width - sprites[name].size.width
    #expect(abs(Double(picture.size.width) + around - (1280 - 2 * margin)) <= 1)
  }

  @Test func descriptionBelowHasRoomForItsLines() throws {
    var tiles = ShellStage.tiles(5)
    tiles[0].appearance.detail = "A description"
    let stage = ShellStage(tiles: tiles) { $0 = KioskConfiguration() }
    #expect(stage.settle())
    stage.draw()
    let found = stage.frame.sprites.compactMap { sprite -> Picture? in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
        block.text == "A description", block.mostLines == 2
      else { return nil }
      return picture
    }
    let picture = try #require(found.first)
    // Letters have 0.95 of the font size, and a line is at least 1.4 of that.
    let letters = stage.shell.metrics.fontSize * 0.95
    #expect(Double(picture.size.height) >= 2 * 1.4 * letters)
  }

  /// Without controls at the lower edge, the touch area surrounds the indicator, and stays on the screen.
  @Test(arguments: [40.0, 100]) func touchAreaSurroundsTheIndicator(target: Double) {
    var content = ScreenZones.Content()
    (content.hasIndicator, content.target) = (true, target)
    let zones = ScreenZones(Metrics(size: Size(1280, 800)), content)
    let middle = min(zones.indicator, 800 - target / 2)
    #expect(abs(zones.indicatorTop + target / 2 - middle) < 1e-9)
    #expect(zones.indicator > 700 && zones.indicator < 800)
  }

  @Test func uprightScreensIndicatorStandsAboveControls() {
    var content = ScreenZones.Content()
    (content.hasIndicator, content.target, content.foot) = (true, 60, 1800...1880)
    let zones = ScreenZones(Metrics(size: Size(1080, 1920)), content)
    #expect(zones.indicatorTop == 1740 && zones.indicator == 1770)
    #expect(zones.indicatorRoom > 540 && zones.hasIndicatorRow)
  }
}
