import CAllocations
import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// Frames do not allocate heap memory once the launcher's buffers have grown.
@Suite(.enabled(if: allocations_are_counted(), "a sanitizer counts allocations itself"))
struct AllocationTests {
  /// A carousel that turns by itself. Therefore every frame differs.
  private func turningStage(_ tiles: [LauncherTile] = ShellStage.tiles(5)) -> ShellStage {
    ShellStage(tiles: tiles) {
      $0.carousel.wrap = true
      $0.carousel.details.autoscroll = 2
      $0.idle.returnHomeAfter = 3600
    }
  }

  /// The heap allocations of the last 120 of 480 frames, with the launcher's other queries around each frame.
  private func allocations(_ stage: ShellStage) -> UInt {
    var before: UInt = 0
    for frame in 0..<480 {
      // By now, every tile has been in the middle.
      if frame == 360 { before = allocation_count() }
      stage.now += ShellStage.refresh
      stage.shell.advance(to: stage.now, into: &stage.frame, effects: &stage.effects)
      _ = (stage.shell.deadline, stage.shell.wantsFrame, stage.shell.clockAlarm)
    }
    return allocation_count() - before
  }

  @Test func aFrameTakesNoMemory() {
    #expect(allocations(turningStage()) == 0)
  }

  @Test(arguments: [true, false]) func frameWithWaitingProgramsTakesNoMemory(hasFailed: Bool) {
    var tiles = ShellStage.tiles(5)
    for tile in tiles.indices { tiles[tile].onHome = .keep }
    let stage = turningStage(tiles)
    stage.send(.tellsWindows(true))
    for tile in 0..<3 {
      stage.act(.openTile("Tile \(tile)"))
      stage.act(.home)
    }
    if hasFailed { stage.send(.ended(ProgramID(1), .signaled(signal: 11, coreDumped: false))) }
    #expect(stage.shell.programs.running.count == (hasFailed ? 2 : 3))
    #expect(allocations(stage) == 0)
  }

  @Test func switchHighlightTakesNoMemory() {
    let stage = ShellStage {
      $0.access.scans = true
      $0.access.scanInterval = 30
    }
    stage.send(.key(KeyEvent(.space)))
    #expect(stage.shell.scanner.run != nil && allocations(stage) == 0 && stage.shell.scanner.run != nil)
  }

  @Test(arguments: [HeaderSettings.Details.below, .captions], [true, false])
  func turningPastKnownTextsTakesNoMemory(
    details: HeaderSettings.Details, haveAccents: Bool
  ) {
    var tiles = ShellStage.tiles(12)
    for index in tiles.indices {
      tiles[index].appearance.detail = "What there is to know"
      tiles[index].appearance.photograph = .init(.path("/\(index).jpg"))
      if haveAccents { tiles[index].appearance.accent = Color(Double(index) / 12, 0.5, 0.5) }
    }
    let stage = ShellStage(tiles: tiles) {
      $0 = KioskConfiguration()
      $0.carousel.wrap = true
      $0.carousel.details.autoscroll = 2
      $0.header.hasNudge = false
      $0.header.details = details
      $0.idle.returnHomeAfter = 3600
    }
    let zones = stage.shell.tilesPanel.level.zones
    #expect(details == .below ? zones.details != nil : zones.captionLines != nil)
    stage.effects.reserveCapacity(20_000)
    // The shell requests each text and each light again when its tile comes to the middle. The stage answers
    // at once.
    var (before, asked, answered): (UInt, Int, Int) = (0, 0, stage.effects.count)
    for frame in 0..<1200 {
      if frame < 900 { stage.draw() }
      if frame == 900 { (before, answered) = (allocation_count(), stage.effects.count) }
      guard frame >= 900 else { continue }
      stage.now += ShellStage.refresh
      stage.shell.advance(to: stage.now, into: &stage.frame, effects: &stage.effects)
      while answered < stage.effects.count {
        if case .draw(let picture, _) = stage.effects[answered] {
          asked += 1
          stage.shell.handle(
            .pictureReady(picture, size: stage.sizes[picture] ?? picture.size, inset: PixelSize(0, 0)),
            at: stage.now, into: &stage.effects)
        }
        answered += 1
      }
    }
    let taken = allocation_count() - before
    #expect(asked > 5 && taken == 0, "\(asked) asked, \(taken) blocks")
  }
}
