import Foundation
import RotundaGeometry
import TemporaryFiles
import Testing

@testable import Configuration
@testable import ConfigurationFile

/// Themes as data folders.
@Suite struct ThemeLibraryTests {
  /// A machine with themes in its library.
  private struct Machine {
    let directory: TemporaryDirectory

    init(_ themes: [String: String] = [:]) throws {
      directory = try TemporaryDirectory()
      for (name, text) in themes { try directory.write("themes/\(name)/theme.toml", text) }
    }

    private var environment: [String: String] {
      ["ROTUNDA_THEMES": "\(directory.path)/themes", "XDG_DATA_DIRS": "/nowhere", "PATH": "/usr/bin:/bin"]
    }

    var library: ThemeLibrary { ThemeLibrary(environment: environment) }

    func load(_ text: String, theme: String? = nil) throws -> LoadedConfiguration {
      let path = try directory.write("rotunda.toml", text + "\n[[tile]]\nrun = [\"true\"]\n")
      return ConfigurationLoader(environment: environment, theme: theme).load(path)
    }

    func messages(_ diagnostics: [Diagnostic]) -> [String] {
      diagnostics.map { $0.description.replacing("\(directory.path)/themes/", with: "") }
    }
  }

  private static let head = "[theme]\napi = 1\n"
  private static let source = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func aThemeIsNamedAndDescribed() throws {
    let machine = try Machine([
      "ink": """
      [theme]
      id = "ink"
      name = { default = "Ink", de = "Tinte" }
      author = "A. Designer"
      licence = "CC0-1.0"
      version = "2.1"
      api = 1
      scheme = "light"
      """
    ])
    let reading = try #require(machine.library.read("ink"))
    #expect(machine.messages(reading.diagnostics) == [])
    let theme = try #require(reading.definition)
    #expect(theme.name.resolved(for: ["de"]) == "Tinte" && theme.author == "A. Designer")
    #expect(theme.licence == "CC0-1.0" && theme.version == "2.1" && theme.scheme == .light)
    #expect(machine.library.names == ["ink"])
  }

  @Test func operatorsKeysOverrideTheTheme() throws {
    let machine = try Machine([
      "ink": Self.head + """
        scheme = "light"
        [tokens.color]
        ground = "#ffffff"
        surface = "#eeeeee"
        [tokens.radius]
        tile = 0.2
        [tokens.type]
        scale = 1.5
        [carousel]
        layout = "linear"
        spacing = 2
        [header]
        indicator = "none"
        [sound]
        enabled = true
        [tile]
        style = "card"
        """
    ])
    let loaded = try machine.load(
      "[theme]\nname = \"ink\"\ncard = \"#123456\"\n[carousel]\nspacing = 1.5\n[access]\nsounds = false")
    #expect(machine.messages(loaded.diagnostics) == [])
    let (configuration, theme) = (loaded.configuration, Appearance(loaded.configuration).drawn)
    #expect(theme.background == .white && theme.card == Color(hex: 0x123456) && theme.cornerRadius == 0.2)
    #expect(theme.tileStyle == .card && theme.textScale == 1.5)
    #expect(configuration.carousel.layout == .linear && configuration.carousel.spacing == 1.5)
    #expect(configuration.header.indicator == .none && !configuration.access.hasSounds)
    #expect(configuration.theme.folder == "ink" && configuration.theme.name == .light)
    #expect(loaded.themeFiles == ["\(machine.directory.path)/themes/ink/theme.toml"])
  }

  @Test func screenShapeSelectsTheLayout() throws {
    let machine = try Machine([
      "ink": Self.head + """
        [carousel]
        layout = "linear"
        [layout.portrait.carousel]
        layout = "cylinder"
        spacing = 1.7
        [layout.portrait.header]
        details = "on-tile"
        [layout.small.carousel]
        reflection = 0.5
        """
    ])
    let text =
      "[theme]\nname = \"ink\"\n[carousel]\nspacing = 1.2\n[[shelf]]\nlayout = \"wheel\"\n[[shelf.tile]]\nrun = [\"true\"]"
    let loaded = try machine.load(text)
    #expect(machine.messages(loaded.diagnostics) == [])
    let (upright, small) = (ScreenShape(Size(1080, 1920)), ScreenShape(Size(480, 800)))
    let carousel = loaded.configuration.carousel
    #expect(carousel.suited(to: ScreenShape(Size(1920, 1080))).layout == .linear)
    #expect(carousel.suited(to: upright).layout == .cylinder && carousel.suited(to: upright).spacing == 1.2)
    #expect(carousel.suited(to: small).layout == .cylinder && carousel.suited(to: small).reflection == 0.5)
    #expect(carousel.suited(to: small).suited(to: ScreenShape()).layout == .linear)
    #expect(loaded.configuration.shelves[0].carousel.suited(to: upright).layout == .wheel)
    #expect(loaded.configuration.shapedEdges[upright].header.details == .onTile)
    #expect(loaded.configuration.shapedEdges[ScreenShape()].header.details == .below)
  }

  @Test func themeInheritsUnsetValues() throws {
    let machine = try Machine([
      "base": Self.head + "scheme = \"light\"\n[tokens.color]\nground = \"#fff8e0\"\naccent = \"#aa2200\"\n",
      "child": Self.head + "inherits = \"base\"\n[tokens.color]\nground = \"#e0f8ff\"\n",
      "plain": Self.head + "inherits = \"gallery\"\n",
    ])
    let loaded = try machine.load("[theme]\nname = \"child\"")
    #expect(machine.messages(loaded.diagnostics) == [] && loaded.themeFiles.count == 2)
    let theme = Appearance(loaded.configuration).drawn
    #expect(theme.background == Color(hex: 0xe0f8ff) && theme.accent == Color(hex: 0xaa2200))
    #expect(machine.library.read("plain")?.diagnostics == [], "the standard theme needs no folder")
  }

  @Test(arguments: [
    ("[theme]\nid = \"other\"\napi = 1", "warning: theme.id: must be the name of the theme's folder, 'ink'"),
    ("[theme]\napi = 9", "error: theme.api: is for a later release"),
    ("[theme]\nname = \"Ink\"", "warning: theme.api: api = 1 is missing"),
    ("", "error: the section [theme] with id, name and api is missing"),
    (
      head + "licens = \"MIT\"",
      "ink/theme.toml:3:1: warning: theme.licens: there is no such key, did you mean 'licence'?"
    ),
    (head + "[token]\na = 1", "warning: token: there is no such section in a theme, did you mean 'tokens'?"),
    (
      head + "[tokens.colour]\na = 1", "warning: tokens.colour: there is no such table, did you mean 'color'?"
    ),
    (head + "[tokens.color]\ngrund = \"#ffffff\"", "did you mean 'ground'?"),
    (head + "[tokens.color]\nground = \"white\"", "4:10: error: tokens.color.ground: must be a color"),
    (head + "[tokens.radius]\ntile = 3", "error: tokens.radius.tile: must be a number from 0 to 0.5"),
    (
      head + "[layout.tall.carousel]\nwrap = true", "warning: layout.tall: there is no such shape of a screen"
    ),
    (head + "[layout.portrait.kiosk]\na = 1", "warning: layout.portrait.kiosk: there is no such section"),
    (
      head + "[layout.portrait.carousel]\norientation = \"vertical\"",
      "cannot differ between shapes of screens"
    ),
    (
      head + "[header]\ntitle = \"Museum\"",
      "warning: header.title: belongs in an operator's configuration, not in a theme"
    ),
    (
      head + "[carousel]\nlayot = \"linear\"",
      "warning: carousel.layot: there is no such key, did you mean 'layout'?"
    ),
    (head + "[kiosk]\nback-tile = false", "warning: kiosk: there is no such section in a theme"),
    (
      head + "[background]\npicture = \"/etc/passwd.png\"",
      "error: background.picture: must be a file in the theme's folder"
    ),
    (head + "[background]\npicture = \"pictures/../../x.png\"", "must be a file in the theme's folder"),
    (head + "[background]\npicture = \"~/x.png\"", "must be a file in the theme's folder"),
    (head + "[background]\npicture = \"https://example.org/x.png\"", "must be a file in the theme's folder"),
    (head + "inherits = \"../ink\"", "error: theme.inherits: must be the name of a theme"),
    (
      head + "inherits = \"inc\"", "3:12: error: theme.inherits: there is no theme 'inc', did you mean 'ink'?"
    ),
    (head + "inherits = \"ink\"", "themes inherit one another in a circle: ink, ink"),
    (head + "[sound]\ntap = []", "error: sound.tap: must be a list of 1 to 8 notes"),
    (head + "[sound]\ntap = [4]", "must be a list of notes in braces, not an integer"),
    (head + "[sound]\ntap = [{ frequency = 9 }]", "error: sound.frequency: must be a number from 50 to 8000"),
    (head + "[sound]\ntap = [{ pitch = 9 }]", "warning: sound.tap.pitch: there is no such key"),
    (head + "[sound]\nboing = true", "warning: sound.boing: there is no such key"),
    ("[theme", "ink/theme.toml:1:7: error:"),
  ])
  func themeMistakesAreReported(text: String, expected: String) throws {
    let machine = try Machine(["ink": text])
    let reading = try #require(machine.library.read("ink"))
    let messages = machine.messages(reading.diagnostics)
    #expect(messages.contains { $0.contains(expected) }, "\(messages)")
  }

  @Test func inheritanceIsLimited() throws {
    let chain = (0..<20).map { ("t\($0)", Self.head + "inherits = \"t\($0 + 1)\"\n") }
    let machine = try Machine(Dictionary(uniqueKeysWithValues: chain))
    let reading = try #require(machine.library.read("t0"))
    #expect(reading.files.count == 8)
    #expect(machine.messages(reading.diagnostics).contains { $0.contains("more than 8 themes") })
    let circle = try Machine(["a": Self.head + "inherits = \"b\"", "b": Self.head + "inherits = \"a\""])
    let messages = circle.messages(try #require(circle.library.read("a")).diagnostics)
    #expect(
      messages == [
        "b/theme.toml:3:12: error: theme.inherits: themes inherit one another in a circle: a, b, a"
      ])
  }

  @Test(arguments: ["..", "../ink", "/etc", "a/b", "", "-x", "Ink", "a b"])
  func themeNameCannotBeAPath(name: String) throws {
    let machine = try Machine(["ink": Self.head])
    #expect(machine.library.folder(of: name) == nil)
  }

  @Test func soundsAreNotes() throws {
    let machine = try Machine([
      "ink": Self.head + "[sound]\ntap = [{ frequency = 880, decay = 0.05 }, { start = 0.1, loudness = 1 }]"
    ])
    let sounds = try machine.load("[theme]\nname = \"ink\"").configuration.theme.look?.sounds
    let notes = try #require(sounds?[.tap]?.notes)
    #expect(notes.map(\.frequency) == [880, 700] && notes.map(\.start) == [0, 0.1])
    #expect(notes.map(\.decay) == [0.05, 0.02] && notes.map(\.loudness) == [0.25, 1])
    #expect(sounds?[.error] == nil)
  }

  @Test func missingThemeIsAMistakeWithoutEffect() throws {
    let machine = try Machine(["ink": Self.head])
    let loaded = try machine.load("[theme]\nname = \"inc\"")
    #expect(loaded.diagnostics.map(\.suggestion) == ["ink"])
    #expect(loaded.configuration.theme == ThemeSettings())
    #expect(try machine.load("[theme]\nname = \"gallery\"").diagnostics == [])
  }

  @Test func otherThemeReplacesTheConfigurations() throws {
    let machine = try Machine(["ink": Self.head + "[tokens.color]\nground = \"#203040\"\n"])
    let byName = try machine.load("[theme]\nname = \"light\"", theme: "ink")
    #expect(Appearance(byName.configuration).drawn.background == Color(hex: 0x203040))
    let byPath = try machine.load("", theme: "\(machine.directory.path)/themes/ink")
    #expect(Appearance(byPath.configuration).drawn.background == Color(hex: 0x203040))
    let scheme = try machine.load("[theme]\nname = \"ink\"", theme: "light")
    #expect(Appearance(scheme.configuration).drawn == Theme(.light))
  }

  @Test func visitorsChoiceOverridesTheThemesColors() throws {
    let machine = try Machine([
      "ink": Self.head + "scheme = \"light\"\n[tokens.color]\nground = \"#fff8e0\"\n"
    ])
    let appearance = Appearance(try machine.load("[theme]\nname = \"ink\"").configuration)
    #expect(appearance.adjusted([.theme(.highContrast)]).drawn == Theme(.highContrast))
    #expect(appearance.adjusted([.theme(.light)]).drawn == appearance.drawn, "the theme is light already")
  }

  @Test(arguments: ["gallery", "paper", "cinema", "cover-flow", "playground", "signal"])
  func packagedThemesAreValid(name: String) throws {
    let library = ThemeLibrary(
      environment: [
        "ROTUNDA_THEMES": Self.source.appending(path: "themes").path, "XDG_DATA_DIRS": "/nowhere",
      ],
      user: nil)
    #expect(library.names == ["cinema", "cover-flow", "gallery", "paper", "playground", "signal"])
    let reading = try #require(library.read(name))
    #expect(reading.diagnostics == [])
    let theme = try #require(reading.definition)
    #expect(theme.corrections.isEmpty, "\(theme.corrections)")
    #expect(!theme.name.translations.isEmpty && !theme.author.isEmpty && !theme.licence.isEmpty)
  }
}
