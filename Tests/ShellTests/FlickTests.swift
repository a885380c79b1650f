import Configuration
import GestureReplay
import Gestures
import Programs
import RotundaGeometry
import SeededRandom
import Testing

@testable import Shell

/// Realistic flicks on a 21.5-inch screen, and the taps after them.
struct FlickTests {
  private static let perMillimeter = 4.03

  private static func stage(shelves: [String?] = [nil]) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(9), shelves: shelves, size: Size(1920, 1080)) {
      $0.carousel.layout = .coverFlow
    }
    stage.send(.measured(pointsPerMillimeter: perMillimeter))
    #expect(stage.settle())
    return stage
  }

  /// Plays a flick with a frame every 1/60 s.
  private static func flick(
    _ stage: ShellStage, by way: Point, milliseconds: Int, on panel: TouchPanel,
    using random: inout SeededGenerator
  ) {
    let start = stage.now
    let script = FlickScript(
      from: stage.center, by: way, seconds: Double(milliseconds) / 1000, on: panel,
      at: UInt32(start * 1000), using: &random)
    for (time, event) in script.events {
      while stage.now + ShellStage.refresh < start + time { stage.draw() }
      stage.wait(max(0, start + time - stage.now))
      stage.touch(event)
    }
  }

  /// Advances to the time after the finger lifts, with three frames on the way.
  private static func pass(_ seconds: Double, _ stage: ShellStage) {
    let end = stage.now + seconds
    for part in [0.5, 0.8, 1] {
      stage.wait(max(0, end - seconds * (1 - part) - ShellStage.refresh - stage.now))
      stage.draw()
    }
  }

  /// Points to the left, milliseconds, and the expected number of tiles.
  private static let flicks: [(way: Double, time: Int, tiles: ClosedRange<Int>)] = [
    (25, 60, 1...1), (25, 100, 1...1), (40, 100, 1...1), (40, 160, 1...1), (60, 160, 1...1), (60, 240, 1...1),
    (90, 90, 1...3), (160, 60, 1...3), (240, 60, 1...3),
  ]

  @Test(arguments: flicks)
  func flickMovesOneToThreeTiles(way: Double, time: Int, tiles: ClosedRange<Int>) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let stage = Self.stage()
    for number in 0..<100 {
      let sign: Double = number.isMultiple(of: 2) ? -1 : 1
      let panel = TouchPanel.all[number % 3]
      let before = stage.shell.tilesPanel.carousel.currentItemIndex
      Self.flick(stage, by: Point(sign * way, 0), milliseconds: time, on: panel, using: &random)
      Self.pass(1, stage)
      let now = stage.shell.tilesPanel.carousel.currentItemIndex
      let gone = (sign < 0 ? now - before + 9 : before - now + 9) % 9
      #expect(tiles.contains(gone), "flick \(number) on \(panel) went \(gone) tiles, seed \(seed)")
      guard stage.starts.isEmpty else { break }
    }
    #expect(stage.starts.isEmpty, "seed \(seed)")
  }

  @Test(arguments: [(90.0, 90), (25, 60), (60, 160)], [0.25, 0.5])
  func tapAfterAFlickOpensItsTile(flick: (way: Double, time: Int), pause: Double) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let stage = Self.stage()
    for number in 0..<100 {
      let panel = TouchPanel.all[number % 3]
      Self.flick(stage, by: Point(-flick.way, 0), milliseconds: flick.time, on: panel, using: &random)
      Self.pass(pause, stage)
      let tile = stage.shell.tilesPanel.carousel.destinationItemIndex
      stage.tap(stage.center)
      let opened = stage.starts.last?.command.arguments
      #expect(
        stage.starts.count == number + 1 && opened == ["program-\(tile)"],
        "tap \(number) on \(panel), seed \(seed)")
      guard let program = stage.starts.last?.program, stage.starts.count == number + 1 else { return }
      stage.send(.ended(program, .exited(status: 0)))
      Self.pass(1, stage)
    }
  }

  @Test func tapOnADistantTileStopsTheRow() {
    let seed: UInt64 = 7
    var random = SeededGenerator(seed: seed)
    let stage = Self.stage()
    Self.flick(stage, by: Point(-240, 0), milliseconds: 60, on: TouchPanel.all[0], using: &random)
    stage.draw()
    stage.tap(stage.center)
    #expect(stage.starts.isEmpty)
  }

  @Test(arguments: [-1.0, 1]) func thrownShortSwipeAcrossChangesTheShelf(sign: Double) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let stage = Self.stage(shelves: ["A", "B", "C"])
    stage.act(.nextShelf)
    #expect(stage.settle())
    for number in 0..<30 {
      let before = stage.shell.tilesPanel.level.current
      // Up from the middle, and back down.
      let way = sign * (number.isMultiple(of: 2) ? 1 : -1)
      Self.flick(
        stage, by: Point(0, 3.05 * Self.perMillimeter * way), milliseconds: 44,
        on: TouchPanel.all[0], using: &random)
      Self.pass(1, stage)
      #expect(
        stage.shell.tilesPanel.level.current == before - Int(way), "swipe \(number), seed \(seed)")
    }
    #expect(stage.starts.isEmpty, "seed \(seed)")
  }

  @Test func quickTapIsNeverASwipe() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let stage = Self.stage(shelves: ["A", "B"])
    for number in 0..<50 {
      let ways = [Point(1, 0), Point(0.7, 0.7), Point(0, 1), Point(-0.7, 0.7), Point(-1, 0), Point(0, -1)]
      let way = ways[number % 6] * (2.5 * Self.perMillimeter)
      Self.flick(
        stage, by: way, milliseconds: 100, on: TouchPanel.all[number % 3], using: &random)
      #expect(stage.starts.count == number + 1, "tap \(number), seed \(seed)")
      guard let program = stage.starts.last?.program else { return }
      stage.send(.ended(program, .exited(status: 0)))
      Self.pass(1, stage)
    }
  }
}
