import Foundation
import LongCheck
import RealCompositors
import Testing

/// The tap after a flick, on compositors that kiosks use: it opens the tile that the flick has brought.
@Suite(.serialized) struct FlickTests {
  /// `make check-long` makes a hundred of them on each.
  private static let flicks = LongCheck.isOn ? 100 : 2
  private static let tiles = 12
  /// How many tiles a flick goes on.
  private static let brought = 1...3
  /// Seconds from the flick to the tap.
  private static let pause = 0.5
  /// Seconds by which a busy machine may hold a finger up before it means something else. Such a flick is
  /// made again; no other is.
  private static let tolerance = 0.1
  private static let attempts = 5
  /// Seconds of silence, at most, that still let a finger fling: less than 40 ms, and 10 ms between its
  /// reports.
  private static let pauseOfAStop = 0.03
  /// Seconds until a program must have run.
  private static let patience = 6.0

  /// How a finger goes to the left: points, in steps of 10 ms.
  enum Flick: String, CaseIterable {
    case short, long

    fileprivate var way: (points: Double, steps: Int) { self == .short ? (90, 9) : (240, 6) }
  }

  @Test(arguments: [Compositor.Kind.cage, .sway, .kwin], Flick.allCases)
  func tapAfterAFlickOpensItsTile(_ kind: Compositor.Kind, _ way: Flick) throws {
    let kiosk = try RealKiosk(kind) { scratch in
      (1...Self.tiles).map { RealKiosk.tile("tile-\($0)", scratch) }.joined()
    }
    let fingers = TimedFingers(kiosk.fingers, through: kiosk.programs)
    var last = 1
    for flick in 1...Self.flicks {
      let what = "\(way) flick \(flick) on \(kind)"
      try #require(try Self.opens(kiosk, fingers, way), "\(what), \(fingers.lateness) s late")
      let opened = try #require(Int(kiosk.opened[flick - 1].dropFirst("tile-".count)))
      // A finger that was held up on its way has stopped, and brings no other tile.
      if fingers.lateness < Self.pauseOfAStop {
        let brought = (opened - last + Self.tiles) % Self.tiles
        #expect(Self.brought.contains(brought), "\(what) brought \(brought), \(fingers.lateness) s late")
      }
      last = opened
      // Until the launcher has the screen again a touch is not meant for it.
      try kiosk.launcher.wait(for: "the end of tile \(opened)") {
        kiosk.launcher.output.components(separatedBy: " ended: ").count > flick ? true : nil
      }
      try kiosk.awaitRest()
    }
    #expect(kiosk.opened.count == Self.flicks && kiosk.launcher.isRunning)
  }

  /// Flicks and taps; whether that has opened a tile.
  private static func opens(_ kiosk: RealKiosk, _ fingers: TimedFingers, _ flick: Flick) throws -> Bool {
    let count = kiosk.opened.count
    for _ in 1...attempts {
      try fingers.make {
        let (points, steps) = flick.way
        try $0.swipe(from: (620, 350), to: (620 - points, 350), steps: steps, interval: 0.01)
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
