import Foundation
import RealCompositors
import Testing

/// A screen that nobody touches, on compositors that Debian packages.
struct IdleTests {
  private static func configuration(_ scratch: Scratch, seconds: Int) -> String {
    "[idle]\nblank-after = \"\(seconds)s\"\n[carousel]\nwrap = false\n"
      + ["one", "two"].map { RealKiosk.tile($0, scratch) }.joined()
  }

  private func isBlack(_ picture: Screenshot) -> Bool { picture.bytes.allSatisfy { $0 == 0 } }

  private var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  @Test func cageTellsOfNobodyAndTheTouchThatWakesTheBlackScreenOpensNothing() throws {
    let kiosk = try RealKiosk(.cage) { Self.configuration($0, seconds: 3) }
    try kiosk.launcher.wait(forOutput: "idleness is told by org_kde_kwin_idle")
    _ = try kiosk.compositor.wait(forPicture: "a black screen") { isBlack($0) }
    try kiosk.tapMiddle()
    _ = try kiosk.compositor.wait(forPicture: "tiles") { !isBlack($0) }
    #expect(kiosk.opened.isEmpty)
    _ = try kiosk.compositor.wait(forPicture: "a black screen again") { isBlack($0) }
  }

  /// Sway 1.7 leaves outputs on that have no cable, so what is seen is the launcher's own black.
  @Test func swayIsAskedToTurnItsScreenOffWhichIsBlack() throws {
    let compositor = try Compositor(.sway, on: .headless(width: 800, height: 480))
    let file = try compositor.scratch.write(
      Self.configuration(compositor.scratch, seconds: 2), to: "rotunda.toml")
    let launcher = try compositor.run([binary, "--config", file], environment: ["WAYLAND_DEBUG": "1"])
    try launcher.wait(forOutput: "idleness is told")
    try launcher.wait(for: "a word to turn the screen off") {
      let output = launcher.output
      return output.contains("zwlr_output_power_v1@") && output.contains(".set_mode(0)") ? true : nil
    }
    _ = try compositor.wait(forPicture: "a black screen") { isBlack($0) }
    #expect(launcher.isRunning)
    compositor.end()
  }

  @Test func kwinTellsOfNobody() throws {
    let kiosk = try RealKiosk(.kwin) { Self.configuration($0, seconds: 3) }
    try kiosk.launcher.wait(forOutput: "idleness is told by")
    // KWin has both protocols; which one is taken depends on its version.
    try kiosk.launcher.wait(for: "its word") {
      let output = kiosk.launcher.output
      return output.contains(".idle()") || output.contains(".idled()") ? true : nil
    }
    try kiosk.tapMiddle()
    try kiosk.launcher.wait(forOutput: ".resumed()")
    #expect(kiosk.opened.isEmpty)
  }
}
