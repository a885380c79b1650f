import Foundation
import RealCompositors
import Testing

/// wayvnc shows a kiosk's screen from afar, as docs/fleet.md describes.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/wayvnc"), "needs wayvnc"))
struct RemoteViewTests {
  /// A kiosk with wayvnc on a socket.
  private struct Stage {
    let compositor: Compositor
    let launcher: ProcessGroup
    let server: ProcessGroup

    init(_ kind: Compositor.Kind, _ options: [String] = []) throws {
      compositor = try Compositor(kind, on: .headless(width: 800, height: 600))
      let scratch = compositor.scratch
      let file = try scratch.write(
        "[header]\nclock = \"none\"\nnudge = false\n" + RealKiosk.tile("one", scratch), to: "rotunda.toml")
      launcher = try compositor.run([RealKiosk.binary, "--config", file])
      _ = try compositor.waitForRest()
      server = try compositor.run(["wayvnc"] + options + ["--unix-socket", scratch.file("vnc")])
      let socket = scratch.file("vnc")
      try server.wait(for: "its socket") { FileManager.default.fileExists(atPath: socket) ? true : nil }
    }

    /// Connects to the server, and returns what it shows. Then clicks at `point`, if it is not nil.
    func see(click point: (x: Int, y: Int)? = nil) throws -> Screenshot {
      let picture = compositor.scratch.file("vnc.ppm")
      let client = try compositor.run(
        ["/usr/bin/python3", Self.client, compositor.scratch.file("vnc"), picture]
          + (point.map { ["\($0.x)", "\($0.y)"] } ?? []))
      try #require(try client.waitForExit() == 0, "\(client.output) \(server.output)")
      return try Screenshot(ppm: try #require(FileManager.default.contents(atPath: picture)))
    }

    private static let client = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Programs/vnc-client").path

    func hasOpened() -> Bool { FileManager.default.fileExists(atPath: compositor.scratch.file("opened")) }
  }

  @Test func operatorSeesAndTouchesTheScreenInSway() throws {
    let stage = try Stage(.sway)
    let screen = try stage.compositor.screenshot()
    // wayvnc's pointer makes sway show a cursor until the launcher hides it.
    try Patience.wait(for: "the screen's picture") {
      try stage.see() == stage.compositor.screenshot() ? () : nil
    }
    _ = try stage.see(click: (screen.width / 2, screen.height / 2))
    try stage.launcher.wait(for: "the tile's program") { stage.hasOpened() ? true : nil }
  }

  @Test func operatorOnlySeesTheScreenInCage() throws {
    let stage = try Stage(.cage, ["--disable-input"])
    let screen = try stage.compositor.screenshot()
    try Patience.wait(for: "the screen's picture") {
      try stage.see() == stage.compositor.screenshot() ? () : nil
    }
    _ = try stage.see(click: (screen.width / 2, screen.height / 2))
    #expect(!stage.hasOpened())
  }
}
