import Geometry
import Scene

/// Draws a tile's card: soft light from above, the icon or the initials, the label below.
///
/// The card fills its rectangle; whoever shows it rounds the corners.
struct FacePainter {
  /// How far the card's upper edge is lit towards white, and its lower edge shaded towards black.
  static let light = 0.09
  static let shade = 0.10
  /// Radius of the corners of a badge or a photograph, as a part of its shorter side.
  static let cornerShare = 0.2
  /// How far a badge's upper edge is lit towards white, and its lower edge shaded towards black.
  static let badgeLight = 0.06
  static let badgeShade = 0.14
  /// Most times that a small icon is enlarged: beyond that, one sees its pixels and not what it shows.
  static let mostEnlarged = 4.0
  /// Largest font of a label, as a part of the face's height: its two lines leave two thirds to the icon.
  static let largestFontShare = 0.13
  /// Lines of a script that are this much taller than the font's own do not fit as two.
  static let tallestLines = 1.25
  /// Height of the initials' font, as a part of the badge: for one letter and for two.
  static let initialsShare = (one: 0.5, two: 0.42)
  /// Most of a badge's side that initials take.
  static let widestInitials = 0.72
  /// A label that is too long for two lines is set this much smaller before it is cut short.
  static let condensed = 0.86

  let typesetter: Typesetter

  /// The pixels of `face`; nil without memory. Without an `icon` it shows the label's initials.
  /// `part` finds the icons of what is in a folder.
  func paint(
    _ face: TileFace, _ size: RasterSize, part: PartLoader = { _, _ in nil }, icon: (FaceLayout) -> Bitmap?
  ) -> Bitmap? {
    guard let canvas = Canvas(size.pixels) else { return nil }
    let label = face.label.displayableLabel
    let style = labelStyle(of: face, size)
    let layout = FaceLayout(size.pixels, lineHeight: label.isEmpty ? 0 : typesetter.lineHeight(style))
    paintCard(face.background, layout, on: canvas)
    if !layout.icon.size.isEmpty {
      switch face.icon {
      case .back?: paintBack(in: layout.icon, face.foreground, on: canvas)
      case .folder(let parts)?: paintFolder(parts, in: layout.icon, face, on: canvas, load: part)
      case .path?, .named?, nil:
        if let bitmap = icon(layout) {
          paintIcon(bitmap, layout, on: canvas)
        } else {
          paintInitials(label, face.fontFamily, layout.icon, on: canvas)
        }
      }
    }
    if !label.isEmpty { paintLabel(label, style, face.foreground, layout, on: canvas) }
    return canvas.finish(isOpaque: face.background.alpha >= 1)
  }

  private func labelStyle(of face: TileFace, _ size: RasterSize) -> TextStyle {
    let wanted = face.fontSize * size.scale
    let largest = Double(size.pixels.height) * FacePainter.largestFontShare
    return TextStyle(
      family: face.fontFamily, fontSize: min(wanted, largest), weight: .medium, isCentered: true,
      width: FaceLayout.labelWidth(size.pixels), limit: .lines(FaceLayout.labelLines))
  }

  private func paintCard(_ color: Color, _ layout: FaceLayout, on canvas: borrowing Canvas) {
    let lit = color.mixed(with: Color.white.opacity(color.alpha), FacePainter.light)
    let shaded = color.mixed(with: Color.black.opacity(color.alpha), FacePainter.shade)
    canvas.fill(canvas.bounds, top: lit, bottom: shaded)
  }

  private func paintIcon(_ bitmap: Bitmap, _ layout: FaceLayout, on canvas: borrowing Canvas) {
    let area = layout.place(bitmap.size, enlarged: FacePainter.mostEnlarged)
    let radius = bitmap.isOpaque ? min(area.size.width, area.size.height) * FacePainter.cornerShare / 2 : 0
    canvas.draw(bitmap, in: area, cornerRadius: radius)
  }

  func paintInitials(
    _ label: String, _ family: String, _ badge: Rectangle, on canvas: borrowing Canvas
  ) {
    let color = Color(name: label)
    canvas.fill(
      badge, top: color.mixed(with: .white, FacePainter.badgeLight),
      bottom: color.mixed(with: .black, FacePainter.badgeShade),
      cornerRadius: badge.size.width * FacePainter.cornerShare)
    let initials = Initials(label)
    guard !initials.letters.isEmpty else { return }
    let layout = set(initials, family, side: badge.size.width)
    // The boxes of one or two capitals leave room for descenders that they lack: centre what is black.
    layout.draw(on: canvas, at: badge.center - layout.ink.center, .white)
  }

  /// The initials on a badge with sides of `side`; smaller where they are wide (W, emoji).
  private func set(_ initials: Initials, _ family: String, side: Double) -> TextLayout {
    let share = initials.letters.count > 1 ? FacePainter.initialsShare.two : FacePainter.initialsShare.one
    var style = TextStyle(
      family: family, fontSize: side * share, weight: .bold, width: RasterSize.longestSide, limit: .lines(1))
    let layout = typesetter.set(initials.text, style)
    let ink = layout.ink.size
    let room = side * FacePainter.widestInitials
    guard max(ink.width, ink.height) > room else { return layout }
    style.fontSize *= room / max(ink.width, ink.height)
    return typesetter.set(initials.text, style)
  }

  private func paintLabel(
    _ label: String, _ style: TextStyle, _ color: Color, _ place: FaceLayout, on canvas: borrowing Canvas
  ) {
    let area = place.label
    let layout = fit(label, style, area)
    let logical = layout.logical
    // Below an icon the first line keeps its place, however many follow.
    let free = area.size.height - logical.size.height
    let top = area.origin.y + (place.icon.size.isEmpty ? free : min(0, free)) / 2
    layout.draw(on: canvas, at: Point(area.origin.x.rounded(), (top - logical.origin.y).rounded()), color)
  }

  /// Two lines as they are; else a little smaller; else cut short. One line where two of a script with tall
  /// lines would not fit.
  private func fit(_ label: String, _ style: TextStyle, _ area: Rectangle) -> TextLayout {
    let layout = typesetter.set(label, style)
    if layout.logical.size.height > area.size.height * FacePainter.tallestLines, layout.lineCount > 1 {
      var single = style
      single.limit = .lines(1)
      return typesetter.set(label, single)
    }
    guard layout.isEllipsized else { return layout }
    var smaller = style
    smaller.fontSize *= FacePainter.condensed
    let condensed = typesetter.set(label, smaller)
    return condensed.isEllipsized ? layout : condensed
  }
}
