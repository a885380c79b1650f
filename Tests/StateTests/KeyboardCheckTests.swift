import Configuration
import ConfigurationFile
import FileSystem
import Foundation
import Testing

@testable import State

/// The check that the compositor of the service can show the keyboard over programs.
struct KeyboardCheckTests {
  /// Returns the warnings about a configuration on a machine with these files.
  private func warnings(
    _ text: String = "[kiosk]\nkeyboard = true\n[[tile]]\nname = \"A\"\nrun = [\"/usr/bin/env\"]\n",
    files: [String: String] = [:], environment: [String: String] = [:]
  ) throws -> [String] {
    let root = FileManager.default.temporaryDirectory.appending(path: "rotunda-check-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, content) in files.merging(["/kiosk.toml": text], uniquingKeysWith: { $1 }) {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: file)
    }
    let loaded = ConfigurationLoader(environment: [:], user: nil).load(
      root.appending(path: "kiosk.toml").path)
    return KeyboardCheck(files: SystemFiles(), environment: environment, root: root.path)
      .problems(of: loaded).map(\.message)
  }

  private static let unit = "/usr/lib/systemd/system/rotunda.service"
  private static let setup = "/etc/systemd/system/rotunda.service.d/50-setup.conf"
  private static let settings = "/etc/default/rotunda"

  @Test(
    arguments: [
      ([:], nil), ([unit: "[Service]\nEnvironment=ROTUNDA_COMPOSITOR=cage A=b\n"], "cage"),
      ([unit: "Environment=\"A=b\" \"ROTUNDA_COMPOSITOR=weston\"\n"], "weston"),
      (
        [
          unit: "Environment=ROTUNDA_COMPOSITOR=cage\n",
          setup: "[Service]\nEnvironment=ROTUNDA_COMPOSITOR=sway\n",
        ], nil
      ),
      (
        [setup: "Environment=ROTUNDA_COMPOSITOR=sway\n", settings: "#ROTUNDA_COMPOSITOR=sway\n"], nil
      ),
      (
        [setup: "Environment=ROTUNDA_COMPOSITOR=sway\n", settings: "ROTUNDA_COMPOSITOR=\"cage\"\n"], "cage"
      ),
    ] as [([String: String], String?)])
  func latestSettingNamesTheCompositor(files: [String: String], unable: String?) throws {
    let warnings = try warnings(files: files)
    #expect(warnings.count == (unable == nil ? 0 : 1))
    #expect(warnings.allSatisfy { $0.hasPrefix(unable ?? "") })
  }

  @Test func environmentTakesPrecedence() throws {
    let files = [Self.settings: "ROTUNDA_COMPOSITOR=labwc\n"]
    #expect(try warnings(files: files, environment: ["ROTUNDA_COMPOSITOR": "weston"]).count == 1)
    #expect(try warnings(files: files, environment: ["ROTUNDA_COMPOSITOR": ""]).isEmpty)
  }

  @Test func onlyARequestedKeyboardWarns() throws {
    let files = [Self.settings: "ROTUNDA_COMPOSITOR=cage\n"]
    let tile = "[[tile]]\nname = \"A\"\nrun = [\"/usr/bin/env\"]\n"
    #expect(try warnings(tile, files: files).isEmpty)
    #expect(try warnings(tile + "keyboard = true\n", files: files).count == 1)
    #expect(try warnings("[kiosk]\nkeyboard = true\n" + tile + "keyboard = false\n", files: files).isEmpty)
  }
}
