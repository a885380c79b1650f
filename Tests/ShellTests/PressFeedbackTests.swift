import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Tapped controls show the press.
struct PressFeedbackTests {
  private static let point = Point(5, 5)

  /// The recognizer's gestures, the altered gestures, and the due time of the delayed end.
  @Test func aTapIsShownForNinetyMilliseconds() {
    var press = PressFeedback()
    var gestures: [Gesture] = [.touchBegan(at: Self.point)]
    press.alter(&gestures, at: 1)
    #expect(gestures == [.touchBegan(at: Self.point)] && press.deadline == nil)
    gestures = [.tap(at: Self.point), .touchEnded]
    press.alter(&gestures, at: 1.04)
    #expect(gestures == [.pressBegan(at: Self.point), .tap(at: Self.point), .touchEnded])
    #expect(press.deadline == 1.04 + 0.09)
    gestures = []
    press.advance(to: 1.12, into: &gestures)
    #expect(gestures == [])
    press.advance(to: 1.131, into: &gestures)
    #expect(gestures == [.pressEnded] && press.deadline == nil)
  }

  @Test func shortPressIsShownLonger() {
    for (lift, told) in [
      (1.1, [Gesture.tap(at: Self.point), .touchEnded]),
      (1.2, [.pressEnded, .tap(at: Self.point), .touchEnded]),
    ] {
      var press = PressFeedback()
      var gestures: [Gesture] = [.pressBegan(at: Self.point)]
      press.alter(&gestures, at: 1.06)
      gestures = [.pressEnded, .tap(at: Self.point), .touchEnded]
      press.alter(&gestures, at: lift)
      #expect(gestures == told)
    }
  }

  @Test func pressEndsWhenItBecomesADrag() {
    var press = PressFeedback()
    let drag = Drag(contact: 0, start: .zero, position: .zero, time: 0)
    var gestures: [Gesture] = [.pressBegan(at: Self.point), .pressEnded, .dragBegan(drag)]
    press.alter(&gestures, at: 1)
    #expect(
      gestures == [.pressBegan(at: Self.point), .pressEnded, .dragBegan(drag)] && press.deadline == nil)
  }

  @Test func nextTouchEndsTheEarlierPress() {
    var press = PressFeedback()
    var gestures: [Gesture] = [.tap(at: Self.point), .touchEnded]
    press.alter(&gestures, at: 1)
    gestures = [.touchBegan(at: .zero)]
    press.alter(&gestures, at: 1.02)
    #expect(gestures == [.pressEnded, .touchBegan(at: .zero)] && press.deadline == nil)
  }

  private func tap(_ stage: ShellStage, at point: Point) {
    stage.down(point)
    stage.wait(0.04)
    stage.up()
  }

  /// Returns how many of the next frames at 60 Hz show a press.
  private func pressedFrames(_ stage: ShellStage, _ isPressed: (TilesPanel) -> Bool) -> Int {
    (0..<30).count { _ in
      stage.draw()
      return isPressed(stage.shell.tilesPanel)
    }
  }

  @Test func shortTapOnATileIsVisible() {
    let stage = ShellStage()
    tap(stage, at: stage.center)
    #expect(stage.starts.count == 1)
    let frames = pressedFrames(stage) { ($0.press?.depth.value(at: $0.clock) ?? 0) > 0.1 }
    #expect(frames >= 5)
    #expect(stage.shell.tilesPanel.press == nil && stage.shell.tilesPanel.touch.pressedTile == nil)
  }

  @Test func shortTapOnAButtonIsVisible() throws {
    var button = LauncherTile(name: "Louder", icon: nil, action: .start(Command(["louder"])))
    button.opensWindow = false
    var tile = LauncherTile(name: "Volume", icon: nil, action: .perform(.none))
    tile.buttons = [button]
    let stage = ShellStage(tiles: [tile] + ShellStage.tiles(3))
    #expect(stage.settle())
    func look() -> [Sprite.Fill] { stage.frame.sprites.map(\.fill) }
    let rest = look()
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    tap(stage, at: stage.center + interior.layout.buttons[0].center)
    #expect(stage.starts.map(\.command.arguments) == [["louder"]])
    let frames = (0..<30).count { _ in
      stage.draw()
      return look() != rest
    }
    #expect((5...7).contains(frames))
    #expect(stage.shell.tilesPanel.touch.pressedControl == nil)
  }

  @Test func aSwipeShowsNothingPressed() {
    let stage = ShellStage()
    stage.drag(from: stage.center, by: Point(-200, 0), seconds: 0.1)
    #expect(stage.shell.tilesPanel.press == nil && stage.shell.tilesPanel.touch.pressedTile == nil)
  }

  @Test func stoppingTouchShowsNoPress() {
    let stage = ShellStage(tiles: ShellStage.tiles(20))
    stage.drag(from: stage.center, by: Point(-300, 0), seconds: 0.1)
    stage.draw()
    tap(stage, at: stage.center)
    #expect(stage.starts.isEmpty && stage.shell.tilesPanel.touch.pressedTile == nil)
  }
}
