import Foundation
import TestCompositor
import Testing

/// A configuration that changes while the launcher runs, written the ways that editors and tools write files.
@Suite(.serialized) struct LiveConfigurationTests {
  /// Returns a configuration with these tiles in their order.
  private static func text(_ paints: [KioskFiles.Paint], _ files: KioskFiles) -> String {
    "[carousel]\nlayout = \"linear\"\nwrap = false\n"
      + paints.map { Kiosk.tile($0, files, run: ["wait"]) }.joined(separator: "\n")
  }

  @Test(arguments: [
    "cat $D/next >$D/rotunda.toml",
    "cp $D/next $D/.new.toml; mv $D/.new.toml $D/rotunda.toml",
    "mv $D/rotunda.toml $D/rotunda.toml~; cp $D/next $D/rotunda.toml",
    "rm $D/rotunda.toml; sleep 0.1; cp $D/next $D/rotunda.toml",
    "cp $D/next $D/copy; ln -sf copy $D/rotunda.toml",
  ])
  func changedFileIsShownHoweverWritten(script: String) throws {
    let kiosk = try Kiosk()
    try kiosk.awaitRest()
    try kiosk.files.write(Self.text([.red, .magenta], kiosk.files), to: "next")
    try kiosk.files.run(script)
    try kiosk.awaitTile(.magenta)
    try kiosk.awaitCentered(.red)
    #expect(kiosk.place(of: .green) == nil)
  }

  @Test func dropInsInALaterDirectoryCount() throws {
    let files = try KioskFiles()
    let kiosk = try Kiosk(tiles: Kiosk.tile(.red, files, run: ["wait"]), files: files)
    try kiosk.awaitRest()
    let tile = Kiosk.tile(.magenta, files, run: ["wait"])
    try files.write(tile.replacing("magenta.png", with: "../magenta.png"), to: "next")
    try files.run("mkdir $D/rotunda.d; sleep 0.4; cp $D/next $D/rotunda.d/a.toml")
    try kiosk.awaitTile(.magenta)
    try files.run("rm $D/rotunda.d/a.toml")
    try kiosk.compositor.waitForWindow("no magenta tile") { window in
      window.pixels.map { Kiosk.place(of: .magenta, in: $0) == nil } ?? false
    }
  }

  /// Replaces the file in the ways that editors and tools use.
  @Test(arguments: [
    "cat $D/green.png >$D/page.png", "cp $D/green.png $D/new; mv $D/new $D/page.png",
    "rm $D/page.png; sleep 0.4; cp $D/green.png $D/page.png",
  ])
  func pageIsShownAgainWhenItsFileChanges(script: String) throws {
    let files = try KioskFiles()
    try files.run("cp $D/red.png $D/page.png")
    let kiosk = try Kiosk(tiles: "[[tile]]\npage = \"page.png\"\n", files: files, waits: false)
    try kiosk.awaitRest()
    kiosk.tap()
    try kiosk.compositor.waitForWindow("a red page") { $0.pixels.map { Self.shows(.red, $0) } ?? false }
    try files.run(script)
    try kiosk.compositor.waitForWindow("a green page") { $0.pixels.map { Self.shows(.green, $0) } ?? false }
  }

  private static func shows(_ paint: KioskFiles.Paint, _ pixels: PixelSnapshot) -> Bool {
    pixels.color(x: pixels.width / 2, y: pixels.height / 2) == paint.color
  }

  @Test func changeWaitsForARunningProgram() throws {
    let kiosk = try Kiosk()
    kiosk.tap()
    _ = try kiosk.files.report(.red)
    try kiosk.files.write(Self.text([.red, .magenta], kiosk.files), to: "rotunda.toml")
    try kiosk.launcher.waitForOutput("the configuration has changed")
    try kiosk.files.order("exit 0", to: .red)
    try kiosk.awaitTile(.magenta)
    #expect(kiosk.place(of: .green) == nil)
  }

  @Test(arguments: ["nonsense [", "[carousel]\nlay-out = \"linear\"\n"])
  func brokenFileChangesNothingNowOrLater(broken: String) throws {
    let files = try KioskFiles()
    try Self.runOnce(files) { kiosk in
      try waitUntil("the configuration to be kept") {
        FileManager.default.fileExists(atPath: files.path("state/rotunda/last-good-configuration"))
      }
      try files.write(broken, to: "rotunda.toml")
      try kiosk.awaitMark()
      try kiosk.awaitTile(.green)
      try kiosk.launcher.waitForOutput("rotunda.toml:")
    }
    let again = try Kiosk(tiles: broken, files: files, waits: false)
    try again.awaitTile(.green)
    try again.awaitMark()
    try again.launcher.waitForOutput("last good configuration")
    try files.write(Self.text([.red], files), to: "rotunda.toml")
    try again.awaitMark(isShown: false)
    try again.compositor.waitForWindow("no green tile") { window in
      window.pixels.map { Kiosk.place(of: .green, in: $0) == nil } ?? false
    }
  }

  private static func runOnce(_ files: KioskFiles, _ body: (Kiosk) throws -> Void) throws {
    let kiosk = try Kiosk(files: files)
    try body(kiosk)
    kiosk.launcher.send(signal: SIGTERM)
    _ = try kiosk.launcher.waitForExit()
  }

  @Test func worldWritableFileIsNotUsed() throws {
    let kiosk = try Kiosk()
    try kiosk.files.write(Self.text([.red, .magenta], kiosk.files), to: "next")
    try kiosk.files.run("chmod 666 $D/next; mv $D/next $D/rotunda.toml")
    try kiosk.awaitMark()
    try kiosk.launcher.waitForOutput("everyone on this machine can change it")
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .green) != nil)
    try kiosk.files.run("chmod 644 $D/rotunda.toml")
    try kiosk.awaitTile(.magenta)
    try kiosk.awaitMark(isShown: false)
  }
}
