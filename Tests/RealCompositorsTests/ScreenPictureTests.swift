import Foundation
import MessageBus
import RealCompositors
import Testing

/// `rotunda ctl screenshot` on cage and sway, compared with what grim sees.
@Suite(.enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
struct ScreenPictureTests {
  /// A kiosk on a bus with a tile whose program fills the screen.
  private struct Stage {
    let compositor: Compositor
    let bus: MessageBus
    let launcher: ProcessGroup

    init(_ kind: Compositor.Kind, settings: String = "") throws {
      compositor = try Compositor(kind, on: .headless(width: 800, height: 600), settings: settings)
      let scratch = compositor.scratch
      bus = try MessageBus(in: scratch.path)
      let file = try scratch.write(
        """
        [header]
        clock = "none"
        nudge = false
        [[tile]]
        id = "one"
        name = "One"
        run = ["weston-flower"]

        """, to: "rotunda.toml")
      launcher = try compositor.run(
        [RealKiosk.binary, "--config", file], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      try launcher.wait(forOutput: "can be called as")
      _ = try compositor.waitForRest()
    }

    /// Calls the launcher. Returns the exit status and the output.
    func ctl(_ words: String...) throws -> (status: Int32, output: String) {
      let client = try compositor.run(
        [RealKiosk.binary, "ctl"] + words, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
      return (try client.waitForExit() >> 8, client.output)
    }

    /// Takes a screenshot with the launcher.
    func picture() throws -> Screenshot {
      let (png, ppm) = (compositor.scratch.file("shot.png"), compositor.scratch.file("shot.ppm"))
      let (status, output) = try ctl("screenshot", "--output", png)
      try #require(status == 0, "\(output)")
      #expect(output.contains("the whole screen"))
      let convert = try compositor.run(["convert", png, "-depth", "8", ppm])
      try #require(try convert.waitForExit() == 0, "\(convert.output)")
      let data = try #require(FileManager.default.contents(atPath: ppm))
      if let directory = ProcessInfo.processInfo.environment["ROTUNDA_PICTURES"] {
        let copy = "\(directory)/\(compositor.kind)-\(UUID().uuidString.prefix(4)).png"
        try FileManager.default.copyItem(atPath: png, toPath: copy)
      }
      return try Screenshot(ppm: data)
    }

    /// Takes screenshots until one shows the same as grim. On a busy machine, pictures appear between them.
    func pictureOfTheScreen() throws -> Screenshot {
      try Patience.wait(for: "the same picture twice") {
        let picture = try picture()
        return try picture == compositor.screenshot() ? picture : nil
      }
    }
  }

  @Test(arguments: [Compositor.Kind.cage, .sway])
  func screenshotShowsTheProgramOnTheScreen(_ kind: Compositor.Kind) throws {
    let stage = try Stage(kind)
    let tiles = try stage.pictureOfTheScreen()
    #expect(try stage.ctl("open", "one").status == 0)
    _ = try stage.compositor.waitForRest(colors: 2) { $0 != tiles }
    #expect(try stage.pictureOfTheScreen() != tiles)
  }

  @Test(arguments: ["90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270"])
  func screenshotOfATurnedScreenIsUpright(_ transform: String) throws {
    let stage = try Stage(.sway, settings: "output HEADLESS-1 transform \(transform)\n")
    _ = try stage.pictureOfTheScreen()
  }
}
