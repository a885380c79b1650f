import Configuration
import Gestures
import RotundaGeometry
import Testing

@testable import Shell

/// Hints that the row moves: an occasional movement of its own, and buttons at its ends.
struct NudgeTests {
  private func stage(
    _ tiles: Int = 7, size: Size = Size(1280, 800), change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(tiles), size: size) {
      $0 = KioskConfiguration()
      $0.header.clock = .none
      change(&$0)
    }
    _ = stage.settle()
    return stage
  }

  /// Returns the times of the row's own movements within some seconds, and the largest distance in tiles.
  /// Meets every deadline on time.
  private func nudges(_ stage: ShellStage, seconds: Double) -> (times: [Double], way: Double) {
    let (began, home) = (stage.now, stage.centered.distance)
    var (times, least): ([Double], Double) = ([], 0)
    for _ in 0..<100 {
      guard let due = stage.shell.deadline, due <= began + seconds else { break }
      stage.wait(max(0, due - stage.now))
      let time = stage.now - began
      var hasMoved = false
      while stage.shell.wantsFrame {
        stage.draw()
        let way = stage.centered.distance - home
        least = min(least, way)
        hasMoved = hasMoved || way < -1
      }
      if hasMoved { times.append(time) }
      #expect(abs(stage.centered.distance - home) < 0.01, "the row comes back")
    }
    return (times, least / stage.shell.tilesPanel.carousel.itemExtent)
  }

  @Test func rowMovesThreeTimesThenRests() {
    let stage = stage()
    let (times, way) = nudges(stage, seconds: 300)
    #expect(times.count == 3 && abs(way + 0.14) < 0.005)
    #expect(times.first ?? 9 < 1.3 && zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 20) < 0.1 })
    #expect(stage.shell.deadline == nil && !stage.shell.wantsFrame)
  }

  @Test func touchPostponesItAndADragEndsIt() {
    let stage = stage()
    stage.wait(1)
    stage.down(Point(640, 30))
    stage.up()
    let (times, _) = nudges(stage, seconds: 25)
    #expect(times.count == 1 && abs((times.first ?? 0) - 20) < 0.2)
    stage.drag(from: stage.center, by: Point(-200, 0), seconds: 0.2)
    #expect(stage.settle() && stage.shell.deadline == nil)
  }

  @Test(
    arguments: [
      { $0.access.hasReducedMotion = true }, { $0.header.hasNudge = false }, { _ in },
    ] as [@Sendable (inout KioskConfiguration) -> Void])
  func disabledOrSingleTileRowHasNoNudge(change: @Sendable (inout KioskConfiguration) -> Void) {
    var configuration = KioskConfiguration()
    change(&configuration)
    let isPlain = configuration == KioskConfiguration()
    #expect(stage(isPlain ? 1 : 7, change: change).shell.deadline == nil)
  }

  @Test func aTapWhileItMovesOpensTheTile() {
    let stage = stage()
    stage.pass(1.3)
    for _ in 0..<12 { stage.draw() }
    #expect(stage.centered.distance < -1)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func theNextVisitSeesItAgain() {
    let stage = stage { ($0.idle.returnHomeAfter, $0.idle.warning) = (60, nil) }
    stage.drag(from: stage.center, by: Point(-200, 0), seconds: 0.2)
    _ = stage.settle()
    #expect(stage.shell.tilesPanel.nudge.due == nil)
    for _ in 0..<300 where stage.shell.tilesPanel.nudge.due == nil {
      stage.pass(0.25)
      _ = stage.settle()
    }
    #expect(nudges(stage, seconds: 3).times.count == 1)
  }

  @Test func rowStaysStillBehindAPage() {
    let stage = stage()
    stage.act(.help)
    _ = stage.settle()
    stage.pass(1.3)
    #expect(!stage.shell.wantsFrame)
    stage.pass(100)
    #expect(!stage.shell.wantsFrame && stage.shell.deadline == nil)
  }

  // Chevrons.

  @Test func buttonsAtTheEndsMoveByOneTile() throws {
    let stage = stage { $0.carousel.wrap = false }
    func place(_ control: FootControls.Control) -> Rectangle? { stage.shell.tilesPanel.chevron(control) }
    #expect(place(.previous) == nil)
    let next = try #require(place(.next))
    // The taps come faster than the row moves.
    for _ in 0..<6 {
      stage.tap(next.center)
      stage.draw()
    }
    #expect(stage.settle() && stage.centered.name == "Tile 6" && place(.next) == nil)
    stage.tap(try #require(place(.previous)).center)
    #expect(stage.settle() && stage.centered.name == "Tile 5" && stage.starts.isEmpty)
  }

  @Test func wrappingRowHasBothButtonsShortRowNone() {
    let round = stage { $0.carousel.wrap = true }.shell.tilesPanel
    #expect(round.chevron(.previous) != nil && round.chevron(.next) != nil)
    #expect(stage(3).shell.tilesPanel.chevron(.next) == nil)
    #expect(stage { $0.header.hasChevrons = false }.shell.tilesPanel.chevron(.next) == nil)
    #expect(stage { $0.carousel.orientation = .vertical }.shell.tilesPanel.chevron(.next) == nil)
  }

  @Test func mirroredNextTileIsAtTheLeft() throws {
    let stage = stage { $0.access.isMirrored = true }
    let next = try #require(stage.shell.tilesPanel.chevron(.next))
    stage.tap(Point(1280 - next.center.x, next.center.y))
    #expect(stage.settle() && stage.centered.name == "Tile 1")
  }
}
