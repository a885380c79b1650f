import RotundaGeometry
import Scene

/// Turns pictures into pixels, on the thread that made it and on no other.
final class Rasterizer {
  private let faces: FacePainter
  private let texts: TextPainter
  private let icons: IconLoader
  private let typesetter: Typesetter
  private let nothing: Bitmap?

  private final class Work {
    var picture: Picture?
    /// Addresses that were met in it.
    var addresses: Set<String> = []
  }
  private let work: Work

  /// One that sets writing for `languages`, looks icons up with `find`, has `fetched` find what addresses
  /// have, and has files opened by `opener` and decoded by `decoder`: nil shows none.
  ///
  /// - Parameter onLateAnswer: is called, on another thread, with a picture whose file did not answer in
  ///   time, and has.
  init(
    languages: [String], find: @escaping IconLoader.Finder,
    fetched: @escaping (String) -> String? = { _ in nil }, decoder: (any PictureDecoding)?,
    opener: FileOpener = FileOpener(), onLateAnswer: @escaping @Sendable (Picture) -> Void = { _ in }
  ) {
    let work = Work()
    self.work = work
    typesetter = Typesetter(languages: languages)
    faces = FacePainter(typesetter: typesetter)
    texts = TextPainter(typesetter: typesetter)
    icons = IconLoader(
      find: find,
      fetched: { address in
        work.addresses.insert(address)
        return fetched(address)
      }, decoder: decoder, opener: opener,
      lateAnswer: {
        let picture = work.picture
        return { if let picture { onLateAnswer(picture) } }
      }, withoutFonts: { body in Typesetter.oneAtATime.lend(body) })
    nothing = PixelStorage(PixelSize(1, 1)).map { Bitmap($0, isOpaque: false) }
  }

  /// Reads the font configuration before the first picture needs it.
  func warmUp() {
    let style = TextStyle(family: "sans-serif", fontSize: 16, weight: .medium, width: 100, limit: .lines(1))
    Typesetter.oneAtATime.withLock { _ in _ = typesetter.lineHeight(style) }
  }

  /// The pixels of `picture`; nil only when there is not even memory for one of them.
  func rasterize(_ picture: Picture) -> FinishedPicture? {
    (work.picture, work.addresses) = (picture, [])
    var result = Typesetter.oneAtATime.withLock { _ in draw(picture) }
    result?.addresses = work.addresses
    return result
  }

  private func draw(_ picture: Picture) -> FinishedPicture? {
    let size = RasterSize(picture)
    var problem: ArtworkProblem?
    var inset = PixelSize(0, 0)
    var carets: [Int] = []
    let bitmap: Bitmap? =
      switch picture.content {
      case .writing(let face): paintWriting(face, size, &inset)
      case .badge(let badge): paint(badge, size, &inset)
      case .scrim(let shade): ShadePainter().paint(shade)
      case .text(let block): texts.paint(block, size)
      case .line(let block): texts.paintLine(block, size, &carets)
      case .face(let face): paint(face, size, &problem)
      case .image(let source): paint(source, size, &problem)
      case .illustration(let source): load(source, size, &problem)
      case .shadow(let shadow): ShadowPainter().paint(shadow, size)
      case .ground(let ground): paint(ground, size, &problem)
      case .ambient(let ambient): paint(ambient, size, &problem)
      case .pictogram(let pictogram): paint(pictogram, size)
      case .code(let text): paint(code: text, size, &problem)
      }
    guard let bitmap else {
      return nothing.map { FinishedPicture(picture: picture, bitmap: $0, problem: .noMemory(size.pixels)) }
    }
    return FinishedPicture(
      picture: picture, bitmap: bitmap, inset: inset, carets: carets, problem: problem)
  }

  private func paintWriting(_ face: TileFace, _ size: RasterSize, _ inset: inout PixelSize) -> Bitmap? {
    guard let (bitmap, cut) = faces.paintWriting(face, size) else { return nil }
    inset = cut
    return bitmap
  }

  private func paint(_ badge: TileBadge, _ size: RasterSize, _ inset: inout PixelSize) -> Bitmap? {
    guard let (bitmap, margin) = BadgePainter(typesetter: typesetter).paint(badge, size) else {
      return nothing
    }
    inset = margin
    return bitmap
  }

  private func paint(_ pictogram: Pictogram, _ size: RasterSize) -> Bitmap? {
    guard let canvas = Canvas(size.pixels) else { return nil }
    let drawing = GlyphShapes.drawings[pictogram.name] ?? GlyphShapes.controls[pictogram.name]
    drawing?.draw(in: canvas.bounds, pictogram.color, on: canvas)
    return canvas.finish(isOpaque: false)
  }

  /// A single clear pixel where there can be no code, so that no layout waits for its measure.
  private func paint(code text: String, _ size: RasterSize, _ problem: inout ArtworkProblem?) -> Bitmap? {
    if let bitmap = CodePainter().paint(text, size) { return bitmap }
    problem = CodePainter.isAvailable ? .longCode(text) : .noCodes
    return nothing
  }

  /// A picture in the middle of nothing; nothing alone where it cannot be had.
  private func paint(_ source: IconSource, _ size: RasterSize, _ problem: inout ArtworkProblem?) -> Bitmap? {
    guard let canvas = Canvas(size.pixels) else { return nil }
    do throws(IconProblem) {
      let bitmap = try icons.load(source, within: size.pixels, scale: size.scale)
      canvas.draw(bitmap, in: FaceLayout.place(bitmap.size, within: size.pixels), cornerRadius: 0)
    } catch {
      problem = .icon(error)
    }
    return canvas.finish(isOpaque: false)
  }

  /// A picture by itself; a single clear pixel where it cannot be had, so that no layout waits for its
  /// measure.
  private func load(_ source: IconSource, _ size: RasterSize, _ problem: inout ArtworkProblem?) -> Bitmap? {
    do throws(IconProblem) {
      return try icons.load(source, within: size.pixels, scale: size.scale)
    } catch {
      problem = .icon(error)
      return nothing
    }
  }

  private func paint(_ ground: Ground, _ size: RasterSize, _ problem: inout ArtworkProblem?) -> Bitmap? {
    GroundPainter().paint(ground, size) { source, room, covers in
      do throws(IconProblem) {
        return try icons.load(source, within: room, scale: size.scale, covers: covers)
      } catch {
        problem = .icon(error)
        return nil
      }
    }
  }

  private func paint(_ ambient: Ambient, _ size: RasterSize, _ problem: inout ArtworkProblem?) -> Bitmap? {
    let room = AmbientPainter.pictureRoom(ambient, size.pixels)
    var picture: Bitmap?
    if let source = ambient.picture {
      do throws(IconProblem) {
        picture = try icons.load(source, within: room, scale: size.scale, covers: true)
      } catch {
        problem = .icon(error)
      }
    }
    return AmbientPainter(ambient, picture, size.pixels).paint()
  }

  private func paint(_ face: TileFace, _ size: RasterSize, _ problem: inout ArtworkProblem?) -> Bitmap? {
    faces.paint(face, size) { source, room, covers in
      do throws(IconProblem) {
        return try icons.load(source, within: room, scale: size.scale, covers: covers)
      } catch {
        problem = .icon(error)
        return nil
      }
    }
  }
}

/// The extent and scale that a picture is really drawn at: what was asked for, within bounds.
struct RasterSize: Hashable {
  /// Longest side in pixels that is drawn: what GLES2 drivers of small machines still take as one texture.
  static let longestSide = 4096
  /// Most and fewest pixels to a point that make sense on any screen.
  private static let scales = 0.25...8.0

  /// At least one pixel each way, at most `longestSide`.
  let pixels: PixelSize
  /// Pixels to a point, within `scales`; smaller when `pixels` had to be.
  let scale: Double

  /// Bounds the request of `picture`. Too large a request keeps its proportions.
  init(_ picture: Picture) {
    self.init(picture.size, scale: picture.scale)
  }

  /// Bounds an extent and a scale of unknown origin; a scale that is no number counts as 1.
  init(_ size: PixelSize, scale: Double) {
    let usable = scale.isFinite && scale > 0 ? scale : 1
    let width = max(1, size.width)
    let height = max(1, size.height)
    let shrink = min(1, Double(RasterSize.longestSide) / Double(max(width, height)))
    pixels = PixelSize(
      max(1, Int((Double(width) * shrink).rounded())), max(1, Int((Double(height) * shrink).rounded())))
    self.scale = min(max(usable * shrink, RasterSize.scales.lowerBound), RasterSize.scales.upperBound)
  }
}

/// Draws what lies behind everything.
private struct GroundPainter {
  /// The pixels of `ground`, its picture found with `load`; nil without memory.
  func paint(_ ground: Ground, _ size: RasterSize, load: FacePainter.PictureLoader) -> Bitmap? {
    guard let canvas = Canvas(size.pixels) else { return nil }
    canvas.fill(canvas.bounds, top: ground.top.opacity(1), bottom: ground.bottom.opacity(1))
    guard let source = ground.picture, let bitmap = load(source, size.pixels, true) else {
      return canvas.finish(isOpaque: true)
    }
    canvas.draw(bitmap, covering: canvas.bounds)
    let dimming = ground.dimming >= 0 ? min(ground.dimming, 1) : 0
    if dimming > 0 {
      canvas.fill(canvas.bounds, top: ground.top.opacity(dimming), bottom: ground.bottom.opacity(dimming))
    }
    return canvas.finish(isOpaque: true)
  }
}

/// Draws the shadow of a card: dark below it, and fading smoothly away from its edge.
private struct ShadowPainter {
  /// The pixels of `shadow` in an extent of `size`; nil without memory.
  ///
  /// The distance to a rounded rectangle (Quílez, "2D distance functions", 2018), through a smooth step as
  /// wide as the shadow reaches: close to what a wide blur makes of the card, in one pass.
  func paint(_ shadow: SoftShadow, _ size: RasterSize) -> Bitmap? {
    guard let storage = PixelStorage(size.pixels) else { return nil }
    let (width, height) = (size.pixels.width, size.pixels.height)
    let extent = shadow.size
    guard extent.width > 0, extent.height > 0, extent.width.isFinite, extent.height.isFinite else {
      return Bitmap(storage, isOpaque: false)
    }
    let reach = max(shadow.reach, 0.5)
    let half = SIMD2(shadow.card.width, shadow.card.height) / 2
    let radius = min(max(shadow.cornerRadius, reach * 0.5), half.min())
    let step = SIMD2(extent.width / Double(width), extent.height / Double(height))
    let origin = SIMD2(extent.width, extent.height) / -2 + step / 2
    let color = shadow.color.displayable
    for row in 0..<height {
      for column in 0..<width {
        let place = origin + step * SIMD2(Double(column), Double(row))
        let beyond = SIMD2(abs(place.x), abs(place.y)) - half + radius
        let outside = SIMD2(max(beyond.x, 0), max(beyond.y, 0))
        let distance = min(beyond.max(), 0) + (outside * outside).sum().squareRoot() - radius
        let part = min(max(0.5 - distance / (2 * reach), 0), 1)
        let alpha = color.alpha * part * part * (3 - 2 * part)
        let at = (row * width + column) * Bitmap.bytesPerPixel
        storage.bytes[at] = Self.byte(color.blue * alpha)
        storage.bytes[at + 1] = Self.byte(color.green * alpha)
        storage.bytes[at + 2] = Self.byte(color.red * alpha)
        storage.bytes[at + 3] = Self.byte(alpha)
      }
    }
    return Bitmap(storage, isOpaque: false)
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
}
