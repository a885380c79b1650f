import RotundaGeometry

/// The colors of a theme by their role. The launcher derives all other colors from these.
package struct ThemeRoles: Hashable, Sendable {
  /// The background of the screen and of pages.
  var ground: Color?
  /// Tiles without a color of their own, and the text on them.
  var (surface, surfaceText): (Color?, Color?)
  /// Text on the background, and less important text there.
  var (text, quiet): (Color?, Color?)
  /// Elements that are selected, on or in progress, and the text on them.
  var (accent, onAccent): (Color?, Color?)
  /// The shade behind names on pictures.
  var scrim: Color?
  /// The focus ring.
  var ring: Color?
  var shadow: Color?
  /// Messages, and the text on them.
  var (notice, noticeText): (Color?, Color?)
  var border: Color?

  package init() {}

  /// The share of the background that is mixed into less important colors.
  private static let quietShare = 0.3

  /// Applies these colors to a theme, and derives the others.
  func style(_ theme: inout Theme) {
    if let ground { theme.background = ground.opacity(1) }
    if let surface { theme.card = surface.opacity(1) }
    if let text { (theme.title, theme.header) = (text, text) }
    if let quiet = quiet ?? text?.mixed(with: theme.background, Self.quietShare).rounded {
      (theme.quiet, theme.pageHeading) = (quiet, quiet)
    }
    if let surfaceText {
      (theme.cardText, theme.cardDetail) = (
        surfaceText, surfaceText.mixed(with: theme.card, Self.quietShare).rounded
      )
    }
    if let scrim { (theme.scrim, theme.scrimText) = (scrim, Theme.writing(on: scrim.opacity(1))) }
    if let shadow { theme.shadow = shadow }
    if let border { theme.border = border }
    // A message stands out from everything. Without colors of its own it has the color of text.
    if let notice = notice ?? text {
      theme.notice = notice.opacity(1)
      theme.noticeTitle = noticeText ?? (self.notice == nil ? theme.background : Theme.writing(on: notice))
      theme.noticeDetail = theme.noticeTitle.mixed(with: theme.notice, Self.quietShare).rounded
    }
    if let accent {
      theme.setAccent(accent)
      theme.badgeText = onAccent ?? theme.badgeText
    }
    theme.ring = ring ?? theme.ring
  }
}

/// A color that can appear on another color.
package struct ContrastPair: Sendable {
  package let name: String
  /// The token that sets the color.
  package let token: String
  let color: WritableKeyPath<Theme, Color> & Sendable
  /// The possible backgrounds.
  let grounds: @Sendable (Theme) -> [Color]
  /// Whether the color is for text, not for a shape.
  let isWriting: Bool

  init(
    _ name: String, of token: String? = nil, _ color: WritableKeyPath<Theme, Color> & Sendable,
    isWriting: Bool = true,
    on grounds: @escaping @Sendable (Theme) -> [Color]
  ) {
    (self.name, self.token) = (name, "tokens.color.\(token ?? name)")
    (self.color, self.grounds, self.isWriting) = (color, grounds, isWriting)
  }
}

extension Theme {
  /// A color that was changed to be visible on its background.
  package struct Correction: Hashable, Sendable {
    package let (name, token): (String, String)
    package let (old, new): (Color, Color)
    /// The original contrast, and the required minimum.
    package let (contrast, least): (Double, Double)

    package static func == (one: Correction, other: Correction) -> Bool {
      one.name == other.name && one.old == other.old && one.new == other.new
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The darkest and the brightest background that the light of a tile produces.
  private static let (darkAmbient, brightAmbient) = (
    OKLab(lightness: 0.34, a: 0, b: 0).color, OKLab(lightness: 0.90, a: 0, b: 0).color
  )

  /// Whether the background is bright, which needs dark text.
  package var isBright: Bool { background.contrast(to: .black) > background.contrast(to: .white) }

  /// The possible backgrounds of the header and of the text below the tiles.
  var grounds: [Color] {
    guard stage.isEmpty else { return stage.map { $0.opacity(1) } }
    return allowsAmbient ? [background, isBright ? Self.brightAmbient : Self.darkAmbient] : [background]
  }

  /// All text and all meaningful shapes, with their backgrounds.
  package static let pairs: [ContrastPair] = [
    ContrastPair("text", \.header) { $0.grounds },
    ContrastPair("title", of: "text", \.title) { $0.grounds },
    ContrastPair("quiet", \.quiet) { $0.grounds },
    ContrastPair("heading", of: "quiet", \.pageHeading) { [$0.background] },
    ContrastPair("surface-text", \.cardText) { [$0.card] },
    ContrastPair("surface-detail", of: "surface-text", \.cardDetail) { [$0.card] },
    ContrastPair("scrim-text", of: "scrim", \.scrimText) { $0.shades },
    ContrastPair("on-accent", \.badgeText) { [$0.badge] },
    ContrastPair("notice-text", \.noticeTitle) { [$0.notice] },
    ContrastPair("notice-detail", of: "notice-text", \.noticeDetail) { [$0.notice] },
    ContrastPair("accent", \.progress, isWriting: false) { [$0.background, $0.card] },
    ContrastPair("ring", \.ringColor, isWriting: false) { [$0.background] },
  ]

  /// The shade behind names, on the brightest and on the darkest picture.
  private var shades: [Color] {
    [Color.white, .black].map { $0.mixed(with: scrim.opacity(1), scrim.alpha) }
  }

  /// The color of the focus ring.
  package var ringColor: Color {
    get { ring ?? progress }
    set { if ring != nil { ring = newValue } else { progress = newValue } }
  }

  /// Returns the minimum contrast of a pair.
  package func leastContrast(of pair: ContrastPair, scheme: Name) -> Double {
    guard pair.isWriting else { return ContrastCorrection.shape }
    return scheme == .highContrast ? ContrastCorrection.clearWriting : ContrastCorrection.writing
  }

  package func contrast(of pair: ContrastPair) -> Double {
    ContrastCorrection.contrast(of: self[keyPath: pair.color], to: pair.grounds(self))
  }

  /// Makes every color with too little contrast lighter or darker. Returns the corrections.
  @discardableResult
  mutating func correctContrast(scheme: Name) -> [Correction] {
    deepenScrim(scheme)
    var corrections: [Correction] = []
    for pair in Self.pairs {
      let (old, contrast) = (self[keyPath: pair.color], contrast(of: pair))
      let least = leastContrast(of: pair, scheme: scheme)
      guard contrast < least else { continue }
      let new = ContrastCorrection.corrected(old.opacity(1), on: pair.grounds(self), least: least)
      self[keyPath: pair.color] = new
      corrections.append(
        Correction(
          name: pair.name, token: pair.token, old: old, new: new, contrast: contrast, least: least))
    }
    if accent != nil { accent = progress }
    return corrections
  }

  /// Makes the shade behind names opaque enough. A shade over both bright and dark pictures makes text
  /// unreadable.
  private mutating func deepenScrim(_ scheme: Name) {
    let least = scheme == .highContrast ? ContrastCorrection.clearWriting : ContrastCorrection.writing
    while scrim.alpha < 1,
      ContrastCorrection.contrast(of: Self.writing(on: scrim.opacity(1)), to: shades) < least
    {
      scrim.alpha = min(1, scrim.alpha + 0.02)
    }
  }
}
