import Foundation
import LongCheck
import RealCompositors
import Testing

/// Every gesture that an action can be bound to, performed on compositors that kiosks use.
@Suite(.serialized) struct GestureTests {
  /// A gesture's key and its touches.
  struct Movement: Sendable {
    let key: String
    let make: @Sendable (any Fingers) throws -> Void
  }

  /// In points of the screen. An edge is 20 points wide.
  private static let (right, bottom) = (RealKiosk.width, RealKiosk.height)
  private static let near = 4.0
  /// The gesture's own times in seconds: between two taps, from touch to lift in a tap and in a long press,
  /// and between two samples.
  private static let (betweenTaps, tapping, pressing, sampling) = (0.09, 0.05, 0.8, 0.016)

  private static let hand: [Int: (x: Double, y: Double)] = [0: (400, 330), 1: (500, 310), 2: (600, 330)]
  private static let pair: [Int: (x: Double, y: Double)] = [0: (430, 350), 1: (570, 350)]

  private static let movements: [Movement] = [
    Movement(key: "long-press") { try $0.tap(x: 500, y: 350, seconds: pressing) },
    Movement(key: "double-tap") {
      try $0.tap(x: 500, y: 350, seconds: 0.03)
      $0.hold(seconds: betweenTaps)
      try $0.tap(x: 502, y: 352, seconds: 0.03)
    },
    Movement(key: "swipe-up") { try $0.swipe(from: (500, 600), to: (500, 250), steps: 30, rest: 0.15) },
    Movement(key: "flick-down") { try $0.swipe(from: (500, 150), to: (500, 600), steps: 6) },
    Movement(key: "edge-swipe-left") { try $0.swipe(from: (near, 350), to: (400, 350)) },
    Movement(key: "edge-swipe-right") { try $0.swipe(from: (right - near, 350), to: (right - 400, 350)) },
    Movement(key: "edge-swipe-top") { try $0.swipe(from: (500, near), to: (500, 300)) },
    Movement(key: "edge-swipe-bottom") { try $0.swipe(from: (500, bottom - near), to: (500, bottom - 300)) },
    Movement(key: "three-finger-swipe-left") { try $0.swipe(hand, by: (-200, 0)) },
    Movement(key: "three-finger-swipe-up") { try $0.swipe(hand, by: (0, -200)) },
    Movement(key: "two-finger-swipe-down") { try $0.swipe(pair, by: (0, 200)) },
    Movement(key: "three-finger-tap") { fingers in
      for (finger, place) in hand { try fingers.down(finger, x: place.x, y: place.y) }
      fingers.hold(seconds: tapping)
      for (finger, place) in hand { try fingers.up(finger, x: place.x, y: place.y) }
    },
    Movement(key: "two-finger-long-press") { fingers in
      for (finger, place) in pair { try fingers.down(finger, x: place.x, y: place.y) }
      fingers.hold(seconds: pressing)
      for (finger, place) in pair { try fingers.up(finger, x: place.x, y: place.y) }
    },
    Movement(key: "pinch-out") { try pinch($0, from: 60, to: 220) },
    Movement(key: "pinch-in") { try pinch($0, from: 220, to: 60) },
  ]

  /// The delay in seconds after which a touch on a busy machine counts as another gesture: a tap becomes a
  /// long press. The test repeats such a gesture.
  private static let tolerance = 0.1
  private static let attempts = 5

  /// Moves two fingers on a line, each from one distance to another from the middle.
  private static func pinch(_ fingers: any Fingers, from start: Double, to end: Double) throws {
    try fingers.down(0, x: 500 - start, y: 350)
    try fingers.down(1, x: 500 + start, y: 350)
    for step in 1...12 {
      fingers.hold(seconds: sampling)
      let reach = start + (end - start) * Double(step) / 12
      try fingers.move(0, x: 500 - reach, y: 350)
      try fingers.move(1, x: 500 + reach, y: 350)
    }
    try fingers.up(0, x: 500 - end, y: 350)
    try fingers.up(1, x: 500 + end, y: 350)
  }

  /// `make check-long` runs all compositors.
  private static let compositors: [Compositor.Kind] =
    LongCheck.isOn ? [.cage, .sway, .kwin] : [.cage]

  @Test(arguments: compositors)
  func everyGestureDoesWhatIsBoundToIt(_ kind: Compositor.Kind) throws {
    let kiosk = try RealKiosk(kind) { scratch in
      "[gestures]\n" + Self.movements.map { "\($0.key) = \"open:\($0.key)\"\n" }.joined()
        + RealKiosk.tile("first", scratch) + Self.movements.map { RealKiosk.tile($0.key, scratch) }.joined()
    }
    let fingers = TimedFingers(kiosk.fingers, through: kiosk.programs)
    for movement in Self.movements {
      var opened: String
      var attempts = 0
      repeat {
        opened = try kiosk.opening { try fingers.make(movement.make) }
        attempts += 1
      } while opened != movement.key && fingers.lateness > Self.tolerance && attempts < Self.attempts
      #expect(opened == movement.key, "\(fingers.lateness) s late")
    }
    #expect(kiosk.launcher.isRunning)
  }

  /// `LauncherTests` covers cage and sway, with pictures.
  @Test func kwinTapsDragsAndCancelsWork() throws {
    let names = ["one", "two", "three", "four", "five"]
    let kiosk = try RealKiosk(.kwin) { scratch in
      "[header]\nclock = \"none\"\n[carousel]\nwrap = false\n"
        + names.map { RealKiosk.tile($0, scratch) }.joined()
    }
    let input = try #require(kiosk.compositor.fakeInput)
    try input.down(0, x: 500, y: 350)
    try input.cancel()
    #expect(try kiosk.opening(kiosk.tapMiddle) == "one")

    try kiosk.resting { try input.swipe(from: (700.5, 350.25), to: (420.5, 350.25), rest: 0.2) }
    let second = try kiosk.opening(kiosk.tapMiddle)
    #expect(second != "one")

    // The program has ended. Before the launcher has the screen again, touches do not reach it.
    try kiosk.awaitRest()
    // A hard fling: it turns further than the finger moved.
    try kiosk.resting { try input.swipe(from: (900, 350), to: (500, 350), steps: 4, interval: 0.008) }
    let third = try kiosk.opening(kiosk.tapMiddle)
    #expect(names.firstIndex(of: third) ?? 0 > names.firstIndex(of: second) ?? 5)

    try kiosk.resting {
      try input.down(0, x: 500, y: 350)
      for x in stride(from: 520.0, through: 700, by: 20) {
        input.hold(seconds: Self.sampling)
        try input.move(0, x: x, y: 350)
      }
      try input.cancel()
    }
    #expect(kiosk.opened.count == 3)
    #expect(names.contains(try kiosk.opening(kiosk.tapMiddle)))
  }
}
