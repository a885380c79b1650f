import CarouselEngine
@testable import Configuration
import Testing

@Suite struct ConfigurationKeyTests {
  @Test func everyKeyHasAUniqueNameAndText() {
    let names = ConfigurationKey.all.map(\.dottedName)
    #expect(Set(names).count == names.count)
    for key in ConfigurationKey.all {
      #expect(
        key.name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 },
        "\(key.name) is kebab-case")
      #expect(key.words.hasSuffix(".") && key.words.count > 30)
      #expect(!key.defaultDescription.isEmpty)
    }
  }

  @Test func theBasicKeysAreFew() {
    let basic = ConfigurationKey.all.filter { $0.level == .basic }
    #expect((25...36).contains(basic.count), "\(basic.map(\.dottedName))")
    let wishes = [
      "carousel.layout", "theme.name", "background.picture", "header.title", "header.clock", "kiosk.language",
      "admin.pin-file", "access.scan", "idle.return-home-after", "schedule.screen", "tile.name", "tile.run",
    ]
    for wish in wishes { #expect(basic.contains { $0.dottedName == wish }, "\(wish)") }
    for section in [
      ConfigurationSection.gestures, .control, .metrics, .bridge, .keyframe, .decoration, .artwork,
    ] {
      #expect(section.keys.allSatisfy { $0.level == .expert }, "\(section)")
    }
  }

  /// A condition adds a sentence to a key's description and changes nothing else.
  @Test func keyWithMoreTextKeepsItsLevel() throws {
    let field = try #require(CarouselSettings.fields.first)
    #expect(field.key.level == .basic && field.adding("More.").key.level == .basic)
    #expect(field.adding("More.").key.words.hasSuffix(" More."))
  }

  @Test func everySectionsKeysStandTogether() {
    #expect(ConfigurationSection.allCases.flatMap(\.keys) == ConfigurationKey.all)
    #expect(
      ConfigurationSection.allCases.map(\.header) == [
        "[carousel]", "[[carousel.keyframe]]", "[[carousel.decoration]]", "[gestures]", "[home-strip]",
        "[brand]", "[theme]", "[artwork]", "[screen]", "[background]", "[header]", "[kiosk]", "[admin]",
        "[access]",
        "[idle]",
        "[schedule]",
        "[browser]", "[control]", "[metrics]", "[bundle]", "[bridge]", "[[shelf]]", "[[tile]]",
        "[[tile-change]]",
        "[[shelf-change]]", "[[scan]]",
      ])
  }

  @Test(
    "a key's type and range can be read",
    arguments: [
      (ConfigurationSection.carousel["wrap"], "true or false"),
      (ConfigurationSection.homeStrip["enabled"], "true, false or \"auto\""),
      (ConfigurationSection.carousel["spacing"], "a number from 0.05 to 4"),
      (ConfigurationSection.carousel["tile-size"], "[width, height], each a number from 32 to 4096"),
      (ConfigurationSection.keyframe["rotation"], "[x, y, z], each a number from -3600 to 3600"),
      (.orientation, "one of \"horizontal\", \"vertical\""),
    ])
  func describes(key: ConfigurationKey, expected: String) {
    #expect(key.kind.description == expected)
  }

  @Test func tableDefaultsMatchTheSettings() {
    let settings = CarouselSettings()
    #expect(ConfigurationKey.layout.defaultValue == "\"\(settings.layout.rawValue)\"")
    #expect(ConfigurationKey.orientation.defaultValue == "\"\(settings.orientation.rawValue)\"")
    #expect(ConfigurationSection.carousel["wrap"].defaultValue == "\(settings.wrap)")
    #expect(settings.spacing == nil && ConfigurationSection.carousel["spacing"].defaultValue == nil)
    #expect(ConfigurationSection.gestures["resampling"].defaultValue == "\(GestureSettings().resampling)")
    #expect(
      GestureSettings().globalTouch == .automatic
        && ConfigurationSection.gestures["global-touch"].defaultValue == "\"auto\"")
    #expect(settings.tileSize == nil && ConfigurationSection.carousel["tile-size"].defaultValue == nil)
  }

  @Test(arguments: [
    (0.0, "0s"), (0.009, "9ms"), (0.145, "145ms"), (0.3, "300ms"), (1, "1s"), (1.5, "1.5s"), (90, "90s"),
    (120, "2min"), (604_800, "7d"), (0.09375, "0.09375s"), (1e-5, "0.01ms"), (1e-9, "0ms"),
  ])
  func timesHaveShortForms(seconds: Double, text: String) {
    #expect(SettingValue.number(seconds).text(as: .duration(0...1e6)) == "\"\(text)\"")
  }

  @Test(arguments: [0, 0.4, 0.009, 0.1.nextDown, 0.3.nextUp, 1e-5, 1.5, 60, 3600.25])
  func timesSurviveARoundTrip(seconds: Double) {
    #expect(Quantity.seconds(Quantity.text(seconds: seconds)) == seconds)
  }

  @Test func settingsReachTheCarousel() {
    var settings = CarouselSettings()
    settings.layout = .wheel
    settings.orientation = .vertical
    settings.wrap = false
    settings.spacing = 1.5
    let options = settings.options(tiles: 7)
    #expect(options.layout == .wheel)
    #expect(options.isVertical)
    #expect(options.wrap == false)
    #expect(options.spacing == 1.5)
  }
}
