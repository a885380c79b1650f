import RotundaGeometry

/// A key of a theme's `[tokens]`: a colour by its role, or a measure that several parts of the launcher follow.
///
/// A measure stands for a key of a configuration: its type, range and words are that key's.
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
  /// What is written about it; its dotted name is that of the token.
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

  /// The token of a name in a group.
  package static func named(_ name: String, in group: Group) -> ThemeToken? {
    all.first { $0.group == group && $0.key.name == name }
  }

  /// Every token, in the order in which they are documented.
  package static let all: [ThemeToken] = colors + measures

  private static let colors: [ThemeToken] = [
    ThemeToken("ground", \.ground, "What is behind everything, and the colour of pages."),
    ThemeToken("surface", \.surface, "Tiles that have no colour of their own."),
    ThemeToken("surface-text", \.surfaceText, "What is written on such tiles."),
    ThemeToken("text", \.text, "What is written on the ground: title, clock, names of shelves and tiles."),
    ThemeToken("quiet", \.quiet, "What is less important on the ground, such as the date."),
    ThemeToken(
      "accent", \.accent,
      "Badges, switches that are on, progress and rings. The accent in an operator's [brand] takes its place."
    ),
    ThemeToken("on-accent", \.onAccent, "What is written on the accent."),
    ThemeToken(
      "scrim", \.scrim,
      "The shade behind names on pictures, with its opacity. It becomes more opaque where nothing could be read on it."
    ),
    ThemeToken("ring", \.ring, "The ring around what is chosen by keys or by a switch."),
    ThemeToken("shadow", \.shadow, "The shadows around tiles, with their opacity."),
    ThemeToken("notice", \.notice, "The card that a message stands on."),
    ThemeToken("notice-text", \.noticeText, "What is written on such a card."),
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
