import Scene

/// Turns pictures into pixels, on the thread that made it and on no other.
final class Rasterizer {
  private let faces: FacePainter
  private let texts: TextPainter
  private let icons: IconLoader
  private let typesetter: Typesetter
  private let nothing: Bitmap?

  private final class Work {
    /// What is being drawn.
    var picture: Picture?
    /// Addresses that were met in it.
    var addresses: Set<String> = []
  }
  private let work: Work

  /// One that sets writing for `languages`, looks icons up with `find`, has `fetched` find what addresses have, and has
  /// files opened by `opener` and decoded by `decoder`: nil shows none.
  ///
  /// - Parameter onLateAnswer: is called, on another thread, with a picture whose file did not answer in time, and has.
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
    let bitmap: Bitmap? =
      switch picture.content {
      case .text(let block): texts.paint(block, size)
      case .face(let face): paint(face, size, &problem)
      case .image(let source): paint(source, size, &problem)
      case .illustration(let source): load(source, size, &problem)
      case .shadow(let shadow): ShadowPainter().paint(shadow, size)
      case .ground(let ground): paint(ground, size, &problem)
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

  /// A picture by itself; a single clear pixel where it can not be had, so that nobody waits for its measure.
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
