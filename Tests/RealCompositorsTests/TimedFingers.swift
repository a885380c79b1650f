import Glibc
import RealCompositors

/// Touches that measure how long a busy machine delayed them.
final class TimedFingers: Fingers {
  private let fingers: any Fingers
  private let programs: [ProcessGroup]
  private var begin = now
  private var meant = 0.0

  /// - Parameter programs: The programs that touches pass through.
  init(_ fingers: any Fingers, through programs: [ProcessGroup]) {
    self.fingers = fingers
    self.programs = programs
  }

  var width: Int { fingers.width }
  var height: Int { fingers.height }

  /// Performs a gesture and measures its delay.
  func make(_ gesture: (any Fingers) throws -> Void) rethrows {
    (begin, meant) = (Self.now, 0)
    let before = secondsWithoutProcessor
    try gesture(self)
    lateness = Self.now - begin - meant + secondsWithoutProcessor - before
  }

  private var secondsWithoutProcessor: Double { programs.reduce(0) { $0 + $1.secondsWithoutProcessor } }

  /// The seconds by which the last gesture took longer than planned, or arrived late.
  private(set) var lateness = 0.0

  func down(_ finger: Int, x: Double, y: Double) throws { try fingers.down(finger, x: x, y: y) }
  func move(_ finger: Int, x: Double, y: Double) throws { try fingers.move(finger, x: x, y: y) }
  func up(_ finger: Int, x: Double, y: Double) throws { try fingers.up(finger, x: x, y: y) }

  func hold(seconds: Double) {
    meant += seconds
    fingers.hold(seconds: seconds)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
