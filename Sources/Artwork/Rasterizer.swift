import Scene

/// Turns pictures into pixels, on the thread that made it and on no other.
final class Rasterizer {
  private let faces: FacePainter
  private let texts: TextPainter
  private let icons: IconLoader
  private let typesetter: Typesetter
  private let nothing: Bitmap?

  /// One that sets writing for `languages` and looks icons up with `find`.
  init(languages: [String], find: @escaping IconLoader.Finder) {
    typesetter = Typesetter(languages: languages)
    faces = FacePainter(typesetter: typesetter)
    texts = TextPainter(typesetter: typesetter)
    icons = IconLoader(find: find, withoutFonts: { body in Typesetter.oneAtATime.lend(body) })
    nothing = PixelStorage(PixelSize(1, 1)).map { Bitmap($0, isOpaque: false) }
  }

  /// Reads the font configuration before the first picture needs it.
  func warmUp() {
    let style = TextStyle(family: "sans-serif", fontSize: 16, weight: .medium, width: 100, limit: .lines(1))
    Typesetter.oneAtATime.withLock { _ in _ = typesetter.lineHeight(style) }
  }

  /// The pixels of `picture`; nil only when there is not even memory for one of them.
  func rasterize(_ picture: Picture) -> FinishedPicture? {
    Typesetter.oneAtATime.withLock { _ in draw(picture) }
  }

  private func draw(_ picture: Picture) -> FinishedPicture? {
    let size = RasterSize(picture)
    var problem: ArtworkProblem?
    let bitmap: Bitmap? =
      switch picture.content {
      case .text(let block): texts.paint(block, size)
      case .face(let face): paint(face, size, &problem)
      case .image(let source): paint(source, size, &problem)
      }
    guard let bitmap else {
      return nothing.map { FinishedPicture(picture: picture, bitmap: $0, problem: .noMemory(size.pixels)) }
    }
    return FinishedPicture(picture: picture, bitmap: bitmap, problem: problem)
  }

  /// A picture in the middle of nothing; nothing alone where it can not be had.
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
