import RotundaGeometry
import Scene

/// Draws a tile's face: the picture, icon or pictogram, the name, and the elements on top of them.
///
/// The face fills its rectangle. The renderer rounds the corners.
struct FacePainter {
  /// The share of white in the card's upper edge, and of black in its lower edge.
  private static let light = 0.09
  private static let shade = 0.10
  /// Corner radius of the symbol in the icon's place, as a share of its shorter side.
  static let cornerShare = 0.2
  /// The largest enlargement of a small icon. Beyond that, its pixels dominate.
  static let mostEnlarged = 4.0
  /// The saturation and brightness of tiles that cannot be opened.
  private static let muted = (saturation: 0.25, light: 0.75)

  /// Returns the pixels of an icon within a room, or covering it; nil if it has none.
  typealias PictureLoader = (_ source: IconSource, _ room: PixelSize, _ covers: Bool) -> Bitmap?

  let typesetter: Typesetter

  /// Returns the pixels of `face`; nil without memory. `load` finds pictures and icons, also those of tiles
  /// in a folder.
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

  /// Returns the pixels of only a face's text, without the empty space around it. The inset is the size of
  /// that space on the left and above. Returns nil without memory.
  func paintWriting(_ face: TileFace, _ size: RasterSize) -> (Bitmap, inset: PixelSize)? {
    guard let canvas = Canvas(size.pixels) else { return nil }
    let writing = FaceWriting(face, size, typesetter)
    switch face.style {
    case .card:
      let layout = layout(face, writing, on: canvas)
      writing.draw(in: layout.label, isBelowIcon: !layout.icon.size.isEmpty, on: canvas)
    case .fullBleed: if !writing.isEmpty { writing.drawBlock(on: canvas) }
    }
    return canvas.finish(isOpaque: false).trimmed()
  }

  private func layout(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas
  ) -> FaceLayout {
    FaceLayout(
      canvas.size, lineHeight: writing.lineHeight, detailHeight: writing.detailHeight,
      marginShare: writing.margin, badge: badgeArea(face, writing, within: canvas.bounds),
      hasPicture: face.icon != .nothing || face.photograph != nil)
  }

  private func paintCard(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas, load: PictureLoader
  ) {
    let layout = layout(face, writing, on: canvas)
    if let photograph = face.photograph, photograph.covers, !layout.cover.size.isEmpty,
      let bitmap = load(photograph.source, layout.cover.pixels, true)
    {
      canvas.draw(bitmap, covering: layout.cover, focus: photograph.focus)
    } else if !layout.icon.size.isEmpty {
      paintOnCard(face, layout, on: canvas, load: load)
    }
    mute(face, canvas)
    guard !face.isBare else { return }
    writing.draw(in: layout.label, isBelowIcon: !layout.icon.size.isEmpty, on: canvas)
  }

  /// Draws the icon on a card, or its replacement.
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

  /// Draws the full-size picture or symbol, and the name on it.
  private func paintPoster(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas, load: PictureLoader
  ) {
    let shade = paintPicture(face, writing, on: canvas, load: load)
    mute(face, canvas)
    guard !writing.isEmpty, !face.isBare else { return }
    Scrim(top: writing.blockTop, height: canvas.bounds.size.height)
      .paint(Scrim.color(face.scrim, toned: shade), on: canvas)
    writing.drawBlock(on: canvas)
  }

  /// Draws the picture or symbol. Returns a color whose hue the scrim can have.
  private func paintPicture(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas, load: PictureLoader
  ) -> Color {
    let bounds = canvas.bounds
    if let photograph = face.photograph, photograph.covers,
      let bitmap = load(photograph.source, canvas.size, true)
    {
      canvas.draw(bitmap, covering: bounds, focus: photograph.focus)
      return bitmap.tone
    }
    let free = writing.isEmpty ? bounds.maxY : writing.blockTop
    if case .folder(let parts)? = face.icon, !parts.isEmpty {
      paintMosaic(parts, in: bounds, free: free, face, on: canvas, load: load)
      return face.background
    }
    if let tint = face.tint { paint(tint, in: bounds, cornerRadius: 0, on: canvas) }
    let places = SymbolPlaces(
      bounds, free: free, isBare: face.isBare, badge: badgeArea(face, writing, within: bounds))
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

extension Scrim {
  private static let stops = 16

  /// Draws the scrim down to the lower edge.
  func paint(_ color: Color, on canvas: borrowing Canvas) {
    let bounds = canvas.bounds
    let area = Rectangle(
      origin: Point(0, start), size: Size(bounds.size.width, max(1, bounds.size.height - start)))
    let stops = (0...Self.stops).map { index in
      let place = Double(index) / Double(Self.stops)
      return (place, color.opacity(color.alpha * part(at: start + place * (end - start))))
    }
    canvas.fill(area, from: Point(0, start), to: Point(0, max(end, start + 1)), stops, cornerRadius: 0)
  }
}

/// Draws only the shade of a scrim.
struct ShadePainter {
  func paint(_ shade: Scrim.Shade) -> Bitmap? {
    guard let storage = PixelStorage(Scrim.Shade.pixels) else { return nil }
    let (color, width) = (shade.color.displayable, storage.size.width)
    for row in 0..<storage.size.height {
      let alpha = color.alpha * shade.part(inRow: row)
      for column in 0..<width {
        let at = (row * width + column) * Bitmap.bytesPerPixel
        for (offset, channel) in [color.blue * alpha, color.green * alpha, color.red * alpha, alpha]
          .enumerated()
        {
          storage.bytes[at + offset] = UInt8((channel * 255).rounded())
        }
      }
    }
    return Bitmap(storage, isOpaque: false)
  }
}
