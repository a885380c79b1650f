import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// Buttons, toggles, lists and pages on tiles.
struct ControlTests {
  private static func part(_ name: String, _ words: [String]? = nil) -> LauncherTile {
    LauncherTile(name: name, icon: nil, action: .start(Command(words ?? [name])))
  }

  private static func lamp(isOn: Bool = false) -> LauncherTile {
    var lamp = part("Lamp", ["lamp", "on"])
    lamp.offAction = .start(Command(["lamp", "off"]))
    lamp.opensWindow = false
    lamp.isOn = isOn
    return lamp
  }

  private static func tile(
    rows: Int = 0, buttons: [LauncherTile] = [], name: String = "Live",
    _ change: (inout LauncherTile) -> Void = { _ in }
  ) -> LauncherTile {
    var tile = LauncherTile(name: name, icon: nil, action: .perform(.none))
    tile.rows = (0..<rows).map { part("Row \($0)") }
    tile.buttons = buttons
    change(&tile)
    return tile
  }

  private static func stage(
    _ tile: LauncherTile, shelves: [String?] = [nil], change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(
      tiles: [tile] + ShellStage.tiles(2) + [Self.tile(rows: 3, name: "Other")], shelves: shelves,
      change: change)
    #expect(stage.settle())
    return stage
  }

  /// The position of a control of the selected tile on the screen.
  private func place(of control: TileControl, _ stage: ShellStage) throws -> Point {
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    let area =
      switch control {
      case .row(let index): interior.place(ofRow: index)
      case .button(let index): interior.layout.buttons[index]
      case .gesture: Rectangle(center: .zero, size: stage.shell.tilesPanel.shelf.tileSize)
      }
    return stage.center + area.center
  }

  @Test func rowsThatOpenAWindowHaveAChevron() {
    let tile = Self.tile { tile in
      tile.rows = [Self.part("Opens"), Self.lamp(), Self.part("Does")]
      tile.rows[2].opensWindow = false
    }
    let stage = ShellStage(tiles: [tile] + ShellStage.tiles(2))
    #expect(stage.settle())
    stage.draw()
    let bars = stage.frame.sprites.filter { abs($0.transform.row1.y) > 0.1 }
    #expect(bars.count == 2, "both bars of one chevron")
  }

  private func offset(_ stage: ShellStage) -> Double {
    stage.shell.tilesPanel.shelf.centeredInterior?.scroll.offset ?? .nan
  }

  @Test func tapOnAButtonPerformsIt() throws {
    let stage = Self.stage(Self.tile(buttons: [Self.part("One"), Self.part("Two")]))
    #expect(["Live", "One", "Two"].allSatisfy(stage.writing.contains))
    stage.tap(try place(of: .button(1), stage))
    #expect(stage.starts.map(\.command.arguments) == [["Two"]])
    #expect(stage.shell.isCovered)
  }

  /// In a cover flow, the side tiles are tilted. A tap on a button of a side tile selects the tile, and a
  /// second tap presses the button.
  @Test(arguments: CarouselSettings.TapBeside.allCases)
  func tapOnASideButtonSelectsItsTile(tapBeside: CarouselSettings.TapBeside) throws {
    let tiles = (0..<5).map { number in
      Self.tile(buttons: [Self.part("Press \(number)")], name: "Live \(number)")
    }
    let stage = ShellStage(tiles: tiles) {
      $0.carousel.layout = .coverFlow
      $0.carousel.startTile = 3
      $0.carousel.tapBeside = tapBeside
    }
    #expect(stage.settle())
    let shelf = stage.shell.tilesPanel.shelf
    let placement = try #require(shelf.carousel.placement(ofItemAt: 3))
    #expect(abs(placement.transform.row1.z) > 0.3, "the side tile is tilted")
    let button = try #require(shelf.interiors[shelf.tiles[3].id]).layout.buttons[0]
    let seen = try #require(placement.transform.project(Point(button.maxX - 12, button.center.y)))
    stage.tap(stage.center + seen)
    #expect(stage.settle())
    #expect(stage.starts.isEmpty && stage.shell.tilesPanel.carousel.currentItemIndex == 3)
    stage.tap(stage.center + button.center)
    #expect(stage.starts.map(\.command.arguments) == [["Press 3"]])
  }

  @Test func controlsFollowAnotherSizeOfTheTiles() throws {
    let tile = Self.tile(buttons: [Self.part("One")])
    let stage = Self.stage(tile)
    let before = try #require(stage.shell.tilesPanel.shelf.centeredInterior).layout
    var settings = CarouselSettings()
    (settings.layout, settings.tileSize) = (.linear, Size(500, 300))
    stage.send(
      .configuration(
        KioskConfiguration(), shelves: [LauncherShelf(name: nil, settings: settings, tiles: [tile])],
        problems: []))
    #expect(stage.settle())
    let after = try #require(stage.shell.tilesPanel.shelf.centeredInterior).layout
    #expect(after.size == Size(500, 300) && before.size != after.size)
    stage.tap(try place(of: .button(0), stage))
    #expect(stage.starts.map(\.command.arguments) == [["One"]])
  }

  @Test func foreignPicturesNeedNoFrame() {
    let stage = Self.stage(Self.tile(buttons: [Self.part("One")]))
    let other = stage.shell.environment.label("Foreign", size: 20, color: .white, within: Size(300, 40))
    #expect(!stage.shell.wantsFrame)
    stage.send(.pictureReady(other.picture, size: PixelSize(50, 20)))
    #expect(!stage.shell.wantsFrame)
  }

  @Test func aTapBesideTheControlsOpensTheTile() throws {
    let tile = Self.tile(rows: 2) { $0.action = .start(Command(["whole"])) }
    let stage = Self.stage(tile)
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    stage.tap(stage.center + interior.layout.header.center)
    #expect(stage.starts.map(\.command.arguments) == [["whole"]])
    let idle = Self.stage(Self.tile(rows: 2))
    idle.tap(idle.center + interior.layout.header.center)
    #expect(idle.starts.isEmpty && idle.settle())
  }

  @Test func touchOnASideTileSelectsItFirst() throws {
    let stage = Self.stage(Self.tile(buttons: [Self.part("One")])) { $0.carousel.tapBeside = .center }
    let button = try place(of: .button(0), stage)
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    let away = stage.shell.tilesPanel.shelf.tileSize.width
    stage.tap(button + Point(-away, 0))
    #expect(stage.settle())
    #expect(stage.starts.isEmpty && stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    stage.tap(button)
    #expect(stage.starts.map(\.command.arguments) == [["One"]])
  }

  @Test func aToggleRunsItsProgramsWithoutTheScreen() throws {
    let stage = Self.stage(Self.tile(buttons: [Self.lamp()]))
    let lamp = try place(of: .button(0), stage)
    for (round, expected) in [["lamp", "on"], ["lamp", "off"], ["lamp", "on"]].enumerated() {
      stage.tap(lamp)
      #expect(stage.starts.last?.command.arguments == expected)
      #expect(!stage.shell.isCovered && stage.starts.count == round + 1)
      stage.send(.ended(stage.starts[round].program, .exited(status: 0)))
    }
    #expect(
      stage.reports.isEmpty && stage.shell.tilesPanel.toggles.on == ["Lamp"] && stage.shell.notice == nil)
  }

  @Test func failedToggleReturnsAndReports() throws {
    for failsAtOnce in [true, false] {
      let stage = Self.stage(Self.tile(buttons: [Self.lamp(isOn: true)]))
      #expect(stage.shell.tilesPanel.toggles.on == ["Lamp"])
      stage.tap(try place(of: .button(0), stage))
      #expect(stage.shell.tilesPanel.toggles.on == [])
      let program = try #require(stage.starts.first?.program)
      stage.send(failsAtOnce ? .startFailed(program, .notFound) : .ended(program, .exited(status: 3)))
      #expect(stage.shell.tilesPanel.toggles.on == ["Lamp"])
      #expect(stage.reports.count == 1 && stage.shell.notice != nil)
    }
  }

  @Test func endlessPressingStartsFewPrograms() throws {
    var button = Self.part("More")
    button.opensWindow = false
    let stage = Self.stage(Self.tile(buttons: [button]))
    let place = try place(of: .button(0), stage)
    for _ in 0..<100 {
      stage.tap(place)
      stage.wait(0.5)
    }
    #expect(stage.starts.count == 16)
    stage.send(.ended(stage.starts[0].program, .exited(status: 0)))
    stage.tap(place)
    #expect(stage.starts.count == 17)
  }

  @Test func aSwipeAcrossTheTilesScrollsTheList() throws {
    let stage = Self.stage(Self.tile(rows: 30), shelves: ["A", "B"])
    let start = try place(of: .row(1), stage)
    stage.drag(from: start, by: Point(0, -100), seconds: 0.3, thenHold: 0.2)
    stage.draw()
    #expect(abs(offset(stage) - 100) < 1e-6, "\(offset(stage))")
    #expect(stage.settle())
    #expect(
      stage.shell.tilesPanel.level.current == 0 && stage.shell.tilesPanel.carousel.currentItemIndex == 0
        && stage.starts.isEmpty)
    let before = offset(stage)
    stage.drag(from: start, by: Point(0, -100), seconds: 0.1)
    #expect(stage.settle())
    #expect(offset(stage) > before + 200)
    // Beside the list, the same swipe selects the next shelf.
    stage.drag(from: Point(100, 400), by: Point(0, -250), seconds: 0.12)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 1)
  }

  @Test func tapOnAScrolledRowOpensIt() throws {
    let stage = Self.stage(Self.tile(rows: 30))
    stage.send(.scroll(ScrollEvent(.steps(x: 0, y: 100), milliseconds: 1)))
    #expect(stage.settle())
    stage.tap(try place(of: .row(29), stage))
    #expect(stage.starts.map(\.command.arguments) == [["Row 29"]])
  }

  @Test func aTouchThatStopsTheListOpensNothing() throws {
    let stage = Self.stage(Self.tile(rows: 60))
    let start = try place(of: .row(1), stage)
    stage.drag(from: start, by: Point(0, -120), seconds: 0.06)
    stage.draw()
    #expect(stage.shell.wantsFrame)
    stage.tap(start)
    #expect(stage.settle() && stage.starts.isEmpty)
    stage.tap(start)
    #expect(stage.starts.count == 1)
  }

  @Test func swipeOnTheListTurnsTheCarousel() throws {
    let stage = Self.stage(Self.tile(rows: 30))
    stage.drag(from: try place(of: .row(1), stage), by: Point(-300, 5), seconds: 0.15)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex > 0)
  }

  @Test func aShortListLeavesSwipesToTheShelves() throws {
    let stage = Self.stage(Self.tile(rows: 2), shelves: ["A", "B"])
    stage.drag(from: try place(of: .row(1), stage), by: Point(0, -250), seconds: 0.12)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 1)
  }

  @Test func pageOnATileScrollsAndOpens() throws {
    let tile = Self.tile {
      $0.isPageInside = true
      $0.action = .page(PageContent(plain: PageTests.long))
    }
    let stage = Self.stage(tile)
    #expect(stage.writing.contains("Line 1 of a page that is longer than any screen."))
    stage.drag(from: stage.center, by: Point(0, -100), seconds: 0.1)
    #expect(stage.settle())
    #expect(offset(stage) > 100 && stage.shell.page == nil)
    stage.send(.key(KeyEvent(.down)))
    #expect(stage.settle())
    stage.tap(stage.center)
    #expect(stage.settle())
    #expect(stage.shell.page != nil)
  }

  @Test func keysReachEveryControl() throws {
    let stage = Self.stage(Self.tile(rows: 2, buttons: [Self.part("One")]))
    func press(_ key: Key, _ modifiers: KeyEvent.Modifiers = []) {
      stage.send(.key(KeyEvent(key, modifiers: modifiers)))
      #expect(stage.settle())
    }
    for expected in [TileControl.row(0), .row(1), .button(0)] {
      press(.tab)
      #expect(stage.shell.tilesPanel.focusedControl == expected)
    }
    press(.tab)
    #expect(
      stage.shell.tilesPanel.focusedControl == nil && stage.shell.tilesPanel.carousel.currentItemIndex == 1)
    press(.left)
    press(.down)
    press(.down)
    press(.up)
    #expect(
      stage.shell.tilesPanel.focusedControl == .row(0)
        && stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    press(.escape)
    #expect(stage.shell.tilesPanel.focusedControl == nil)
    press(.tab)
    press(.tab, .shift)
    #expect(
      stage.shell.tilesPanel.focusedControl == nil && stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    press(.tab)
    press(.tab)
    press(.enter)
    #expect(stage.starts.map(\.command.arguments) == [["Row 1"]])
  }

  @Test func focusedRowScrollsIntoView() throws {
    let stage = Self.stage(Self.tile(rows: 30))
    for _ in 0..<25 { stage.send(.key(KeyEvent(.down))) }
    #expect(stage.settle())
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    #expect(stage.shell.tilesPanel.focusedControl == .row(24))
    #expect(interior.layout.viewport.contains(interior.place(ofRow: 24).center))
  }

  /// The scroll bar below or beside the content that scrolls on a tile; nil without one.
  private func bar(_ stage: ShellStage) throws -> Sprite? {
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    let viewport = interior.layout.viewport
    return stage.frame.sprites.last { sprite in
      guard case .color = sprite.fill, let place = sprite.transform.project(.zero) else { return false }
      return interior.layout.isSideways
        ? place.y > viewport.maxY && place.y < viewport.maxY + 10 && sprite.size.height < 10
        : place.x > viewport.maxX && place.x < viewport.maxX + 10 && sprite.size.width < 10
    }
  }

  @Test(arguments: [true, false])
  func verticalCarouselScrollsListsSideways(isList: Bool) throws {
    let paragraphs = (0..<40).map { PageBlock.paragraph("Paragraph \($0)") }
    let tile =
      isList
      ? Self.tile(rows: 30)
      : Self.tile {
        $0.action = .page(PageContent(paragraphs))
        $0.isPageInside = true
      }
    let stage = Self.stage(tile) { $0.carousel.orientation = .vertical }
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    let (room, start) = (interior.layout.room, stage.center + interior.layout.viewport.center)
    #expect(interior.scroll.end >= 2 * room)
    let before = try #require(try bar(stage))
    for screen in 1...2 {
      stage.drag(from: start, by: Point(-80, 0), seconds: 0.1)
      #expect(stage.settle())
      #expect(offset(stage) == Double(screen) * room && stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    }
    let after = try #require(try bar(stage))
    #expect(after.transform.project(.zero)!.x > before.transform.project(.zero)!.x + 1)
    stage.drag(from: start, by: Point(30, 0), seconds: 0.5, thenHold: 0.3)
    #expect(stage.settle())
    #expect(offset(stage) == 2 * room, "it rests at whole screens")
    stage.drag(from: start, by: Point(0, -200), seconds: 0.12)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex > 0)
  }

  /// Paragraph heights as multiples of the screen height. Content that does not fit continues on the next
  /// screen, and nothing is lost.
  @Test(arguments: [[0.4, 0.4, 0.4], [0.9, 0.9], [2.5, 0.2], [0.2, 3.4, 0.1, 0.1], [1, 1, 1]])
  func pageContentIsSplitWithoutLoss(heights: [Double]) throws {
    let (height, width) = (200.0, 300.0)
    let blocks = heights.indices.map { PageBlock.paragraph("P\($0)") }
    var column = PageColumn(
      blocks,
      PageStyle(
        theme: Theme(), fontSize: 10, scale: 1, width: width, room: Size(width, height)))
    var effects: [ShellEffect] = []
    column.request(above: .infinity, order: 0, into: &effects)
    for case .draw(let picture, _) in effects {
      guard case .text(let block) = picture.content, let index = Int(block.text.dropFirst()) else { continue }
      let isIts = column.measured(picture, size: PixelSize(280, Int(heights[index] * height)))
      #expect(isIts)
    }
    let count = column.screens(of: height)
    var shown = heights.map { _ in 0.0 }
    for screen in 0..<count {
      var frame = SceneFrame()
      let clip = Rectangle(origin: .zero, size: Size(width, height))
      column.append(
        screensOf: height, at: Point(-Double(screen) * width, 0), on: Plane(clip: clip), to: &frame)
      #expect(!frame.sprites.isEmpty, "screen \(screen) of \(count) is empty")
      for sprite in frame.sprites {
        guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
          let index = Int(block.text.dropFirst()), let center = sprite.transform.project(.zero)
        else { continue }
        #expect(
          center.y - sprite.size.height / 2 >= -0.01 && center.y + sprite.size.height / 2 <= height + 0.01)
        #expect(sprite.part.origin.y <= shown[index] + 0.001, "nothing is left out between two screens")
        shown[index] = max(shown[index], sprite.part.maxY)
      }
    }
    #expect(shown.allSatisfy { $0 > 0.999 })
  }

  @Test func nothingIsDrawnOutsideOfATile() throws {
    let stage = Self.stage(Self.tile(rows: 30, buttons: (0..<7).map { Self.part("Button \($0)") }))
    stage.send(.scroll(ScrollEvent(.moved(Point(0, -37)), milliseconds: 1)))
    #expect(stage.settle())
    let size = stage.shell.tilesPanel.shelf.tileSize
    for sprite in stage.frame.sprites {
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
        block.text.hasPrefix("Row") || block.text.hasPrefix("Button"),
        let center = sprite.transform.project(.zero)
      else { continue }
      #expect(abs(center.y) + sprite.size.height / 2 <= size.height / 2 + 0.01, "\(block.text)")
      #expect(sprite.part.origin.y >= 0 && sprite.part.maxY <= 1.000_001)
    }
  }

  /// For any size and number, controls lie on their tile and do not overlap.
  @Test(arguments: [Size(358, 448), Size(100, 125), Size(40, 40), Size(1200, 300), Size(300, 1200)])
  func controlsStayOnTheTileWithoutOverlap(size: Size) {
    for buttons in 0...9 {
      for rows in [0, 1, 40] {
        for isSideways in [false, true] {
          let tile = Self.tile(rows: rows, buttons: (0..<buttons).map { Self.part("B\($0)") })
          let layout = InteriorLayout(
            tile, size: size, letters: size.width * 0.09, target: 57, isSideways: isSideways)
          let card = Rectangle(center: .zero, size: Size(size.width + 0.01, size.height + 0.01))
          for (index, area) in layout.buttons.enumerated() {
            #expect(card.intersection(area).map { abs($0.size.height - area.size.height) < 0.01 } == true)
            for other in layout.buttons.dropFirst(index + 1) {
              #expect((area.intersection(other)?.size.height ?? 0) < 0.01)
            }
            #expect(layout.viewport.intersection(area) == nil)
          }
          #expect(layout.length(rows: rows).isFinite && layout.rowHeight > 0)
        }
      }
    }
  }

  @Test func tileContentSurvivesReloadAndRotation() throws {
    let stage = Self.stage(Self.tile(rows: 30, buttons: [Self.lamp()]))
    stage.tap(try place(of: .button(0), stage))
    stage.send(.scroll(ScrollEvent(.steps(x: 0, y: 3), milliseconds: 1)))
    #expect(stage.settle())
    let before = offset(stage)
    #expect(before > 50)
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    let tiles = [Self.tile(rows: 29, buttons: [Self.lamp()])]
    stage.send(
      .configuration(
        configuration, shelves: [LauncherShelf(settings: configuration.carousel, tiles: tiles)], problems: [])
    )
    #expect(stage.settle())
    #expect(abs(offset(stage) - before) < 0.01 && stage.shell.tilesPanel.toggles.on == ["Lamp"])
    stage.send(.resized(Size(480, 800), scale: 1.5))
    #expect(stage.settle())
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    let middle = try #require(stage.shell.panels.frame(of: .face)).center
    stage.tap(middle + interior.layout.buttons[0].center)
    #expect(stage.shell.tilesPanel.toggles.on == [])
  }

  @Test func partsAreFoundByTheirIdentifiers() {
    let stage = Self.stage(Self.tile(rows: 3))
    stage.act(.openTile("Row 2"))
    #expect(stage.starts.map(\.command.arguments) == [["Row 2"]])
  }
}
