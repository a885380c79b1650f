import RotundaGeometry

/// The colors of a theme by what they are for. From these few the launcher makes all others.
package struct ThemeRoles: Hashable, Sendable {
  /// Behind everything, and of pages.
  var ground: Color?
  /// Of tiles without a color of their own, and what is written on them.
  var (surface, surfaceText): (Color?, Color?)
  /// Of what is written on the ground, and of what is less important there.
  var (text, quiet): (Color?, Color?)
  /// Of what is chosen, on or under way, and of what is written on it.
  var (accent, onAccent): (Color?, Color?)
  /// Of the shade behind names on pictures.
  var scrim: Color?
  /// Of the ring around what is chosen.
  var ring: Color?
  var shadow: Color?
  /// Of messages, and of what is written on them.
  var (notice, noticeText): (Color?, Color?)
  var border: Color?

  package init() {}

  /// How far what is less important is mixed with what it stands on.
  private static let quietShare = 0.3

  /// Gives a theme these colors, and those that follow from them.
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
    // A message stands out from everything: without colors of its own it is as dark as writing.
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

/// One color that can stand on another.
package struct ContrastPair: Sendable {
  package let name: String
  /// The token that decides about the color.
  package let token: String
  let color: WritableKeyPath<Theme, Color> & Sendable
  /// What it may stand on.
  let grounds: @Sendable (Theme) -> [Color]
  /// Whether it is writing, and no shape.
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
  /// A color that had to change so that it can be seen on what it stands on.
  package struct Correction: Hashable, Sendable {
    package let (name, token): (String, String)
    package let (old, new): (Color, Color)
    /// The contrast that it had, and the least that it may have.
    package let (contrast, least): (Double, Double)

    package static func == (one: Correction, other: Correction) -> Bool {
      one.name == other.name && one.old == other.old && one.new == other.new
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// The lightest and the darkest ground that the light of a tile makes.
  private static let (darkAmbient, brightAmbient) = (
    OKLab(lightness: 0.34, a: 0, b: 0).color, OKLab(lightness: 0.90, a: 0, b: 0).color
  )

  /// Whether the ground is bright, so that what stands on it is dark.
  package var isBright: Bool { background.contrast(to: .black) > background.contrast(to: .white) }

  /// What the header and the text below the tiles may stand on.
  var grounds: [Color] {
    guard stage.isEmpty else { return stage.map { $0.opacity(1) } }
    return allowsAmbient ? [background, isBright ? Self.brightAmbient : Self.darkAmbient] : [background]
  }

  /// Everything that is written or means something, with what it stands on.
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

  /// The shade behind names, on the brightest picture and on the darkest.
  private var shades: [Color] {
    [Color.white, .black].map { $0.mixed(with: scrim.opacity(1), scrim.alpha) }
  }

  /// The color of the ring around what is chosen.
  package var ringColor: Color {
    get { ring ?? progress }
    set { if ring != nil { ring = newValue } else { progress = newValue } }
  }

  /// What the contrast of a pair has to be at least.
  package func leastContrast(of pair: ContrastPair, scheme: Name) -> Double {
    guard pair.isWriting else { return ContrastCorrection.shape }
    return scheme == .highContrast ? ContrastCorrection.clearWriting : ContrastCorrection.writing
  }

  /// The contrast that a pair has.
  package func contrast(of pair: ContrastPair) -> Double {
    ContrastCorrection.contrast(of: self[keyPath: pair.color], to: pair.grounds(self))
  }

  /// Makes every color brighter or darker that could not be read or seen; returns which.
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

  /// No writing can be read on a shade that shows bright and dark pictures alike: it becomes opaque enough.
  private mutating func deepenScrim(_ scheme: Name) {
    let least = scheme == .highContrast ? ContrastCorrection.clearWriting : ContrastCorrection.writing
    while scrim.alpha < 1,
      ContrastCorrection.contrast(of: Self.writing(on: scrim.opacity(1)), to: shades) < least
    {
      scrim.alpha = min(1, scrim.alpha + 0.02)
    }
  }
}
