import RotundaGeometry

/// The `[theme]` section: a built-in theme, and what is different from it.
package struct ThemeSettings: Hashable, Sendable {
  package var name = Theme.Name.dark
  /// How a tile looks; nil is as the built-in theme has it.
  package var tileStyle: Theme.TileStyle?
  /// What is different, by the names of the keys.
  package var changes: [String: SettingValue] = [:]

  package init() {}

  /// The colours, measures and fonts that result, for visitors with such needs.
  package func theme(for access: AccessibilitySettings, brand: BrandSettings = BrandSettings()) -> Theme {
    var theme = Theme(name)
    change(&theme)
    brand.style(&theme, scheme: name)
    // The accent suits the grounds that are changed, and takes no colour's place that is.
    change(&theme)
    if changes["ground"] != nil { theme.allowsAmbient = false }
    theme.tileStyle = tileStyle ?? theme.tileStyle
    (theme.textScale, theme.hasReducedMotion) = (access.textScale, access.hasReducedMotion)
    return theme
  }

  private func change(_ theme: inout Theme) {
    for field in ThemeField.all {
      if let value = changes[field.key.name] { field.set(value, in: &theme) }
    }
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
      "tile-style", .choice(Theme.TileStyle.allCases.map(\.rawValue)), \.tileStyle, level: .basic,
      otherwise: "\"picture\", in high-contrast \"card\"", example: "\"card\"",
      """
      How a tile looks: a card with an icon and the name below it, or a picture from edge to edge with the
      name on it. Tiles without picture then show their icon or a pictogram on a colour.
      """),
  ]
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
extension Theme.TileStyle: WordSetting {}
