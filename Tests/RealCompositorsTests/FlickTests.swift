import Foundation
import RealCompositors
import Testing

/// The tap after a flick, on compositors that kiosks use: it opens the tile that the flick has brought.
@Suite(.serialized) struct FlickTests {
  /// `make check-long` makes a hundred of them on each.
  private static let flicks = ProcessInfo.processInfo.environment["ROTUNDA_LONG"] == nil ? 2 : 100
  /// Seconds from the flick to the tap.
  private static let pause = 0.5
  /// Seconds by which a busy machine may hold a finger up before it means something else. Such a flick is made again; no other is.
  private static let tolerance = 0.1
  private static let attempts = 5
  /// Seconds of silence, at most, that still let a finger fling: less than 40 ms, and 10 ms between its reports.
  private static let pauseOfAStop = 0.03
  /// Seconds until a program must have run.
  private static let patience = 6.0

  @Test(arguments: [Compositor.Kind.cage, .sway, .kwin])
  func theTapAfterAFlickOpensTheTileThatItBrought(_ kind: Compositor.Kind) throws {
    let kiosk = try RealKiosk(kind) { scratch in
      (1...12).map { RealKiosk.tile("tile-\($0)", scratch) }.joined()
    }
    let fingers = TimedFingers(kiosk.fingers, through: kiosk.programs)
    var last = "tile-1"
    for flick in 1...Self.flicks {
      try #require(try Self.opens(kiosk, fingers), "flick \(flick) on \(kind), \(fingers.lateness) s late")
      let opened = kiosk.opened[flick - 1]
      // A finger that was held up on its way has stopped, and brings no other tile.
      if fingers.lateness < Self.pauseOfAStop {
        #expect(opened != last, "flick \(flick) on \(kind), \(fingers.lateness) s late")
      }
      last = opened
      // Until the launcher has the screen again a touch is not meant for it.
      try kiosk.launcher.wait(for: "the end of \(opened)") {
        kiosk.launcher.output.components(separatedBy: " ended: ").count > flick ? true : nil
      }
      try kiosk.awaitRest()
    }
    #expect(kiosk.opened.count == Self.flicks && kiosk.launcher.isRunning)
  }

  /// Flicks and taps; whether that has opened a tile.
  private static func opens(_ kiosk: RealKiosk, _ fingers: TimedFingers) throws -> Bool {
    let count = kiosk.opened.count
    for _ in 1...attempts {
      try fingers.make {
        // 90 points in 90 ms.
        try $0.swipe(from: (560, 350), to: (470, 350), steps: 9, interval: 0.01)
        $0.hold(seconds: pause)
        try $0.tap(x: 500, y: 350, seconds: 0.04)
      }
      if (try? Patience.wait(for: "a program", limit: patience) { kiosk.opened.count > count ? true : nil })
        != nil
      {
        return true
      }
      guard fingers.lateness > tolerance else { return false }
    }
    return false
  }
}
