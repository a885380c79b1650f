import Foundation
import TestCompositor

/// The launcher under a finger that holds the carousel and moves it now and then.
final class AnswerRun {
  private static let moves = 60
  /// Rest between two movements, in microseconds: nothing is under way any more.
  private static let pause: UInt32 = 120_000

  private let compositor: TestCompositor

  init(_ files: DragFiles) throws {
    var options = CompositorOptions()
    options.outputs = [OutputOptions(width: 1280, height: 800)]
    compositor = try TestCompositor(options)
    _ = try files.launch(on: compositor, resampling: true)
    try compositor.waitForDevice(.wlTouch)
    try compositor.waitForWindow("the tiles") { $0.pixels?.redPlace != nil }
    usleep(1_000_000)
  }

  deinit { compositor.stop() }

  /// From each movement to the commit that shows it.
  func milliseconds() throws -> [Double] {
    compositor.touchDown(id: 0, x: 640, y: 400)
    for step in 1...10 {
      usleep(16_000)
      compositor.touchMotion(id: 0, x: 640 - Double(step) * 6, y: 400)
    }
    return try (1...Self.moves).map { move in
      usleep(Self.pause)
      let commits = compositor.window()?.commits ?? 0
      let start = ContinuousClock.now
      compositor.touchMotion(id: 0, x: 580 - Double(move), y: 400)
      try compositor.waitForCommit(after: commits)
      let duration = start.duration(to: .now)
      return Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    }
  }
}
