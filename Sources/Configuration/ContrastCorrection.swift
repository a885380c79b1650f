import RotundaGeometry

/// Makes colors lighter or darker until they contrast with their background. Hue and chroma stay, as far as a
/// screen can show them.
enum ContrastCorrection {
  /// The minimum contrast of text, and of shapes with a meaning (WCAG 2.1, 1.4.3 and 1.4.11).
  static let (writing, shape) = (4.5, 3.0)
  /// The minimum contrast of text for visitors with low vision (WCAG 2.1, 1.4.6).
  static let clearWriting = 7.0

  /// The number of lightness steps to try.
  private static let steps = 400

  /// Returns the color nearest to `color` with a contrast of at least `least` to all of `grounds`.
  ///
  /// If no color has it, because one background is bright and another dark, returns the color with the most
  /// contrast. Keeps the opacity.
  static func corrected(_ color: Color, on grounds: [Color], least: Double) -> Color {
    guard contrast(of: color, to: grounds) < least else { return color }
    let original = OKLab(color)
    var best = (color: color, contrast: 0.0)
    var nearest: (color: Color, distance: Double)?
    for step in 0...steps {
      let lightness = Double(step) / Double(steps)
      let distance = abs(lightness - original.lightness)
      if let nearest, nearest.distance <= distance { continue }
      let candidate = OKLab(lightness: lightness, a: original.a, b: original.b).color.rounded.opacity(
        color.alpha)
      let contrast = contrast(of: candidate, to: grounds)
      if contrast > best.contrast { best = (candidate, contrast) }
      if contrast >= least { nearest = (candidate, distance) }
    }
    return nearest?.color ?? best.color
  }

  /// Returns the smallest contrast to any of the backgrounds. A translucent color is first mixed with the
  /// background.
  static func contrast(of color: Color, to grounds: [Color]) -> Double {
    grounds.map { ground in
      let ground = ground.opacity(1)
      return ground.mixed(with: color.opacity(1), color.alpha).contrast(to: ground)
    }.min() ?? 21
  }
}

/// Colors derived from a single one.
extension Theme {
  /// Sets the accent: the color of badges, and of elements that are on, selected or in progress. Corrects its
  /// lightness to make it visible and text on it readable.
  mutating func setAccent(_ color: Color) {
    let color = color.opacity(1).rounded
    let shape = ContrastCorrection.corrected(
      color, on: [background, card], least: ContrastCorrection.shape)
    (accent, progress) = (shape, shape)
    badge = color
    badgeText = Self.writing(on: color)
    badgeText = ContrastCorrection.corrected(badgeText, on: [badge], least: ContrastCorrection.writing)
  }

  /// Returns the colors of a tile with its own accent: the badge, its text, and shapes with a meaning.
  package func accented(_ color: Color) -> (badge: Color, badgeText: Color, shape: Color) {
    var theme = self
    theme.setAccent(color)
    return (theme.badge, theme.badgeText, theme.progress)
  }

  /// Returns an accent as the color of a shape on the background behind the tiles.
  package func accentBehindTiles(_ color: Color) -> Color {
    ContrastCorrection.corrected(color.opacity(1).rounded, on: grounds, least: ContrastCorrection.shape)
  }

  /// Returns white, or nearly black with a touch of the background's hue, whichever is easier to read.
  static func writing(on ground: Color) -> Color {
    let hue = OKLab(ground)
    let part = hue.chroma > 0 ? min(1, 0.03 / hue.chroma) : 0
    let dark = OKLab(lightness: 0.2, a: hue.a * part, b: hue.b * part).color.rounded
    return dark.contrast(to: ground) > Color.white.contrast(to: ground) ? dark : .white
  }
}

extension Color {
  /// The color as files contain it, with 8 bits per channel. Comparisons use it, because it is the color on
  /// the screen.
  var rounded: Color {
    func channel(_ value: Double) -> Double { (min(max(value, 0), 1) * 255).rounded() / 255 }
    return Color(channel(red), channel(green), channel(blue), channel(alpha))
  }
}
