import Configuration
import RotundaGeometry
import Gestures
import Testing

@testable import Shell

/// Pages that fill the screen.
struct PageTests {
  static let long = (1...80).map { "Line \($0) of a page that is longer than any screen." }
    .joined(separator: "\n\n")

  static func tile(_ name: String = "About", _ text: String = long) -> LauncherTile {
    LauncherTile(name: name, icon: nil, action: .page(PageContent(plain: text)))
  }

  private func stage(_ tile: LauncherTile = tile()) -> ShellStage {
    let stage = ShellStage(tiles: [tile] + ShellStage.tiles(3))
    stage.tap(stage.center)
    #expect(stage.settle())
    return stage
  }

  private func offset(_ stage: ShellStage) -> Double { stage.shell.page?.body.scroll.offset ?? .nan }

  @Test func aTapOpensThePageAboveTheTiles() {
    let stage = stage()
    #expect(stage.starts.isEmpty)
    #expect(stage.writing.starts(with: ["About", "Line 1 of a page that is longer than any screen."]))
    // Drawing skips invisible content.
    #expect(stage.seenTiles.isEmpty)
    #expect(stage.writing.count < 30)
  }

  @Test func openPageFollowsTheTheme() {
    let stage = stage()
    stage.drag(from: stage.center, by: Point(0, -300), seconds: 0.5, thenHold: 0.3)
    #expect(stage.settle())
    let before = offset(stage)
    var configuration = KioskConfiguration()
    configuration.theme.name = .light
    let tiles = [Self.tile()] + ShellStage.tiles(3)
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: tiles)
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    stage.draw()
    let colors = stage.frame.sprites.compactMap { sprite -> Color? in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content else {
        return nil
      }
      return block.color
    }
    #expect(!colors.isEmpty && colors.allSatisfy { $0 == Theme(.light).cardText })
    #expect(abs(offset(stage) - before) < 1, "the reader stays in place")
  }

  @Test func pageHeadingReplacesTheTileName() {
    let tile = LauncherTile(
      name: "About", icon: nil, action: .page(PageContent([.heading("Us", level: 1), .paragraph("text")])))
    #expect(stage(tile).writing.prefix(2) == ["Us", "text"])
  }

  @Test func theFingerPullsThePageAndThrowsIt() {
    let stage = stage()
    stage.drag(from: stage.center, by: Point(0, -300), seconds: 0.5, thenHold: 0.3)
    stage.draw()
    let dragged = offset(stage)
    #expect(abs(dragged - 300) < 1e-6, "dragged by \(dragged)")
    stage.drag(from: stage.center, by: Point(0, -300), seconds: 0.15)
    #expect(stage.settle())
    #expect(offset(stage) > dragged + 500, "thrown to \(offset(stage))")
    #expect(stage.shell.page != nil)
    // A finger stops the moving page.
    stage.drag(from: stage.center, by: Point(0, 300), seconds: 0.05)
    stage.draw()
    stage.down(stage.center)
    let caught = offset(stage)
    stage.draw()
    #expect(offset(stage) == caught)
    stage.up()
  }

  @Test func pageIsARubberBandBeyondItsEnd() {
    let stage = stage()
    stage.send(.key(KeyEvent(.end)))
    #expect(stage.settle())
    let end = offset(stage)
    #expect(end > 1000)
    stage.drag(from: stage.center, by: Point(0, -400), seconds: 0.4, thenHold: 0.2, lifts: false)
    stage.draw()
    #expect(offset(stage) > end + 50 && offset(stage) < end + 300)
    stage.up()
    #expect(stage.settle())
    #expect(abs(offset(stage) - end) < 0.1 && stage.shell.page != nil)
  }

  enum Way: CaseIterable { case pull, escape, enter, control, back, home, edge, hand }

  @Test(arguments: Way.allCases)
  func pageClosesInManyWays(way: Way) {
    let stage = stage()
    switch way {
    case .pull: stage.drag(from: stage.center, by: Point(0, 350), seconds: 0.4, thenHold: 0.2)
    case .escape: stage.send(.key(KeyEvent(.escape)))
    case .enter: stage.send(.key(KeyEvent(.enter)))
    case .control: stage.tap(Point(40, 800 - 40))
    case .back: stage.act(.back)
    case .home: stage.act(.home)
    case .edge: stage.drag(from: Point(640, 799), by: Point(0, -300), seconds: 0.2)
    case .hand: stage.glide(ShellStage.hand(3, Point(0, -300)))
    }
    #expect(stage.settle())
    #expect(stage.shell.page == nil)
    #expect(stage.centered.name == "About" && abs(stage.centered.distance) < 0.01)
    #expect(stage.starts.isEmpty)
  }

  @Test func smallPullAndTapLeaveItOpen() {
    let stage = stage()
    stage.drag(from: stage.center, by: Point(0, 60), seconds: 0.3, thenHold: 0.2)
    stage.tap(stage.center)
    stage.drag(from: stage.center, by: Point(-400, 10), seconds: 0.2)
    #expect(stage.settle())
    #expect(stage.shell.page != nil && offset(stage) == 0)
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 0)
  }

  @Test(arguments: [
    (Key.down, 60.0...120), (.up, 0...0), (.pageDown, 700...800), (.space, 700...800), (.end, 1000...10_000),
    (.right, 0...0),
  ])
  func keysScrollThePage(key: Key, expected: ClosedRange<Double>) {
    let stage = stage()
    stage.send(.key(KeyEvent(key)))
    #expect(stage.settle())
    #expect(expected.contains(offset(stage)), "\(offset(stage))")
    stage.send(.key(KeyEvent(.home)))
    #expect(stage.settle())
    #expect(offset(stage) == 0)
  }

  @Test func theWheelAndTheTouchpadScrollThePage() {
    let stage = stage()
    stage.send(.scroll(ScrollEvent(.steps(x: 0, y: 2), milliseconds: 1)))
    #expect(stage.settle())
    let wheel = offset(stage)
    #expect(wheel > 80 && wheel < 200)
    stage.send(.scroll(ScrollEvent(.moved(Point(0, -50)), milliseconds: 20)))
    #expect(stage.settle())
    #expect(abs(offset(stage) - wheel - 50) < 0.01)
  }

  @Test func aShortPageDoesNotScroll() {
    let stage = stage(Self.tile("Note", "One line."))
    stage.send(.key(KeyEvent(.end)))
    stage.drag(from: stage.center, by: Point(0, -300), seconds: 0.2)
    #expect(stage.settle())
    #expect(offset(stage) == 0 && stage.shell.page != nil)
  }

  @Test func reloadedPageKeepsItsPlace() {
    let stage = stage()
    stage.send(.key(KeyEvent(.pageDown)))
    #expect(stage.settle())
    let place = offset(stage)
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    func reload(_ tiles: [LauncherTile]) {
      let shelf = LauncherShelf(settings: configuration.carousel, tiles: tiles)
      stage.send(.configuration(configuration, shelves: [shelf], problems: []))
      #expect(stage.settle())
    }
    reload([Self.tile("About", "New first line.\n\n" + Self.long)])
    #expect(abs(offset(stage) - place) < 0.01)
    #expect(stage.shell.page?.body.content.blocks.first == .paragraph("New first line."))
    reload(ShellStage.tiles(2))
    #expect(stage.shell.page == nil)
  }

  @Test func turnedScreenShowsThePageAgain() {
    let stage = stage()
    stage.send(.resized(Size(800, 1280), scale: 2))
    #expect(stage.settle())
    #expect(stage.writing.first == "About" && stage.seenTiles.isEmpty)
    stage.send(.resized(Size(300, 200), scale: 1))
    #expect(stage.settle())
    #expect(stage.writing.first == "About")
  }

  @Test func atRestThePageSleeps() {
    let stage = stage()
    #expect(!stage.shell.wantsFrame && stage.shell.deadline == nil)
    stage.send(.key(KeyEvent(.escape)))
    #expect(stage.settle())
    #expect(!stage.shell.wantsFrame)
  }
}
