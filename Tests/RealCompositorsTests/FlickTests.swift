import Foundation
import LongCheck
import RealCompositors
import Testing

/// A tap after a flick opens the tile that the flick centered, on compositors that kiosks use.
@Suite(.serialized) struct FlickTests {
  /// `make check-long` makes a hundred flicks on each compositor.
  private static let flicks = LongCheck.isOn ? 100 : 2
  private static let tiles = 12
  /// The number of tiles by which a flick turns the carousel.
  private static let brought = 1...3
  /// Seconds from the flick to the tap.
  private static let pause = 0.5
  /// The delay in seconds after which a touch on a busy machine counts as another gesture. The test repeats
  /// only such a flick.
  private static let tolerance = 0.1
  private static let attempts = 5
  /// The longest silence in seconds after which a finger still flings: less than 40 ms, minus 10 ms between
  /// its reports.
  private static let pauseOfAStop = 0.03
  /// Seconds until a program must have run.
  private static let patience = 6.0

  /// The path of a finger to the left: points in steps of 10 ms.
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
      // A finger that was delayed on its way has stopped, and turns the carousel no further.
      if fingers.lateness < Self.pauseOfAStop {
        let brought = (opened - last + Self.tiles) % Self.tiles
        #expect(Self.brought.contains(brought), "\(what) brought \(brought), \(fingers.lateness) s late")
      }
      last = opened
      // Before the launcher has the screen again, touches do not reach it.
      try kiosk.launcher.wait(for: "the end of tile \(opened)") {
        kiosk.launcher.output.components(separatedBy: " ended: ").count > flick ? true : nil
      }
      try kiosk.awaitRest()
    }
    #expect(kiosk.opened.count == Self.flicks && kiosk.launcher.isRunning)
  }

  /// Flicks and taps. Returns whether that opened a tile.
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
