import Configuration
import Foundation
import TestCompositor
import Testing

/// The launcher reports each problem of its environment.
@Suite(.serialized) struct HostileSurroundingsTests {
  /// Runs the launcher without a compositor.
  private func run(_ arguments: [String], environment: [String: String]) throws -> (
    status: Int32, text: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = arguments
    process.environment = environment
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(arguments: [
    ([:], "XDG_RUNTIME_DIR"), (["XDG_RUNTIME_DIR": "/nonexistent"], "/nonexistent"),
    (["XDG_RUNTIME_DIR": "/tmp", "WAYLAND_DISPLAY": "no-such-display"], "no-such-display"),
  ])
  func missingCompositorIsReported(environment: [String: String], words: String) throws {
    let result = try run([], environment: environment)
    #expect(result.status == 69)
    #expect(result.text.contains(words))
  }

  @Test func brokenConfigurationIsShownAndLogged() throws {
    let kiosk = try Kiosk(carousel: "lay-out = 3")
    try kiosk.launcher.waitForOutput("lay-out")
    try kiosk.launcher.waitForOutput("rotunda.toml:11:1: error: ")
    try kiosk.awaitMark()
    kiosk.tap(y: 200)
    _ = try kiosk.files.report(.red)
  }

  @Test func nonTOMLConfigurationIsReportedOnScreen() throws {
    let kiosk = try Kiosk(tiles: "[[tile\n", waits: false)
    try kiosk.launcher.waitForOutput("error: ")
    try kiosk.awaitStateScreen()
  }

  @Test(arguments: ["truncated", "enormous", "directory", "missing"])
  func impossiblePictureShowsInitials(kind: String) throws {
    let files = try KioskFiles()
    let icon = files.path("icon.png")
    let whole = try Data(contentsOf: URL(filePath: files.path("blue.png")))
    switch kind {
    case "truncated": try whole.prefix(whole.count / 2).write(to: URL(filePath: icon))
    case "enormous":
      // The header's width and height: 10,000 pixels each, 100 megapixels in total.
      var data = whole
      data.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
      try data.write(to: URL(filePath: icon))
    case "directory":
      try FileManager.default.createDirectory(atPath: icon, withIntermediateDirectories: false)
    default: break
    }
    let tiles = """
      [[tile]]
      name = "red"
      icon = "red.png"
      run = ["true"]
      [[tile]]
      name = "Odd"
      icon = "\(icon)"
      run = ["true"]
      """
    let kiosk = try Kiosk(tiles: tiles)
    try kiosk.launcher.waitForOutput("icon.png")
    try kiosk.compositor.ping()
    #expect(kiosk.launcher.exit == nil)
  }

  @Test func everyMistakeOfACommandLineIsNamed() throws {
    for (arguments, words) in [
      (["--bogus"], "--bogus"), (["--config"], "needs a value"), (["nonsense"], "nonsense"),
      (["check"], "one file"),
    ] {
      let result = try run(arguments, environment: [:])
      #expect(result.status == 64)
      #expect(result.text.contains(words))
    }
  }

  @Test func checkPrintsEveryProblemWithItsPlace() throws {
    let files = try KioskFiles()
    let good = try files.write("[[tile]]\nname = \"A\"\nrun = [\"true\"]\n", to: "good.toml")
    #expect(try run(["check", good], environment: ["PATH": "/usr/bin:/bin"]).status == 0)
    let bad = try files.write(
      "[carousel]\nwrapp = true\nspacing = \"wide\"\n[[tile]]\nname = \"A\"\nrun = [\"no-such-program-here\"]\n",
      to: "bad.toml")
    let result = try run(["check", bad], environment: ["PATH": "/usr/bin:/bin"])
    #expect(result.status == 1)
    #expect(result.text.contains("\(bad):2:1: error: carousel.wrapp: "))
    #expect(result.text.contains("'wrap'"))
    #expect(result.text.contains("\(bad):3:"))
    #expect(result.text.contains("warning: ") && result.text.contains("no-such-program-here"))
  }

  @Test func checkNamesPagesTheBrowserCannotRestrict() throws {
    let files = try KioskFiles()
    func check(_ more: String) throws -> (status: Int32, text: String) {
      let path = try files.write(
        "[browser]\ncommand = [\"cog\"]\n[[tile]]\nurl = \"https://example.org\"\n\(more)", to: "page.toml")
      let result = try run(["check", path], environment: ["PATH": "/usr/bin:/bin"])
      return (Int32(result.status), result.text.replacing(path, with: "page.toml"))
    }
    let result = try check("")
    #expect(result.status == 1)
    #expect(result.text.contains("page.toml:4:1: error: tile.url: cog cannot keep pages on their hosts"))
    #expect(try !check("allow = [\"any-site\"]\n").text.contains("cannot keep pages"))
  }

  @Test func checkWarnsOfUnsuitablePictures() throws {
    let files = try KioskFiles()
    let path = try files.write(
      "[[tile]]\nname = \"A\"\nrun = [\"true\"]\npicture = \"red.png\"\n", to: "soft.toml")
    let result = try run(["check", path], environment: ["PATH": "/usr/bin:/bin"])
    #expect(result.status == 0)
    #expect(result.text.contains("\(path):4:11: warning: tile.picture: red.png is "))
    #expect(result.text.contains(" on a screen of 1920×1080: it will look soft"))
    let small = try run(["check", "--size", "64x48", path], environment: ["PATH": "/usr/bin:/bin"])
    #expect(!small.text.contains("soft"))
  }

  @Test func helpAndVersionAreAnswered() throws {
    #expect(try run(["--help"], environment: [:]).text.contains("Usage: rotunda"))
    #expect(try run(["--version"], environment: [:]).text.hasPrefix("rotunda "))
  }

  @Test func theCommandPrintsTheSchemaAndNothingElse() throws {
    let result = try run(["config", "schema"], environment: [:])
    #expect(result.status == 0 && result.text == ConfigurationSchema.text)
    #expect(try JSONSerialization.jsonObject(with: Data(result.text.utf8)) is [String: Any])
  }

  /// `DocumentationTests` checks the manual page and the annotated example against the same table.
  @Test func configKeysPrintsOnlyTheTable() throws {
    let result = try run(["config", "keys"], environment: [:])
    #expect(result.status == 0 && result.text == ConfigurationReference.text)
    for key in ConfigurationKey.all {
      #expect(result.text.contains("\(key.name) = "), "\(key.dottedName)")
    }
    let basic = try run(["config", "keys", "--basic"], environment: [:])
    #expect(basic.status == 0 && basic.text == ConfigurationReference.basicText)
  }

  @Test func theSchemaHasTheLevelOfEveryKey() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(ConfigurationSchema.text.utf8)) as? [String: Any])
    let sections = try #require(schema["properties"] as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: Any])
    // The schema has the entries of these lists under the key of the list.
    let lists: Set<ConfigurationSection> = [.keyframe, .decoration, .shelf]
    for section in ConfigurationSection.allCases where !lists.contains(section) {
      var object = (section == .tile ? definitions : sections)[section.rawValue] as? [String: Any]
      if let item = object?["items"] as? [String: Any] { object = item }
      let properties = try #require(object?["properties"] as? [String: Any])
      for key in section.keys {
        let level = (properties[key.name] as? [String: Any])?["x-level"] as? String
        #expect(level == key.level.rawValue, "\(key.dottedName)")
      }
    }
  }
}
