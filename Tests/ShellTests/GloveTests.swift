import Configuration
import Gestures
import RotundaGeometry
import Testing

@testable import Shell

/// A theme for gloves has large keys, and taps tolerate movement.
struct GloveTests {
  private static func metrics(_ screen: TargetTests.Screen, least: Double) -> PageMetrics {
    var metrics = Metrics(size: screen.size, pointsPerMillimeter: screen.pointsPerMillimeter)
    metrics.leastTarget = least
    return PageMetrics(metrics, pointsPerMillimeter: screen.pointsPerMillimeter)
  }

  @Test(arguments: TargetTests.screens) func keysReachTheThemesTargetSize(
    screen: TargetTests.Screen
  ) {
    let (page, plain) = (Self.metrics(screen, least: 22), Self.metrics(screen, least: 0))
    let key = PINPadLayout(page).keySide / screen.pointsPerMillimeter
    // Four rows of keys need half of the height. The rest is for the text above them.
    let shorter = min(screen.height, screen.height / screen.size.height * screen.size.width)
    if shorter >= 180 {
      // Layout rounds to whole points.
      #expect(key >= 22 - 1 / screen.pointsPerMillimeter, "\(key) mm on \(screen.name)")
    } else {
      #expect(key >= min(21.8, shorter * 0.18), "\(key) mm on \(screen.name)")
    }
    #expect(key >= PINPadLayout(plain).keySide / screen.pointsPerMillimeter)
    let layout = PINPadLayout(page)
    for frame in layout.keys + [layout.title, layout.dots, layout.answer] {
      #expect(
        frame.origin.x >= 0 && frame.origin.y >= 0 && frame.maxX <= screen.size.width
          && frame.maxY <= screen.size.height, "\(frame) on \(screen.name)")
    }
  }

  @Test(arguments: [(0.0, false), (5, true)]) func themeSetsTheTapTolerance(
    slop: Double, opens: Bool
  ) {
    let stage = ShellStage {
      $0.theme.changes = slop > 0 ? ["least-slop": .number(slop)] : [:]
      $0.gestures.resampling = false
    }
    stage.send(.measured(pointsPerMillimeter: 5))
    #expect(stage.settle())
    // A slow movement of 4 mm across the tiles' direction.
    stage.down(stage.center)
    for step in 1...8 {
      stage.wait(0.04)
      stage.move(stage.center + Point(0, 2.5 * Double(step)))
    }
    stage.wait(0.06)
    stage.up()
    #expect(stage.settle() && stage.starts.isEmpty != opens)
  }
}
