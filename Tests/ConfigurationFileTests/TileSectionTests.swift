import Configuration
import ConfigurationFile
import Programs
import RotundaGeometry
import TemporaryFiles
import Testing

@Suite struct TileSectionTests {
  @Test func everyKeyIsRead() throws {
    let reading = try Reading(
      """
      [[tile]]
      name = { default = "Floor plan", de = "Lageplan", pt-BR = "Planta" }
      icon = "map.svg"
      run = ["sh", "-c", "echo $HOME", ""]
      environment = { LANG = "de_DE.UTF-8", EMPTY = "" }
      working-directory = "~/data"

      [[tile]]
      desktop-entry = "org.gnome.Chess.desktop"
      icon = "chess-board"
      """)
    #expect(reading.messages == [])
    let tiles = reading.configuration.tiles
    try #require(tiles.count == 2)
    #expect(
      tiles[0].name == LocalizedText("Floor plan", translations: ["de": "Lageplan", "pt-BR": "Planta"]))
    #expect(tiles[0].icon == .path("\(reading.directory.path)/map.svg"))
    #expect(
      tiles[0].action
        == .run(
          Command(
            ["sh", "-c", "echo $HOME", ""], environment: ["LANG": "de_DE.UTF-8", "EMPTY": ""],
            workingDirectory: "\(reading.directory.path)/data")))
    #expect(tiles[1].name == nil)
    #expect(tiles[1].icon == .named("chess-board"))
    #expect(tiles[1].action == .desktopEntry(id: "org.gnome.Chess"))
    #expect(tiles.map(\.id) == ["Floor plan", "org.gnome.Chess"])
  }

  @Test(
    "translations may be written in many ways",
    arguments: [
      "name = { de = \"Uhr\", default = \"Clock\" }",
      "name = { default = \"Clock\", de = \"Uhr\" }",
      "name.default = \"Clock\"\nname.de = \"Uhr\"",
      "[tile.name]\ndefault = \"Clock\"\nde = \"Uhr\"",
    ])
  func translates(lines: String) throws {
    let run = "run = [\"true\"]\n"
    let reading = try Reading("[[tile]]\n" + run + lines)
    #expect(reading.messages == [])
    #expect(reading.configuration.tiles.map(\.name) == [LocalizedText("Clock", translations: ["de": "Uhr"])])
  }

  @Test(
    "the first text of a table is the fallback",
    arguments: [
      ("{ en = \"Clock\", de = \"Uhr\" }", "Clock"), ("{ de = \"Uhr\", en = \"Clock\" }", "Uhr"),
      ("{ de = \"Uhr\" }", "Uhr"),
    ])
  func ranks(table: String, expected: String) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\nname = \(table)\n")
    #expect(reading.messages == [])
    #expect(reading.configuration.tiles.first?.name?.resolved(for: ["ja"]) == expected)
  }

  @Test(
    "a text without a tag is in the language of the kiosk",
    arguments: [
      ("en", "{ default = \"Clock\", de = \"Uhr\" }", ["en", "de"], "Clock"),
      ("en-GB", "{ default = \"Clock\", de = \"Uhr\" }", ["en-GB", "de"], "Clock"),
      // The text in the visitor's language comes first.
      ("de-AT", "{ default = \"Clock\", de = \"Uhr\" }", ["de-AT", "en"], "Uhr"),
      ("fr", "{ default = \"Horloge\", de = \"Uhr\" }", ["de", "fr"], "Uhr"),
      ("fr", "{ en = \"Clock\", de = \"Uhr\" }", ["fr", "de"], "Uhr"),
      ("de", "\"Uhr\"", ["en", "de"], "Uhr"),
    ])
  func belongs(language: String, name: String, readers: [String], expected: String) throws {
    let tile = "[[tile]]\nrun = [\"true\"]\nname = \(name)\n"
    for text in [
      "[kiosk]\nlanguage = \"\(language)\"\n" + tile, tile + "[kiosk]\nlanguage = \"\(language)\"\n",
    ] {
      let reading = try Reading(text)
      #expect(!reading.loaded.hasErrors)
      #expect(reading.configuration.tiles.first?.name?.resolved(for: readers) == expected)
    }
  }

  @Test func aTableWithoutTheKiosksLanguageIsReported() throws {
    let kiosk = "[kiosk]\nlanguage = \"fr\"\n[[tile]]\nrun = [\"true\"]\n"
    let reading = try Reading(kiosk + "name = { en = \"Clock\", de = \"Uhr\" }\n")
    #expect(
      reading.messages == [
        "rotunda.toml:5:10: warning: tile.name: has no text in 'fr', the language of [kiosk]"
      ])
    for name in [
      "{ fr = \"Horloge\", de = \"Uhr\" }", "{ default = \"Horloge\", de = \"Uhr\" }", "\"Horloge\"",
    ] {
      #expect(try Reading(kiosk + "name = \(name)\n").messages == [])
    }
  }

  @Test func aLaterFileMayNameTheLanguage() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      "rotunda.toml", "[[tile]]\nrun = [\"true\"]\nname = { default = \"Clock\", de = \"Uhr\" }\n")
    try directory.write("rotunda.d/language.toml", "[kiosk]\nlanguage = \"en\"\n")
    let loader = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"])
    let name = loader.load(path).configuration.tiles.first?.name
    #expect(name?.resolved(for: ["en", "de"]) == "Clock")
  }

  @Test func aNameIsBorrowedFromTheProgram() throws {
    let reading = try Reading("[[tile]]\nrun = [\"/bin/true\"]\n[[tile]]\nrun = [\"true\"]")
    #expect(reading.configuration.tiles.map(\.name) == ["true", "true"])
    #expect(reading.configuration.tiles.map(\.id) == ["true", "true#2"])
  }

  @Test(
    "a tile with a mistake stays as long as it can work",
    arguments: [
      ("nme = \"x\"", "rotunda.toml:3:1: error: tile.nme: there is no such key, did you mean 'name'?"),
      ("name_de = \"x\"", "rotunda.toml:3:1: error: tile.name_de: there is no such key"),
      ("name = 1", "rotunda.toml:3:8: error: tile.name: must be a text, not an integer"),
      ("name = \" \"", "rotunda.toml:3:8: error: tile.name: must not be empty"),
      ("name = \"a\\u0000\"", "rotunda.toml:3:8: error: tile.name: must not contain a NUL"),
      ("name = { german-tongue = \"x\", default = \"x\" }", nil),
      (
        "name.d = \"x\"",
        "rotunda.toml:3:6: error: tile.name: 'd' is not a language tag such as de or pt-BR"
      ),
      ("name.de = 5", "rotunda.toml:3:11: error: tile.name: must be a text, not an integer"),
      ("name.de = \"x\"", nil),
      ("icon = \"none.svg\"", "rotunda.toml:3:8: warning: tile.icon: there is no file 'none.svg'"),
      ("icon = \"/\"", "rotunda.toml:3:8: warning: tile.icon: '/' is not a picture file"),
      ("icon = \"~x/y\"", "rotunda.toml:3:8: error: tile.icon: only '~/' stands for a home directory"),
      (
        "icon = []",
        "rotunda.toml:3:8: error: tile.icon: must be a picture's path or an icon's name, not a list"
      ),
      (
        "environment = { A = 1 }",
        "rotunda.toml:3:21: error: tile.environment.A: must be a text in quotes, not an integer"
      ),
      (
        "environment = { \"A=B\" = \"1\" }",
        "rotunda.toml:3:17: error: tile.environment.A=B: no variable can have this name"
      ),
      (
        "environment = 1",
        "rotunda.toml:3:15: error: tile.environment: must be a table of texts, not an integer"
      ),
      (
        "working-directory = \"/no/where\"",
        "rotunda.toml:3:21: warning: tile.working-directory: there is no directory '/no/where'"
      ),
      (
        "desktop-entry = \"org.gnome.Chess\"",
        "rotunda.toml:3:1: error: tile.desktop-entry: cannot be combined with run in one tile; run is used"
      ),
      (
        "wrap = true", "rotunda.toml:3:1: error: tile.wrap: there is no such key: it belongs below [carousel]"
      ),
    ] as [(String, String?)])
  func keeps(line: String, expected: String?) throws {
    let reading = try Reading("[[tile]]\nrun = [\"true\"]\n\(line)\n")
    #expect(reading.messages == (expected.map { [$0] } ?? []))
    #expect(
      reading.configuration.tiles.map(\.action) == [.run(Command(["true"]))] || line.contains("working"))
  }

  @Test(
    "a program that may not work as intended causes a warning",
    arguments: [
      ("[\"no-such-program\"]", "2:8: warning: tile.run: there is no program 'no-such-program'"),
      ("[\"/etc/passwd\"]", "2:8: warning: tile.run: there is no program '/etc/passwd'"),
      ("[\"~/bin/x\"]", "2:8: warning: tile.run: no shell replaces '~' here; write the whole path"),
      (
        "[\"bin/x\"]",
        "2:8: warning: tile.run: 'bin/x' depends on where the launcher was started; write the whole path"
      ),
      (
        "[\"ls\", \"~/x\"]",
        "2:14: warning: tile.run: the program gets '~/x' unchanged: no shell replaces it"
      ),
      (
        "[\"ls\", \"$HOME/x\"]",
        "2:14: warning: tile.run: the program gets '$HOME/x' unchanged: no shell replaces it"
      ),
    ])
  func warnsAboutPrograms(words: String, expected: String) throws {
    let reading = try Reading("[[tile]]\nrun = \(words)\n")
    #expect(reading.messages == ["rotunda.toml:\(expected)"])
    #expect(reading.configuration.tiles.count == 1)
  }

  @Test(
    "a missing or broken desktop entry causes a warning",
    arguments: [
      (
        "org.gnome.Ches",
        "there is no desktop entry 'org.gnome.Ches', did you mean 'org.gnome.Chess'?"
      ),
      ("nothing", "there is no desktop entry 'nothing'"),
      ("broken", "'broken' cannot be started: line 1 is above the first [group]"),
    ])
  func warnsAboutEntries(id: String, expected: String) throws {
    let reading = try Reading("[[tile]]\ndesktop-entry = \"\(id)\"\n")
    #expect(reading.messages == ["rotunda.toml:2:17: warning: tile.desktop-entry: \(expected)"])
    #expect(reading.configuration.tiles.map(\.action) == [.desktopEntry(id: id)])
  }

  @Test(
    "a tile that cannot work is left out, the others stay",
    arguments: [
      (
        "name = \"x\"",
        "1:1: error: tile: has nothing to open: it needs run, desktop-entry, url, tiles, page or action"
      ),
      (
        "run = \"ls -l /srv\"",
        "2:7: error: tile.run: must be a list of words, because no shell splits a line: "
          + "[\"ls\", \"-l\", \"/srv\"]"
      ),
      ("run = []", "2:7: error: tile.run: names no program"),
      ("run = [\"\"]", "2:7: error: tile.run: names no program"),
      ("run = [\"ls\", 5]", "2:14: error: tile.run: every word must be a text in quotes, not an integer"),
      ("run = [\"ls\\u0000\"]", "2:8: error: tile.run: must not contain a NUL"),
      ("run = 1979-05-27", "2:7: error: tile.run: must be a list of words, not a date or time"),
      (
        "desktop-entry = \"../x\"",
        "2:17: error: tile.desktop-entry: must be an id without slashes or an absolute path"
      ),
      (
        "desktop-entry = 1",
        "2:17: error: tile.desktop-entry: must be a desktop entry's id or path, not an integer"
      ),
    ])
  func drops(line: String, expected: String) throws {
    let reading = try Reading("[[tile]]\n\(line)\n[[tile]]\nrun = [\"true\"]\n")
    #expect(reading.messages == ["rotunda.toml:\(expected)"])
    #expect(reading.configuration.tiles.map(\.name) == ["true"])
  }

  @Test func singleBracketTileIsExplainedAndKept() throws {
    let reading = try Reading("[tile]\nrun = [\"true\"]\n")
    #expect(
      reading.messages == [
        "rotunda.toml:1:2: error: tile: every tile begins with [[tile]], with two brackets"
      ])
    #expect(reading.configuration.tiles.count == 1)
  }

  @Test func fileWithoutTilesIsValidWithAWarning() throws {
    for text in ["", "# nothing\n", "[carousel]\n"] {
      let reading = try Reading(text)
      #expect(
        reading.messages == ["rotunda.toml: warning: there are no tiles, so visitors have nothing to open"])
      #expect(reading.loaded.isReadable && !reading.loaded.hasErrors)
    }
  }
}

@Suite struct PictureFocusTests {
  @Test func focusOfAPictureIsInsideIt() throws {
    let tile = "[[tile]]\nrun = [\"true\"]\npicture = \"map.svg\"\npicture-focus = "
    #expect(try Reading(tile + "[0.5, 0.3]\n").configuration.tiles[0].look.focus == Point(0.5, 0.3))
    #expect(try Reading(tile + "[0, 1]\n").messages == [])
    for wrong in ["[0.5, 1.1]", "[-0.1, 0.5]", "[0.5]", "0.5", "\"top\""] {
      let reading = try Reading(tile + wrong + "\n")
      #expect(reading.messages.count == 1)
      #expect(
        reading.messages[0].hasPrefix(
          "rotunda.toml:4:")
          && reading.messages[0].contains(
            "error: tile.picture-focus: must be [x, y], each a number from 0 to 1"),
        "\(reading.messages)")
      #expect(reading.configuration.tiles[0].look.focus == Point(0.5, 0.5))
    }
  }
}
