import Foundation
import LongCheck
import RealCompositors
import Testing

/// An untouched screen, on compositors that Debian packages.
struct IdleTests {
  private static func configuration(_ scratch: Scratch, seconds: Int) -> String {
    "[idle]\nblank-after = \"\(seconds)s\"\n[header]\nclock = \"none\"\n[carousel]\nwrap = false\n"
      + ["one", "two"].map { RealKiosk.tile($0, scratch) }.joined()
  }

  private func isBlack(_ picture: Screenshot) -> Bool { picture.bytes.allSatisfy { $0 == 0 } }

  private var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  @Test func cageWakingTouchOpensNothing() throws {
    let kiosk = try RealKiosk(.cage) { Self.configuration($0, seconds: 3) }
    try kiosk.launcher.wait(forOutput: "idleness is reported by org_kde_kwin_idle")
    _ = try kiosk.compositor.wait(forPicture: "a black screen") { isBlack($0) }
    try kiosk.tapMiddle()
    _ = try kiosk.compositor.wait(forPicture: "tiles") { !isBlack($0) }
    #expect(kiosk.opened.isEmpty)
    _ = try kiosk.compositor.wait(forPicture: "a black screen again") { isBlack($0) }
  }

  /// Sway 1.7 keeps outputs without a cable on. Therefore the test looks for the launcher's own black screen.
  @Test func swayIsAskedToTurnItsScreenOff() throws {
    let compositor = try Compositor(.sway, on: .headless(width: 800, height: 480))
    let file = try compositor.scratch.write(
      Self.configuration(compositor.scratch, seconds: 2), to: "rotunda.toml")
    let launcher = try compositor.run([binary, "--config", file], environment: ["WAYLAND_DEBUG": "1"])
    try launcher.wait(forOutput: "idleness is reported")
    try launcher.wait(for: "the request to turn the screen off") {
      let output = launcher.output
      return output.contains("zwlr_output_power_v1@") && output.contains(".set_mode(0)") ? true : nil
    }
    _ = try compositor.wait(forPicture: "a black screen") { isBlack($0) }
    #expect(launcher.isRunning)
    compositor.end()
  }

  @Test func kwinReportsAnAbsentVisitor() throws {
    let kiosk = try RealKiosk(.kwin) { Self.configuration($0, seconds: 3) }
    try kiosk.launcher.wait(forOutput: "idleness is reported by")
    // KWin has both protocols. Its version decides which one the launcher uses.
    try kiosk.launcher.wait(for: "the idle event") {
      let output = kiosk.launcher.output
      return output.contains(".idle()") || output.contains(".idled()") ? true : nil
    }
    try kiosk.tapMiddle()
    try kiosk.launcher.wait(forOutput: ".resumed()")
    #expect(kiosk.opened.isEmpty)
  }

  /// The visit's time limit in seconds for a test: longer than any touch takes to arrive.
  private static let limit = 8

  /// A visitor who touches only a program, not the launcher, for twice the visit's time limit.
  @Test(
    .enabled(if: LongCheck.isOn, "takes long: make check-long"),
    arguments: [Compositor.Kind.cage, .sway, .kwin])
  func touchesInAProgramKeepTheVisit(_ kind: Compositor.Kind) throws {
    let kiosk = try RealKiosk(kind) { scratch in
      """
      [idle]
      return-home-after = "\(Self.limit)s"
      warning = "2s"
      [[tile]]
      name = "cover"
      run = ["sh", "-c", "echo $$ >>\(scratch.file("opened")); exec weston-simple-egl -f 2>>\(scratch.file("cover"))"]
      environment = { WAYLAND_DEBUG = "1" }

      """
    }
    func told() -> String {
      (try? String(contentsOfFile: kiosk.compositor.scratch.file("cover"), encoding: .utf8)) ?? ""
    }
    func touches() -> Int { told().components(separatedBy: ".down(").count - 1 }
    try kiosk.repeating("the program's start", until: { !kiosk.opened.isEmpty }, kiosk.tapMiddle)
    let program = try #require(kiosk.opened.first.flatMap { pid_t($0) })
    try kiosk.launcher.wait(for: "the program over the whole screen") {
      told().components(separatedBy: "wl_callback").count > 20 ? true : nil
    }
    let begin = Date()
    while -begin.timeIntervalSinceNow < Double(2 * Self.limit) {
      let before = touches()
      try kiosk.tapMiddle()
      _ = try? Patience.wait(for: "the touch to arrive", limit: 1) { touches() > before ? true : nil }
      #expect(kill(program, 0) == 0)
    }
    #expect(touches() > Self.limit && kiosk.opened.count == 1)
    try kiosk.launcher.wait(for: "the program's end") { kill(program, 0) != 0 ? true : nil }
    try kiosk.launcher.wait(forOutput: "closed by the launcher")
    #expect(kiosk.launcher.isRunning && kiosk.opened.count == 1)
  }
}
