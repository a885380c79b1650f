import CarouselEngine
import RotundaGeometry

/// What a theme's folder says: which colors, measures and fonts the launcher has, and how it arranges the
/// screen. Nothing in it is executed.
package struct ThemeDefinition: Hashable, Sendable {
  /// The version of the format that this launcher reads.
  package static let api = 1
  /// The theme that the launcher is without any folder.
  package static let standardID = "gallery"
  /// The themes that operators choose from on the screen, in that order. The second and the third only have
  /// other colors than the first.
  package static let offered = [
    standardID, Theme.Name.light.rawValue, Theme.Name.highContrast.rawValue, "paper", "cinema", "cover-flow",
    "playground", "signal",
  ]
  /// The longest name of a theme.
  private static let longestID = 64

  /// The name of the theme's folder.
  package var id: String
  package var name: LocalizedText
  package var (author, licence, version) = ("", "", "")
  /// The theme that counts where this one says nothing.
  package var parent: String?
  /// The colors that it begins with.
  package var scheme: Theme.Name?
  package var roles = ThemeRoles()
  /// Settings on screens of every shape, by their keys.
  package var settings: [ConfigurationKey: SettingValue] = [:]
  package var keyframes: [LayoutKeyframe] = []
  package var decorations: [CarouselDecoration] = []
  /// What is heard in the place of the usual sounds.
  package var sounds: [ThemeSound.Cue: ThemeSound] = [:]
  /// The same as files, which come before notes.
  package var soundFiles: [ThemeSound.Cue: ThemeSound.File] = [:]
  /// Fonts that texts may be set in as long as the theme is in force.
  package var fonts: [ThemeFont] = []
  /// Settings on screens of some shape.
  package var shapes: [ScreenShape.Table: [ConfigurationKey: SettingValue]] = [:]

  package init(id: String) {
    self.id = id
    name = LocalizedText(id)
  }

  /// Whether a theme can have that name: it is a folder's, and nothing that leads elsewhere.
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

  /// The same on top of what another theme says.
  package func inheriting(_ parent: ThemeDefinition) -> ThemeDefinition {
    var definition = self
    definition.scheme = scheme ?? parent.scheme
    definition.roles = roles.inheriting(parent.roles)
    definition.settings = parent.settings.merging(settings) { $1 }
    if keyframes.isEmpty { definition.keyframes = parent.keyframes }
    if decorations.isEmpty { definition.decorations = parent.decorations }
    definition.sounds = parent.sounds.merging(sounds) { $1 }
    // Notes of this theme come before files of the other.
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

  /// The sections of a configuration whose keys a theme can set, for all screens or for those of a shape.
  package static let sections: [ConfigurationSection] = [.carousel, .header, .background]

  /// Keys of those sections that are no question of looks: what is shown is the operator's to say.
  private static let contents: Set<ConfigurationKey> = [
    ConfigurationSection.header["title"], ConfigurationSection.header["logo"],
    ConfigurationSection.background["slideshow"], ConfigurationSection.carousel["start-tile"],
    ConfigurationSection.carousel["scroll-offset"], ConfigurationSection.carousel["placeholders"],
    .placeholder,
  ]

  /// Why a theme cannot set a key; nil where it can.
  package static func objection(to key: ConfigurationKey, in table: ScreenShape.Table?) -> String? {
    if contents.contains(key) { return "is the operator's to say, and no theme's" }
    guard table != nil, key == .orientation else { return nil }
    return "is the same for screens of all shapes"
  }

  // MARK: What it does

  /// The colors and measures, for `[theme]`.
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

  /// Gives a configuration what the theme says, before anything else does.
  package func begin(_ configuration: inout KioskConfiguration) {
    Self.set(settings, in: &configuration.carousel)
    Self.set(settings, in: &configuration.header)
    Self.set(settings, in: &configuration.background)
    Self.set(settings, in: &configuration.access)
    configuration.carousel.details.keyframes = keyframes
    configuration.carousel.decorations = decorations
  }

  /// Gives a configuration that names the theme its colors, and the arrangements for screens of other shapes.
  ///
  /// - Parameter explicit: the keys that the operator has set: they count on all screens.
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

  /// A carousel with its arrangements for screens of other shapes.
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
  /// The same with the roles of another theme that these have not.
  func inheriting(_ parent: ThemeRoles) -> ThemeRoles {
    var roles = self
    for token in ThemeToken.all {
      guard case .role(let path) = token.place else { continue }
      roles[keyPath: path] = roles[keyPath: path] ?? parent[keyPath: path]
    }
    return roles
  }
}

/// What a theme's folder says of colors, measures and fonts, on top of the colors that it begins with.
package struct ThemeLook: Hashable, Sendable {
  package let id: String
  let roles: ThemeRoles
  /// By the names of keys of `[theme]`.
  let fields: [String: SettingValue]
  let tileStyle: Theme.TileStyle?
  package let sounds: [ThemeSound.Cue: ThemeSound]
  package let soundFiles: [ThemeSound.Cue: ThemeSound.File]
  package let fonts: [ThemeFont]
  /// Whether it has a sound of its own for something.
  package func hasSound(for cue: ThemeSound.Cue) -> Bool { sounds[cue] != nil || soundFiles[cue] != nil }
  /// What it puts behind everything.
  var stage: [Color] = []
  /// Whether that may be the light of tiles.
  var hasAmbient = true

  /// Gives a theme that look; returns the colors that had to be corrected.
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

/// What stands around the tiles on screens of some shape.
package struct ScreenEdges: Hashable, Sendable {
  package var header: HeaderSettings
  package var background: BackgroundSettings
}

/// What stands around the tiles on screens of every shape.
package struct ShapedEdges: Hashable, Sendable {
  private var common = ScreenEdges(header: HeaderSettings(), background: BackgroundSettings())
  /// Where the shape matters.
  private var byShape: [ScreenShape: ScreenEdges] = [:]

  package init() {}

  init(_ common: ScreenEdges, _ byShape: [ScreenShape: ScreenEdges]) {
    (self.common, self.byShape) = (common, byShape)
  }

  package subscript(shape: ScreenShape) -> ScreenEdges { byShape[shape] ?? common }
}

extension KioskConfiguration {
  /// The same, with the brand.
  package var shapedEdges: ShapedEdges {
    func branded(_ edges: ScreenEdges) -> ScreenEdges {
      ScreenEdges(header: brand.completed(edges.header), background: edges.background)
    }
    return ShapedEdges(
      branded(ScreenEdges(header: header, background: background)), edges.mapValues(branded))
  }
}

extension CarouselSettings {
  /// The same on screens of that shape.
  package func suited(to shape: ScreenShape) -> CarouselSettings {
    guard var suited = shapes[shape] else { return self }
    suited.shapes = shapes
    // Where it begins is no question of shape, and may have been found out since.
    (suited.startTile, suited.scrollOffset) = (startTile, scrollOffset)
    return suited
  }
}

extension ThemeDefinition {
  /// Every color that its author chose and that had to be corrected.
  package var corrections: [Theme.Correction] {
    var theme = Theme(scheme ?? .dark)
    return look.style(&theme, scheme: scheme ?? .dark)
  }
}
