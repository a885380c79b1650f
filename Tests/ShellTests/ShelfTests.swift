import Configuration
import RotundaGeometry
import Gestures
import Scene
import Testing

@testable import Shell

struct ShelfTests {
  private func stage(
    _ names: [String?] = ["A", "B", "C"], change: (inout KioskConfiguration) -> Void = { _ in }
  )
    -> ShellStage
  {
    ShellStage(shelves: names, change: change)
  }

  @Test(arguments: [
    (Point(0, -250), 1), (Point(0, 250), 0), (Point(10, -400), 1), (Point(0, -100), 1), (Point(0, -40), 1),
    (Point(-300, 0), 0), (Point(-300, -30), 0),
  ])
  func swipeAcrossSelectsTheNextShelf(way: Point, expected: Int) {
    let stage = stage()
    stage.drag(from: stage.center, by: way, seconds: 0.12)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == expected)
    #expect(abs(stage.centered.distance) < 0.01)
    #expect(abs(stage.shell.tilesPanel.level.place(of: expected).y) < 0.01)
    #expect(stage.starts.isEmpty)
  }

  @Test func theShelvesFollowTheFingerPointForPoint() {
    let stage = stage { $0.gestures.resampling = false }
    stage.down(stage.center)
    stage.move(stage.center + Point(0, -20))
    stage.move(stage.center + Point(0, -90))
    stage.draw()
    let before = stage.shell.tilesPanel.level.place(of: 1).y
    stage.move(stage.center + Point(0, -190))
    stage.draw()
    #expect(abs(stage.shell.tilesPanel.level.place(of: 1).y - before + 100) < 0.5)
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 0)
  }

  @Test func lastShelfHasARubberBand() {
    let stage = stage()
    stage.down(stage.center)
    stage.move(stage.center + Point(0, 40))
    stage.move(stage.center + Point(0, 340))
    stage.draw()
    let pulled = stage.shell.tilesPanel.level.place(of: 0).y
    #expect(pulled > 40 && pulled < 170, "pulled by \(pulled) points")
    stage.wait(0.2)
    stage.up()
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 0 && stage.shell.tilesPanel.level.place(of: 0).y == 0)
  }

  @Test func slowShortDragFallsBack() {
    let stage = stage()
    stage.drag(from: stage.center, by: Point(0, -200), seconds: 1, thenHold: 0.3)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 0)
    stage.drag(from: stage.center, by: Point(0, -350), seconds: 1, thenHold: 0.3)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 1)
  }

  @Test(arguments: [
    ([Key.down], 1), ([.down, .down], 2), ([.down, .down, .down], 2), ([.up], 0),
    ([.pageDown, .pageDown, .up], 1),
  ])
  func keysAcrossSelectShelves(keys: [Key], expected: Int) {
    let stage = stage()
    for key in keys { stage.send(.key(KeyEvent(key))) }
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == expected)
  }

  @Test func verticalCarouselHasShelvesSideBySide() {
    let stage = stage { $0.carousel.orientation = .vertical }
    stage.send(.key(KeyEvent(.down)))
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 1)
    #expect(stage.shell.tilesPanel.level.shelves.map(\.carousel.currentItemIndex) == [1, 0, 0])
    stage.drag(from: stage.center, by: Point(200, 0), seconds: 0.12)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 0)
  }

  @Test func everyShelfRemembersItsPlace() {
    let stage = stage()
    stage.send(.key(KeyEvent(.right)))
    stage.send(.key(KeyEvent(.down)))
    #expect(stage.settle())
    stage.send(.key(KeyEvent(.right)))
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    stage.send(.key(KeyEvent(.up)))
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.shelves.map(\.carousel.currentItemIndex) == [1, 2, 0])
    stage.send(.key(KeyEvent(.enter)))
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
  }

  @Test(arguments: [Size(1280, 800), Size(800, 480), Size(1080, 1920)], [true, false])
  func theNextShelfPeeksIntoTheScreen(size: Size, isNamed: Bool) {
    let stage = ShellStage(shelves: isNamed ? ["A", "B"] : [nil, nil], size: size)
    stage.draw()
    let height = stage.shell.tilesPanel.shelf.tileSize.height
    let top = stage.shell.tilesPanel.level.place(of: 1).y - height / 2
    #expect(top > height / 2 + 10, "shelves do not touch")
    #expect(size.height / 2 - top >= min(size.width, size.height) * 0.055, "it is seen")
    #expect(stage.writing == (isNamed ? ["B", "A"] : []))
    let lights = stage.frame.sprites.filter { !$0.isShadow && !$0.isName }.map(\.brightness)
    #expect(
      lights.count { $0 == 1 } == (isNamed ? 3 : 1), "only the centered tile and the names are in full light")
  }

  /// Less light would turn white cards gray on a brighter background.
  @Test func brightBackgroundVeilsSideTiles() {
    let stage = ShellStage(shelves: ["A", "B"]) { $0.theme.name = .light }
    stage.draw()
    let (cards, veils) = (
      stage.frame.sprites.filter {
        if case .picture(let picture, _) = $0.fill, case .face = picture.content { true } else { false }
      },
      stage.frame.sprites.filter { $0.fill == .color(Theme(.light).background) }
    )
    #expect(cards.allSatisfy { $0.brightness == 1 } && veils.count == cards.count - 1)
    let middle = stage.shell.tilesPanel.level.place(of: 1).y / 2
    for veil in veils {
      let card = cards.first { $0.transform == veil.transform }
      #expect(card?.size == veil.size && veil.brightness == 1)
      #expect(veil.opacity > 0 && veil.opacity <= 0.22)
      if (veil.transform.project(.zero)?.y ?? 0) > middle { #expect(veil.opacity == 0.22) }
    }
  }

  @Test func namesStandBetweenShelves() throws {
    let stage = stage()
    stage.draw()
    let (metrics, level) = (stage.shell.metrics, stage.shell.tilesPanel.level)
    let tile = level.shelves[0].tileSize.height
    let below = level.place(of: 1).y - tile / 2 - metrics.titleGap - metrics.titleHeight
    #expect(below >= tile / 2 + metrics.titleGap, "nearer to its own tiles than to the others")
    #expect(below + metrics.titleHeight < stage.size.height / 2, "the next name is on the screen")
  }

  static let screens = [
    Size(320, 240), Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(1080, 1920), Size(3840, 2160),
  ]
  /// Tile sizes of three shelves; nil is the size that suits the screen.
  static let mixes: [[Size?]] = [
    [nil, nil, nil], [Size(100, 80), nil, Size(600, 900)], [Size(900, 2000), Size(60, 60), nil],
    [Size(200, 300), Size(900, 300), Size(2000, 2000)],
  ]

  /// The left edge and the opacity of a shelf's name.
  private func title(_ name: String, _ stage: ShellStage) -> (left: Double, opacity: Double)? {
    stage.frame.sprites.lazy.compactMap { sprite -> (Double, Double)? in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
        block.text == name, let center = sprite.transform.project(.zero)
      else { return nil }
      return (center.x - sprite.size.width / 2, sprite.opacity)
    }.first
  }

  @Test func nameBeginsAtTheFirstVisibleTile() throws {
    let stage = ShellStage(tiles: ShellStage.tiles(9), shelves: ["First", "Second"]) {
      $0.carousel.wrap = false
    }
    _ = stage.settle()
    let tile = stage.shell.tilesPanel.shelf.tileSize.width
    for name in ["First", "Second"] {
      let seen = try #require(title(name, stage))
      #expect(abs(seen.left + tile / 2) < 1 && seen.opacity == 1, "the first tile is in the middle")
    }
    var lefts: [Double] = []
    for step in 0...80 {
      stage.shell.turn(to: Double(step) * 0.1)
      stage.draw()
      lefts.append(try #require(title("First", stage)).left)
    }
    let margin = stage.shell.metrics.plainFontSize * stage.shell.theme.screenMargin
    #expect(abs((lefts.last ?? 0) + 640 - margin) < 1, "it stays on the screen")
    #expect(
      zip(lefts, lefts.dropFirst()).allSatisfy { $1 <= $0 + 0.5 && $0 - $1 < tile * 0.2 }, "it never leaps")
  }

  private func reach(_ stage: ShellStage) -> Double {
    stage.shell.tilesPanel.level.isStackVertical ? stage.size.height / 2 : stage.size.width / 2
  }

  @Test(arguments: screens, mixes)
  func nextShelfPeeksInForAllSizes(size: Size, mix: [Size?]) {
    for (textScale, orientation) in [
      (1.0, CarouselSettings.Orientation.horizontal), (3, .horizontal), (1, .vertical),
    ] {
      let stage = ShellStage(shelves: ["A", "B", "C"], size: size) {
        $0.access.textScale = textScale
      } ofShelf: { index, settings in
        settings.tileSize = mix[index]
        settings.orientation = orientation
      }
      for shelf in 0..<3 {
        #expect(stage.settle())
        #expect(stage.shell.tilesPanel.level.current == shelf)
        let (level, metrics) = (stage.shell.tilesPanel.level, stage.shell.metrics)
        let (unit, reach) = (min(size.width, size.height) / 36, reach(stage))
        let band = level.isStackVertical ? metrics.titleHeight + metrics.titleGap : 0
        func edges(_ index: Int) -> (from: Double, to: Double) {
          let (place, tile) = (level.place(of: index), level.shelves[index].tileSize)
          return level.isStackVertical
            ? (place.y - tile.height / 2, place.y + tile.height / 2)
            : (place.x - tile.width / 2, place.x + tile.width / 2)
        }
        for index in 0..<2 {
          #expect(
            edges(index).to < edges(index + 1).from - band, "shelves \(index) and \(index + 1) do not touch")
        }
        if shelf < 2 {
          #expect(edges(shelf + 1).from <= reach - 2.5 * unit, "the one after \(shelf) is seen")
        }
        if shelf > 0 {
          #expect(edges(shelf - 1).to >= -reach + 2.5 * unit, "the one before \(shelf) is seen")
        }
        stage.send(.key(KeyEvent(level.isStackVertical ? .down : .right)))
      }
    }
  }

  @Test(arguments: mixes)
  func shelvesFollowTheFingerForAllSizes(mix: [Size?]) {
    let stage = ShellStage(shelves: ["A", "B", "C"], size: Size(1920, 1080)) {
      $0.gestures.resampling = false
    } ofShelf: {
      $1.tileSize = mix[$0]
    }
    stage.down(stage.center)
    stage.move(stage.center + Point(0, -20))
    stage.move(stage.center + Point(0, -90))
    stage.draw()
    for way in stride(from: -110.0, through: -190, by: -20) {
      let before = stage.shell.tilesPanel.level.place(of: 1).y
      stage.move(stage.center + Point(0, way))
      stage.draw()
      #expect(abs(stage.shell.tilesPanel.level.place(of: 1).y - before + 20) < 0.5)
    }
  }

  @Test func tallLayoutIsCutAtTheNextShelf() throws {
    for isClipped in [true, false] {
      let stage = ShellStage(
        tiles: ShellStage.tiles(12), shelves: ["A", "B"],
        ofShelf: { index, settings in
          if index == 0 { settings.layout = .invertedWheel }
          settings.details.clipsToBounds = isClipped
        })
      stage.draw()
      let (level, metrics) = (stage.shell.tilesPanel.level, stage.shell.metrics)
      let name =
        level.place(of: 1).y - level.shelves[1].tileSize.height / 2 - metrics.titleGap - metrics.titleHeight
      let cards = stage.frame.sprites.filter { $0.size == level.shelves[0].tileSize }
      #expect(!cards.isEmpty)
      for card in cards {
        if isClipped {
          let clip = try #require(card.clip)
          #expect(clip.maxY <= name + 1 || clip.origin.y >= name - 1)
        } else {
          #expect(card.clip == nil)
        }
      }
    }
  }

  @Test func requestedShelfArrivesWithinHalfASecond() {
    let stage = stage()
    stage.act(.nextShelf)
    // 0.3 s and 0.45 s after the request.
    for _ in 0..<18 { stage.draw() }
    #expect(abs(stage.shell.tilesPanel.level.place(of: 1).y) > 1, "it moves and does not leap")
    for _ in 0..<9 { stage.draw() }
    #expect(abs(stage.shell.tilesPanel.level.place(of: 1).y) < 0.01)
  }

  @Test func aTapOnThePeekingShelfBringsIt() throws {
    let stage = stage()
    stage.draw()
    let peeking = try #require(
      stage.seenTiles.filter { $0.y > 100 && $0.x > 100 }.min { $0.x < $1.x })
    stage.tap(Point(stage.center.x + peeking.x, stage.size.height - 20))
    #expect(stage.starts.isEmpty)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 1)
    #expect(stage.shell.tilesPanel.level.shelves.map(\.carousel.currentItemIndex) == [0, 1, 0])
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func dragOnThePeekingShelfTurnsIt() {
    let stage = stage()
    stage.drag(from: Point(640, 780), by: Point(-300, 0), seconds: 0.3, thenHold: 0.2)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 0)
    #expect(stage.shell.tilesPanel.level.shelves[0].carousel.currentItemIndex == 0)
    #expect(stage.shell.tilesPanel.level.shelves[1].carousel.currentItemIndex == 1)
  }

  @Test func aTouchThatStopsMovingShelvesOpensNothing() {
    let stage = stage()
    stage.drag(from: stage.center, by: Point(0, -120), seconds: 0.1)
    stage.draw()
    stage.tap(stage.center)
    #expect(stage.starts.isEmpty)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.place(of: stage.shell.tilesPanel.level.current) == .zero)
  }

  @Test func atRestOnlyVisibleShelvesAreDrawn() {
    let stage = stage((0..<50).map { "Shelf \($0)" })
    #expect(stage.settle())
    #expect(!stage.shell.wantsFrame && stage.shell.deadline == nil)
    #expect(stage.shell.tilesPanel.level.visibleShelves == 0..<2)
    #expect(stage.writing == ["Shelf 1", "Shelf 0"])
    for _ in 0..<30 { stage.send(.key(KeyEvent(.down))) }
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.visibleShelves == 29..<32)
  }

  @Test func shelvesWithoutTilesAreLeftOut() {
    let tiles = ShellStage.tiles(2)
    let settings = CarouselSettings()
    let shell = Shell(
      configuration: KioskConfiguration(),
      shelves: [
        LauncherShelf(settings: settings, tiles: []),
        LauncherShelf(name: "B", settings: settings, tiles: tiles),
      ])
    #expect(shell.tilesPanel.level.shelves.map(\.name) == ["B"])
    #expect(shell.tilesPanel.hasTiles)
  }

  @Test(arguments: [
    (ScrollEvent.Kind.steps(x: 0, y: 1), 1, 0), (.steps(x: 1, y: 0), 0, 1), (.steps(x: 0, y: -1), 0, 0),
  ])
  func wheelMovesInItsOwnDirection(kind: ScrollEvent.Kind, shelf: Int, tile: Int) {
    let stage = stage()
    stage.send(.scroll(ScrollEvent(kind, milliseconds: 5)))
    #expect(stage.settle())
    #expect(
      stage.shell.tilesPanel.level.current == shelf
        && stage.shell.tilesPanel.carousel.currentItemIndex == tile)
  }

  @Test func touchpadMovesShelvesAndTiles() {
    let stage = stage()
    for way in [Point(0, -30), Point(-24, 0)] {
      var milliseconds: UInt32 = 100
      for _ in 0..<12 {
        stage.wait(0.008)
        milliseconds += 8
        stage.send(.scroll(ScrollEvent(.moved(way), milliseconds: milliseconds)))
      }
      stage.send(.scroll(ScrollEvent(.stopped, milliseconds: milliseconds + 8)))
      #expect(stage.settle())
    }
    #expect(stage.shell.tilesPanel.level.current == 1)
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex > 0)
    #expect(stage.shell.tilesPanel.level.shelves[0].carousel.currentItemIndex == 0)
  }

  @Test func boundSwipeMovesNoShelves() {
    let stage = stage { $0.gestures.bindings[.swipe(.up)] = .reload }
    stage.drag(from: stage.center, by: Point(0, -250), seconds: 0.12)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 0 && stage.reloads == 1)
  }

  @Test func actionsMoveBetweenShelvesAndHome() {
    let stage = stage()
    stage.act(.nextTile)
    stage.act(.nextShelf)
    #expect(stage.settle())
    stage.act(.nextTile)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.shelves.map(\.carousel.currentItemIndex) == [1, 1, 0])
    stage.act(.home)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.level.current == 0)
    #expect(stage.shell.tilesPanel.level.shelves.map(\.carousel.currentItemIndex) == [0, 0, 0])
  }

  @Test func reloadKeepsThePlacesOfShelves() {
    let stage = stage()
    stage.act(.nextShelf)
    #expect(stage.settle())
    stage.act(.nextTile)
    #expect(stage.settle())
    let settings = stage.shell.tilesPanel.shelf.settings
    let shelves = ["New", "B", "A"].map {
      LauncherShelf(name: $0, settings: settings, tiles: ShellStage.tiles(5))
    }
    stage.send(.configuration(KioskConfiguration(), shelves: shelves, problems: []))
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.shelf.name == "B" && stage.shell.tilesPanel.carousel.currentItemIndex == 1)
    #expect(stage.shell.tilesPanel.level.place(of: 1) == .zero)
  }
}
