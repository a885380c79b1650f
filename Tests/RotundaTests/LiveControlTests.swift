import Foundation
import TestCompositor
import Testing

/// Touches on buttons, toggles, lists and pages of a tile.
@Suite(.serialized) struct LiveControlTests {
  /// Returns a button, row or toggle with its own picture, whose program reports each press.
  private func control(_ paint: KioskFiles.Paint, _ files: KioskFiles, _ more: String = "") -> String {
    "{ name = \"\(paint.rawValue)\", icon = \"\(paint.rawValue).png\", run = ['\(Kiosk.probe)', 'exit', '0'], "
      + "window = false, environment = { PROBE_REPORT = '\(files.reportPath(paint))' }\(more) }"
  }

  /// Starts a kiosk with a tile that has these keys and its own program, and a magenta tile beside it.
  private func kiosk(_ files: KioskFiles, _ keys: String, carousel: String = "") throws -> Kiosk {
    try Kiosk(
      carousel: carousel,
      tiles: Kiosk.tile(.red, files, run: ["wait"]) + "\n\(keys)\n"
        + Kiosk.tile(.magenta, files, run: ["wait"]), files: files)
  }

  private func touch(_ paint: KioskFiles.Paint, _ kiosk: Kiosk) throws {
    try kiosk.awaitTile(paint)
    try kiosk.awaitRest()
    let place = try #require(kiosk.place(of: paint))
    kiosk.tap(x: place.x, y: place.y)
  }

  private func wasStarted(_ paint: KioskFiles.Paint, _ kiosk: Kiosk) -> Bool {
    FileManager.default.fileExists(atPath: kiosk.files.reportPath(paint))
  }

  @Test func buttonActsWithoutOpeningItsTile() throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(files, "buttons = [\(control(.green, files))]")
    try touch(.green, kiosk)
    _ = try files.report(.green)
    try kiosk.awaitRest()
    #expect(!wasStarted(.red, kiosk))
    // Outside its buttons the tile opens as usual.
    kiosk.tap(y: 120)
    _ = try files.report(.red)
  }

  @Test func sideButtonFirstSelectsItsTile() throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(
      files, "buttons = [\(control(.green, files))]", carousel: "tap-beside = \"center\"")
    kiosk.drag(by: (-300, 0), samples: 12)
    try kiosk.awaitCentered(.magenta)
    try touch(.green, kiosk)
    try kiosk.compositor.waitForWindow("the tile with the button in the middle") { window in
      let place = window.pixels.flatMap { Kiosk.place(of: .green, in: $0) }
      return place.map { abs($0.x - 320) < 80 } ?? false
    }
    try kiosk.awaitRest()
    #expect(!wasStarted(.green, kiosk) && !wasStarted(.red, kiosk))
    try touch(.green, kiosk)
    _ = try files.report(.green)
  }

  @Test func toggleTurnsOnAndOffVisibly() throws {
    let files = try KioskFiles()
    let off =
      "{ run = ['\(Kiosk.probe)', 'off'], environment = { PROBE_REPORT = '\(files.path("off.json"))' } }"
    let kiosk = try kiosk(files, "buttons = [\(control(.green, files, ", off = [\(off)]"))]")
    try kiosk.awaitTile(.green)
    try kiosk.awaitRest()
    let before = kiosk.compositor.pixels
    try touch(.green, kiosk)
    _ = try files.report(.green)
    try kiosk.awaitRest()
    let on = kiosk.compositor.pixels
    #expect(on != before && !FileManager.default.fileExists(atPath: files.path("off.json")))
    try touch(.green, kiosk)
    try waitUntil("the second program") { FileManager.default.fileExists(atPath: files.path("off.json")) }
    try kiosk.awaitRest()
    #expect(kiosk.compositor.pixels == before && !wasStarted(.red, kiosk))
  }

  @Test func listScrollsAndRowsAct() throws {
    let files = try KioskFiles()
    let rows = [control(.green, files)] + Array(repeating: "{ name = \"row\", run = [\"true\"] }", count: 12)
    let kiosk = try kiosk(files, "list = [\((rows + [control(.blue, files)]).joined(separator: ", "))]")
    try kiosk.awaitTile(.green)
    #expect(kiosk.place(of: .blue) == nil)
    for _ in 0..<6 where kiosk.place(of: .blue) == nil {
      kiosk.drag(from: (320, 300), by: (0, -160), samples: 10)
      try kiosk.awaitRest()
    }
    #expect(kiosk.place(of: .green) == nil && kiosk.place(of: .magenta) != nil)
    try touch(.blue, kiosk)
    _ = try files.report(.blue)
    #expect(!wasStarted(.red, kiosk) && !wasStarted(.green, kiosk))
  }

  @Test func pageScrollsInItsTile() throws {
    let files = try KioskFiles()
    let text = (1...40).map { "Line \($0)\n\n" }.joined() + "![end](blue.png)\n"
    try files.write("![begin](green.png)\n\n" + text, to: "page.md")
    let kiosk = try Kiosk(
      tiles: "[[tile]]\nname = \"page\"\npage = \"page.md\"\npage-place = \"tile\"\n"
        + Kiosk.tile(.magenta, files, run: ["wait"]), files: files, waits: false)
    try kiosk.awaitTile(.green)
    #expect(kiosk.place(of: .blue) == nil)
    for _ in 0..<30 where kiosk.place(of: .blue) == nil {
      kiosk.drag(from: (320, 300), by: (0, -160), samples: 6)
      try kiosk.awaitRest()
    }
    // The tile scrolled, because its neighbor did not move.
    #expect(kiosk.place(of: .blue) != nil && kiosk.place(of: .green) == nil)
    #expect(kiosk.place(of: .magenta) != nil)
  }
}
