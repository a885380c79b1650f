import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

/// From touches to actions.
struct GestureActionTests {
  /// Touches, and the gesture that they form.
  enum Performance: CaseIterable {
    case doubleTap, longPress, longPressDrag, swipeUp, swipeDown, flickUp, flickDown
    case edgeLeft, edgeRight, edgeTop, edgeBottom
    case twoFingerTap, fiveFingerTap, twoFingerLongPress, fourFingerLongPress
    case twoFingerSwipeLeft, threeFingerSwipeUp, fourFingerSwipeRight, fiveFingerSwipeDown
    case pinchIn, pinchOut, rotate

    var trigger: GestureTrigger {
      switch self {
      case .doubleTap: .doubleTap
      case .longPress: .longPress
      case .longPressDrag: .longPressDrag
      case .swipeUp: .swipe(.up)
      case .swipeDown: .swipe(.down)
      case .flickUp: .flick(.up)
      case .flickDown: .flick(.down)
      case .edgeLeft: .edgeSwipe(.left)
      case .edgeRight: .edgeSwipe(.right)
      case .edgeTop: .edgeSwipe(.top)
      case .edgeBottom: .edgeSwipe(.bottom)
      case .twoFingerTap: .multiTap(fingers: 2)
      case .fiveFingerTap: .multiTap(fingers: 5)
      case .twoFingerLongPress: .multiLongPress(fingers: 2)
      case .fourFingerLongPress: .multiLongPress(fingers: 4)
      case .twoFingerSwipeLeft: .multiSwipe(fingers: 2, .left)
      case .threeFingerSwipeUp: .multiSwipe(fingers: 3, .up)
      case .fourFingerSwipeRight: .multiSwipe(fingers: 4, .right)
      case .fiveFingerSwipeDown: .multiSwipe(fingers: 5, .down)
      case .pinchIn: .pinchIn
      case .pinchOut: .pinchOut
      case .rotate: .rotation
      }
    }

    func run(on stage: ShellStage) {
      let center = stage.center
      switch self {
      case .doubleTap:
        stage.tap(center)
        stage.wait(0.1)
        stage.tap(center)
      case .longPress:
        stage.down(center)
        stage.wait(0.6)
        stage.up()
      case .longPressDrag:
        stage.down(center)
        stage.wait(0.6)
        stage.glide([(center, Point(0, -120))], lands: false)
      case .swipeUp: stage.glide([(center, Point(0, -200))])
      case .swipeDown: stage.glide([(center, Point(0, 200))])
      case .flickUp: stage.glide([(center, Point(0, -300))], seconds: 0.1, hold: 0)
      case .flickDown: stage.glide([(center, Point(0, 300))], seconds: 0.1, hold: 0)
      case .edgeLeft: stage.glide([(Point(4, 300), Point(200, 0))])
      case .edgeRight: stage.glide([(Point(1276, 300), Point(-200, 0))])
      case .edgeTop: stage.glide([(Point(600, 4), Point(0, 200))])
      case .edgeBottom: stage.glide([(Point(600, 796), Point(0, -200))])
      case .twoFingerTap: stage.rest(fingers: 2, seconds: 0.05)
      case .fiveFingerTap: stage.rest(fingers: 5, seconds: 0.05)
      case .twoFingerLongPress: stage.rest(fingers: 2, seconds: 0.7)
      case .fourFingerLongPress: stage.rest(fingers: 4, seconds: 0.7)
      case .twoFingerSwipeLeft: stage.glide(ShellStage.hand(2, Point(-200, 0)))
      case .threeFingerSwipeUp: stage.glide(ShellStage.hand(3, Point(0, -200)))
      case .fourFingerSwipeRight: stage.glide(ShellStage.hand(4, Point(200, 0)))
      case .fiveFingerSwipeDown: stage.glide(ShellStage.hand(5, Point(0, 200)))
      case .pinchIn:
        stage.glide([(center + Point(-200, 0), Point(120, 0)), (center + Point(200, 0), Point(-120, 0))])
      case .pinchOut:
        stage.glide([(center + Point(-60, 0), Point(-120, 0)), (center + Point(60, 0), Point(120, 0))])
      case .rotate:
        stage.glide([(center + Point(-150, 0), Point(150, -150)), (center + Point(150, 0), Point(-150, 150))])
      }
    }
  }

  @Test(arguments: Performance.allCases) func boundGesturePerformsItsAction(performance: Performance) {
    let stage = ShellStage { $0.gestures.bindings[performance.trigger] = .reload }
    performance.run(on: stage)
    #expect(stage.reloads == 1)
    #expect(stage.starts.isEmpty)
  }

  @Test(arguments: Performance.allCases) func gestureBoundToNoneDoesNothing(
    performance: Performance
  ) {
    let stage = ShellStage { configuration in
      for trigger in GestureTrigger.all where trigger != .tap {
        configuration.gestures.bindings[trigger] = .reload
      }
      configuration.gestures.bindings[.longPressDrag] = ShellAction.none
      // Each of these is also another gesture, if that gesture has an action.
      let twins: [Performance] = [.flickUp, .flickDown, .edgeTop, .edgeBottom, .longPressDrag]
      if twins.contains(performance) {
        for way in SwipeDirection.allCases { configuration.gestures.bindings[.swipe(way)] = ShellAction.none }
      }
      if performance == .longPressDrag { configuration.gestures.bindings[.longPress] = ShellAction.none }
      configuration.gestures.bindings[performance.trigger] = ShellAction.none
    }
    performance.run(on: stage)
    #expect(stage.reloads == 0)
  }

  @Test(arguments: Performance.allCases) func canceledGestureDoesNothing(performance: Performance) {
    let stage = ShellStage { $0.gestures.bindings[performance.trigger] = .reload }
    stage.takesBack = true
    performance.run(on: stage)
    // The recognizer reports these at once. The cancellation comes too late.
    let isTold: Bool
    switch performance.trigger {
    case .longPress, .multiLongPress, .multiSwipe: isTold = true
    default: isTold = false
    }
    #expect(stage.reloads == (isTold ? 1 : 0))
  }

  @Test func onlyBoundGesturesAreRecognized() {
    let plain = ShellStage { configuration in configuration.gestures.bindings = [.tap: .open] }
    #expect(plain.shell.presentation.input.recognizer.recognizers == [.tap, .drag])
    #expect(plain.shell.presentation.input.recognizer.edges == [])
    let bound = ShellStage { configuration in
      configuration.gestures.bindings = [
        .longPressDrag: .back, .multiLongPress(fingers: 2): .admin, .edgeSwipe(.left): .home,
        .edgeSwipe(.right): ShellAction.none, .multiSwipe(fingers: 2, .up): .home, .pinchIn: ShellAction.none,
      ]
    }
    #expect(
      bound.shell.presentation.input.recognizer.recognizers
        == [.tap, .drag, .longPress, .longPressDrag, .multiLongPress, .edgeSwipe, .twoFingerSwipe])
    #expect(bound.shell.presentation.input.recognizer.edges == [.left])
    #expect(bound.shell.presentation.input.recognizer.longPressFingers == FingerCounts(2))
    // A program receives the touches of two resting fingers.
    #expect(bound.shell.presentation.input.globalRecognizer.longPressFingers == [])
  }

  @Test func unboundEdgeLeavesDragsToTheCarousel() {
    for isBound in [false, true] {
      let stage = ShellStage {
        $0.gestures.bindings[.edgeSwipe(.right)] = isBound ? .reload : ShellAction.none
      }
      stage.drag(from: Point(1276, 400), by: Point(-300, 0), seconds: 0.2)
      stage.draw()
      #expect(stage.shell.tilesPanel.carousel.isMoving != isBound)
      #expect(stage.reloads == (isBound ? 1 : 0))
    }
  }

  @Test(arguments: [
    (ShellAction.nextTile, "Tile 3"), (.previousTile, "Tile 1"), (.home, "Tile 0"), (.none, "Tile 2"),
    (.back, "Tile 2"), (.nextShelf, "Tile 2"),
  ])
  func actionsMoveTheCarousel(action: ShellAction, expected: String) {
    let stage = ShellStage { $0.gestures.bindings[.doubleTap] = action }
    stage.act(.nextTile)
    stage.act(.nextTile)
    #expect(stage.settle() && stage.centered.name == "Tile 2")
    stage.tap(Point(640, 20))
    stage.wait(0.1)
    stage.tap(Point(640, 20))
    #expect(stage.settle())
    #expect(stage.centered.name == expected)
  }

  @Test func openMeansTileUnderFingerOrSelected() throws {
    let stage = ShellStage()
    let side = try #require(stage.seenTiles.first { $0.name == "Tile 1" })
    stage.act(.open, at: stage.center + Point(side.x, 0))
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
    let other = ShellStage()
    other.act(.open, at: Point(2, 2))
    #expect(other.starts.map(\.command.arguments) == [["program-0"]])
  }

  @Test func aTileIsOpenedByItsIdentifier() {
    let stage = ShellStage { $0.gestures.bindings[.multiSwipe(fingers: 3, .up)] = .openTile("Tile 3") }
    stage.glide(ShellStage.hand(3, Point(0, -200)))
    #expect(stage.starts.map(\.command.arguments) == [["program-3"]])
    stage.act(.openTile("gone"))
    #expect(stage.starts.count == 1)
  }

  @Test func reboundTapOpensNothing() {
    let stage = ShellStage { configuration in
      configuration.gestures.bindings[.tap] = .nextTile
      configuration.gestures.bindings[.doubleTap] = .open
    }
    stage.tap(stage.center)
    stage.wait(0.5)
    #expect(stage.settle() && stage.centered.name == "Tile 1" && stage.starts.isEmpty)
    Performance.doubleTap.run(on: stage)
    #expect(stage.starts.map(\.command.arguments) == [["program-1"]])
  }

  @Test func aSwipeThatTurnsBackDoesNothing() {
    let stage = ShellStage { $0.gestures.bindings[.swipe(.up)] = .reload }
    stage.down(stage.center)
    for step in [-40.0, -80, -120, -90, -60] {
      stage.draw()
      stage.move(stage.center + Point(0, step))
    }
    stage.up()
    #expect(stage.reloads == 0)
  }

  @Test(arguments: [Point(0, 120), Point(0, -120)]) func swipeAcrossRemovesAMessage(way: Point)
    throws
  {
    let stage = ShellStage { configuration in
      for direction in [SwipeDirection.up, .down] {
        configuration.gestures.bindings[.swipe(direction)] = .reload
      }
    }
    stage.tap(stage.center)
    stage.send(.startFailed(ProgramID(1), .notFound))
    let area = try #require(stage.shell.notice.flatMap { stage.shell.panels.notice.frame(of: $0) })
    stage.glide([(area.center, way)])
    #expect(stage.shell.notice == nil && stage.reloads == 0)
    stage.glide([(stage.center, way)])
    #expect(stage.reloads == 1)
  }

  @Test func aWholeHandOpensTheSystemsPage() {
    let stage = ShellStage { $0.admin.showsPageWithoutPIN = true }
    stage.send(
      .system(SystemInformation(version: "9.8", configurationPath: "/etc/x.toml", protocols: ["wl_x"])))
    stage.glide(ShellStage.hand(5, Point(0, 200)))
    stage.draw()
    let words = stage.writing.joined(separator: "\n")
    #expect(words.contains("9.8") && words.contains("/etc/x.toml") && words.contains("wl_x"))
  }
}
