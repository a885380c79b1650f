import Configuration
import ConfigurationFile
import TemporaryFiles
import Testing

/// The `[access]` section.
struct AccessSectionTests {
  private func read(_ text: String) throws -> (AccessibilitySettings, [String]) {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rotunda.toml", text + "\n[[tile]]\nrun = [\"true\"]\n")
    let loaded = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"]).load(path)
    return (
      loaded.configuration.access,
      loaded.diagnostics.map { $0.description.replacing("\(directory.path)/", with: "") }
    )
  }

  @Test func everyKeyIsRead() throws {
    let (settings, messages) = try read(
      """
      [access]
      scan = true
      scan-key = "F5"
      scan-interval = "2500ms"
      scan-rounds = 5
      scan-hold = "400ms"
      scan-pause = "1s"
      """)
    var expected = AccessibilitySettings()
    (expected.scans, expected.scanSwitch, expected.scanInterval) = (true, .key("f5"), 2.5)
    (expected.scanRounds, expected.scanHold, expected.scanPause) = (5, 0.4, 1)
    #expect(messages == [] && settings == expected)
  }

  @Test(arguments: [
    ("select", ScanSwitch.select), ("any", .any), ("ß", .key("ß")), ("XF86AudioPlay", .key("xf86audioplay")),
  ])
  func switchNamesAreRead(word: String, key: ScanSwitch) throws {
    let (settings, messages) = try read("[access]\nscan-key = \"\(word)\"")
    #expect(messages == [] && settings.scanSwitch == key)
  }

  @Test(arguments: [
    ("scan = 1", "rotunda.toml:2:8: error: access.scan: must be true or false"),
    (
      "scan-key = \"\"",
      "rotunda.toml:2:12: error: access.scan-key: must be \"select\", \"any\" or the name of one key"
    ),
    (
      "scan-key = \"F 1\"",
      "rotunda.toml:2:12: error: access.scan-key: must be \"select\", \"any\" or the name of one key"
    ),
    (
      "scan-key = 5",
      "rotunda.toml:2:12: error: access.scan-key: must be \"select\", \"any\" or the name of a key"
    ),
    ("scan-interval = \"10ms\"", "rotunda.toml:2:17: error: access.scan-interval: must be a time from"),
    ("scan-rounds = 0", "rotunda.toml:2:15: error: access.scan-rounds: must be a whole number from 1 to 50"),
    ("scan-hold = \"never\"", "rotunda.toml:2:13: error: access.scan-hold: must be a time from"),
    ("scan-keys = \"any\"", "rotunda.toml:2:1: error: access.scan-keys: there is no such key"),
  ])
  func mistakesAreReported(line: String, message: String) throws {
    let messages = try read("[access]\n\(line)").1
    #expect(messages.count == 1 && messages[0].hasPrefix(message), "\(messages)")
  }
}
