import Foundation
import TestCompositor
import Testing

/// A machine with a configuration for Rotunda 0.1 receives this release.
@Suite(.serialized) struct UpgradeTests {
  private static let old = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "packaging/upgrade/rotunda-0.1.toml")

  private func run(_ arguments: String...) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private func mode(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? 0
  }

  @Test func upgradeMakesTheFileValid() throws {
    let files = try KioskFiles()
    let text = try String(contentsOf: Self.old, encoding: .utf8)
    try files.run("mkdir $D/etc")
    let file = try files.write(text, to: "etc/rotunda.toml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(
      atPath: files.path("link.toml"), withDestinationPath: "etc/rotunda.toml")

    let before = try run("check", file)
    #expect(before.status == 1)
    #expect(
      before.text.contains(
        "\(file):14:1: error: header.title: a text and its translations are one table: "
          + "title = { default = \"Town museum\", de = \"Stadtmuseum\" }\n"))
    // The launcher still shows the tiles, and the allowed actions take effect.
    #expect(try run("config", "power", "--config", file).text == "poweroff\nreboot\nsuspend\n")

    let upgrade = try run("config", "upgrade", files.path("link.toml"))
    #expect(upgrade.status == 0 && upgrade.text == "\(file): has been rewritten\n", "\(upgrade.text)")
    let after = try run("check", file)
    #expect(after.status == 0 && after.text == "", "\(after.text)")
    let written = try String(contentsOfFile: file, encoding: .utf8)
    for comment in text.matches(of: /# .*/).map(\.0) { #expect(written.contains(comment), "\(comment)") }
    #expect(try mode(file) == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path("etc")) == ["rotunda.toml"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: files.path("link.toml")) == "etc/rotunda.toml"
    )

    let again = try run("config", "upgrade", file)
    #expect(again.status == 0 && again.text == "\(file): is already up to date\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == written)
  }

  @Test func unreadableFileStaysUnchanged() throws {
    let files = try KioskFiles()
    let text = "[[tile]]\nname = \"a\"\nname.de = \"b\"\nrun = \n"
    let file = try files.write(text, to: "broken.toml")
    let result = try run("config", "upgrade", file)
    #expect(result.status == 65 && result.text.contains("\(file):4:7: error: "), "\(result.text)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    #expect(try run("config", "upgrade", files.path("nowhere.toml")).status == 65)
    #expect(try run("config", "upgrade").status == 64)
  }

  @Test func oldFileIsShownWithUpgradeAdvice() throws {
    let files = try KioskFiles()
    let name = "name = \"Red\"\nname.de = \"Rot\"\n"
    let tile = Kiosk.tile(.red, files, run: ["wait"]).replacing(/name = .*\n/, with: name)
    let kiosk = try Kiosk(tiles: tile, files: files)
    try kiosk.launcher.waitForOutput("which the next release does not read: 'rotunda config upgrade ")
    kiosk.tap()
    _ = try files.report(.red)
    // The launcher kept this configuration as the last good one, and uses it when the file is broken.
    try waitUntil("the configuration to be kept") {
      FileManager.default.fileExists(atPath: files.path("state/rotunda/last-good-configuration"))
    }
    try kiosk.crash()
    let again = try Kiosk(tiles: "[[tile\n", files: files)
    try again.launcher.waitForOutput("last good configuration")
  }
}
