import Configuration
import RotundaGeometry
import Gestures
import Testing

@testable import Shell

struct CornerTests {
  @Test func fiveCornerPressesAskForThePIN() {
    let stage = ShellStage.withPIN()
    stage.pressCorner(4)
    #expect(!stage.isPadShown)
    stage.pressCorner(1)
    #expect(stage.isPadShown)
  }

  @Test func slowCornerPressesDoNotCount() {
    let stage = ShellStage.withPIN()
    stage.pressCorner(12, every: 0.8)
    #expect(!stage.isPadShown)
  }

  @Test func pressElsewhereRestartsTheCount() {
    let stage = ShellStage.withPIN()
    stage.pressCorner(4)
    stage.pressCorner(1, at: Point(640, 700))
    stage.pressCorner(4)
    #expect(!stage.isPadShown)
  }

  @Test(arguments: ScreenCorner.allCases) func cornerCountAndTimeAreConfigurable(corner: ScreenCorner) {
    let points: [ScreenCorner: Point] = [
      .topLeft: Point(3, 3), .topRight: Point(1275, 3), .bottomLeft: Point(3, 795),
      .bottomRight: Point(1275, 795),
    ]
    for (place, point) in points {
      let stage = ShellStage.withPIN {
        $0.admin.corner = corner
        $0.admin.presses = 3
        $0.admin.time = 10
      }
      stage.pressCorner(3, at: point, every: 3)
      #expect(stage.isPadShown == (place == corner), "\(place)")
    }
  }

  /// On a small screen, the corner reaches a fifth of the shorter side. Its square has no pixel more or less.
  @Test(arguments: ScreenCorner.allCases) func cornerIsASquareOfPixels(corner: ScreenCorner) {
    var settings = AdminSettings()
    (settings.corner, settings.presses) = (corner, 1)
    func counts(_ x: Int, _ y: Int) -> Bool {
      var presses = CornerPresses()
      return presses.count(
        TouchFrame([.down(id: 0, at: Point(Double(x), Double(y)), milliseconds: 0)]), at: 1, settings,
        isMirrored: false, on: Size(100, 200), pointsPerMillimeter: 100)
    }
    let columns = corner == .topLeft || corner == .bottomLeft ? 0..<20 : 80..<100
    let rows = corner == .topLeft || corner == .topRight ? 0..<20 : 180..<200
    for x in 0..<100 { #expect(counts(x, rows.lowerBound) == columns.contains(x), "\(x)") }
    for y in 0..<200 { #expect(counts(columns.lowerBound, y) == rows.contains(y), "\(y)") }
  }

  @Test func mirroredScreenKeepsTheCornerAndTheDigits() throws {
    let stage = ShellStage.withPIN { $0.access.isMirrored = true }
    stage.pressCorner(5, at: Point(1272, 8))
    #expect(!stage.isPadShown)
    stage.pressCorner(5, at: Point(8, 8))
    #expect(stage.isPadShown)
    let keys = stage.shell.padLayout.keys
    // Coordinates that grow to the right in the shell grow to the left on the mirrored screen.
    #expect(keys[0].origin.x > keys[1].origin.x && keys[1].origin.x > keys[2].origin.x)
    for _ in 0..<2 { stage.send(.key(KeyEvent(.right))) }
    #expect(stage.shell.pad?.focus == .digit(2))
    stage.send(.key(KeyEvent(.left)))
    #expect(stage.shell.pad?.focus == .digit(1))
  }

  @Test func cornerPressesNeedAConfiguredCorner() {
    let stage = ShellStage.withPIN { $0.admin.corner = nil }
    for point in [Point(3, 3), Point(1275, 3), Point(3, 795), Point(1275, 795)] {
      stage.pressCorner(20, at: point)
    }
    #expect(!stage.isPadShown)
  }

  @Test func withoutPINTheCornerDoesNothing() {
    let silent = ShellStage()
    silent.pressCorner(10)
    #expect(silent.shell.systemPage == nil && !silent.isPadShown && silent.shell.notice == nil)
    let open = ShellStage { $0.admin.showsPageWithoutPIN = true }
    open.pressCorner()
    #expect(open.shell.systemPage != nil)
    #expect(open.shell.systemPage?.controls == [.edit, .reload])
  }

  @Test func actionReportsAMissingPIN() {
    let stage = ShellStage()
    stage.act(.admin)
    #expect(stage.shell.systemPage == nil && stage.shell.notice?.message == .noPIN)
  }

  @Test func padOverAProgramReturnsToIt() {
    let stage = ShellStage.withPIN()
    stage.tap(stage.center)
    stage.wait(20)
    for _ in 0..<5 {
      stage.wait(0.2)
      stage.send(.globalTouch(TouchFrame([.down(id: 0, at: Point(5, 5), milliseconds: 0)])))
      stage.send(.globalTouch(TouchFrame([.up(id: 0, milliseconds: 0)])))
    }
    #expect(stage.isPadShown && stage.effects.contains(.comeForward))
    #expect(!stage.effects.contains(.stop(stage.starts[0].program)))
    stage.send(.key(KeyEvent(.escape)))
    #expect(!stage.isPadShown && stage.effects.last { $0 == .bringForward(stage.starts[0].program) } != nil)
    #expect(stage.shell.isCovered)
  }

  @Test func rightPINStopsTheProgram() {
    let stage = ShellStage.withPIN()
    stage.tap(stage.center)
    stage.wait(20)
    for _ in 0..<5 { stage.send(.globalTouch(TouchFrame([.down(id: 0, at: Point(5, 5), milliseconds: 0)]))) }
    stage.enter(ShellStage.pin)
    #expect(stage.shell.systemPage != nil && stage.effects.contains(.stop(stage.starts[0].program)))
  }

  @Test func onlyTheConfiguredPressesAreWatchedFor() {
    #expect(ShellStage.withPIN().shell.watchesCorner && !ShellStage().shell.watchesCorner)
    #expect(!ShellStage.withPIN { $0.admin.corner = nil }.shell.watchesCorner)
  }
}
