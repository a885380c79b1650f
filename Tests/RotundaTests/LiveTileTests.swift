import Foundation
import MessageBus
import TestCompositor
import Testing

/// Tiles that show the content of a file, the output of a command or the result of a bus call.
@Suite(.serialized) struct LiveTileTests {
  private func tile(_ files: KioskFiles, _ keys: String) -> String {
    "[[tile]]\nname = \"Hall\"\npicture = \"red.png\"\nrun = [\"true\"]\nlive-pictures = '\(files.directory.path)'\n"
      + keys
  }

  private func kiosk(_ files: KioskFiles, _ keys: String, environment: [String: String] = [:]) throws -> Kiosk
  {
    try Kiosk(
      tiles: "[control]\nallow = [\"tile\"]\n" + tile(files, keys), files: files, environment: environment,
      waits: false)
  }

  @Test func aTileFollowsAFile() throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(files, "live-file = \"queue\"\n")
    try kiosk.awaitTile(.red)
    _ = try files.write("picture = \"blue.png\"\n", to: "queue")
    try kiosk.awaitTile(.blue)
    _ = try files.write("picture = \"/etc/passwd\"\nbadge = 1\n", to: "queue")
    try kiosk.awaitTile(.red)
  }

  @Test func tileFollowsACommandAndSurvivesItsFailure() throws {
    let files = try KioskFiles()
    _ = try files.write("picture = \"blue.png\"\n", to: "queue")
    let kiosk = try kiosk(
      files, "live-run = [\"cat\", '\(files.path("queue"))']\nlive-every = \"1s\"\n")
    try kiosk.awaitTile(.blue)
    try FileManager.default.removeItem(atPath: files.path("queue"))
    try kiosk.launcher.waitForOutput("prints no value")
    try kiosk.awaitTile(.blue)
    _ = try files.write("picture = \"green.png\"\n", to: "queue")
    try kiosk.awaitTile(.green)
  }

  @Test(.enabled(if: MessageBus.isInstalled, "needs dbus-daemon"))
  func aTileFollowsACall() throws {
    let files = try KioskFiles()
    let bus = try MessageBus(files)
    let environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": ControlledKiosk.nowhere(files),
    ]
    let kiosk = try kiosk(files, "id = \"hall\"\n", environment: environment)
    try kiosk.awaitTile(.red)
    try kiosk.launcher.waitForOutput("can be called as org.rotunda.Launcher1")
    func set(_ words: String...) throws -> Outcome {
      try Outcome(
        "/usr/bin/busctl",
        [
          "--address=\(bus.address)", "call", "org.rotunda.Launcher1", "/org/rotunda/Launcher1",
          "org.rotunda.Launcher1", "SetTile", "sa{sv}",
        ] + words, environment: environment)
    }
    #expect(try set("hall", "2", "picture", "s", "blue.png", "progress", "d", "0.4").status == 0)
    try kiosk.awaitTile(.blue)
    let refused = try set("hall", "1", "progress", "d", "7")
    #expect(refused.status != 0 && refused.errors.contains("from 0 to 1"))
    #expect(try set("none", "0").errors.contains("no such tile"))
    #expect(try set("hall", "0").status == 0)
    try kiosk.awaitTile(.red)
  }
}
