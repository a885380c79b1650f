import CPango
import RotundaGeometry
import Scene

/// The text of a badge, and the size of its pill. Lengths are in pixels.
struct BadgeLayout: ~Copyable {
  /// Padding above and below the text, as a share of the letter height.
  private static let padding = 0.22

  private let badge: TileBadge
  private let text: TextLayout
  /// The size of the pill.
  let size: Size

  init(_ badge: TileBadge, scale: Double, _ typesetter: Typesetter) {
    self.badge = badge
    // Bold, except beside Arabic text, which bold Latin letters would outweigh.
    let isArabic = (badge.text + badge.neighbor).unicodeScalars.contains {
      (0x600...0x6ff).contains($0.value)
    }
    var style = TextStyle(
      family: badge.fontFamily, language: badge.language, fontSize: badge.fontSize * scale,
      weight: isArabic ? .regular : .bold, width: Self.pixels(badge.mostWidth * scale), limit: .lines(1))
    if let family = typesetter.family(writing: badge.neighbor, style) {
      style.family = "\(family), \(badge.fontFamily)"
    }
    text = typesetter.set(badge.text.displayableLabel, style)
    let letters = style.fontSize
    let height = (text.logical.size.height + 2 * letters * Self.padding).rounded()
    size = Size(max(height, (text.ink.size.width + 2 * letters * TileBadge.padding).rounded()), height)
  }

  private static func pixels(_ width: Double) -> Int {
    width >= 1 ? Int(min(width, Double(RasterSize.longestSide))) : 1
  }

  /// Draws the text on a pill of the layout's size.
  func draw(in pill: Rectangle, on canvas: borrowing Canvas) {
    let ink = text.ink
    text.draw(
      on: canvas, at: Point(pill.center.x - ink.center.x, pill.center.y - text.logical.center.y), badge.ink)
  }
}

/// Draws a single badge, with its shadow.
struct BadgePainter {
  /// The shadow: its reach as a share of the pill's height, and its opacity in the middle. Then the number of
  /// fade steps, and the downward offset as a share of the reach.
  private static let shadow = (reach: 0.16, opacity: 0.34, steps: 5, drop: 0.4)

  let typesetter: Typesetter

  /// Returns the pixels of `badge`, and the distance of the pill from their edges; nil without memory, and
  /// for an empty text.
  func paint(_ badge: TileBadge, _ size: RasterSize) -> (Bitmap, inset: PixelSize)? {
    guard !badge.text.displayableLabel.isEmpty else { return nil }
    let layout = BadgeLayout(badge, scale: size.scale, typesetter)
    let height = layout.size.height
    let margin = (height * Self.shadow.reach * (1 + Self.shadow.drop)).rounded(.up)
    let pill = Rectangle(origin: Point(margin, margin), size: layout.size)
    let extent = PixelSize(Int(pill.maxX + margin), Int(pill.maxY + margin))
    guard let canvas = Canvas(extent) else { return nil }
    for step in 0..<Self.shadow.steps {
      let grown = height * Self.shadow.reach * (1 - Double(step) / Double(Self.shadow.steps))
      let part = Color.black.opacity(Self.shadow.opacity / Double(Self.shadow.steps))
      let area = Rectangle(
        center: pill.center + Point(0, height * Self.shadow.reach * Self.shadow.drop),
        size: Size(pill.size.width + 2 * grown, height + 2 * grown))
      canvas.fill(area, top: part, bottom: part, cornerRadius: area.size.height / 2)
    }
    canvas.fill(pill, top: badge.color, bottom: badge.color, cornerRadius: height / 2)
    canvas.outline(pill, badge.line, width: max(1, size.scale.rounded(.down)), cornerRadius: height / 2)
    layout.draw(in: pill, on: canvas)
    return (canvas.finish(isOpaque: false), PixelSize(Int(margin), Int(margin)))
  }
}
