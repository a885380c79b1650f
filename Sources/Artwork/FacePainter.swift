import RotundaGeometry
import Scene

/// Draws a tile's face: the picture, icon or pictogram, the name, and what lies over both.
///
/// The face fills its rectangle; the renderer rounds the corners.
struct FacePainter {
  /// How far the card's upper edge is lit towards white, and its lower edge shaded towards black.
  private static let light = 0.09
  private static let shade = 0.10
  /// Radius of the corners of what is in the icon's place, as a part of its shorter side.
  static let cornerShare = 0.2
  /// Most times that a small icon is enlarged: beyond that, one sees its pixels and not what it shows.
  static let mostEnlarged = 4.0
  /// How colourful and how bright what cannot be opened is.
  private static let muted = (saturation: 0.25, light: 0.75)

  /// Finds the pixels of an icon within a room, or such that they cover it; nil when there are none.
  typealias PictureLoader = (_ source: IconSource, _ room: PixelSize, _ covers: Bool) -> Bitmap?

  let typesetter: Typesetter

  /// The pixels of `face`; nil without memory.
  /// `load` finds pictures and icons, those of what is in a folder too.
  func paint(_ face: TileFace, _ size: RasterSize, load: PictureLoader) -> Bitmap? {
    guard let canvas = Canvas(size.pixels) else { return nil }
    let writing = FaceWriting(face, size, typesetter)
    paintGround(face, on: canvas)
    switch face.style {
    case .card: paintCard(face, writing, on: canvas, load: load)
    case .fullBleed: paintPoster(face, writing, on: canvas, load: load)
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

  private func mute(_ face: TileFace, _ canvas: borrowing Canvas) {
    guard case .disabled = face.state else { return }
    canvas.mute(saturation: Self.muted.saturation, light: Self.muted.light)
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
    } else if !layout.icon.size.isEmpty {
      paintOnCard(face, layout, on: canvas, load: load)
    }
    mute(face, canvas)
    writing.draw(in: layout.label, isBelowIcon: !layout.icon.size.isEmpty, on: canvas)
  }

  /// The icon on a card, or what stands for it.
  private func paintOnCard(
    _ face: TileFace, _ layout: FaceLayout, on canvas: borrowing Canvas, load: PictureLoader
  ) {
    let picture = face.photograph.flatMap { load($0.source, layout.iconRoom, false) }
    if let picture { return paintIcon(picture, layout, on: canvas) }
    switch face.icon {
    case .back?: paintBack(in: layout.icon, face.foreground, on: canvas)
    case .folder(let parts)?: paintFolder(parts, in: layout.icon, face, on: canvas, load: load)
    case .nothing?: break
    case .path?, .file?, .named?, nil:
      if let bitmap = face.icon.flatMap({ load($0, layout.iconRoom, false) }) {
        return paintIcon(bitmap, layout, on: canvas)
      }
      let symbol = Symbol(label: face.label, glyph: face.glyph, tint: face.tint)
      paint(symbol, onBadge: layout.icon, face, on: canvas)
    }
  }

  private func paintIcon(_ bitmap: Bitmap, _ layout: FaceLayout, on canvas: borrowing Canvas) {
    let area = layout.place(bitmap.size, enlarged: FacePainter.mostEnlarged)
    let radius = bitmap.isOpaque ? min(area.size.width, area.size.height) * FacePainter.cornerShare / 2 : 0
    canvas.draw(bitmap, in: area, cornerRadius: radius)
  }

  /// What goes from edge to edge, and the name on it.
  private func paintPoster(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas, load: PictureLoader
  ) {
    let shade = paintPicture(face, writing, on: canvas, load: load)
    mute(face, canvas)
    guard !writing.isEmpty else { return }
    Scrim(top: writing.blockTop, height: canvas.bounds.size.height)
      .paint(Scrim.color(face.scrim, toned: shade), on: canvas)
    writing.drawBlock(on: canvas)
  }

  /// Returns a colour whose hue the scrim may have.
  private func paintPicture(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas, load: PictureLoader
  ) -> Color {
    let bounds = canvas.bounds
    if let photograph = face.photograph, photograph.covers,
      let bitmap = load(photograph.source, canvas.size, true)
    {
      canvas.draw(bitmap, covering: bounds)
      return bitmap.tone
    }
    let free = writing.isEmpty ? bounds.maxY : writing.blockTop
    if case .folder(let parts)? = face.icon, !parts.isEmpty {
      paintMosaic(parts, in: bounds, free: free, face, on: canvas, load: load)
      return face.background
    }
    if let tint = face.tint { paint(tint, in: bounds, cornerRadius: 0, on: canvas) }
    let places = SymbolPlaces(bounds, free: free)
    if let source = face.photograph?.source, let bitmap = load(source, places.free.pixels, false) {
      canvas.draw(bitmap, in: Self.fit(bitmap.size, into: places.free))
      return face.tint?.bottom ?? face.background
    }
    switch face.icon {
    case .back?: paintBack(in: places.symbol, face.tint?.symbol ?? face.foreground, on: canvas)
    case .nothing?: break
    case .folder?, .path?, .file?, .named?, nil:
      let symbol = Symbol(label: face.label, glyph: face.glyph, tint: face.tint)
      let bitmap = face.icon.flatMap { $0.isLoaded ? load($0, places.plate.pixels, false) : nil }
      paint(symbol, bitmap, in: places, face, on: canvas)
    }
    return face.tint?.bottom ?? face.background
  }
}

/// The shade behind a name on a picture.
struct Scrim {
  /// Most and least of the face's height that it covers, and how many times as high as the writing it is.
  static let most = 0.46
  private static let least = 0.28
  private static let ratio = 1.75
  /// Where the writing begins it has come so far of its way: white letters on white photographs then have a contrast of 4.5 to 1.
  private static let readable = 0.62
  /// A scrim that is lighter than this, in OKLab, keeps its own hue; and the most chroma that it gets from a picture.
  private static let (darkest, chroma) = (0.3, 0.045)
  private static let stops = 16

  /// Where it begins, and where it is as opaque as it gets.
  let start: Double
  let end: Double
  private let height: Double

  /// - Parameters:
  ///   - top: where the writing begins.
  ///   - height: of the face.
  init(top: Double, height: Double) {
    let needed = (height - top) * Self.ratio
    let extent = min(max(needed, height * Self.least), height * Self.most)
    start = height - extent
    end = min(height, start + max(1, top - start) / Self.readable)
    self.height = height
  }

  /// How much of the colour there is at a height: a smooth step.
  func part(at y: Double) -> Double {
    let way = min(max((y - start) / max(1, end - start), 0), 1)
    return way * way * (3 - 2 * way)
  }

  /// A dark scrim has the hue of what it lies on.
  static func color(_ color: Color, toned tone: Color) -> Color {
    let scrim = OKLab(color)
    let picture = OKLab(tone)
    guard scrim.lightness < darkest, picture.chroma > 0.01, color != .black else { return color }
    let toned = OKLab(
      lightness: scrim.lightness, chroma: min(picture.chroma * 0.4, chroma), hue: picture.hue)
    return toned.color.opacity(color.alpha)
  }

  func paint(_ color: Color, on canvas: borrowing Canvas) {
    let bounds = canvas.bounds
    let area = Rectangle(
      origin: Point(0, start), size: Size(bounds.size.width, max(1, height - start)))
    let stops = (0...Self.stops).map { index in
      let place = Double(index) / Double(Self.stops)
      return (place, color.opacity(color.alpha * part(at: start + place * (end - start))))
    }
    canvas.fill(area, from: Point(0, start), to: Point(0, max(end, start + 1)), stops, cornerRadius: 0)
  }
}
