import RotundaGeometry

/// The `[theme]` section: a built-in theme, and what is different from it.
public struct ThemeSettings: Hashable, Sendable {
  /// The built-in theme.
  public var name = Theme.Name.dark
  /// How faces are made.
  public var face = Theme.FaceKind.card
  /// How much larger than usual writing is; within `textScales`.
  public var textScale = 1.0
  /// Whether things fade instead of moving.
  public var hasReducedMotion = false
  /// Whether left and right change places; nil where the language is written from right to left.
  public var isMirrored: Bool?
  /// What is different, by the names of the keys.
  public var changes: [String: ThemeField.Value] = [:]

  /// Smaller, and nothing can be read; larger, and no word fits on a tile.
  public static let textScales = 0.5...3.0

  /// Every key at its default.
  public init() {}

  /// The colours, measures and fonts that result.
  public var theme: Theme {
    var theme = Theme(name)
    for field in ThemeField.all {
      if let value = changes[field.key.name] { field.set(value, in: &theme) }
    }
    (theme.face, theme.textScale, theme.hasReducedMotion) = (face, textScale, hasReducedMotion)
    return theme
  }
}
