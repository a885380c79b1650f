import Foundation
import RealCompositors
import Testing

/// The watchdog's detection and cost, on compositors that accept a second connection.
@Suite(.serialized) struct WatchdogTests {
  /// The watchdog's interval in seconds. A beat comes after half of it. A busy machine shows frames within
  /// that time, too.
  private static let interval = 2.0
  /// Seconds without a message that prove that the launcher does not feed the watchdog: two beats, and a
  /// margin.
  private static let silence = 4.0

  private static var variables: [String: String] { ["WATCHDOG_USEC": String(Int(interval * 1e6))] }

  private static var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  @Test(arguments: [Compositor.Kind.cage, .sway])
  func frozenCompositorIsNoticedBehindAProgram(_ kind: Compositor.Kind) throws {
    var manager: NotifySocket?
    let kiosk = try RealKiosk(
      kind,
      environment: { scratch in
        manager = try? NotifySocket(scratch.file("notify"))
        return Self.variables.merging(["NOTIFY_SOCKET": scratch.file("notify")]) { $1 }
      },
      { scratch in
        let cover = "[[tile]]\nname = \"x\"\nrun = [\"true\"]\n"
        _ = try? scratch.write(cover, to: "cover.toml")
        return """
          [[tile]]
          name = "cover"
          run = ["sh", "-c", "echo $$ >>\(scratch.file("opened")); exec \(Self.binary) --config \(scratch.file("cover.toml"))"]

          """
      })
    let hears = try #require(manager)
    try kiosk.repeating("the program's start", until: { kiosk.opened.count == 1 }, kiosk.tapMiddle)
    try hears.wait(for: "STATUS=a program has the screen")
    // The program is at rest, so that only the watchdog's probe requests frames.
    _ = try kiosk.compositor.waitForRest()
    // Beats from before the rest do not count.
    _ = hears.received
    try hears.wait(for: "WATCHDOG=1", count: 5)
    #expect(!kiosk.launcher.output.contains("the watchdog is not fed"))

    let server = try #require(kiosk.server)
    server.process.signal(SIGSTOP)
    defer { server.process.signal(SIGCONT) }
    try hears.waitForSilence(of: "WATCHDOG=1", seconds: Self.silence)
    // The compositor runs, but its screen does not.
    #expect(kiosk.launcher.output.contains("the compositor has not drawn anything for"))
    server.process.signal(SIGCONT)
    try hears.wait(for: "WATCHDOG=1", count: 3)
  }

  @Test(arguments: [Compositor.Kind.cage, .sway])
  func beatAtRestWakesTheLauncherOnce(_ kind: Compositor.Kind) throws {
    let compositor = try Compositor(kind, on: .headless(width: 800, height: 480))
    let hears = try NotifySocket(compositor.scratch.file("notify"))
    // A clock would draw a frame every minute.
    let file = try compositor.scratch.write(
      "[header]\nclock = \"none\"\n[[tile]]\nname = \"x\"\nrun = [\"true\"]\n", to: "rotunda.toml")
    let launcher = try compositor.run(
      [Self.binary, "--config", file],
      environment: Self.variables.merging(["NOTIFY_SOCKET": hears.path]) { $1 })
    try hears.wait(for: "WATCHDOG=1", count: 4)
    try awaitOneWakeUp(of: launcher.pid, per: Self.interval / 2) {
      try hears.wait(for: "WATCHDOG=1", count: 8)
    }
  }
}
