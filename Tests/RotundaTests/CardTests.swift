import Foundation
import TestCompositor
import Testing

/// Cards that tell visitors about errors, and touches on their buttons.
@Suite(.serialized) struct CardTests {
  /// Finds the middle of a card's button, the only dark area on the card that is both wide and high.
  private static func button(in pixels: PixelSnapshot) -> (x: Double, y: Double)? {
    let ink = Kiosk.noticeColor
    var rows: [(y: Int, x: Double)] = []
    for y in 0..<pixels.height {
      let dark = (0..<pixels.width).filter { pixels.color(x: $0, y: y) == ink }
      guard let first = dark.first, let last = dark.last, dark.count > 40 else { continue }
      // Rows of the button without letters are one unbroken run.
      if last - first + 1 == dark.count { rows.append((y, Double(first + last) / 2)) }
    }
    guard let first = rows.first, let last = rows.last else { return nil }
    return (first.x, Double(first.y + last.y) / 2)
  }

  private func press(_ kiosk: Kiosk) throws {
    try kiosk.compositor.waitForWindow("the button") { $0.pixels.map { Self.button(in: $0) != nil } ?? false }
    try kiosk.awaitRest()
    // The card may have disappeared and returned meanwhile, with its program.
    let window = try kiosk.compositor.waitForWindow("the button at rest") {
      $0.pixels.map { Self.button(in: $0) != nil } ?? false
    }
    let button = try #require(window.pixels.flatMap(Self.button))
    kiosk.tap(x: button.x, y: button.y)
  }

  private func kiosk(_ kioskKeys: String, _ keys: String) throws -> Kiosk {
    let files = try KioskFiles()
    return try Kiosk(
      tiles: "[kiosk]\n\(kioskKeys)\n" + Kiosk.tile(.red, files, run: ["exit", "3"]) + "\n\(keys)\n",
      files: files)
  }

  @Test func tryAgainStartsTheProgramOnceMore() throws {
    let kiosk = try kiosk("", "")
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    try kiosk.files.forgetReport(.red)
    try press(kiosk)
    _ = try kiosk.files.report(.red)
    try press(kiosk)
  }

  @Test func crashLoopWaitsLongerButTapsDoNot() throws {
    let kiosk = try kiosk("", "restart = \"on-failure\"")
    kiosk.tap()
    for seconds in ["1 second.", "2 seconds.", "4 seconds."] {
      try kiosk.launcher.waitForOutput("It restarts in \(seconds)")
    }
    try kiosk.files.forgetReport(.red)
    try press(kiosk)
    _ = try kiosk.files.report(.red)
    // This failure counts as one more in the series.
    try kiosk.launcher.waitForOutput("It restarts in 8 seconds.")
  }

  @Test func launcherExplainsAndRetriesTheSingleProgram() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(
      tiles: "[kiosk]\nsingle-app = true\n[[tile]]\nname = \"Plan\"\nicon = \"red.png\"\n"
        + "run = ['\(files.path("plan"))']\nenvironment = { PROBE_REPORT = '\(files.reportPath(.red))' }\n",
      files: files, waits: false)
    try kiosk.launcher.waitForOutput("“Plan” cannot be opened")
    for seconds in ["1 second.", "2 seconds.", "4 seconds."] {
      try kiosk.launcher.waitForOutput("It restarts in \(seconds)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: files.path("plan"), withDestinationPath: Kiosk.probe)
    try press(kiosk)
    _ = try files.report(.red)
  }
}
