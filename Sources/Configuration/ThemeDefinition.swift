import CarouselEngine
import RotundaGeometry

/// The content of a theme's folder: colors, measures, fonts, and the arrangement of the screen. The launcher
/// executes nothing in it.
package struct ThemeDefinition: Hashable, Sendable {
  /// The version of the format that the launcher reads.
  package static let api = 1
  /// The id of the launcher's default theme, which needs no folder.
  package static let standardID = "gallery"
  /// The themes that the screen offers to operators, in this order. The second and third differ from the
  /// first only in their colors.
  package static let offered = [
    standardID, Theme.Name.light.rawValue, Theme.Name.highContrast.rawValue, "paper", "cinema", "cover-flow",
    "playground", "signal",
  ]
  /// The longest id of a theme.
  private static let longestID = 64

  /// The id: the name of the theme's folder.
  package var id: String
  package var name: LocalizedText
  package var (author, licence, version) = ("", "", "")
  /// The theme that fills in all missing values.
  package var parent: String?
  /// The color scheme that the theme builds on.
  package var scheme: Theme.Name?
  package var roles = ThemeRoles()
  /// Settings for screens of every shape, by their keys.
  package var settings: [ConfigurationKey: SettingValue] = [:]
  package var keyframes: [LayoutKeyframe] = []
  package var decorations: [CarouselDecoration] = []
  /// Sounds that replace the usual ones.
  package var sounds: [ThemeSound.Cue: ThemeSound] = [:]
  /// Sound files. They take precedence over notes.
  package var soundFiles: [ThemeSound.Cue: ThemeSound.File] = [:]
  /// Fonts that are available while the theme is in use.
  package var fonts: [ThemeFont] = []
  /// Settings for screens of some shape.
  package var shapes: [ScreenShape.Table: [ConfigurationKey: SettingValue]] = [:]

  package init(id: String) {
    self.id = id
    name = LocalizedText(id)
  }

  /// Reports whether a text can be a theme's id: a folder's name that cannot lead to another directory.
  package static func isID(_ text: String) -> Bool {
    let letters = text.utf8
    guard let first = letters.first, letters.count <= longestID, first != UInt8(ascii: "-") else {
      return false
    }
    return letters.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || $0 == UInt8(ascii: "-")
    }
  }

  /// Returns the theme with the values of a parent theme where it has none.
  package func inheriting(_ parent: ThemeDefinition) -> ThemeDefinition {
    var definition = self
    definition.scheme = scheme ?? parent.scheme
    definition.roles = roles.inheriting(parent.roles)
    definition.settings = parent.settings.merging(settings) { $1 }
    if keyframes.isEmpty { definition.keyframes = parent.keyframes }
    if decorations.isEmpty { definition.decorations = parent.decorations }
    definition.sounds = parent.sounds.merging(sounds) { $1 }
    // This theme's notes take precedence over the parent's files.
    definition.soundFiles = parent.soundFiles.filter { sounds[$0.key] == nil }.merging(soundFiles) { $1 }
    definition.fonts += parent.fonts.prefix(max(0, ThemeFont.limit - fonts.count))
    definition.shapes = parent.shapes.merging(shapes) { $0.merging($1) { $1 } }
    return definition
  }

  /// Gives a token its value.
  package mutating func set(_ value: SettingValue, of token: ThemeToken) {
    switch (token.place, value) {
    case (.role(let path), .color(let color)): roles[keyPath: path] = color
    case (.setting(let key), _): settings[key] = value
    default: break
    }
  }

  // MARK: What it may say

  /// The sections whose keys a theme can set, for all screens or for those of one shape.
  package static let sections: [ConfigurationSection] = [.carousel, .header, .background]

  /// Keys of those sections that do not concern the look. Only the operator decides about content.
  private static let contents: Set<ConfigurationKey> = [
    ConfigurationSection.header["title"], ConfigurationSection.header["logo"],
    ConfigurationSection.background["slideshow"], ConfigurationSection.carousel["start-tile"],
    ConfigurationSection.carousel["scroll-offset"], ConfigurationSection.carousel["placeholders"],
    .placeholder,
  ]

  /// Returns the reason why a theme cannot set a key; nil if it can.
  package static func objection(to key: ConfigurationKey, in table: ScreenShape.Table?) -> String? {
    if contents.contains(key) { return "belongs in an operator's configuration, not in a theme" }
    guard table != nil, key == .orientation else { return nil }
    return "cannot differ between shapes of screens"
  }

  // MARK: What it does

  /// The colors and measures for `[theme]`.
  var look: ThemeLook {
    var fields: [String: SettingValue] = [:]
    for (key, value) in settings where key.section == .theme { fields[key.name] = value }
    var style: Theme.TileStyle?
    if case .word(let word)? = settings[.tileStyle] { style = Theme.TileStyle(rawValue: word) }
    var look = ThemeLook(
      id: id, roles: roles, fields: fields, tileStyle: style, sounds: sounds, soundFiles: soundFiles,
      fonts: fonts)
    if case .colors(let colors)? = settings[ConfigurationSection.background["color"]] { look.stage = colors }
    if settings[ConfigurationSection.background["from"]] == .word("theme") { look.hasAmbient = false }
    return look
  }

  /// Applies the theme to a configuration, before all other settings.
  package func begin(_ configuration: inout KioskConfiguration) {
    Self.set(settings, in: &configuration.carousel)
    Self.set(settings, in: &configuration.header)
    Self.set(settings, in: &configuration.background)
    Self.set(settings, in: &configuration.access)
    configuration.carousel.details.keyframes = keyframes
    configuration.carousel.decorations = decorations
  }

  /// Applies the colors, and the arrangements for other screen shapes, to a configuration that names the
  /// theme.
  ///
  /// - Parameter explicit: the keys that the operator has set. They apply on all screens.
  package func finish(_ configuration: inout KioskConfiguration, explicit: Set<ConfigurationKey>) {
    configuration.theme.name = scheme ?? .dark
    configuration.theme.look = look
    guard shapes.contains(where: { $0.value.contains { [.header, .background].contains($0.key.section) } })
    else { return }
    for shape in ScreenShape.allCases {
      var edges = ScreenEdges(header: configuration.header, background: configuration.background)
      for changes in changes(on: shape, explicit) {
        Self.set(changes, in: &edges.header)
        Self.set(changes, in: &edges.background)
      }
      configuration.edges[shape] = edges
    }
  }

  /// Returns a carousel with its arrangements for other screen shapes.
  package func shaped(_ carousel: CarouselSettings, explicit: Set<ConfigurationKey>) -> CarouselSettings {
    guard shapes.contains(where: { $0.value.contains { $0.key.section == .carousel } }) else {
      return carousel
    }
    var carousel = carousel
    var variants: [ScreenShape: CarouselSettings] = [:]
    for shape in ScreenShape.allCases {
      var variant = carousel
      for changes in changes(on: shape, explicit) { Self.set(changes, in: &variant) }
      if variant.layout == .custom, variant.details.keyframes.isEmpty { variant.layout = carousel.layout }
      variants[shape] = variant
    }
    carousel.shapes = variants
    return carousel
  }

  private func changes(
    on shape: ScreenShape, _ explicit: Set<ConfigurationKey>
  ) -> [[ConfigurationKey: SettingValue]] {
    shape.tables.compactMap { shapes[$0]?.filter { !explicit.contains($0.key) } }
  }

  private static func set<Settings: SectionSettings>(
    _ values: [ConfigurationKey: SettingValue], in settings: inout Settings
  ) {
    for field in Settings.fields {
      if let value = values[field.key] { field.set(value, in: &settings) }
    }
  }
}

extension ThemeRoles {
  /// Returns the roles, with those of another theme where they are nil.
  func inheriting(_ parent: ThemeRoles) -> ThemeRoles {
    var roles = self
    for token in ThemeToken.all {
      guard case .role(let path) = token.place else { continue }
      roles[keyPath: path] = roles[keyPath: path] ?? parent[keyPath: path]
    }
    return roles
  }
}

/// The colors, measures and fonts of a theme's folder, on top of its color scheme.
package struct ThemeLook: Hashable, Sendable {
  package let id: String
  let roles: ThemeRoles
  /// Values by the names of keys in `[theme]`.
  let fields: [String: SettingValue]
  let tileStyle: Theme.TileStyle?
  package let sounds: [ThemeSound.Cue: ThemeSound]
  package let soundFiles: [ThemeSound.Cue: ThemeSound.File]
  package let fonts: [ThemeFont]
  /// Reports whether the theme has its own sound for a cue.
  package func hasSound(for cue: ThemeSound.Cue) -> Bool { sounds[cue] != nil || soundFiles[cue] != nil }
  /// The theme's background colors.
  var stage: [Color] = []
  /// Whether the background may show the light of tiles.
  var hasAmbient = true

  /// Applies the look to a theme. Returns the colors that had to be corrected.
  @discardableResult
  func style(_ theme: inout Theme, scheme: Theme.Name) -> [Theme.Correction] {
    for field in ThemeField.all {
      if let value = fields[field.key.name] { field.set(value, in: &theme) }
    }
    roles.style(&theme)
    theme.tileStyle = tileStyle ?? theme.tileStyle
    theme.stage = stage
    theme.allowsAmbient = theme.allowsAmbient && hasAmbient
    return theme.correctContrast(scheme: scheme)
  }
}

/// The elements around the tiles on screens of some shape.
package struct ScreenEdges: Hashable, Sendable {
  package var header: HeaderSettings
  package var background: BackgroundSettings
}

/// The elements around the tiles on screens of every shape.
package struct ShapedEdges: Hashable, Sendable {
  private var common = ScreenEdges(header: HeaderSettings(), background: BackgroundSettings())
  /// The edges for each shape; empty if the shape does not matter.
  private var byShape: [ScreenShape: ScreenEdges] = [:]

  package init() {}

  init(_ common: ScreenEdges, _ byShape: [ScreenShape: ScreenEdges]) {
    (self.common, self.byShape) = (common, byShape)
  }

  package subscript(shape: ScreenShape) -> ScreenEdges { byShape[shape] ?? common }
}

extension KioskConfiguration {
  /// The edges for every shape, with the brand.
  package var shapedEdges: ShapedEdges {
    func branded(_ edges: ScreenEdges) -> ScreenEdges {
      ScreenEdges(header: brand.completed(edges.header), background: edges.background)
    }
    return ShapedEdges(
      branded(ScreenEdges(header: header, background: background)), edges.mapValues(branded))
  }
}

extension CarouselSettings {
  /// Returns the settings for screens of that shape.
  package func suited(to shape: ScreenShape) -> CarouselSettings {
    guard var suited = shapes[shape] else { return self }
    suited.shapes = shapes
    // The start position does not depend on the shape, and may have been computed since.
    (suited.startTile, suited.scrollOffset) = (startTile, scrollOffset)
    return suited
  }
}

extension ThemeDefinition {
  /// The corrections of the author's colors, for sufficient contrast.
  package var corrections: [Theme.Correction] {
    var theme = Theme(scheme ?? .dark)
    return look.style(&theme, scheme: scheme ?? .dark)
  }
}
