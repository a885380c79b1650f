import RotundaGeometry

/// The `[brand]` section: the name and the look of the kiosk's operator.
package struct BrandSettings: Hashable, Sendable {
  package var name: LocalizedText?
  /// The logo for bright backgrounds, or for all backgrounds.
  package var logo: IconReference?
  /// The logo for dark backgrounds.
  package var logoDark: IconReference?
  package var accent: Color?
  /// Pango family lists; nil uses the theme's fonts.
  package var (font, titleFont): (String?, String?)

  package init() {}

  /// Applies the brand's fonts and accent to a theme. The high-contrast theme keeps its own accent, because
  /// its colors are known to have enough contrast.
  func style(_ theme: inout Theme, scheme: Theme.Name) {
    theme.fontFamily = font ?? theme.fontFamily
    theme.titleFontFamily = titleFont ?? font ?? theme.titleFontFamily
    if let accent, scheme != .highContrast { theme.setAccent(accent) }
  }
}

extension BrandSettings {
  /// Returns the header's settings, with the brand's name and logo where `[header]` sets none. A logo
  /// replaces the name.
  func completed(_ header: HeaderSettings) -> HeaderSettings {
    var settings = header
    if header.logo == nil {
      settings.logo = logo ?? logoDark
      settings.logoDark = logoDark
    }
    if header.title == nil, settings.logo == nil { settings.title = name }
    return settings
  }
}

// MARK: Keys

extension BrandSettings: SectionSettings {
  package static let section = ConfigurationSection.brand
  package static var standard: BrandSettings { BrandSettings() }

  package static let fields: [SettingField<BrandSettings>] = [
    SettingField(
      "name", .text, \.name, level: .basic, otherwise: "none", example: "\"Town museum\"",
      """
      The name of the place or its operator. It appears at the upper edge of the screen without a logo,
      unless [header] has a title. Translated as the name of a tile.
      """),
    SettingField(
      "logo", .icon, \.logo, level: .basic, otherwise: "none", example: "\"logo.svg\"",
      """
      The logo at the upper edge of the screen, named as the icon of a tile. With logo-dark it is for bright
      backgrounds, without it for all.
      """),
    SettingField(
      "logo-dark", .icon, \.logoDark, otherwise: "the logo", example: "\"logo-dark.svg\"",
      "The logo for dark backgrounds, for example with bright letters."),
    SettingField(
      "accent", .color, \.accent, level: .basic, otherwise: "the theme's", example: "\"#c8442b\"",
      """
      The color of badges, switches, progress, and the ring around the selected element. The launcher
      adjusts its brightness where it would be hard to see. The theme high-contrast keeps its own.
      """),
    SettingField(
      "font", .font, \.font, otherwise: "the theme's", example: "\"Cantarell, sans-serif\"",
      """
      The font of all text: a family, or several with commas between them. The first installed one counts.
      """),
    SettingField(
      "title-font", .font, \.titleFont, otherwise: "font", example: "\"Source Serif 4, serif\"",
      "The font of the names above shelves, of the title and of the clock."),
  ]
}
