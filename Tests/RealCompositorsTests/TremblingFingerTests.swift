import Foundation
import LongCheck
import RealCompositors
import SeededRandom
import Testing

/// Realistic fingers: they hesitate, tremble and leave the straight path. The tests only look at the screen
/// from outside. A picture by the compositor would make it draw a frame, and release a launcher that waits
/// for one in vain.
@Suite(.serialized) struct TremblingFingerTests {
  /// Before a fix, one of twenty swipes turned something. `make check-long` makes all twenty.
  private static let swipes = LongCheck.isOn ? 20 : 6
  private static let pictures = 2

  @Test(arguments: [Compositor.Kind.cage, .sway])
  func everySwipeTurnsTheCarousel(_ kind: Compositor.Kind) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let kiosk = try Self.kiosk(kind)
    for swipe in 1...Self.swipes {
      try Self.swipe(kiosk, using: &random, "swipe \(swipe), seed \(seed)")
    }
  }

  @Test func screenshotAtRestLeavesTheCarouselTurning() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let kiosk = try Self.kiosk(.cage)
    _ = try kiosk.compositor.run([
      "dbus-daemon", "--session", "--nofork", "--nopidfile",
      "--address=\(Self.bus(kiosk.compositor.scratch))",
    ])
    for swipe in 1...Self.pictures {
      let picture = kiosk.compositor.scratch.file("\(swipe).png")
      try kiosk.launcher.wait(for: "a picture") { try Self.takePicture(of: kiosk, to: picture) ? true : nil }
      #expect(FileManager.default.fileExists(atPath: picture))
      try Self.swipe(kiosk, using: &random, "swipe \(swipe), seed \(seed)")
    }
  }

  /// Returns false until the launcher is on the bus.
  private static func takePicture(of kiosk: RealKiosk, to path: String) throws -> Bool {
    let scratch = kiosk.compositor.scratch
    let tool = try kiosk.compositor.run(
      [RealKiosk.binary, "ctl", "screenshot", "--output", path],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus(scratch)])
    return try tool.waitForExit() == 0
  }

  private static func bus(_ scratch: Scratch) -> String { "unix:path=\(scratch.file("bus"))" }

  private static func kiosk(_ kind: Compositor.Kind) throws -> RealKiosk {
    try RealKiosk(kind, environment: { ["DBUS_SESSION_BUS_ADDRESS": bus($0)] }) { scratch in
      (1...12).map { RealKiosk.tile("tile \($0)", scratch) }.joined()
    }
  }

  /// Swipes with a trembling finger, and waits until the screen has changed and rests.
  private static func swipe(
    _ kiosk: RealKiosk, using random: inout SeededGenerator, _ which: String
  ) throws {
    let before = try kiosk.compositor.screenshot()
    let fingers = kiosk.fingers
    var (x, y) = (random.number(650...850), random.number(300...400))
    try fingers.down(0, x: x, y: y)
    // The finger rests and trembles before it moves, and once on its way.
    let stops = [0, Int.random(in: 4...16, using: &random)]
    for step in 0..<20 {
      if stops.contains(step) {
        for _ in 0..<Int.random(in: 5...25, using: &random) {
          usleep(Self.sampling)
          try fingers.move(0, x: x + random.number(-2...2), y: y + random.number(-2...2))
        }
      }
      usleep(Self.sampling)
      x -= random.number(10...20)
      y += random.number(-3...3)
      try fingers.move(0, x: x, y: y)
    }
    try fingers.up(0, x: x, y: y)
    do {
      _ = try kiosk.compositor.waitForRest { $0 != before }
    } catch {
      Issue.record("\(which) turned nothing: \(kiosk.launcher.output.suffix(500))")
      throw error
    }
  }

  /// Microseconds between two reports of a touchscreen.
  private static let sampling: UInt32 = 12_000
}
