import RotundaGeometry

/// The themes that the launcher comes with.
///
/// Writing has a contrast of at least 4.5 to 1 against what it stands on, in `high-contrast` of 7 to 1 (WCAG 2.1,
/// 1.4.3 and 1.4.6). On the dark ones shadows would hardly be seen, and so cost nothing.
extension Theme {
  private static let ink = Color(hex: 0x1a2030)
  private static let paper = Color(hex: 0xf4f6fb)

  static let dark: Theme = {
    var theme = Theme(
      background: Color(hex: 0x12161f), card: Color(hex: 0x2f384b), cardText: paper,
      cardDetail: Color(hex: 0xb9c3d8), border: Color(hex: 0xffffff, alpha: 0.1),
      band: Color(hex: 0x0a0d14, alpha: 0.78), bandText: paper, badge: Color(hex: 0xffb224),
      badgeText: Color(hex: 0x241a05), running: Color(hex: 0x5fd38d),
      shadow: Color(hex: 0x000000, alpha: 0.5), title: paper, header: paper, quiet: Color(hex: 0x93a1bd),
      notice: paper, noticeTitle: ink, noticeDetail: Color(hex: 0x4a5266), pageHeading: Color(hex: 0x93a1bd),
      progress: Color(hex: 0xc9d4ee))
    // With less, cards would be darker than what is behind them, and look like holes in it.
    theme.farLight = 0.42
    return theme
  }()

  static let light: Theme = {
    var theme = Theme(
      background: Color(hex: 0xe4e8f0), card: Color(hex: 0xfdfdff), cardText: ink,
      cardDetail: Color(hex: 0x56607a), border: Color(hex: 0x1a2030, alpha: 0.08),
      band: Color(hex: 0xffffff, alpha: 0.9), bandText: ink, badge: Color(hex: 0xb5261e),
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
      band: .black, bandText: .white, badge: yellow, badgeText: .black, running: Color(hex: 0x6dff8f),
      shadow: .clear, title: yellow, header: .white, quiet: .white, notice: yellow, noticeTitle: .black,
      noticeDetail: .black, pageHeading: yellow, progress: yellow)
    theme.shading = 0
    theme.borderWidth = 3
    theme.sideLight = 0.92
    theme.farLight = 0.7
    theme.coveredLight = 0.5
    return theme
  }()

  private init(
    background: Color, card: Color, cardText: Color, cardDetail: Color, border: Color, band: Color,
    bandText: Color, badge: Color, badgeText: Color, running: Color, shadow: Color, title: Color,
    header: Color, quiet: Color, notice: Color, noticeTitle: Color, noticeDetail: Color, pageHeading: Color,
    progress: Color
  ) {
    (self.background, self.card, self.cardText, self.cardDetail) = (background, card, cardText, cardDetail)
    (self.border, self.band, self.bandText) = (border, band, bandText)
    (self.badge, self.badgeText, self.running, self.shadow) = (badge, badgeText, running, shadow)
    (self.title, self.header, self.quiet) = (title, header, quiet)
    (self.notice, self.noticeTitle, self.noticeDetail) = (notice, noticeTitle, noticeDetail)
    (self.pageHeading, self.progress) = (pageHeading, progress)
  }
}
