import RotundaGeometry

/// The `[theme]` section: a theme, and the operator's changes of it.
package struct ThemeSettings: Hashable, Sendable {
  /// The color scheme.
  package var name = Theme.Name.dark
  /// The name of the theme's folder; nil for none.
  package var folder: String?
  /// The content of that folder.
  package var look: ThemeLook?
  /// The style of tiles; nil uses the theme's.
  package var tileStyle: Theme.TileStyle?
  /// The changed values, by the names of the keys.
  package var changes: [String: SettingValue] = [:]

  package init() {}

  /// Reports whether a theme is in use: a color scheme, or a theme with that folder name or path.
  package func isNamed(_ theme: String) -> Bool {
    if let look { return theme.contains("/") || look.id == theme }
    return folder == nil && theme == name.rawValue || folder == theme && theme == ThemeDefinition.standardID
  }

  /// Chooses another theme: a color scheme, or a theme with a folder.
  package mutating func name(_ word: String) {
    let scheme = Theme.Name(rawValue: word)
    (folder, look) = (scheme == nil ? word : nil, nil)
    name = scheme ?? .dark
  }

  /// Returns the resulting colors, measures and fonts for visitors with these needs.
  package func theme(for access: AccessibilitySettings, brand: BrandSettings = BrandSettings()) -> Theme {
    var theme = Theme(name)
    look?.style(&theme, scheme: name)
    change(&theme)
    brand.style(&theme, scheme: name)
    // The first pass makes the accent suit the operator's background. This one restores the colors that the
    // accent replaced.
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
      "name", .theme, level: .basic,
      """
      The theme: colors, fonts, and the arrangement of the screen. The launcher comes with gallery, paper,
      cinema, cover-flow, playground and signal. "rotunda theme list" lists the installed ones. dark, light
      and high-contrast are colors for gallery, the last for visitors with low vision. Keys in this file
      take precedence over the theme.
      """,
      read: { .word($0.folder ?? $0.name.rawValue) },
      write: { settings, value in
        if case .word(let word) = value { settings.name(word) }
      }),
    SettingField(
      "tile-style", .choice(Theme.TileStyle.allCases.map(\.rawValue)), \.tileStyle, level: .basic,
      otherwise: "\"picture\", in high-contrast \"card\"", example: "\"card\"",
      """
      The looks of tiles: a card with an icon above its name, or a picture from edge to edge with the name
      on it. Tiles without a picture then show their icon or a pictogram on a color.
      """),
  ]
}

extension ThemeField {
  /// The key as a field of the settings, which contain only changes.
  fileprivate var change: SettingField<ThemeSettings> {
    SettingField(
      key, read: { [key] in $0.changes[key.name] },
      write: { [key] settings, value in settings.changes[key.name] = value == .nothing ? nil : value })
  }
}

extension Theme.Name: WordSetting {}
extension Theme.TileStyle: WordSetting {}
