import Configuration
import RotundaGeometry
import Gestures
import Programs
import Testing

@testable import Shell

/// The way home from a program.
struct HomeTests {
  /// A stage with the first tile's program on the screen.
  private func opened(_ onHome: Tile.OnHome = .close, keeps: Int? = nil, bind: ShellAction? = nil)
    -> ShellStage
  {
    var tiles = ShellStage.tiles(5)
    for index in tiles.indices { tiles[index].onHome = onHome }
    let stage = ShellStage(tiles: tiles) { configuration in
      configuration.admin.showsPageWithoutPIN = true
      if let bind { configuration.gestures.bindings[.edgeSwipe(.left)] = bind }
    }
    stage.send(.keepsPrograms(atMost: keeps))
    stage.tap(stage.center)
    _ = stage.settle()
    stage.wait(20)
    stage.effects.removeAll { if case .draw = $0 { false } else { true } }
    return stage
  }

  private let first = ProgramID(1)

  @Test func homeClosesTheProgramAndSelectsTheStart() {
    let stage = opened()
    stage.act(.home)
    #expect(stage.effects.contains(.stop(first)) && stage.effects.contains(.comeForward))
    #expect(stage.shell.wantsFrame)
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    #expect(stage.settle())
    #expect(stage.centered.name == "Tile 0")
    // The launcher stopped the program. Therefore it reports nothing.
    #expect(stage.writing.isEmpty && stage.reports.isEmpty)
    #expect(stage.shell.programs.running.isEmpty)
  }

  @Test func keptProgramReturnsWithItsTile() {
    let stage = opened(.keep)
    stage.act(.home)
    #expect(stage.effects.contains(.keep(first)) && stage.effects.contains(.comeForward))
    #expect(!stage.effects.contains(.stop(first)))
    _ = stage.settle()
    stage.tap(stage.center)
    #expect(stage.effects.contains(.bringForward(first)))
    #expect(stage.starts.isEmpty)
    #expect(stage.settle())
  }

  @Test func programThatCannotReturnStartsAfterItsEnd() {
    let stage = opened(.keep)
    stage.act(.home)
    _ = stage.settle()
    stage.tap(stage.center)
    stage.send(.bringForwardFailed(first))
    #expect(stage.effects.contains(.stop(first)) && stage.starts.isEmpty)
    stage.draw()
    #expect(stage.writing.joined().contains("Tile 0"))
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    #expect(stage.starts.map(\.program) == [ProgramID(2)])
  }

  @Test func tileWaitsForItsEndingProgram() {
    let stage = opened()
    stage.act(.home)
    _ = stage.settle()
    stage.tap(stage.center)
    #expect(stage.starts.isEmpty)
    stage.send(.ended(first, .exited(status: 0)))
    #expect(stage.starts.map(\.command.arguments) == [["program-0"]])
  }

  @Test(arguments: [(0, [1, 2, 3]), (1, [1, 2]), (2, [1])] as [(Int, [Int])])
  func onlyProgramsThatCanReturnAreKept(limit: Int, stopped: [Int]) {
    let stage = opened(.keep, keeps: limit)
    for next in ["Tile 1", "Tile 2"] {
      stage.act(.home)
      _ = stage.settle()
      stage.act(.openTile(next))
      stage.wait(20)
    }
    stage.act(.home)
    #expect(
      stage.effects.compactMap { if case .stop(let program) = $0 { program.number } else { nil } } == stopped)
  }

  @Test(arguments: [
    (ShellAction.home, true), (.back, true), (.admin, true), (.openTile("Tile 2"), true), (.nextTile, false),
    (.nextShelf, false), (.open, false), (.none, false),
  ])
  func onlySuitableActionsWorkOverAProgram(action: ShellAction, works: Bool) {
    let stage = opened(bind: action)
    stage.globalSwipe(from: Point(4, 400), by: Point(300, 0))
    #expect(stage.effects.contains(.stop(first)) == works)
  }

  @Test func threeFingersGoHomeOverAProgram() {
    let stage = opened()
    for way in [Point(0, -300), Point(300, 0)] { stage.globalSwipe(from: stage.center, by: way) }
    #expect(!stage.effects.contains(.stop(first)))
    stage.globalSwipe(from: stage.center, by: Point(0, -300), fingers: 3)
    #expect(stage.effects.contains(.stop(first)))
  }

  @Test func touchesBesideTheCompositorAreIgnoredAtHome() {
    let stage = ShellStage { $0.gestures.bindings[.edgeSwipe(.left)] = .reload }
    stage.globalSwipe(from: Point(4, 400), by: Point(300, 0))
    #expect(stage.reloads == 0)
    #expect(stage.shell.deadline == nil)
  }

  @Test(arguments: [(Edge.left, true), (.bottom, true), (.right, true)])
  func theStripLeadsHome(edge: Edge, leaves: Bool) {
    let stage = opened()
    stage.send(.stripSwiped(edge))
    #expect(stage.effects.contains(.stop(first)) == leaves)
  }

  @Test func stripPerformsTheActionOfItsEdge() {
    let stage = opened(bind: .reload)
    stage.send(.stripSwiped(.left))
    #expect(stage.reloads == 1 && !stage.effects.contains(.stop(first)))
  }
}

extension ShellStage {
  /// Swipes that the launcher sees on the touchscreen itself.
  func globalSwipe(from start: Point, by way: Point, fingers: Int = 1) {
    let ids = 0..<Int32(fingers)
    func place(_ id: Int32, _ part: Double) -> Point { start + Point(80 * Double(id), 0) + way * part }
    send(
      .globalTouch(
        TouchFrame(ids.map { .down(id: $0, at: place($0, 0), milliseconds: UInt32(now * 1000)) })))
    for sample in 1...12 {
      wait(Self.refresh)
      let part = Double(sample) / 12
      send(
        .globalTouch(
          TouchFrame(ids.map { .motion(id: $0, at: place($0, part), milliseconds: UInt32(now * 1000)) })))
    }
    send(.globalTouch(TouchFrame(ids.map { .up(id: $0, milliseconds: UInt32(now * 1000)) })))
  }
}
