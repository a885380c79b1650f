import RotundaGeometry

/// A key of a theme's `[tokens]`: a color by its role, or a measure that several parts of the launcher use.
///
/// A measure stands for a key of the configuration, and has that key's type, range and description.
package struct ThemeToken: Sendable {
  /// A table within `[tokens]`.
  package enum Group: String, CaseIterable, Sendable {
    case color, type, space, radius, motion, elevation
  }

  enum Place: Sendable {
    case role(WritableKeyPath<ThemeRoles, Color?> & Sendable)
    /// A key of `[theme]`, `[carousel]`, `[background]` or `[access]`.
    case setting(ConfigurationKey)
  }

  package let group: Group
  /// The documentation of the token, with the token's dotted name.
  package let key: ConfigurationKey
  let place: Place

  private init(_ name: String, _ role: WritableKeyPath<ThemeRoles, Color?> & Sendable, _ words: String) {
    group = .color
    key = ConfigurationKey(
      .theme, name, .color, otherwise: "that of the scheme", example: "\"#c8442b\"", words,
      path: "tokens.color.\(name)")
    place = .role(role)
  }

  private init(_ group: Group, _ name: String, _ section: ConfigurationSection, _ setting: String) {
    let target = section[setting]
    self.group = group
    key = ConfigurationKey(
      section, name, target.kind, default: target.defaultValue, otherwise: target.defaultWords,
      example: target.example, target.words, path: "tokens.\(group.rawValue).\(name)")
    place = .setting(target)
  }

  /// Returns the token with a name in a group.
  package static func named(_ name: String, in group: Group) -> ThemeToken? {
    all.first { $0.group == group && $0.key.name == name }
  }

  /// Every token, in the order of the documentation.
  package static let all: [ThemeToken] = colors + measures

  private static let colors: [ThemeToken] = [
    ThemeToken("ground", \.ground, "The background, and pages."),
    ThemeToken("surface", \.surface, "Tiles without a color of their own."),
    ThemeToken("surface-text", \.surfaceText, "Text on such tiles."),
    ThemeToken("text", \.text, "Text on the background: title, clock, names of shelves and tiles."),
    ThemeToken("quiet", \.quiet, "Less important text on the background, such as the date."),
    ThemeToken(
      "accent", \.accent,
      "Badges, switches, progress and rings. The accent in an operator's [brand] replaces it."
    ),
    ThemeToken("on-accent", \.onAccent, "Text on the accent."),
    ThemeToken(
      "scrim", \.scrim,
      "The shade behind names on pictures, with its opacity. It is more opaque where text would be hard to read."
    ),
    ThemeToken("ring", \.ring, "The ring around the selected element."),
    ThemeToken("shadow", \.shadow, "The shadows around tiles, with their opacity."),
    ThemeToken("notice", \.notice, "The card of a message."),
    ThemeToken("notice-text", \.noticeText, "Text on such a card."),
    ThemeToken("border", \.border, "The line around tiles."),
  ]

  private static let measures: [ThemeToken] = [
    ThemeToken(.type, "font", .theme, "font"), ThemeToken(.type, "title-font", .theme, "title-font"),
    ThemeToken(.type, "scale", .access, "text-scale"),
    ThemeToken(.space, "tile", .theme, "margin"), ThemeToken(.space, "screen", .theme, "screen-margin-scale"),
    ThemeToken(.space, "notice", .theme, "notice-margin-scale"),
    ThemeToken(.space, "target", .theme, "least-target"), ThemeToken(.space, "slop", .theme, "least-slop"),
    ThemeToken(.radius, "tile", .theme, "corner-radius"),
    ThemeToken(.radius, "notice", .theme, "notice-radius-scale"),
    ThemeToken(.motion, "scroll", .carousel, "scroll-duration"),
    ThemeToken(.motion, "layout", .carousel, "layout-change-duration"),
    ThemeToken(.motion, "background", .background, "fade"),
    ThemeToken(.elevation, "shadow", .theme, "shadow-size"),
    ThemeToken(.elevation, "rim", .theme, "rim-light"),
    ThemeToken(.elevation, "border", .theme, "border-width"),
    ThemeToken(.elevation, "outline", .theme, "outline"),
    ThemeToken(.elevation, "shading", .theme, "shading"),
    ThemeToken(.elevation, "side-light", .theme, "side-light"),
    ThemeToken(.elevation, "far-light", .theme, "far-light"),
    ThemeToken(.elevation, "covered-light", .theme, "covered-light"),
  ]
}
