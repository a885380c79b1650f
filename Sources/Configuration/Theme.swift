import RotundaGeometry

/// The colors, measures and fonts of the launcher's screen.
package struct Theme: Hashable, Sendable {
  package var background: Color
  package var card: Color
  package var cardText: Color
  package var cardDetail: Color
  package var border: Color
  /// The shade behind the name on a full-size picture, and the text on it. Its opacity is that at the tile's
  /// lower edge.
  package var scrim: Color
  package var scrimText: Color
  package var badge: Color
  package var badgeText: Color
  /// The marker of a tile with a running program.
  package var running: Color
  package var shadow: Color
  package var title: Color
  /// The color of the title, clock and date at the upper edge.
  package var header: Color
  /// Less important elements at the edges, such as the date and the dots.
  package var quiet: Color
  package var notice: Color
  /// The first line of a message.
  package var noticeTitle: Color
  /// The other lines of a message.
  package var noticeDetail: Color
  package var pageHeading: Color
  /// The color that shows progress.
  package var progress: Color
  /// The brand's color, corrected to be visible; nil without a brand color.
  package var accent: Color?
  /// The theme's background colors; empty uses `background`, or the light of tiles.
  package var stage: [Color] = []
  /// The focus ring; nil uses `progress`.
  package var ring: Color?

  /// Corner radius of a tile, as a share of its shorter side.
  package var cornerRadius = 0.05
  /// Margin of a tile, as a share of its shorter side.
  package var margin = 0.08
  /// The strength of a card's light from above; 0 is flat.
  package var shading = 1.0
  /// Minimum border width of a card in points, and its border width as a multiple of the letter height.
  package var (leastBorder, outline) = (0.0, 0.0)
  /// The height of normal letters on the screen, in points. The caller sets it. No key does.
  package var letters = 0.0
  /// Border width of a card, in points.
  package var borderWidth: Double { max(leastBorder, outline * letters) }
  /// Minimum size of touch targets, in millimeters; 0 keeps the usual minimum.
  package var leastTarget = 0.0
  /// Minimum distance that a finger may move in a tap, in millimeters; 0 keeps the usual one.
  package var leastSlop = 0.0
  /// Opacity of the light along the upper edge of a tile; 0 is none.
  package var rimLight = 0.0
  /// The distance that a tile's shadow extends beyond it, as a share of its shorter side; 0 means no shadow.
  package var shadowSize = 0.0
  /// Scale factors of the corner radius and the margin of a message, and of the screen margin around header
  /// and dots.
  package var (noticeRadiusScale, noticeMarginScale, screenMarginScale) = (1.0, 1.0, 1.0)
  /// The brightness of the tile beside the middle one; 1 is full.
  package var sideLight = 0.78
  /// The lowest brightness of a tile.
  package var farLight = 0.25
  /// The brightness of the other tiles while a program opens.
  package var coveredLight = 0.3

  /// A Pango family list for text on tiles and in messages.
  package var fontFamily = "sans-serif"
  /// The language of the text, as a tag; empty uses the system's. The caller sets it. No key does.
  package var language = ""
  /// A Pango family list for the names of shelves, the title and the clock.
  package var titleFontFamily = "sans-serif"

  /// Whether the background may take its colors from tiles.
  package var allowsAmbient = true

  /// Whether all colors are opaque. Elements that are translucent in other themes then have a plain color.
  package var isOpaque = false
  /// Returns a color with an opacity. In an opaque theme, returns the color that results on the background.
  package func tinge(_ color: Color, _ opacity: Double, on ground: Color) -> Color {
    isOpaque ? ground.opacity(1).mixed(with: color.opacity(1), opacity) : color.opacity(opacity)
  }
  /// Returns the color of text that is less important than other text in the same color.
  package func quieter(_ color: Color, _ opacity: Double) -> Color {
    isOpaque ? color : color.opacity(opacity)
  }

  package var tileStyle = TileStyle.picture
  /// Whether a tile without a picture has a tint of its own. Otherwise it is a plain card.
  package var hasTints = true
  package var textScale = 1.0
  package var hasReducedMotion = false

  package enum TileStyle: String, CaseIterable, Hashable, Sendable {
    /// A card with an icon and a label below it.
    case card
    /// A full-size picture, or a symbol on a color, with the label on it.
    case picture
  }

  /// The corner radius of a message. All three values are in letter heights.
  package var noticeRadius: Double { 0.77 * noticeRadiusScale }
  package var noticeMargin: Double { 1.1 * noticeMarginScale }
  package var screenMargin: Double { 1.2 * screenMarginScale }

  /// The built-in themes.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    /// Light text on deep blue.
    case dark
    /// White cards on light gray.
    case light
    /// Yellow and white on black, with lines around everything.
    case highContrast = "high-contrast"
  }

  /// One of the built-in themes.
  package init(_ name: Name = .dark) {
    switch name {
    case .dark: self = .dark
    case .light: self = .light
    case .highContrast: self = .highContrast
    }
  }
}

/// The built-in themes.
///
/// Text has a contrast of at least 4.5 to 1 with its background. In `high-contrast` it has 7 to 1 (WCAG 2.1,
/// 1.4.3 and 1.4.6).
extension Theme {
  private static let ink = Color(hex: 0x1a2030)
  private static let paper = Color(hex: 0xf4f6fb)

  static let dark: Theme = {
    var theme = Theme(
      background: Color(hex: 0x12161f), card: Color(hex: 0x2f384b), cardText: paper,
      cardDetail: Color(hex: 0xb9c3d8), border: Color(hex: 0xffffff, alpha: 0.1),
      scrim: Color(hex: 0x0a0d14, alpha: 0.86), scrimText: .white, badge: .white, badgeText: ink,
      running: Color(hex: 0x5fd38d),
      shadow: Color(hex: 0x000000, alpha: 0.62), title: paper, header: paper, quiet: Color(hex: 0x93a1bd),
      notice: Color(hex: 0x242934), noticeTitle: Color(hex: 0xf0f2f6), noticeDetail: Color(hex: 0xb4bed2),
      pageHeading: Color(hex: 0x93a1bd),
      progress: Color(hex: 0xc9d4ee))
    // Size and shadow show the distance. Less light would make pictures dull.
    (theme.sideLight, theme.farLight) = (0.93, 0.82)
    theme.shadowSize = 0.07
    theme.rimLight = 0.27
    return theme
  }()

  static let light: Theme = {
    var theme = Theme(
      background: Color(hex: 0xe4e8f0), card: Color(hex: 0xfdfdff), cardText: ink,
      cardDetail: Color(hex: 0x56607a), border: Color(hex: 0x1a2030, alpha: 0.08),
      scrim: Color(hex: 0x0a0d14, alpha: 0.86), scrimText: .white, badge: Color(hex: 0xb5261e),
      badgeText: .white, running: Color(hex: 0x188a4a), shadow: Color(hex: 0x33405e, alpha: 0.32),
      title: ink, header: ink, quiet: Color(hex: 0x56607a), notice: ink, noticeTitle: paper,
      noticeDetail: Color(hex: 0xb9c3d8), pageHeading: Color(hex: 0x56607a), progress: Color(hex: 0x3d4f7a))
    theme.shading = 0.35
    theme.shadowSize = 0.1
    theme.sideLight = 0.93
    theme.farLight = 0.72
    theme.coveredLight = 0.6
    return theme
  }()

  static let highContrast: Theme = {
    let yellow = Color(hex: 0xffe14d)
    var theme = Theme(
      background: .black, card: .black, cardText: .white, cardDetail: .white, border: .white,
      scrim: .black, scrimText: .white, badge: yellow, badgeText: .black, running: Color(hex: 0x6dff8f),
      shadow: .clear, title: yellow, header: .white, quiet: .white, notice: yellow, noticeTitle: .black,
      noticeDetail: .black, pageHeading: yellow, progress: yellow)
    (theme.tileStyle, theme.hasTints) = (.card, false)
    theme.shading = 0
    theme.allowsAmbient = false
    theme.isOpaque = true
    theme.leastBorder = 3
    theme.sideLight = 0.92
    theme.farLight = 0.7
    theme.coveredLight = 0.5
    return theme
  }()

  private init(
    background: Color, card: Color, cardText: Color, cardDetail: Color, border: Color, scrim: Color,
    scrimText: Color, badge: Color, badgeText: Color, running: Color, shadow: Color, title: Color,
    header: Color, quiet: Color, notice: Color, noticeTitle: Color, noticeDetail: Color, pageHeading: Color,
    progress: Color
  ) {
    (self.background, self.card, self.cardText, self.cardDetail) = (background, card, cardText, cardDetail)
    (self.border, self.scrim, self.scrimText) = (border, scrim, scrimText)
    (self.badge, self.badgeText, self.running, self.shadow) = (badge, badgeText, running, shadow)
    (self.title, self.header, self.quiet) = (title, header, quiet)
    (self.notice, self.noticeTitle, self.noticeDetail) = (notice, noticeTitle, noticeDetail)
    (self.pageHeading, self.progress) = (pageHeading, progress)
  }
}
