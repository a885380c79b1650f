import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

/// Gestures with their own actions on a tile.
struct TileGestureTests {
  private static func part(_ word: String, _ change: (inout LauncherTile) -> Void = { _ in }) -> LauncherTile
  {
    var part = LauncherTile(name: word, icon: nil, action: .start(Command([word])))
    part.opensWindow = false
    change(&part)
    return part
  }

  /// A stage whose first tile has these gestures, and the others none.
  private func stage(
    _ gestures: [TileGesture: LauncherTile], shelves: [String?] = [nil],
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(4)
    tiles[0].gestures = gestures
    let stage = ShellStage(tiles: tiles, shelves: shelves, change: change)
    #expect(stage.settle())
    return stage
  }

  private func words(_ stage: ShellStage) -> [[String]] { stage.starts.map(\.command.arguments) }

  private func rest(_ stage: ShellStage, at point: Point) {
    stage.down(point)
    stage.wait(1)
    stage.up()
  }

  @Test func restingFingerPerformsTheTilesAction() {
    let stage = stage([.longPress: Self.part("about")])
    rest(stage, at: stage.center)
    #expect(words(stage) == [["about"]])
    #expect(!stage.shell.isCovered, "the tile itself does not open")
    stage.tap(stage.center)
    #expect(words(stage) == [["about"], ["program-0"]])
  }

  @Test func sideTileHasItsGestures() {
    let stage = stage([.longPress: Self.part("about")])
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    rest(stage, at: stage.center - Point(stage.shell.tilesPanel.shelf.tileSize.width, 0))
    #expect(words(stage) == [["about"]] && stage.shell.tilesPanel.carousel.currentItemIndex == 1)
  }

  @Test func doubleTapActsAndSingleTapOpens() {
    let stage = stage([.doubleTap: Self.part("shuffle")])
    stage.tap(stage.center)
    #expect(stage.starts.isEmpty, "a second tap may follow")
    stage.wait(0.1)
    stage.tap(stage.center)
    #expect(words(stage) == [["shuffle"]])
    stage.wait(2)
    stage.tap(stage.center)
    stage.wait(1)
    #expect(words(stage) == [["shuffle"], ["program-0"]])
  }

  @Test func otherTilesDoNotWaitForDoubleTaps() {
    let stage = stage([.doubleTap: Self.part("shuffle"), .longPress: Self.part("about")])
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    stage.tap(stage.center)
    #expect(words(stage) == [["program-1"]])
  }

  @Test func aLongTouchElsewhereIsStillATap() {
    let stage = stage([.longPress: Self.part("about")])
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    rest(stage, at: stage.center)
    #expect(words(stage) == [["program-1"]])
  }

  @Test(arguments: [[nil], ["A", "B"]] as [[String?]])
  func flickAcrossPerformsTheTilesAction(shelves: [String?]) {
    for (direction, way) in [(SwipeDirection.up, -1.0), (.down, 1)] {
      let stage = stage([.flick(direction): Self.part("send")], shelves: shelves)
      stage.drag(from: stage.center, by: Point(0, 200 * way), seconds: 0.08)
      #expect(stage.settle())
      #expect(words(stage) == [["send"]] && stage.shell.tilesPanel.level.current == 0)
      // The opposite direction and a slow swipe keep their usual meaning.
      stage.drag(from: stage.center, by: Point(0, -200 * way), seconds: 0.08)
      stage.drag(from: stage.center, by: Point(200, 0), seconds: 0.08)
      #expect(stage.settle())
      #expect(words(stage) == [["send"]])
    }
  }

  @Test func slowSwipeStillChangesTheShelf() {
    let stage = stage([.flick(.up): Self.part("send")], shelves: ["A", "B"])
    stage.drag(from: stage.center, by: Point(0, -300), seconds: 1.5)
    #expect(stage.settle())
    #expect(stage.starts.isEmpty && stage.shell.tilesPanel.level.current == 1)
  }

  @Test func tileGestureOverridesTheBinding() {
    let stage = stage([.longPress: Self.part("about")]) { $0.gestures.bindings[.longPress] = .nextTile }
    rest(stage, at: stage.center)
    #expect(stage.settle())
    #expect(words(stage) == [["about"]] && stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    rest(stage, at: stage.center)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 2)
  }

  @Test func aGestureThatOpensSomethingHasTheScreen() {
    let stage = stage([.longPress: Self.part("browser") { $0.opensWindow = true }])
    rest(stage, at: stage.center)
    #expect(words(stage) == [["browser"]] && stage.shell.isCovered)
  }

  @Test func tapOnAPageActsAtOnce() throws {
    var tiles = ShellStage.tiles(1)
    tiles[0].action = .page(PageContent([.paragraph("Words")]))
    tiles[0].gestures = [.doubleTap: Self.part("shuffle")]
    let stage = ShellStage(tiles: tiles)
    #expect(stage.settle())
    stage.tap(stage.center)
    stage.wait(1)
    #expect(stage.shell.page != nil && stage.settle())
    let close = stage.center + stage.shell.environment.pageMetrics.close.center
    stage.tap(close)
    #expect(stage.shell.page?.body.isClosing != false)
  }
}
