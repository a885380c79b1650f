import Configuration
import Gestures
import Testing

@Suite struct HomeStripSectionTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  @Test func everyKeyIsRead() throws {
    let reading = try Reading(
      "[home-strip]\nenabled = true\nedge = \"left\"\nthickness = 24.5\nhandle = false" + Self.tile)
    #expect(reading.messages == [])
    let settings = reading.configuration.homeStrip
    #expect(settings.presence == .always && settings.edge == .left)
    #expect(settings.thickness == 24.5 && !settings.showsHandle)
  }

  @Test(arguments: [
    ("true", HomeStripSettings.Presence.always), ("false", .never), ("\"auto\"", .automatic),
  ])
  func presenceIsABooleanOrAutomatic(value: String, expected: HomeStripSettings.Presence) throws {
    let reading = try Reading("[home-strip]\nenabled = \(value)" + Self.tile)
    #expect(reading.messages == [])
    #expect(reading.configuration.homeStrip.presence == expected)
  }

  @Test(arguments: ["left", "right", "top", "bottom"]) func everyEdgeIsAccepted(word: String) throws {
    let reading = try Reading("[home-strip]\nedge = \"\(word)\"" + Self.tile)
    #expect(reading.messages == [] && reading.configuration.homeStrip.edge.word == word)
  }

  @Test func tableDefaultsMatchTheSettings() {
    let settings = HomeStripSettings()
    #expect(
      settings.presence == .automatic && ConfigurationSection.homeStrip["enabled"].defaultValue == "\"auto\"")
    #expect(ConfigurationSection.homeStrip["edge"].defaultValue == "\"\(settings.edge.word)\"")
    #expect(
      ConfigurationSection.homeStrip["thickness"].defaultValue.flatMap(Double.init) == settings.thickness)
    #expect(ConfigurationSection.homeStrip["handle"].defaultValue == "\(settings.showsHandle)")
  }

  @Test(arguments: [
    (
      "[home-strip]\nenabled = \"auti\"",
      "2:11: error: home-strip.enabled: must be true, false or \"auto\", not \"auti\", did you mean 'auto'?"
    ),
    (
      "[home-strip]\nenabled = 1",
      "2:11: error: home-strip.enabled: must be true, false or \"auto\", not an integer"
    ),
    (
      "[home-strip]\nthickness = 3",
      "2:13: error: home-strip.thickness: must be a number from 4 to 64, not 3.0"
    ),
    (
      "[home-strip]\nthikness = 16",
      "2:1: error: home-strip.thikness: there is no such key, did you mean 'thickness'?"
    ),
    (
      "home-strip = 1",
      "1:1: error: home-strip: must be a section with the header [home-strip], not an integer"
    ),
  ])
  func diagnoses(text: String, expected: String) throws {
    let reading = try Reading(text + Self.tile)
    #expect(reading.messages == ["rotunda.toml:" + expected])
    #expect(reading.configuration.homeStrip == HomeStripSettings())
  }
}
