import CarouselEngine
import Configuration
import FileSystem

/// The text of `rotunda config explain` about a key: its meaning, its range, its current value, and where it
/// is set.
package struct ConfigurationExplanation {
  private let key: ConfigurationKey
  /// The settings of the key in the configuration's files, in the order in which they are read.
  private let settings: [Setting]
  /// The settings with an invalid value.
  private let refused: [Setting]
  /// The settings of a carousel's key in shelves.
  private let ofShelves: [Setting]
  /// The theme's value, and its file; nil if the theme does not set the key.
  private let theme: Setting?
  /// The effective value, as TOML; nil if the key has none.
  private let value: String?

  /// A value of the key in a file.
  private struct Setting {
    let value: String
    let file: String
    /// Nil for a value without a line of its own.
    var line: Int?
    var column = 0
    /// The tile, shelf or other list entry with the key; nil for a section that occurs once.
    var owner: String?

    var place: String { line.map { "\(file):\($0):\(column)" } ?? file }
  }

  /// Explains a key of a configuration.
  ///
  /// - Parameters:
  ///   - loaded: the configuration.
  ///   - themes: the themes of the machine.
  package init(_ key: ConfigurationKey, in loaded: LoadedConfiguration, themes: ThemeLibrary) {
    self.key = key
    let all = loaded.texts.flatMap { Self.settings(of: key, in: $0) }
    let errors = loaded.diagnostics.filter { $0.severity == .error && $0.key == key.dottedName }
    let isRefused = { (setting: Setting) in
      errors.contains { $0.file == setting.file && $0.line == setting.line }
    }
    (settings, refused) = (all.filter { !isRefused($0) }, all.filter(isRefused))
    ofShelves = loaded.texts.flatMap { Self.shelfSettings(of: key, in: $0) }
    theme = Self.theme(key, loaded, themes)
    value = loaded.configuration.text(of: key)
  }

  // MARK: Which key

  /// Returns the keys that a word can mean: `carousel.spacing` is one key, `spacing` is that key of every
  /// section that has it.
  package static func keys(named word: String) -> [ConfigurationKey] {
    let all = ConfigurationKey.all
    let exact = all.filter { $0.dottedName == word }
    return exact.isEmpty ? all.filter { $0.name == word } : exact
  }

  /// Returns the key with the most similar spelling to an unknown word; nil if none is similar.
  package static func suggestion(for word: String) -> String? {
    let all = ConfigurationKey.all
    return Spelling.nearest(to: word, among: all.map(\.dottedName))
      ?? Spelling.nearest(to: word, among: all.map(\.name))
  }

  // MARK: What is said

  /// The longest line of the description, in characters.
  private static let width = 78
  /// The largest number of locations to list.
  private static let mostPlaces = 20

  /// The complete explanation, with a final line feed.
  package var text: String {
    var lines = ["\(key.dottedName) (\(key.level.rawValue))", ""]
    lines += ConfigurationReference.wrap(key.words, width: Self.width)
    lines += ["", "Type:     \(key.kind)", "Default:  \(key.defaultDescription)"]
    lines += key.section.isList ? listLines : sectionLines + shelfLines
    lines += refused.prefix(Self.mostPlaces).map { "Refused:  \($0.value), from \($0.place)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines for a section that occurs once. It has one value: the file that is read last wins.
  private var sectionLines: [String] {
    let shown = value ?? settings.last?.value ?? theme?.value ?? key.defaultDescription
    guard let last = settings.last else {
      guard let theme else {
        return ["Now:      \(shown)" + (key.defaultValue == nil ? "" : ", the default")]
      }
      return ["Now:      \(shown), from the theme: \(theme.place)"]
    }
    let others = settings.dropLast().reversed().map { $0 } + (theme.map { [$0] } ?? [])
    return ["Now:      \(shown), from \(last.place)"]
      + others.prefix(Self.mostPlaces).map { "Before:   \($0.value), from \($0.place)" }
  }

  private var shelfLines: [String] {
    ofShelves.prefix(Self.mostPlaces).map { setting in
      "Shelf:    \(setting.owner.map { "\($0): " } ?? "")\(setting.value), from \(setting.place)"
    }
  }

  /// The lines for a list, in which every entry may set the key.
  private var listLines: [String] {
    guard !settings.isEmpty else { return ["Set by:   nothing"] }
    let shown = settings.prefix(Self.mostPlaces).map { setting in
      "Set by:   \(setting.owner.map { "\($0): " } ?? "")\(setting.value), from \(setting.place)"
    }
    let rest = settings.count - shown.count
    return shown + (rest > 0 ? ["          and \(rest) more"] : [])
  }

  // MARK: Where it is set

  private static func settings(of key: ConfigurationKey, in text: ConfigurationText) -> [Setting] {
    guard let root = text.document(layout: nil, oldForm: .warning, { _ in })?.root else { return [] }
    let path = key.dottedName.split(separator: ".").map(String.init)
    if key.section == .tile || key.section == .shelf {
      var found: [Setting] = []
      for section in [ConfigurationSection.tile, .shelf] {
        if let node = root[section.rawValue] {
          collect(key, in: node, isOwn: section == key.section, text.path, into: &found)
        }
      }
      return found
    }
    return entries(path[...], in: root).map { setting(of: $0, text.path) }
  }

  /// Returns the settings of shelves. A shelf has the keys of its carousel beside its own, or in a table.
  private static func shelfSettings(of key: ConfigurationKey, in text: ConfigurationText) -> [Setting] {
    guard key.section == .carousel,
      let root = text.document(layout: nil, oldForm: .warning, { _ in })?.root,
      case .array(let shelves)? = root[ConfigurationSection.shelf.rawValue]?.value
    else { return [] }
    return shelves.compactMap(\.table).flatMap { shelf in
      (entries([key.name], in: shelf) + entries([key.section.rawValue, key.name], in: shelf)).map { entry in
        var setting = setting(of: entry, text.path)
        setting.owner = shelf.ownName
        return setting
      }
    }
  }

  /// Returns the entries at a path. Continues in each table of a list on the way.
  private static func entries(_ path: ArraySlice<String>, in table: TOMLTable) -> [TOMLTable.Entry] {
    guard let first = path.first else { return [] }
    let rest = path.dropFirst()
    let named = table.entries.filter { ConfigurationDecoder.spelledInOneWay($0.key) == first }
    guard !rest.isEmpty else { return named }
    return named.flatMap { entry -> [TOMLTable.Entry] in
      switch entry.node.value {
      case .table(let table): entries(rest, in: table)
      case .array(let nodes): nodes.compactMap(\.table).flatMap { entries(rest, in: $0) }
      default: []
      }
    }
  }

  /// Collects the entries of a tile's or shelf's key: on every shelf, in every folder, and in the parts of
  /// tiles.
  private static func collect(
    _ key: ConfigurationKey, in node: TOMLNode, isOwn: Bool, _ file: String, into found: inout [Setting]
  ) {
    switch node.value {
    case .array(let nodes):
      for node in nodes { collect(key, in: node, isOwn: isOwn, file, into: &found) }
    case .table(let table):
      for entry in table.entries {
        if isOwn, ConfigurationDecoder.spelledInOneWay(entry.key) == key.name {
          var setting = setting(of: entry, file)
          setting.owner = table.ownName
          found.append(setting)
        } else if key.section == .tile, ChangedKey.leadsToTiles(entry.key) {
          collect(key, in: entry.node, isOwn: true, file, into: &found)
        }
      }
    default: break
    }
  }

  private static func setting(of entry: TOMLTable.Entry, _ file: String) -> Setting {
    let position = entry.keyPosition
    return Setting(value: entry.node.text, file: file, line: position.line, column: position.column)
  }

  private static func theme(
    _ key: ConfigurationKey, _ loaded: LoadedConfiguration, _ themes: ThemeLibrary
  ) -> Setting? {
    guard let id = loaded.configuration.theme.look?.id, let reading = themes.read(id),
      let definition = reading.definition, let value = definition.settings[key]
    else { return nil }
    return Setting(value: value.text(as: key.kind), file: reading.files.first ?? id)
  }
}

extension TOMLNode {
  /// The node as a table; nil for another value.
  fileprivate var table: TOMLTable? { if case .table(let table) = value { table } else { nil } }

  /// The value as TOML, on one line.
  fileprivate var text: String {
    switch value {
    case .table(let table):
      "{ " + table.entries.map { "\(SettingValue.keyText($0.key)) = \($0.node.text)" }.joined(separator: ", ")
        + " }"
    case .array(let nodes): "[" + nodes.map(\.text).joined(separator: ", ") + "]"
    case .string(let text): SettingValue.text(text).text
    case .integer(let number): "\(number)"
    case .float(let number): SettingValue.number(number).text
    case .boolean(let truth): "\(truth)"
    case .dateTime: "a date or time"
    }
  }
}

extension TOMLTable {
  /// The id of a tile or a shelf, or else its name.
  fileprivate var ownName: String? {
    switch (self["id"]?.value, self["name"]?.value) {
    case (.string(let id)?, _): id
    case (_, .string(let name)?): name
    case (_, .table(let names)?): names.entries.first.map { $0.node.text }
    default: nil
    }
  }
}
