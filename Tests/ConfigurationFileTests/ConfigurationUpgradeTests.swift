import Configuration
import ConfigurationFile
import Foundation
import SeededRandom
import TemporaryFiles
import Testing

/// Files of Rotunda 0.1, in which each translation had its own key.
@Suite struct ConfigurationUpgradeTests {
  /// The subject, a text of 0.1, and the same text in today's form.
  private static let texts: [(what: String, old: String, new: String)] = [
    ("nothing", "", ""),
    (
      "a key with another name",
      "[carousel]\ncenter-item-when-selected = true # x\n\n[[shelf]]\n  center-item-when-selected=false\n",
      "[carousel]\ntap-beside = \"center\" # x\n\n[[shelf]]\n  tap-beside=\"open\"\n"
    ),
    (
      "such a key elsewhere",
      "# center-item-when-selected = true\nx = \"center-item-when-selected = true\"\n",
      "# center-item-when-selected = true\nx = \"center-item-when-selected = true\"\n"
    ),
    ("a text alone", "[[tile]]\nname = \"Clock\"\n", "[[tile]]\nname = \"Clock\"\n"),
    (
      "a translation", "[[tile]]\nname = \"Clock\"\nname.de = \"Uhr\"\nrun = [\"true\"]\n",
      "[[tile]]\nname = { default = \"Clock\", de = \"Uhr\" }\nrun = [\"true\"]\n"
    ),
    (
      "translations before the text",
      "[[tile]]\nname.de = \"Uhr\"\nname.pt-BR = \"Relógio\"\nname = \"Clock\"\n",
      "[[tile]]\nname = { default = \"Clock\", de = \"Uhr\", pt-BR = \"Relógio\" }\n"
    ),
    (
      "translations apart from the text",
      "[[tile]]\nname = \"Clock\"\n\nrun = [\"true\"]\nname.de = \"Uhr\"\nicon = \"x\"\n",
      "[[tile]]\nname = { default = \"Clock\", de = \"Uhr\" }\n\nrun = [\"true\"]\nicon = \"x\"\n"
    ),
    (
      "comments",
      "# Title.\n[[tile]] # A tile.\nname = \"Clock\" # name.de = \"no\"\n# German.\n  name.de = \"Uhr\" # Not Wanduhr.\n",
      "# Title.\n[[tile]] # A tile.\nname = { default = \"Clock\", de = \"Uhr\" } # name.de = \"no\"\n# German.\n  # Not Wanduhr.\n"
    ),
    (
      "blanks and tabs", "[[tile]]\n\tname\t=  \"Clock\"\n\tname.de\t =\t\"Uhr\" \n",
      "[[tile]]\n\tname\t=  { default = \"Clock\", de = \"Uhr\" }\n"
    ),
    (
      "lines of other systems",
      "[[tile]]\r\nname = \"Clock\"\r\nname.de = \"Uhr\"\r\nname.fr = \"Horloge\" # x\r\n",
      "[[tile]]\r\nname = { default = \"Clock\", de = \"Uhr\", fr = \"Horloge\" }\r\n# x\r\n"
    ),
    (
      "no newline at the end", "[[tile]]\nname = \"Clock\"\nname.de = \"Uhr\"",
      "[[tile]]\nname = { default = \"Clock\", de = \"Uhr\" }\n"
    ),
    (
      "no newline behind the text", "[[tile]]\nname.de = \"Uhr\"\nname = \"Clock\"",
      "[[tile]]\nname = { default = \"Clock\", de = \"Uhr\" }"
    ),
    (
      "a mark at the beginning", "\u{FEFF}[[tile]]\nname = \"茶\"\nname.de = \"Tee ☕\"\n",
      "\u{FEFF}[[tile]]\nname = { default = \"茶\", de = \"Tee ☕\" }\n"
    ),
    (
      "strings with such keys",
      "[[tile]]\nname = \"name.de = 1 # no\"\nname.de = 'name.fr = \"x\"'\nrun = [\"\"\"\nname.de = \"y\"\n\"\"\", 'name = 1']\n",
      "[[tile]]\nname = { default = \"name.de = 1 # no\", de = 'name.fr = \"x\"' }\nrun = [\"\"\"\nname.de = \"y\"\n\"\"\", 'name = 1']\n"
    ),
    (
      "quotes in strings", "[[tile]]\nname = \"a\\\"b\\\\\"\nname.de = '''it's'''\n",
      "[[tile]]\nname = { default = \"a\\\"b\\\\\", de = '''it's''' }\n"
    ),
    (
      "strings over several lines",
      "[[tile]]\nback = \"\"\"\nOne \\\"\"\"\nname.de = \"no\"\"\"\"\nback.de = '''\nEins\n''' # x\n",
      "[[tile]]\nback = { default = \"\"\"\nOne \\\"\"\"\nname.de = \"no\"\"\"\", de = '''\nEins\n''' }\n# x\n"
    ),
    (
      "inline tables",
      "tile = [{ name = \"More\", name.de = \"Mehr\", run = [\"a\"] }, {name.de=\"Uhr\",name=\"Clock\"}]\n",
      "tile = [{ name = { default = \"More\", de = \"Mehr\" }, run = [\"a\"] }, {name={ default = \"Clock\", de = \"Uhr\" }}]\n"
    ),
    (
      "two texts in an inline table",
      "tile = [{ name = \"a\", description = \"b\", name.de = \"c\", description.de = \"d\" }]\n",
      "tile = [{ name = { default = \"a\", de = \"c\" }, description = { default = \"b\", de = \"d\" } }]\n"
    ),
    (
      "inline tables in tables",
      "[[tile]]\nname = \"Games\"\ntiles = [\n  { name = \"Chess\", name.de = \"Schach\" }, # One.\n  { name = \"Go\" },\n]\nname.de = \"Spiele\"\n",
      "[[tile]]\nname = { default = \"Games\", de = \"Spiele\" }\ntiles = [\n  { name = { default = \"Chess\", de = \"Schach\" } }, # One.\n  { name = \"Go\" },\n]\n"
    ),
    (
      "arrays of tables",
      "[[tile]]\nname = \"A\"\nname.de = \"B\"\n[[tile.tiles]]\nname = \"C\"\nname.de = \"D\"\n[[shelf.tile]]\nname = \"E\"\nname.de = \"F\"\n",
      "[[tile]]\nname = { default = \"A\", de = \"B\" }\n[[tile.tiles]]\nname = { default = \"C\", de = \"D\" }\n[[shelf.tile]]\nname = { default = \"E\", de = \"F\" }\n"
    ),
    (
      "a table already",
      "[[tile]]\nname = { default = \"Clock\" }\nname.de = \"Uhr\"\n[[tile]]\nname = {}\nname.de = \"Uhr\"\nname.fr = \"H\"\n",
      "[[tile]]\nname = { default = \"Clock\", de = \"Uhr\" }\n[[tile]]\nname = { de = \"Uhr\", fr = \"H\"}\n"
    ),
    (
      "keys in quotes", "[[tile]]\nname = \"Clock\"\n\"name.de\" = \"Uhr\"\n'name.sr@latin' = \"Sat\"\n",
      "[[tile]]\nname = { default = \"Clock\", de = \"Uhr\", 'sr@latin' = \"Sat\" }\n"
    ),
    (
      "keys in quotes alone", "[[tile]]\n\"name.de\" = \"Uhr\" # x\nname.fr = \"Horloge\"\n",
      "[[tile]]\nname.de = \"Uhr\" # x\nname.fr = \"Horloge\"\n"
    ),
    (
      "dotted keys that are TOML",
      "[[tile]]\nname.default = \"Clock\"\nname.de = \"Uhr\"\nenvironment.LANG = \"C\"\n",
      "[[tile]]\nname.default = \"Clock\"\nname.de = \"Uhr\"\nenvironment.LANG = \"C\"\n"
    ),
    (
      "a number on a badge", "[[tile]]\nbadge = 3\nbadge.ar = \"٣\"\n",
      "[[tile]]\nbadge = { default = 3, ar = \"٣\" }\n"
    ),
    (
      "every key with translations",
      "[header]\ntitle = \"a\"\ntitle.de = \"b\"\n[kiosk]\ncontact = \"a\"\ncontact.de = \"b\"\n[[shelf]]\nname = \"a\"\nname.de = \"b\"\n[[tile]]\npage = \"a\"\npage.de = \"b\"\npage-description = \"a\"\npage-description.de = \"b\"\nback = \"a\"\nback.de = \"b\"\n",
      "[header]\ntitle = { default = \"a\", de = \"b\" }\n[kiosk]\ncontact = { default = \"a\", de = \"b\" }\n[[shelf]]\nname = { default = \"a\", de = \"b\" }\n[[tile]]\npage = { default = \"a\", de = \"b\" }\npage-description = { default = \"a\", de = \"b\" }\nback = { default = \"a\", de = \"b\" }\n"
    ),
    (
      "what is no TOML further on",
      "[[tile]]\nname = \"Clock\"\nname.de = \"Uhr\"\nrun = \n[[tile]]\nname = \"A\"\nname.de = \"B\"\n",
      "[[tile]]\nname = { default = \"Clock\", de = \"Uhr\" }\nrun = \n[[tile]]\nname = \"A\"\nname.de = \"B\"\n"
    ),
    (
      "values that are no texts", "[[tile]]\nname = \"Clock\"\nname.de = [\"Uhr\"]\n",
      "[[tile]]\nname = \"Clock\"\nname.de = [\"Uhr\"]\n"
    ),
    (
      "the other keys of the same name", "[theme]\nname = \"dark\"\nspacing.x = 1\n",
      "[theme]\nname = \"dark\"\nspacing.x = 1\n"
    ),
  ]

  @Test(arguments: texts) func oldTextIsUpgraded(what: String, old: String, new: String) {
    let upgrade = ConfigurationUpgrade(Array(old.utf8))
    #expect(String(decoding: upgrade.bytes, as: UTF8.self) == new, "\(what)")
    #expect(upgrade.changes.isEmpty == (old == new), "\(what)")
    #expect(ConfigurationUpgrade(upgrade.bytes).changes.isEmpty, "\(what)")
  }

  @Test func diagnosticsPointToTheOldText() {
    let old =
      "[[tile]]\n# é\nname = \"é\" # x\nname.de = \"ö\"\nicon = \"ü\"\nbadge = 1\nbadge.de = 2\nrun = 5"
    let upgrade = ConfigurationUpgrade(Array(old.utf8))
    let new = String(decoding: upgrade.bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    func place(_ text: String) -> TextPosition? {
      for (line, content) in new.enumerated() {
        guard let range = content.range(of: text) else { continue }
        return upgrade.original(
          of: TextPosition(
            line: line + 1, column: content[..<range.lowerBound].unicodeScalars.count + 1))
      }
      return nil
    }
    for (text, line, column) in [
      ("[[tile", 1, 1), ("name", 3, 1), ("default", 3, 8), ("\"é\"", 3, 8), ("# x", 3, 12), ("\"ö\"", 4, 11),
      ("icon", 5, 1), ("\"ü\"", 5, 8), ("badge", 6, 1), ("2", 7, 12), ("run", 8, 1), ("5", 8, 7),
    ] {
      #expect(place(text) == TextPosition(line: line, column: column), "\(text)")
    }
    #expect(upgrade.original(of: TextPosition(line: 99, column: 1)) == TextPosition(line: 8, column: 8))
  }

  @Test func launcherShowsOldFileAndWarnsOnce() throws {
    let reading = try Reading(
      "[[tile]]\nname = \"Clock\"\nname.de = \"Uhr\"\nrun = [\"true\"]\nback = \"a\"\nback.de = \"b\"\nwrng = 1\n"
    )
    #expect(reading.configuration.tiles.first?.name == LocalizedText("Clock", translations: ["de": "Uhr"]))
    #expect(
      reading.messages == [
        "rotunda.toml:3:1: warning: tile.name: is written as for Rotunda 0.1, which the next release does not read: "
          + "'rotunda config upgrade rotunda.toml' rewrites it",
        "rotunda.toml:7:1: error: tile.wrng: there is no such key",
      ])
    #expect(reading.loaded.isReadable)
  }

  @Test func lastGoodConfigurationMayBeOld() throws {
    let text = ConfigurationText(
      path: "/etc/rotunda/rotunda.toml",
      bytes: Array("[[tile]]\nname = \"Clock\"\nname.de = \"Uhr\"\nrun = [\"true\"]\n".utf8))
    let archive = try #require(ConfigurationArchive(bytes: ConfigurationArchive([text]).bytes))
    let loaded = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"])
      .load(archive)
    #expect(loaded.isReadable && !loaded.hasErrors && loaded.diagnostics.count == 1)
    #expect(loaded.configuration.tiles.first?.name == LocalizedText("Clock", translations: ["de": "Uhr"]))
  }

  @Test(
    "a check names every such line and shows the new one",
    arguments: [
      (
        "[[tile]]\nname = \"Clock\"\nname.de = \"Uhr\"\nrun = [\"true\"]\n",
        [
          "3:1: error: tile.name: a text and its translations are one table: name = { default = \"Clock\", de = \"Uhr\" }"
        ]
      ),
      (
        "[header]\n  title.de = \"b\"\n  title = \"a\"\n[[tile]]\nrun = [\"true\"]\n\"name.de\" = \"Uhr\"\n",
        [
          "2:3: error: header.title: a text and its translations are one table: title = { default = \"a\", de = \"b\" }",
          "6:1: error: tile.name: a text and its translations are one table: name.de = \"Uhr\"",
        ]
      ),
      (
        "[[tile]]\nrun = [\"true\"]\nname = \"\"\"\nA\nB\"\"\"\nname.de = \"Uhr\"\n[carousel]\nx = \n",
        [
          "6:1: error: tile.name: a text and its translations are one table: name = { default = \"\"\" A B\"\"\", de = \"Uhr\" }",
          "8:5: error: expected value, saw '\\n' (in the key-value pair)",
        ]
      ),
    ])
  func checks(text: String, expected: [String]) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rotunda.toml", text)
    let loader = ConfigurationLoader(
      environment: ["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"], oldForm: .error)
    #expect(loader.load(path).diagnostics.map { $0.description.replacing("\(path):", with: "") } == expected)
  }

  @Test func invalidTOMLIsNotUpgraded() throws {
    func text(_ text: String) -> ConfigurationText {
      ConfigurationText(path: "/x.toml", bytes: Array(text.utf8))
    }
    #expect(try text("[[tile]]\nname = { en = \"Clock\" }\n").upgraded() == nil)
    #expect(
      try text("[[tile]]\nname = \"a\"\nname.de = \"b\"\n").upgraded()
        == Array("[[tile]]\nname = { default = \"a\", de = \"b\" }\n".utf8))
    let fault = #expect(throws: Diagnostic.self) {
      try text("[[tile]]\nname = \"a\"\nname.de = \"b\"\nx = \n").upgraded()
    }
    #expect(fault?.line == 4)
    #expect(throws: Diagnostic.self) {
      try text("[[tile]]\nname = \"a\"\nname.de = \"b\"\nname.de = \"c\"\n").upgraded()
    }
  }

  // MARK: Random files

  /// A tile of a random file in both forms.
  private struct RandomText {
    var (old, new) = ("", "")
    private(set) var comments: Set<String> = []

    mutating func add(_ both: String) { add(both, both) }

    mutating func add(_ old: String, _ new: String) {
      self.old += old
      self.new += new
    }

    mutating func comment(_ random: inout SeededGenerator) -> String {
      guard Int.random(in: 0..<3, using: &random) == 0 else { return "" }
      let comment = "# \(comments.count) name.de = \"é\" '''"
      comments.insert(comment)
      return comment
    }
  }

  private static let strings = [
    "\"Clock\"", "'Uhr'", "\"a # b\"", "\"\\\"name.de = 1\\\"\"", "\"\"\"\nname.de = \"x\"\n\"\"\"",
    "'''it's'''", "\"茶 ☕\"",
    "\"\\u00e9\"", "\"x\\\\\"", "'name.fr = \"y\"'", "\"]}#\"",
  ]
  private static let tags = ["de", "fr", "pt-BR", "zh-Hant", "sr_Latn"]
  private static let blanks = ["", " ", "\t", "  "]

  private static func element<Element>(_ list: [Element], _ random: inout SeededGenerator) -> Element {
    list[Int.random(in: list.indices, using: &random)]
  }

  /// The keys of one text in both forms. Each has an equals sign and a value.
  private static func pairs(
    _ name: String, _ random: inout SeededGenerator, _ isInline: Bool
  ) -> (old: [String], new: String) {
    let text = element(strings, &random)
    let tags = tags.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
    let translations = tags.map { (tag: $0, text: element(strings, &random)) }
    let (before, behind) = (element(blanks, &random), element(blanks, &random))
    func pair(_ key: String, _ value: String) -> String { "\(key)\(before)=\(behind)\(value)" }
    var old = translations.map { translation in
      let key = "\(name).\(translation.tag)"
      return pair(Int.random(in: 0..<4, using: &random) == 0 ? "\"\(key)\"" : key, translation.text)
    }
    old.insert(pair(name, text), at: Int.random(in: 0...old.count, using: &random))
    guard !translations.isEmpty else { return (old, pair(name, text)) }
    let table = ([("default", text)] + translations.map { ($0.tag, $0.text) }).map { "\($0) = \($1)" }
    return (old, pair(name, "{ \(table.joined(separator: ", ")) }"))
  }

  private static func text(_ random: inout SeededGenerator) -> RandomText {
    var text = RandomText()
    let end = element(["\n", "\r\n"], &random)
    for number in 0..<Int.random(in: 1...4, using: &random) {
      text.add("[[tile]] \(text.comment(&random))\(end)run = [\"true\"]\(end)id = \"\(number)\"\(end)")
      for name in ["name", "description", "badge", "back"].shuffled(using: &random)
      where Bool.random(using: &random) {
        let (old, new) = pairs(name, &random, false)
        // The table takes the place of the text. Comments take the places of the translations.
        for line in old {
          let isText = line.hasPrefix(name + "=") || line.hasPrefix(name + " ") || line.hasPrefix(name + "\t")
          let comment = text.comment(&random)
          text.add(line + " " + comment + end, (isText ? new : "") + " " + comment + end)
        }
        text.add(text.comment(&random) + end)
      }
      guard Bool.random(using: &random) else { continue }
      let parts = ["name", "description"].map { pairs($0, &random, true) }
      let (old, new) = (parts.flatMap(\.old).shuffled(using: &random), parts.map(\.new))
      func inline(_ pairs: [String]) -> String {
        "buttons = [{ \(pairs.joined(separator: ", ")), run = [\"true\"] }]\(end)"
      }
      text.add(inline(old), inline(new))
    }
    return text
  }

  @Test func upgradeKeepsMeaningAndComments() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    let loader = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"])
    for round in 0..<300 {
      let text = Self.text(&random)
      let upgrade = ConfigurationUpgrade(Array(text.old.utf8))
      let upgraded = String(decoding: upgrade.bytes, as: UTF8.self)
      #expect(ConfigurationUpgrade(upgrade.bytes).bytes == upgrade.bytes, "seed \(seed), round \(round)")
      for comment in text.comments {
        #expect(upgraded.contains(comment), "seed \(seed), round \(round): \(comment)")
      }
      let expected = loader.load(try directory.write("new.toml", text.new))
      #expect(expected.diagnostics == [], "seed \(seed), round \(round)")
      let written = loader.load(try directory.write("upgraded.toml", upgrade.bytes))
      #expect(written.diagnostics == [], "seed \(seed), round \(round): \(text.old)")
      #expect(written.configuration == expected.configuration, "seed \(seed), round \(round): \(text.old)")
      let shown = loader.load(try directory.write("old.toml", text.old))
      #expect(
        !shown.hasErrors && shown.configuration == expected.configuration, "seed \(seed), round \(round)")
    }
  }
}
