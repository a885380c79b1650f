import Foundation
import TestCompositor
import Testing

/// The strip that leads home from a program that covers the launcher.
@Suite(.serialized) struct HomeStripTests {
  private func kiosk(
    settings: String = "", onHome: String = "close",
    _ change: @escaping (inout CompositorOptions) -> Void = { _ in }
  ) throws -> Kiosk {
    let files = try KioskFiles()
    let tiles =
      Kiosk.tile(.red, files, run: ["wait"]) + "\non-home = \"\(onHome)\"\n"
      + Kiosk.tile(.green, files, run: ["wait"])
    return try Kiosk(carousel: "[home-strip]\n\(settings)", tiles: tiles, files: files) {
      $0.offered = CompositorOptions.everything
      change(&$0)
    }
  }

  /// Opens the tile in the middle and waits for the strip; returns its program.
  private func open(_ kiosk: Kiosk) throws -> pid_t {
    kiosk.tap()
    let program = try kiosk.files.report(.red).processID
    try kiosk.compositor.waitForLayer("the strip") { $0.pixels != nil }
    return program
  }

  private func swipeHome(_ kiosk: Kiosk) throws {
    let strip = try kiosk.compositor.waitForLayer("the strip") { $0.pixels != nil }
    kiosk.compositor.touchDown(id: 1, x: 300, y: 8, surface: strip.id)
    for sample in 1...12 {
      Kiosk.hold()
      kiosk.compositor.touchMotion(id: 1, x: 300, y: 8 - Double(sample) * 15, surface: strip.id)
    }
    kiosk.compositor.touchUp(id: 1, surface: strip.id)
  }

  @Test func stripExistsOnlyOverAProgram() throws {
    let kiosk = try kiosk()
    #expect(kiosk.compositor.layerCount == 0)
    _ = try open(kiosk)
    try kiosk.files.order("exit 0", to: .red)
    try kiosk.compositor.waitForNoLayer()
    #expect(kiosk.compositor.requests("zwlr_layer_shell_v1", "get_layer_surface").count == 1)
  }

  /// Without its dark letters, every opaque pixel of the pill is bright.
  @Test func handleShowsItsWordThenABar() throws {
    let kiosk = try kiosk()
    _ = try open(kiosk)
    try kiosk.awaitHint()
  }

  @Test func swipeFromItEndsTheProgram() throws {
    let kiosk = try kiosk()
    let program = try open(kiosk)
    try swipeHome(kiosk)
    try kiosk.compositor.waitForNoLayer()
    try waitUntil("the program to end") { kill(program, 0) != 0 }
    try kiosk.files.forgetReport(.red)
    kiosk.tap()
    #expect(try kiosk.files.report(.red).processID != program)
  }

  /// Counts the pixels in the color of the mark for a program that does not respond.
  private static func marked(_ pixels: PixelSnapshot) -> Int {
    let amber = PixelSnapshot.Color(red: 0xf2, green: 0xb8, blue: 0x4b)
    return Patch(pixels, amber)?.count ?? 0
  }

  @Test func stoppedKeptProgramIsMarkedAndStartsAgain() throws {
    let kiosk = try kiosk(onHome: "keep")
    let program = try open(kiosk)
    try swipeHome(kiosk)
    try kiosk.compositor.waitForNoLayer()
    #expect(kiosk.compositor.pixels.map(Self.marked) == 0)
    kill(program, SIGSTOP)
    try waitUntil("the mark") {
      // The finger triggers nothing. A visitor who touches must see the tiles.
      kiosk.drag(from: (20, 20), by: (0, 20), samples: 2)
      return kiosk.compositor.pixels.map { Self.marked($0) > 10 } ?? false
    }
    try kiosk.files.forgetReport(.red)
    kiosk.tap()
    #expect(try kiosk.files.report(.red).processID != program)
    #expect(kill(program, 0) != 0)
  }

  @Test func keptProgramReturnsThroughItsTile() throws {
    let kiosk = try kiosk(onHome: "keep")
    let own = kiosk.compositor.addForeignToplevel(
      title: "Rotunda", appID: "rotunda", states: [.activated, .fullscreen])
    let program = try open(kiosk)
    let window = kiosk.compositor.addForeignToplevel(title: "A film", appID: "film", states: [.activated])
    try kiosk.compositor.waitForToplevelWish(.activate(window))
    kiosk.compositor.resize(width: 640, height: 480, states: [.fullscreen])
    try kiosk.compositor.ping()
    try swipeHome(kiosk)
    try kiosk.compositor.waitForToplevelWish(.activate(own))
    try kiosk.compositor.waitForNoLayer()
    #expect(kill(program, 0) == 0)
    kiosk.compositor.resize(width: 640, height: 480)
    let wishes = kiosk.compositor.toplevelWishes.count
    kiosk.tap()
    try waitUntil("the request for the program's window") {
      kiosk.compositor.toplevelWishes.dropFirst(wishes).contains(.activate(window))
    }
    try kiosk.compositor.waitForLayer("the strip") { $0.pixels != nil }
    #expect(kill(program, 0) == 0)
    try kiosk.files.order("exit 0", to: .red)
    try kiosk.compositor.waitForNoLayer()
  }

  @Test func launcherStepsAsideForTheKeptProgram() throws {
    let kiosk = try kiosk(onHome: "keep") { $0.offered[.zwlrForeignToplevelManagerV1] = nil }
    let program = try open(kiosk)
    kiosk.compositor.resize(width: 640, height: 480, states: [.fullscreen])
    try kiosk.compositor.ping()
    try swipeHome(kiosk)
    // The launcher maps a new window, which comes to the front.
    try kiosk.compositor.waitForRequest("xdg_wm_base", "get_xdg_surface", count: 2)
    try kiosk.awaitTile(.red)
    kiosk.tap()
    try waitUntil("the launcher's window to disappear") { kiosk.compositor.window() == nil }
    #expect(kill(program, 0) == 0)
    try kiosk.files.order("exit 0", to: .red)
    try kiosk.awaitTile(.red)
    #expect(kiosk.compositor.violations.isEmpty && kiosk.launcher.exit == nil)
  }

  @Test(arguments: [("left", 16.0), ("top", 30)])
  func stripFollowsItsConfiguration(edge: String, thickness: Double) throws {
    let kiosk = try kiosk(settings: "edge = \"\(edge)\"\nthickness = \(thickness)\nhandle = false")
    _ = try open(kiosk)
    let strip = try #require(kiosk.compositor.layer()?.pixels)
    #expect(min(strip.width, strip.height) == Int(thickness))
    #expect((strip.width < strip.height) == (edge == "left"))
    #expect(strip.bytes.allSatisfy { $0 == 0 })
  }

  /// The same slow swipe with large pixels, with small ones, and with a shorter distance in the
  /// configuration.
  @Test(arguments: [
    (400.0, 300.0, "", true), (60, 45, "", false), (60, 45, "[gestures]\nedge-zone = 1.5\n", true),
  ])
  func swipeDistanceIsMeasuredOnTheGlass(
    width: Double, height: Double, gestures: String, isEnough: Bool
  ) throws {
    let kiosk = try kiosk(settings: gestures) {
      $0.outputs[0].physicalWidth = Int32(width)
      $0.outputs[0].physicalHeight = Int32(height)
    }
    let program = try open(kiosk)
    let strip = try kiosk.compositor.waitForLayer("the strip") { $0.pixels != nil }
    kiosk.compositor.touchDown(id: 1, x: 300, y: 8, milliseconds: 0, surface: strip.id)
    for sample in 1...12 {
      kiosk.compositor.touchMotion(
        id: 1, x: 300, y: 8 - Double(sample) * 5, milliseconds: UInt32(sample) * 200, surface: strip.id)
    }
    kiosk.compositor.touchUp(id: 1, milliseconds: 2600, surface: strip.id)
    if isEnough {
      try kiosk.compositor.waitForNoLayer()
      try waitUntil("the program to end") { kill(program, 0) != 0 }
    } else {
      try kiosk.awaitRest()
      #expect(kiosk.compositor.layerCount == 1)
      #expect(kill(program, 0) == 0)
    }
  }

  @Test func stripCanBeTurnedOff() throws {
    let kiosk = try kiosk(settings: "enabled = false")
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    try kiosk.awaitRest()
    #expect(kiosk.compositor.layerCount == 0)
  }

  @Test func stripWithoutLayerShellIsReported() throws {
    let kiosk = try kiosk(settings: "enabled = true") { $0.offered[.zwlrLayerShellV1] = nil }
    try kiosk.launcher.waitForOutput("has no wlr-layer-shell")
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }
}

extension Kiosk {
  /// Waits until the strip's hint is over and the strip is a bar again.
  func awaitHint() throws {
    func letters(_ strip: PixelSnapshot) -> Int {
      (0..<strip.width).count { strip.color(x: $0, y: 8).red < 100 && strip.color(x: $0, y: 8).alpha > 200 }
    }
    try compositor.waitForLayer("the word") { $0.pixels.map { letters($0) > 3 } == true }
    try compositor.waitForLayer("the bar") { $0.pixels.map { letters($0) == 0 } == true }
  }
}
