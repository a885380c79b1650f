import CarouselEngine
import Configuration

/// Themes: files with the syntax of configurations, but other sections.
extension ConfigurationDecoder {
  /// The keys of a theme's `[theme]`.
  private enum ThemeKey: String, CaseIterable {
    case id, name, author, licence, version, api, inherits, scheme

    /// The key in the form of a configuration key.
    var key: ConfigurationKey { Self.keys[self] ?? .themeName }

    private static let keys: [ThemeKey: ConfigurationKey] = Dictionary(
      uniqueKeysWithValues: allCases.map { ($0, $0.described) })

    private var described: ConfigurationKey {
      let kind: ConfigurationKey.Kind =
        switch self {
        case .name: .text
        case .api: .integer(1...1000)
        case .scheme: .choice(Theme.Name.allCases.map(\.rawValue))
        case .id, .author, .licence, .version, .inherits: .identifier
        }
      return ConfigurationKey.ofTheme(rawValue, kind)
    }
  }

  /// Decodes a theme's file.
  ///
  /// - Parameter folder: the name of the theme's folder.
  mutating func theme(_ root: TOMLTable, folder: String) -> ThemeDefinition {
    var theme = ThemeDefinition(id: folder)
    var isDescribed = false
    for section in root.entries {
      switch section.key {
      case "theme":
        isDescribed = true
        decodeDescription(section, into: &theme)
      case "tokens": decodeTokens(section, into: &theme)
      case "layout": decodeShapes(section, into: &theme)
      case "tile": decodeKeys(section, ["style": .tileStyle], into: &theme)
      case "sound": decodeSounds(section, into: &theme)
      default:
        if let name = ConfigurationSection(rawValue: section.key), ThemeDefinition.sections.contains(name) {
          decode(section, of: name, in: nil, into: &theme)
        } else {
          let known =
            ["theme", "tokens", "layout", "tile", "sound"] + ThemeDefinition.sections.map(\.rawValue)
          warnUnknown(section, "there is no such section in a theme", within: nil, among: known)
        }
      }
    }
    if !isDescribed { fail("the section [theme] with id, name and api is missing", at: nil) }
    return theme
  }

  private mutating func decodeDescription(_ section: TOMLTable.Entry, into theme: inout ThemeDefinition) {
    guard let table = tokenTable(section, "[theme]") else { return }
    for entry in table.entries {
      guard let name = ThemeKey(rawValue: entry.key) else {
        warnUnknown(
          entry, "there is no such key", within: "theme", among: ThemeKey.allCases.map(\.rawValue))
        continue
      }
      guard let value = value(entry, name.key) else { continue }
      switch (name, value) {
      case (.id, .text(let id)):
        if id != theme.id {
          warn(
            "must be the name of the theme's folder, '\(Self.excerpt(theme.id))'", at: entry.node.position,
            key: name.key.dottedName)
        }
      case (.name, .localized(let text)): theme.name = text
      case (.author, .text(let text)): theme.author = text
      case (.licence, .text(let text)): theme.licence = text
      case (.version, .text(let text)): theme.version = text
      case (.scheme, .word(let word)): theme.scheme = Theme.Name(rawValue: word)
      case (.inherits, .text(let parent)):
        if ThemeDefinition.isID(parent) {
          theme.parent = parent
        } else {
          fail("must be the name of a theme", at: entry.node.position, key: name.key.dottedName)
        }
      case (.api, .number(let version)):
        if version > Double(ThemeDefinition.api) {
          fail(
            "is for a later release: this one reads themes with api = \(ThemeDefinition.api)",
            at: entry.node.position, key: name.key.dottedName)
        }
      default: break
      }
    }
    if table["api"] == nil {
      warn(
        "api = \(ThemeDefinition.api) is missing", at: section.keyPosition, key: ThemeKey.api.key.dottedName)
    }
  }

  private mutating func decodeTokens(_ section: TOMLTable.Entry, into theme: inout ThemeDefinition) {
    guard let groups = tokenTable(section, "[tokens]") else { return }
    for group in groups.entries {
      guard let name = ThemeToken.Group(rawValue: group.key) else {
        warnUnknown(
          group, "there is no such table", within: "tokens", among: ThemeToken.Group.allCases.map(\.rawValue))
        continue
      }
      guard let table = tokenTable(group, "[tokens.\(name.rawValue)]") else { continue }
      for entry in table.entries {
        guard let token = ThemeToken.named(entry.key, in: name) else {
          let known = ThemeToken.all.filter { $0.group == name }.map(\.key.name)
          warnUnknown(entry, "there is no such key", within: "tokens.\(name.rawValue)", among: known)
          continue
        }
        guard let value = value(entry, token.key) else { continue }
        theme.set(value, of: token)
        tokenPlaces[token.key.dottedName] = entry.node.position
      }
    }
  }

  private mutating func decodeShapes(_ section: TOMLTable.Entry, into theme: inout ThemeDefinition) {
    guard let shapes = tokenTable(section, "[layout]") else { return }
    for shape in shapes.entries {
      guard let name = ScreenShape.Table(rawValue: shape.key) else {
        let known = ScreenShape.Table.allCases.map(\.rawValue)
        warnUnknown(shape, "there is no such shape of a screen", within: "layout", among: known)
        continue
      }
      guard let sections = tokenTable(shape, "[layout.\(name.rawValue)]") else { continue }
      for entry in sections.entries {
        if let section = ConfigurationSection(rawValue: entry.key), ThemeDefinition.sections.contains(section)
        {
          decode(entry, of: section, in: name, into: &theme)
        } else {
          let known = ThemeDefinition.sections.map(\.rawValue)
          warnUnknown(entry, "there is no such section", within: "layout.\(name.rawValue)", among: known)
        }
      }
    }
  }

  /// Decodes keys of a configuration's section, for screens of one shape or of all.
  private mutating func decode(
    _ section: TOMLTable.Entry, of name: ConfigurationSection, in shape: ScreenShape.Table?,
    into theme: inout ThemeDefinition
  ) {
    guard let table = table(of: section, name) else { return }
    for entry in table.entries {
      if name == .carousel, shape == nil, decodeList(entry, into: &theme) { continue }
      guard let key = key(of: entry, in: name) else { continue }
      if let objection = ThemeDefinition.objection(to: key, in: shape) {
        warn(objection, at: entry.keyPosition, key: key.dottedName)
        continue
      }
      guard let value = value(entry, key) else { continue }
      if let shape { theme.shapes[shape, default: [:]][key] = value } else { theme.settings[key] = value }
    }
  }

  /// Decodes keyframes or decorations. Returns false for other keys.
  private mutating func decodeList(_ entry: TOMLTable.Entry, into theme: inout ThemeDefinition) -> Bool {
    var carousel = CarouselSettings()
    switch entry.key {
    case Self.keyframeSection:
      decodeKeyframes(entry, into: &carousel)
      theme.keyframes = carousel.details.keyframes
    case Self.decorationSection:
      decodeDecorations(entry, into: &carousel)
      theme.decorations = carousel.decorations
    default: return false
    }
    return true
  }

  private mutating func decodeKeys(
    _ section: TOMLTable.Entry, _ keys: [String: ConfigurationKey], into theme: inout ThemeDefinition
  ) {
    guard let table = tokenTable(section, "[\(section.key)]") else { return }
    for entry in table.entries {
      guard let key = keys[entry.key] else {
        warnUnknown(entry, "there is no such key", within: section.key, among: keys.keys.sorted())
        continue
      }
      if let value = value(entry, key) { theme.settings[key] = value }
    }
  }

  private mutating func decodeSounds(_ section: TOMLTable.Entry, into theme: inout ThemeDefinition) {
    guard let table = tokenTable(section, "[sound]") else { return }
    let enabled = ConfigurationSection.access["sounds"]
    for entry in table.entries {
      if let cue = ThemeSound.Cue(rawValue: entry.key) {
        if let sound = sound(entry) { theme.sounds[cue] = sound }
      } else if entry.key == "enabled" {
        if let value = value(entry, enabled) { theme.settings[enabled] = value }
      } else {
        let known = ["enabled"] + ThemeSound.Cue.allCases.map(\.rawValue)
        warnUnknown(entry, "there is no such key", within: "sound", among: known)
      }
    }
  }

  /// Decodes a list of notes.
  private mutating func sound(_ entry: TOMLTable.Entry) -> ThemeSound? {
    let key = "sound.\(entry.key)"
    guard case .array(let nodes) = entry.node.value, (1...ThemeSound.noteLimit).contains(nodes.count) else {
      fail("must be a list of 1 to \(ThemeSound.noteLimit) notes", at: entry.node.position, key: key)
      return nil
    }
    var sound = ThemeSound(notes: [])
    for node in nodes {
      guard case .table(let table) = node.value else {
        fail("must be a list of notes in braces, not \(node.kind)", at: node.position, key: key)
        return nil
      }
      var note = ThemeSound.Note()
      for entry in table.entries {
        guard let field = ThemeSound.keys.first(where: { $0.key.name == entry.key }) else {
          let known = ThemeSound.keys.map(\.key.name)
          warnUnknown(entry, "there is no such key", within: key, among: known)
          continue
        }
        if case .number(let number)? = value(entry, field.key) { note[keyPath: field.place] = number }
      }
      sound.notes.append(note)
    }
    return sound
  }

  private mutating func tokenTable(_ entry: TOMLTable.Entry, _ header: String) -> TOMLTable? {
    if case .table(let table) = entry.node.value { return table }
    fail(
      "must be a section with the header \(header), not \(entry.node.kind)", at: entry.keyPosition,
      key: entry.key)
    return nil
  }

  /// Warns about an unknown key, instead of an error. A theme for a later release then still works as far as
  /// this one supports it.
  private mutating func warnUnknown(
    _ entry: TOMLTable.Entry, _ message: String, within table: String?, among known: [String]
  ) {
    let name = Self.excerpt(entry.key)
    warn(
      message, at: entry.keyPosition, key: table.map { "\($0).\(name)" } ?? name,
      suggestion: Spelling.nearest(to: entry.key, among: known))
  }

  /// Returns the reason why a theme cannot name a file by that path; nil for a path inside its folder.
  static func themeObjection(to path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isInside =
      !path.hasPrefix("/") && !path.hasPrefix("~") && !path.contains("://") && !parts.contains("..")
    return isInside ? nil : "must be a file in the theme's folder, not '\(excerpt(path))'"
  }
}
