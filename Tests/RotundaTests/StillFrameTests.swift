import Foundation
import LongCheck
import SeededRandom
import TestCompositor
import Testing

/// Most touch events change nothing on the screen. The launcher then waits for no frame, on any compositor.
@Suite(.serialized) struct StillFrameTests {
  private static let events = 10_000
  /// The number of events before the carousel must turn once, as a check that it still can.
  private static let stretch = 2500

  /// `make check-long` runs all profiles.
  private static let profiles =
    LongCheck.isOn ? CompositorProfile.allCases : [.cage014]

  /// Fingers that tremble, rest, and tap outside of all elements, configures without changes, and
  /// screenshots.
  @Test(arguments: profiles)
  func launcherNeverWaitsForAMissingFrame(profile: CompositorProfile) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let kiosk = try Kiosk(like: profile)
    var fingers: [Int32: (x: Double, y: Double)] = [:]
    for event in 1...Self.events {
      Self.act(&fingers, on: kiosk.compositor, using: &random)
      // A compositor disconnects a client that reads too slowly.
      if event % 20 == 0 { try kiosk.compositor.ping() }
      guard event % Self.stretch == 0 else { continue }
      for finger in fingers.keys { kiosk.compositor.touchUp(id: finger) }
      fingers = [:]
      #expect(kiosk.compositor.stalledFrameCallbacks == 0, "\(event) events, seed \(seed)")
      try Self.turn(kiosk)
    }
    try kiosk.awaitRest()
    #expect(kiosk.compositor.violations.isEmpty, "seed \(seed)")
  }

  private static func act(
    _ fingers: inout [Int32: (x: Double, y: Double)], on compositor: TestCompositor,
    using random: inout SeededGenerator
  ) {
    let id = Int32.random(in: 0...2, using: &random)
    switch (Int.random(in: 0..<100, using: &random), fingers[id]) {
    case (..<3, _):
      compositor.resize(width: Kiosk.width, height: Kiosk.height)
    case (..<20, nil):
      // Outside the tiles, because a tap would open one.
      let place = (Double.random(in: 1..<639, using: &random), Double.random(in: 1..<60, using: &random))
      fingers[id] = place
      compositor.touchDown(id: id, x: place.0, y: place.1)
    case (_, nil): compositor.touchMotion(id: id, x: 10, y: 10)
    case (..<6, _?):
      fingers[id] = nil
      compositor.touchUp(id: id)
    case (_, let place?):
      // A still finger trembles, mostly across the direction of the carousel.
      compositor.touchMotion(
        id: id, x: place.x + .random(in: -1...1, using: &random),
        y: place.y + .random(in: -2...2, using: &random))
    }
  }

  /// Swipes once and waits until another tile is in the middle.
  private static func turn(_ kiosk: Kiosk) throws {
    let before = try #require(kiosk.compositor.window()?.pixels, "\(kiosk.launcher.output.suffix(3000))")
    let way = kiosk.place(of: .red).map { abs($0.x - 320) < 2 } == true ? -240.0 : 240
    kiosk.drag(by: (way, 0))
    try kiosk.compositor.waitForWindow("a turned carousel") { $0.pixels != before }
    try kiosk.awaitRest()
  }
}
