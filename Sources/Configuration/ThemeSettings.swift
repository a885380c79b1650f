import RotundaGeometry

/// The `[theme]` section: a built-in theme, and what is different from it.
package struct ThemeSettings: Hashable, Sendable {
  package var name = Theme.Name.dark
  /// How a tile looks; nil is as the built-in theme has it.
  package var face: Theme.FaceKind?
  /// How much larger than usual writing is; within `textScales`.
  package var textScale = 1.0
  package var hasReducedMotion = false
  /// Whether left and right change places; nil where the language is written from right to left.
  package var isMirrored: Bool?
  /// What is different, by the names of the keys.
  package var changes: [String: SettingValue] = [:]

  /// Smaller, and nothing can be read; larger, and no word fits on a tile.
  package static let textScales = 0.5...3.0

  package init() {}

  /// The colours, measures and fonts that result.
  package var theme: Theme {
    var theme = Theme(name)
    for field in ThemeField.all {
      if let value = changes[field.key.name] { field.set(value, in: &theme) }
    }
    theme.face = face ?? theme.face
    (theme.textScale, theme.hasReducedMotion) = (textScale, hasReducedMotion)
    return theme
  }
}

// MARK: Keys

extension ThemeSettings: SectionSettings {
  package static let section = ConfigurationSection.theme
  package static var standard: ThemeSettings { ThemeSettings() }

  package static let fields: [SettingField<ThemeSettings>] = themes + ThemeField.all.map(\.change)

  private static let themes: [SettingField<ThemeSettings>] = [
    SettingField(
      "name", .choice(Theme.Name.allCases.map(\.rawValue)), \.name, level: .basic,
      """
      The built-in theme to begin with: light writing on deep blue, white cards on light grey, or for visitors
      who see little, white and yellow on black with lines around everything. The keys below change it.
      """),
    SettingField(
      "face", .choice(Theme.FaceKind.allCases.map(\.rawValue)), \.face, level: .basic,
      otherwise: "\"picture\", in high-contrast \"card\"", example: "\"card\"",
      """
      How a tile looks: a card with an icon and the name below it, or a picture from edge to edge with the
      name on it. Tiles without picture then show their icon or a pictogram on a colour.
      """),
    SettingField(
      "text-scale", .number(textScales), \.textScale, level: .basic,
      "How much larger than usual all writing is, for large print. Icons make room for it."),
    SettingField(
      "reduced-motion", .boolean, \.hasReducedMotion, level: .basic,
      """
      Whether what opens and closes fades instead of growing and flying, and tiles that get another place fade
      in there. Fingers turn the carousel as ever.
      """),
    SettingField(
      "mirrored", .automatic, \.mirroring,
      """
      Whether left and right change places on the screen: the tiles begin at the right and go on to the left,
      and so do title, messages and pages; swipes and arrow keys follow. "auto" does so for languages that are
      written from right to left.
      """),
  ]

  /// Whether left and right change places, as files have it.
  private var mirroring: AutomaticSetting {
    get { isMirrored.map { $0 ? .always : .never } ?? .automatic }
    set { isMirrored = newValue == .automatic ? nil : newValue == .always }
  }
}

extension ThemeField {
  /// The key as one of the settings, which hold what is different from the built-in theme.
  fileprivate var change: SettingField<ThemeSettings> {
    SettingField(
      key, read: { [key] in $0.changes[key.name] },
      write: { [key] settings, value in settings.changes[key.name] = value == .nothing ? nil : value })
  }
}

extension Theme.Name: WordSetting {}
extension Theme.FaceKind: WordSetting {}
