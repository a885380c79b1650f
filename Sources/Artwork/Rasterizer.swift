import RotundaGeometry
import Scene

/// Draws pictures as pixels, only on the thread that created it.
final class Rasterizer {
  private let faces: FacePainter
  private let texts: TextPainter
  private let icons: IconLoader
  private let typesetter: Typesetter
  private let nothing: Bitmap?

  private final class Work {
    var picture: Picture?
    /// The addresses in the picture.
    var addresses: Set<String> = []
  }
  private let work: Work

  /// Creates a rasterizer. It sets text for `languages`, and finds icons with `find` and downloads with
  /// `fetched`. It opens files with `opener`, and decodes them with `decoder`; nil decodes none.
  ///
  /// - Parameter onLateAnswer: called, on another thread, with a picture whose file answered too late.
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

  /// Returns the pixels of `picture`; nil only if the system has no memory even for a single pixel.
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

  /// Returns a single transparent pixel if the code cannot be drawn, so that no layout waits for its size.
  private func paint(code text: String, _ size: RasterSize, _ problem: inout ArtworkProblem?) -> Bitmap? {
    if let bitmap = CodePainter().paint(text, size) { return bitmap }
    problem = CodePainter.isAvailable ? .longCode(text) : .noCodes
    return nothing
  }

  /// Draws a picture centered on a transparent background; only the background if loading fails.
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

  /// Loads a picture. Returns a single transparent pixel if that fails, so that no layout waits for its size.
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

/// The size and scale at which a picture is drawn: the requested ones, within limits.
struct RasterSize: Hashable {
  /// The longest side in pixels. GLES2 drivers of small machines support textures of this size.
  static let longestSide = 4096
  /// The range of pixels per point that makes sense on any screen.
  private static let scales = 0.25...8.0

  /// At least one pixel in each direction, at most `longestSide`.
  let pixels: PixelSize
  /// Pixels per point, within `scales`; smaller if `pixels` was reduced.
  let scale: Double

  /// Limits the size of `picture`. A size that is too large keeps its proportions.
  init(_ picture: Picture) {
    self.init(picture.size, scale: picture.scale)
  }

  /// Limits a size and scale of unknown origin. A scale that is not finite or not positive counts as 1.
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

/// Draws the background behind everything.
private struct GroundPainter {
  /// Returns the pixels of `ground`; nil without memory. `load` finds its picture.
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

/// Draws the shadow of a card, which fades smoothly away from its edge.
private struct ShadowPainter {
  /// Returns the pixels of `shadow` in an area of `size`; nil without memory.
  ///
  /// Uses the distance to a rounded rectangle (Quílez, "2D distance functions", 2018), with a smooth step as
  /// wide as the shadow's reach. The result is close to a wide blur of the card, in one pass.
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
