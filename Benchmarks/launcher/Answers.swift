import Foundation
import Measuring
import TestCompositor

/// The response of a program to a finger that holds its content and moves now and then.
struct Answers {
  /// The median time from a movement to the commit that shows it, in milliseconds.
  let milliseconds: Double
  /// Commits per movement.
  let commitsPerMove: Double
}

extension Client {
  private static let moves = 30
  /// The pause between two movements in microseconds: everything is at rest by then.
  private static let pause: UInt32 = 120_000

  /// Measures the response to movements of a finger by one point each.
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
