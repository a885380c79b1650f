import Foundation
import Measuring
import TestCompositor

/// How a program answers a finger that holds what it shows and moves it now and then.
struct Answers {
  /// From a movement to the commit that shows it, in milliseconds; the median.
  let milliseconds: Double
  /// Commits to a movement.
  let commitsPerMove: Double
}

extension Client {
  private static let moves = 30
  /// Rest between two movements, in microseconds: nothing is under way any more.
  private static let pause: UInt32 = 120_000

  /// What movements of a finger by a point each are answered with.
  func answers() throws -> Answers {
    _ = try lastFrame()
    compositor.touchDown(id: 0, x: 640, y: 400)
    for step in 1...10 {
      usleep(16_000)
      compositor.touchMotion(id: 0, x: 640 - Double(step) * 6, y: 400)
    }
    usleep(Self.pause)
    let first = compositor.window()?.commits ?? 0
    let milliseconds = try (1...Self.moves).map { move in
      usleep(Self.pause)
      let commits = compositor.window()?.commits ?? 0
      let start = ContinuousClock.now
      compositor.touchMotion(id: 0, x: 580 - Double(move), y: 400)
      try compositor.waitForCommit(after: commits)
      return start.duration(to: .now).milliseconds
    }
    usleep(Self.pause)
    let commits = (compositor.window()?.commits ?? 0) - first
    return Answers(
      milliseconds: Spread(milliseconds, digits: 1).median,
      commitsPerMove: Double(commits) / Double(Self.moves))
  }
}
