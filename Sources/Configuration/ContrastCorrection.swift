import RotundaGeometry

/// Makes colors brighter or darker until they can be told from what they stand on. Hue and chroma stay, as
/// far as a screen shows them.
enum ContrastCorrection {
  /// The least contrast of writing, and of shapes that mean something (WCAG 2.1, 1.4.3 and 1.4.11).
  static let (writing, shape) = (4.5, 3.0)
  /// The least contrast of writing for visitors who see little (WCAG 2.1, 1.4.6).
  static let clearWriting = 7.0

  /// Lightnesses that are tried.
  private static let steps = 400

  /// The color nearest to `color` that has a contrast of at least `least` to all of `grounds`.
  ///
  /// Where there is none, because one ground is bright and another dark, the one with the most. Opacity
  /// stays.
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

  /// The least contrast to any of them; a color that is seen through is taken as it is mixed with its ground.
  static func contrast(of color: Color, to grounds: [Color]) -> Double {
    grounds.map { ground in
      let ground = ground.opacity(1)
      return ground.mixed(with: color.opacity(1), color.alpha).contrast(to: ground)
    }.min() ?? 21
  }
}

/// Colors that follow from a single one.
extension Theme {
  /// Gives the theme an accent: what is under way, on or chosen has its color, and so have badges. Each is
  /// made so bright or so dark that it is seen, or that what is written on it can be read.
  mutating func setAccent(_ color: Color) {
    let color = color.opacity(1).rounded
    let shape = ContrastCorrection.corrected(
      color, on: [background, card], least: ContrastCorrection.shape)
    (accent, progress) = (shape, shape)
    badge = color
    badgeText = Self.writing(on: color)
    badgeText = ContrastCorrection.corrected(badgeText, on: [badge], least: ContrastCorrection.writing)
  }

  /// The colors of a tile that has an accent of its own: a badge, what is written on it, and shapes that mean
  /// something.
  package func accented(_ color: Color) -> (badge: Color, badgeText: Color, shape: Color) {
    var theme = self
    theme.setAccent(color)
    return (theme.badge, theme.badgeText, theme.progress)
  }

  /// An accent as the color of a shape that stands on what lies behind the tiles.
  package func accentBehindTiles(_ color: Color) -> Color {
    ContrastCorrection.corrected(color.opacity(1).rounded, on: grounds, least: ContrastCorrection.shape)
  }

  /// White or nearly black with a touch of a ground's hue, whichever is easier to read on it.
  static func writing(on ground: Color) -> Color {
    let hue = OKLab(ground)
    let part = hue.chroma > 0 ? min(1, 0.03 / hue.chroma) : 0
    let dark = OKLab(lightness: 0.2, a: hue.a * part, b: hue.b * part).color.rounded
    return dark.contrast(to: ground) > Color.white.contrast(to: ground) ? dark : .white
  }
}

extension Color {
  /// The same as files have it, with 8 bits a channel. What is compared is what is shown.
  var rounded: Color {
    func channel(_ value: Double) -> Double { (min(max(value, 0), 1) * 255).rounded() / 255 }
    return Color(channel(red), channel(green), channel(blue), channel(alpha))
  }
}
