import RotundaGeometry
import Scene

/// Draws a tile's face: soft light from above, the icon, the picture or the initials, the label below.
///
/// The face fills its rectangle; the renderer rounds the corners.
struct FacePainter {
  /// How far the card's upper edge is lit towards white, and its lower edge shaded towards black.
  private static let light = 0.09
  private static let shade = 0.10
  /// Radius of the corners of initials or a photograph, as a part of its shorter side.
  static let cornerShare = 0.2
  /// How far the ground of initials is lit towards white above, and shaded towards black below.
  private static let badgeLight = 0.06
  private static let badgeShade = 0.14
  /// Most times that a small icon is enlarged: beyond that, one sees its pixels and not what it shows.
  static let mostEnlarged = 4.0
  /// Largest font of a label, as a part of the face's height: its two lines leave half of it to the icon.
  static let largestFontShare = 0.2
  /// Lines of a script that are this much taller than the font's own do not fit as two.
  static let tallestLines = 1.25
  /// Height of the initials' font, as a part of their ground: for one letter and for two.
  private static let initialsShare = (one: 0.5, two: 0.42)
  /// Most of the ground's side that initials take.
  private static let widestInitials = 0.72
  /// A label that is too long for two lines is set this much smaller before it is cut short.
  static let condensed = 0.86

  /// Finds the pixels of an icon within a room, or such that they cover it; nil when there are none.
  typealias PictureLoader = (_ source: IconSource, _ room: PixelSize, _ covers: Bool) -> Bitmap?

  let typesetter: Typesetter

  /// The pixels of `face`; nil without memory. Without an icon it shows the label's initials.
  /// `load` finds pictures and icons, those of what is in a folder too.
  func paint(_ face: TileFace, _ size: RasterSize, load: PictureLoader) -> Bitmap? {
    guard let canvas = Canvas(size.pixels) else { return nil }
    let writing = FaceWriting(face, size, typesetter)
    paintGround(face, on: canvas)
    switch face.style {
    case .card: paintCard(face, writing, on: canvas, load: load)
    case .fullBleed: paintFullBleed(face, writing, on: canvas, load: load)
    }
    paintMarks(face, writing, on: canvas)
    return canvas.finish(isOpaque: face.background.alpha >= 1 && (face.backgroundBelow?.alpha ?? 1) >= 1)
  }

  private func paintGround(_ face: TileFace, on canvas: borrowing Canvas) {
    let color = face.background
    if let below = face.backgroundBelow { return canvas.fill(canvas.bounds, top: color, bottom: below) }
    let shading = min(max(0, face.shading), 2)
    let lit = color.mixed(with: Color.white.opacity(color.alpha), FacePainter.light * shading)
    let shaded = color.mixed(with: Color.black.opacity(color.alpha), FacePainter.shade * shading)
    canvas.fill(canvas.bounds, top: lit, bottom: shaded)
  }

  private func paintCard(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas, load: PictureLoader
  ) {
    let layout = FaceLayout(
      canvas.size, lineHeight: writing.lineHeight, detailHeight: writing.detailHeight,
      marginShare: writing.margin, badge: badgeArea(face, writing, within: canvas.bounds),
      hasPicture: face.icon != .nothing || face.photograph != nil)
    if let photograph = face.photograph, photograph.covers, !layout.cover.size.isEmpty,
      let bitmap = load(photograph.source, layout.cover.pixels, true)
    {
      canvas.draw(bitmap, covering: layout.cover)
    } else {
      paintSymbol(face, writing, layout, on: canvas, load: load)
    }
    writing.draw(in: layout.label, isBelowIcon: !layout.icon.size.isEmpty, on: canvas)
  }

  /// The icon, or what stands for it.
  private func paintSymbol(
    _ face: TileFace, _ writing: FaceWriting, _ layout: FaceLayout, on canvas: borrowing Canvas,
    load: PictureLoader
  ) {
    guard !layout.icon.size.isEmpty else { return }
    let picture = face.photograph.flatMap { load($0.source, layout.iconRoom, false) }
    if let picture { return paintIcon(picture, layout, on: canvas) }
    switch face.icon {
    case .back?: paintBack(in: layout.icon, face.foreground, on: canvas)
    case .folder(let parts)?: paintFolder(parts, in: layout.icon, face, on: canvas, load: load)
    case .nothing?: break
    case .path?, .file?, .named?, nil:
      if let bitmap = face.icon.flatMap({ load($0, layout.iconRoom, false) }) {
        paintIcon(bitmap, layout, on: canvas)
      } else {
        paintInitials(writing.label, face, layout.icon, on: canvas)
      }
    }
  }

  private func paintIcon(_ bitmap: Bitmap, _ layout: FaceLayout, on canvas: borrowing Canvas) {
    let area = layout.place(bitmap.size, enlarged: FacePainter.mostEnlarged)
    let radius = bitmap.isOpaque ? min(area.size.width, area.size.height) * FacePainter.cornerShare / 2 : 0
    canvas.draw(bitmap, in: area, cornerRadius: radius)
  }

  func paintInitials(
    _ label: String, _ face: TileFace, _ badge: Rectangle, on canvas: borrowing Canvas
  ) {
    let color = Color(name: label)
    canvas.fill(
      badge, top: color.mixed(with: .white, FacePainter.badgeLight),
      bottom: color.mixed(with: .black, FacePainter.badgeShade),
      cornerRadius: badge.size.width * FacePainter.cornerShare)
    let initials = Initials(label)
    guard !initials.letters.isEmpty else { return }
    let layout = set(initials, face, side: badge.size.width)
    // The boxes of one or two capitals leave room for descenders that they lack: centre what is black.
    layout.draw(on: canvas, at: badge.center - layout.ink.center, .white)
  }

  /// The initials on a ground with sides of `side`; smaller where they are wide (W, emoji).
  private func set(_ initials: Initials, _ face: TileFace, side: Double) -> TextLayout {
    let share = initials.letters.count > 1 ? FacePainter.initialsShare.two : FacePainter.initialsShare.one
    var style = TextStyle(
      family: face.fontFamily, language: face.language, fontSize: side * share, weight: .bold,
      width: RasterSize.longestSide, limit: .lines(1))
    let layout = typesetter.set(initials.text, style)
    let ink = layout.ink.size
    let room = side * FacePainter.widestInitials
    guard max(ink.width, ink.height) > room else { return layout }
    style.fontSize *= room / max(ink.width, ink.height)
    return typesetter.set(initials.text, style)
  }
}

/// Faces whose picture goes from edge to edge.
extension FacePainter {
  /// Free space above and below the writing on the band, as a part of a line.
  private static let bandPadding = 0.45
  /// How opaque the band is over the card, where nothing need be hidden by it, as a part of what it is over a picture.
  private static let plainBand = 0.4
  /// Most of the face's height that the band takes.
  static let highestBand = 0.5

  private func paintFullBleed(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas, load: PictureLoader
  ) {
    let bounds = canvas.bounds
    let band = bandArea(writing, bounds.size)
    var bandColor = face.band
    if let photograph = face.photograph, photograph.covers,
      let bitmap = load(photograph.source, canvas.size, true)
    {
      canvas.draw(bitmap, covering: bounds)
    } else {
      bandColor.alpha *= Self.plainBand
      // The symbol has all of what is above the band.
      let above = PixelSize(canvas.size.width, max(1, canvas.size.height - Int(band.size.height)))
      let layout = FaceLayout(above, lineHeight: 0, marginShare: writing.margin)
      paintSymbol(face, writing, layout, on: canvas, load: load)
    }
    guard !writing.isEmpty else { return }
    canvas.fill(band, top: bandColor, bottom: bandColor)
    let margin = writing.margin * min(bounds.size.width, bounds.size.height)
    let room = Rectangle(
      origin: Point(margin, band.origin.y), size: Size(max(1, band.size.width - 2 * margin), band.size.height)
    )
    writing.draw(in: room, isBelowIcon: false, on: canvas)
  }

  /// How high a band is with a line of a label, and the second line, or only one of them.
  static func bandHeight(line: Double, detail: Double) -> Double {
    line + detail + 2 * max(line, detail) * bandPadding
  }

  /// At the lower edge, as high as its writing.
  private func bandArea(_ writing: FaceWriting, _ face: Size) -> Rectangle {
    guard !writing.isEmpty else { return Rectangle(origin: Point(0, face.height), size: Size(face.width, 0)) }
    let most = face.height * Self.highestBand
    let padding =
      Self.bandHeight(line: writing.lineHeight, detail: writing.detailHeight) - writing.lineHeight
      - writing.detailHeight
    let height = min(writing.height(within: Size(face.width, most)) + padding, most).rounded()
    return Rectangle(origin: Point(0, face.height - height), size: Size(face.width, height))
  }
}
