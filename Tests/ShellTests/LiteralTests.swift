import Foundation
import Testing

/// `Shell` shows only phrases on the screen. Any other text with words in its sources is in the list below,
/// which visitors never read, or is a mistake.
struct LiteralTests {
  /// By file: names that other programs know, words of configuration files, texts for the journal and the
  /// bus.
  private static let others: [String: Set<String>] = [
    // Debuggers.
    "PINPad": ["PIN pad"], "PINEntry": ["PIN entry"], "Level": ["a level needs a shelf"],
    // A tag.
    "Localizer": ["en"],
    // Answers on the bus. Like the journal, the bus is in English.
    "ControlCall": [
      "the brightness is from 0 to 100 percent",
      "the launcher is locked until the PIN is entered", "the configuration has no PIN",
      "the tile is not available now",
      "power-actions does not allow it", "the message has no text", "a message has at most",
      "characters", "a message is shown for 0 to", "seconds",
    ],
    // The file that the demo saves, its keys, a font, and tiles that never start.
    "DemoLook": [
      """
      # How the tiles look and move, as chosen in 'rotunda demo'. Beside a configuration file, in rotunda.d,
          # it counts for that; or copy the sections into yours.
      """
    ],
    "DemoStage+Drawing": ["monospace"], "DemoStage+Touch": ["start-tile", "scroll-offset"],
    "DemoPlan": ["demo-", "true"],
    // Icons by name, file extensions, keys by name.
    "LauncherTile+Configuration": [
      "web-browser", ".desktop", "go-home", "view-refresh", "preferences-desktop-locale",
      "preferences-desktop-accessibility", "system-lock-screen", "system-shutdown", "system-reboot",
      "system-suspend", "help-contents", "audio-headphones", "audio-volume-high",
    ],
    // Tags of languages, addresses, and the museum of a preview.
    "FirstRun": [
      "de", "en", "es", "fr", "ar", "ja", "zh", "https://", "Museum", "www.example.org",
      "https://www.example.org", "Museum 1886", "password",
    ],
    "FirstRunPanel": ["Museum 1886"],
    // Networks of a preview.
    "NetworkList": [
      "Museum", "Museum guests", "Café Central", "eduroam", "FRITZ!Box 7590", "Printer-3F",
    ],
    // Words of configuration files.
    "SetupAnswers": [
      "packaged", "language", "name", "logo", "clock", "date", "open", "pin-file",
    ],
    // Names of elements.
    "SetupForm": [
      "setup-language-", "setup-field-", "setup-sheet-", "setup-theme-", "setup-edit-", "setup-network-",
    ],
    // The bus.
    "ShellStatus": ["setting-up", "out-of-order"],
    // Answers on the bus for developers.
    "TileUpdate": ["a tile has", ", but no '", "progress is a number from 0 to 1, or from 0% to 100%"],
    // Prefixes of references in page files, and of addresses.
    "PageBlock": ["tile:", "qr:", "https://", "http://", "tel:", "mailto:"],
    // Names and units that are the same in all languages.
    "Message+Localizer": [
      "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL", "SIGSEGV",
      "SIGPIPE", "SIGALRM", "SIGTERM", "SIGXCPU", "SIGXFSZ", "SIGSYS",
    ],
    // The machine of a preview.
    "PreviewScreen": ["/etc/rotunda/rotunda.toml", "cage", "lobby", "192.0.2.7 (eth0)", "rotunda"],
    // The xkbcommon name of a key.
    "Presentation+Reading": ["Help"],
    "ContactLink": ["https://", "http://", "mailto:", "tel:"],
    "SystemReport": ["Rotunda", "on", "GB", "rotunda:touch-test", "--config", "touch-test"],
    "TouchTestPage+Drawing": ["Hz", "ms"],
    // Pictograms, languages, and parts of addresses.
    "BoardKey": [
      ".com", ".net", ".org", "ar", "fa", "https://", "ja", "key-backspace", "key-hide",
      "key-shift", "key-shift-locked", "key-shift-on", "language", "ur", "www.",
    ],
    // Elements.
    "EditFace": ["edit", "move", "remove"],
    "EditPanel": ["undo", "redo"],
    // Rows of forms, and keys of a file.
    "Editor": [
      "/pictures",
      "again", "application", "medium", "remove", "shelf",
      "+folder", "discard", "editor", "folder", "folder-", "https://", "keep", "name", "save", "tiles", "url",
    ],
    "FormFace": ["less", "line", "more"],
    // Colors.
    "FormLine": ["#3a6ea5", "color"],
    "FormPanel": ["color"],
    // Days in a file.
    "OpeningHours": ["fri", "mon", "sat", "sun", "thu", "tue", "wed"],
    // Words of the page for phones, which no one reads, and a key of a file.
    "RemoteEditor": [
      "screen", "tile", "move", "add", "picture-focus", "value", "true", "false", "value.", "day", "from",
      "until",
    ],
    // Texts of a preview.
    "PhoneSession": [
      "https://192.168.1.23:8443/#4f1c0a7d52e94b6c8d3e0f9a1b2c3d4e", "https://192.168.1.23:8443/",
      "1F4A 9C02 77D3 5E8B A60F 21C9 4D7E 83B5 0A1C F29D 6E34 B871 C5D0 92E7 3B46 18FA",
    ],
    // Labels of keys in all languages.
    "KeyboardFace": [
      "ABC", "key-backspace", "key-hide", "key-shift", "key-shift-locked", "key-shift-on", "language",
    ],
    // A pictogram, and descriptions of strokes for debuggers.
    "ProgramKeyboard": ["a text", "a key", "key-show"],
    // Texts of a preview.
    "Shell+Editing": ["rotunda.toml"],
    "TextEntryPanel": ["en"],
    // Debuggers.
    "TextField": ["a password"],
    // Form rows, keys of a file, and focus points of pictures.
    "TileForm": [
      "+folder", "+move", "+remove", "+restore", "action", "badge", "bottom", "description", "desktop-entry",
      "enabled-when", "left", "middle", "name", "page", "picture", "picture-focus", "pin", "right", "run",
      "time",
      "top", "url",
    ],
  ]

  /// Words that match names of tiles, and keys and words of the configuration.
  private static let tables: Set<String> = ["GlyphWords", "SettingsForm"]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Shell").standardizedFileURL

  @Test func everyTextInTheSourcesIsAPhrase() throws {
    let files = FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter {
        $0.pathExtension == "swift" && $0.lastPathComponent != "Phrase.swift"
      }
    var unused = Self.others
    for file in try #require(files) {
      let name = file.deletingPathExtension().lastPathComponent
      guard !Self.tables.contains(name) else { continue }
      let found = Self.texts(in: try String(contentsOf: file, encoding: .utf8))
      for text in found where !Self.others[name, default: []].contains(text) {
        Issue.record("\(name): \"\(text)\" is no Phrase")
      }
      unused[name]?.subtract(found)
    }
    // The list has no entries that the sources lack.
    let left = unused.filter { !$0.value.isEmpty }
    #expect(left.isEmpty, "\(left)")
  }

  /// Only `Shell` creates texts for the screen, apart from the names of layouts on overview sheets.
  @Test func onlyTheShellWrites() throws {
    let sources = Self.folder.deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    let writers = try (files ?? []).filter { file in
      guard !["Shell", "Scene"].contains(file.pathComponents[sources.pathComponents.count]) else {
        return false
      }
      let source = try String(contentsOf: file, encoding: .utf8)
      return source.contains("TextBlock(") || source.contains("TileFace(")
    }
    #expect(Set(writers.map(\.lastPathComponent)) == ["ContactSheet.swift"])
  }

  @Test(arguments: [
    (#"canvas.write("Hello there", style)"#, ["Hello there"]),
    (#"text = isOn ? "On" : "\(count) tiles""#, ["On", "tiles"]),
    (#"text = "\(isOn ? "Yes" : "No") 1""#, ["Yes", "No"]),
    (#"ElementID("scroll-down", 2)"#, []), (#"/// says "Hello""#, []), (#"x = "a" // "Hello""#, []),
    (#"print("\n%s") + "°""#, []),
    ("let x = \"\"\"\n  Hello\n  \"\"\"", ["Hello"]), (##"x = #"raw words"#"##, ["raw words"]),
  ])
  func textsAreFoundInSources(source: String, expected: [String]) {
    #expect(Set(Self.texts(in: source)) == Set(expected))
  }

  /// The texts in a source with two consecutive letters, without interpolations. Several lines make one text.
  private static func texts(in source: String) -> [String] {
    // Element names are identifiers that visitors do not read.
    var scanner = LiteralScanner(source.replacing(/ElementID\("[a-z-]+"/, with: "ElementID("))
    scanner.scanCode()
    let letters = { (character: Character) in character.isASCII && character.isLetter }
    return scanner.found.filter { text in
      let plain = text.replacing("\\n", with: "  ").replacing("%s", with: "").replacing("\\u{", with: "")
      return zip(plain, plain.dropFirst()).contains { letters($0) && letters($1) }
    }.map { $0.replacing("\\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines) }
  }
}

/// Finds the literals in a source, also within interpolations.
private struct LiteralScanner {
  private(set) var found: [String] = []
  private var rest: Substring

  init(_ source: String) { rest = Substring(source) }

  /// Reads code up to the parenthesis that closes an interpolation, or to the end.
  mutating func scanCode(isInside: Bool = false) {
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
        continue
      }
      if rest.hasPrefix("\"\"\"") {
        scanText(until: "\"\"\"")
        continue
      }
      if rest.hasPrefix("#\"") {
        scanText(until: "\"#")
        continue
      }
      if character == "\"" {
        scanText(until: "\"")
        continue
      }
      rest = rest.dropFirst()
      if character == "(" { depth += 1 }
      if character == ")" {
        if isInside, depth == 0 { return }
        depth -= 1
      }
    }
  }

  private mutating func scanText(until end: String) {
    var text = ""
    rest = rest.dropFirst(end.count)
    while !rest.isEmpty, !rest.hasPrefix(end) {
      if end != "\"#", rest.hasPrefix("\\(") {
        found.append(text)
        text = ""
        rest = rest.dropFirst(2)
        scanCode(isInside: true)
      } else if end != "\"#", rest.first == "\\" {
        text += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else {
        text.append(rest.removeFirst())
      }
    }
    rest = rest.dropFirst(end.count)
    found.append(text)
  }
}
