import Configuration
import Testing

@Suite struct ControlSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test func everyCallIsAllowedByDefault() throws {
    let reading = try Reading(Self.tile)
    #expect(reading.configuration.control == ControlSettings())
    #expect(reading.configuration.control.allowed == Set(ControlVerb.allCases))
    #expect(reading.configuration.control.bus == .automatic)
    #expect(!reading.configuration.metrics.isEnabled)
  }

  @Test func allowedCallsAndBusAreRead() throws {
    let reading = try Reading("[control]\nbus = \"session\"\nallow = [\"home\", \"screenshot\"]" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.control.bus == .session)
    #expect(reading.configuration.control.allowed == [.home, .screenshot])
    #expect(try Reading("[control]\nallow = []" + Self.tile).configuration.control.allowed == [])
  }

  @Test(arguments: [
    ("bus = \"omni\"", "control.bus"), ("bus = 3", "control.bus"), ("allow = \"home\"", "control.allow"),
    ("allow = [\"hom\"]", "control.allow"), ("allow = [3]", "control.allow"), ("alow = []", "control.alow"),
  ]) func mistakesAreReported(line: String, key: String) throws {
    let reading = try Reading("[control]\n\(line)" + Self.tile)
    #expect(reading.messages.count == 1 && reading.messages[0].contains("error: \(key): "))
  }

  /// A mistake allows less rather than more.
  @Test func unknownWordsAllowNothing() throws {
    #expect(
      try Reading("[control]\nallow = [\"hom\", \"reload\"]" + Self.tile).configuration.control.allowed == [
        .reload
      ])
    #expect(try Reading("[control]\nallow = true" + Self.tile).configuration.control.allowed == [])
  }

  @Test func metricsSettingsAreRead() throws {
    let reading = try Reading(
      "[metrics]\nenabled = true\ndirectory = \"counts\"\nsession-gap = \"90s\"" + Self.tile)
    #expect(reading.messages == [])
    let metrics = reading.configuration.metrics
    #expect(metrics.isEnabled && metrics.sessionGap == 90)
    #expect(metrics.directory == "\(reading.directory.path)/counts")
  }

  @Test(arguments: [
    "enabled = \"yes\"", "directory = \"\"", "directory = 3", "directory = \"~other/x\"",
    "session-gap = \"1s\"",
    "session-gap = \"never\"", "session-gap = 90", "file = \"x\"",
  ]) func metricsMistakesAreReported(line: String) throws {
    let reading = try Reading("[metrics]\n\(line)" + Self.tile)
    #expect(reading.messages.count == 1 && reading.messages[0].contains("error: metrics."))
    #expect(reading.configuration.metrics == MetricsSettings())
  }

  @Test(arguments: ["control = 3", "metrics = []"]) func invalidSectionIsReported(text: String) throws {
    #expect(try Reading(text + Self.tile).messages.count == 1)
  }
}
