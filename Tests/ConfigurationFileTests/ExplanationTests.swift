import Configuration
import ConfigurationFile
import FileSystem
import TemporaryFiles
import Testing

/// The output of `rotunda config explain`, and the file that `rotunda init` writes.
@Suite struct ExplanationTests {
  /// Explains a key of a configuration, without the directory in file names.
  private func explain(
    _ name: String, _ text: String, dropIn: String = "", theme: String = ""
  ) throws -> String {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rotunda.toml", text.utf8)
    try directory.write("rotunda.d/50-more.toml", dropIn)
    try directory.write("themes/ink/theme.toml", "[theme]\nid = \"ink\"\nname = \"Ink\"\napi = 1\n\(theme)")
    let environment = [
      "HOME": directory.path, "PATH": "/usr/bin:/bin", "ROTUNDA_THEMES": "\(directory.path)/themes",
    ]
    let loaded = ConfigurationLoader(environment: environment).load(path)
    let key = try #require(ConfigurationExplanation.keys(named: name).first)
    return ConfigurationExplanation(key, in: loaded, themes: ThemeLibrary(environment: environment)).text
      .replacing("\(directory.path)/", with: "")
  }

  @Test func unsetKeyHasItsDefault() throws {
    let text = try explain("idle.return-home-after", "")
    #expect(text.hasPrefix("idle.return-home-after (basic)\n\n"))
    #expect(text.contains("Type:     a time from "))
    #expect(text.contains("Default:  \"never\"\nNow:      \"never\", the default\n"))
  }

  @Test func lastFileDecides() throws {
    let text = try explain(
      "carousel.spacing", "[carousel]\nspacing = 1.25\n", dropIn: "[carousel]\n\n  spacing = 1.5\n")
    #expect(text.contains("Now:      1.5, from rotunda.d/50-more.toml:3:3\n"))
    #expect(text.contains("Before:   1.25, from rotunda.toml:2:1\n"))
  }

  @Test func refusedValueDoesNotCount() throws {
    let text = try explain("carousel.spacing", "[carousel]\nspacing = 1e9\n")
    #expect(!text.contains("Now:      1000000000"))
    #expect(text.contains("\nRefused:  1000000000, from rotunda.toml:2:1\n"))
  }

  @Test func themeSetsUnsetKeys() throws {
    let theme = "[carousel]\nspacing = 1.4\n"
    let named = "[theme]\nname = \"ink\"\n"
    #expect(
      try explain("carousel.spacing", named, theme: theme)
        .contains("Now:      1.4, from the theme: themes/ink/theme.toml\n"))
    let both = try explain("carousel.spacing", named + "[carousel]\nspacing = 1.1\n", theme: theme)
    #expect(
      both.contains("Now:      1.1, from rotunda.toml:4:1\nBefore:   1.4, from themes/ink/theme.toml\n"))
  }

  @Test func tileKeyIsListedForEachTile() throws {
    let text = try explain(
      "tile.description",
      """
      [[tile]]
      id = "plan"
      action = "help"
      description = "Three halls"
      [[tile]]
      name = { en = "Games", de = "Spiele" }
      tiles = [{ name = "Chess", action = "help", description = { en = "For two", de = "Zu zweit" } }]
      [[shelf]]
      [[shelf.tile]]
      name = "Film"
      action = "help"
      description = "Ten minutes"
      """)
    #expect(text.contains("Set by:   plan: \"Three halls\", from rotunda.toml:4:1\n"))
    #expect(text.contains("Set by:   Chess: { en = \"For two\", de = \"Zu zweit\" }, from rotunda.toml:7:"))
    #expect(text.contains("Set by:   Film: \"Ten minutes\", from rotunda.toml:12:1\n"))
  }

  @Test func shelfMayOverrideACarouselKey() throws {
    let text = try explain(
      "carousel.spacing",
      """
      [[shelf]]
      name = "One"
      spacing = 1.2
      [[shelf]]
      name = "Two"
      [shelf.carousel]
      spacing = 1.3
      """)
    #expect(
      text.contains("Shelf:    One: 1.2, from rotunda.toml:3:1\nShelf:    Two: 1.3, from rotunda.toml:7:1\n"))
  }

  @Test(arguments: ConfigurationKey.all)
  func everyKeyIsFoundByItsFullName(key: ConfigurationKey) throws {
    #expect(ConfigurationExplanation.keys(named: key.dottedName).first?.dottedName == key.dottedName)
  }

  @Test func shortNamesMatchAndMisspellingsGetSuggestions() {
    #expect(ConfigurationExplanation.keys(named: "pin-file").map(\.dottedName) == ["admin.pin-file"])
    #expect(ConfigurationExplanation.keys(named: "name").count > 1)
    #expect(ConfigurationExplanation.keys(named: "spacign").isEmpty)
    #expect(ConfigurationExplanation.suggestion(for: "spacign") == "spacing")
    #expect(ConfigurationExplanation.suggestion(for: "carousel.spacign") == "carousel.spacing")
  }

  @Test(arguments: [[], ["a"], ["a", "b", "c", "d"]])
  func theStarterIsShortAndRight(applications: [String]) throws {
    let directory = try TemporaryDirectory()
    for id in applications {
      try directory.write(
        "data/applications/\(id).desktop", "[Desktop Entry]\nType=Application\nName=\(id)\nExec=sh\n")
    }
    try directory.write(
      "data/applications/z.desktop", "[Desktop Entry]\nType=Application\nName=z\nNoDisplay=true\nExec=sh\n")
    let environment = [
      "HOME": directory.path, "PATH": "/usr/bin:/bin", "XDG_DATA_HOME": "\(directory.path)/data",
      "XDG_DATA_DIRS": "/nowhere",
    ]
    let starter = StarterConfiguration(environment: environment).text
    #expect(starter.split(separator: "\n", omittingEmptySubsequences: false).count <= 32)
    let path = try directory.write("rotunda.toml", starter)
    let loaded = ConfigurationLoader(environment: environment).load(path)
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    #expect(loaded.configuration.tiles.count == max(1, min(3, applications.count)))
    // The commented lines are valid as well.
    let all =
      starter.split(separator: "\n").map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
      .filter {
        !$0.hasPrefix("pin-file") && !$0.hasPrefix("url") && !$0.hasPrefix("logo") && !$0.hasPrefix("picture")
      }
      .joined(separator: "\n") + "\naction = \"help\"\n"
    let whole = try directory.write("whole.toml", all)
    #expect(ConfigurationLoader(environment: environment).load(whole).diagnostics.isEmpty)
  }
}
