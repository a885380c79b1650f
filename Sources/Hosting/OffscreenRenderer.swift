import Artwork
import Display
import Gestures
import Glibc
import Logging
import Rendering
import RotundaGeometry
import Scene
import Shell

private let log = Log("artwork")

/// Renders the launcher's shell, pictures and frames into memory, without a compositor.
///
/// It always draws with the processor: the bytes are the same on every machine.
package final class OffscreenRenderer {
  /// The most frames until a picture is complete. Tile pictures come with the second frame, and the pictures
  /// that those require with the third.
  private static let mostFrames = 8
  /// The most deadlines between two frames of a film: guards against an endless loop.
  private static let mostDeadlines = 32

  private let worker: ArtworkWorker

  package init(_ options: ArtworkOptions) throws(LaunchError) {
    do throws(ArtworkFailure) {
      worker = try ArtworkWorker(
        languages: options.languages, icons: options.icons, decoder: options.decoder,
        decoders: options.decoders)
    } catch {
      throw .artwork(error)
    }
  }

  /// Renders `shell` at `time` with all its pictures, as RGBA bytes row by row.
  ///
  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - open: a tile that was opened one second before.
  ///   - scrollOffset: the position of the carousel in tiles; nil keeps it.
  package func screenshot(
    of shell: inout Shell, size: Size, scale: Double, time: Double, scrollOffset: Double?,
    open: String? = nil, screen: PreviewScreen? = nil
  ) throws(GraphicsError) -> Screenshot {
    var effects: [ShellEffect] = []
    shell.handle(.resized(size, scale: scale), at: 0, into: &effects)
    if let scrollOffset { shell.turn(to: scrollOffset) }
    if let open { shell.perform(.openTile(open), into: &effects) }
    if let screen { shell.preview(screen, into: &effects) }
    Self.answerKeyboards(of: &shell, &effects)
    // The launch animation is over by then.
    let time = open == nil ? time : time + 1
    return try screenshot(size: size, scale: scale) { frame, ready in
      for answer in ready {
        shell.handle(
          .pictureReady(
            answer.picture, size: answer.bitmap.size, inset: answer.inset, carets: answer.carets),
          at: time, into: &effects)
      }
      shell.skipEntrance()
      shell.advance(to: time, into: &frame, effects: &effects)
      defer { effects.removeAll(keepingCapacity: true) }
      return Self.awaited(among: effects)
    }
  }

  /// Answers keyboard requests synchronously: nothing else can while a picture is rendered.
  private static func answerKeyboards(of shell: inout Shell, _ effects: inout [ShellEffect]) {
    let asked = effects.compactMap { if case .readKeyboards(let tags) = $0 { tags } else { nil } }
    for tags in asked {
      shell.handle(.keyboards(KeyboardLibrary.layouts(for: tags)), at: 0, into: &effects)
    }
  }

  /// Returns requested pictures that frames leave out until they are ready: text, illustrations, and the next
  /// background.
  private static func awaited(among effects: [ShellEffect]) -> Set<Picture> {
    effects.reduce(into: []) { pictures, effect in
      guard case .draw(let picture, _) = effect else { return }
      switch picture.content {
      case .text, .line, .writing, .badge, .image, .illustration, .pictogram, .ambient, .ground, .code:
        pictures.insert(picture)
      default: break
      }
    }
  }

  /// Renders any frames. `compose` gets the finished pictures, and returns those that it requires in addition
  /// to the frame's own.
  package func screenshot(
    size: Size, scale: Double, _ compose: (inout SceneFrame, [FinishedPicture]) -> Set<Picture>
  ) throws(GraphicsError) -> Screenshot {
    let stage = Stage(size: size, scale: scale)
    try complete(stage, compose)
    return stage.screenshot
  }

  /// The drawing surface with its renderer.
  private final class Stage {
    let surface: MemorySurface
    let renderer = Renderer(processorThreads: nil)
    let scale: Double
    var frame = SceneFrame()

    init(size: Size, scale: Double) {
      self.scale = scale
      let pixels = PixelSize(Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
      surface = MemorySurface(owning: pixels, keepsFrames: false)
    }

    var screenshot: Screenshot { Screenshot(size: surface.size, pixels: surface.readPixels()) }
  }

  /// Draws until no picture is missing.
  private func complete(
    _ stage: Stage, _ compose: (inout SceneFrame, [FinishedPicture]) -> Set<Picture>
  ) throws(GraphicsError) {
    var ready: [FinishedPicture] = []
    for _ in 0..<Self.mostFrames {
      let wanted = compose(&stage.frame, ready)
      try stage.renderer.draw(stage.frame, to: stage.surface, scale: stage.scale)
      stage.surface.present(damage: stage.renderer.damage)
      let lacking = wanted.union(stage.renderer.missingPictures)
      guard !lacking.isEmpty else { break }
      ready = try rasterize(lacking, for: stage.renderer)
    }
  }

  /// Plays a script on a new `shell`, and passes each frame to `take` with its time.
  package func film<Failure>(
    of shell: inout Shell, size: Size, scale: Double, _ script: FilmScript,
    _ take: (Screenshot, Double) throws(Failure) -> Void
  ) throws where Failure: Error {
    let stage = Stage(size: size, scale: scale)
    var effects: [ShellEffect] = []
    shell.handle(.resized(size, scale: scale), at: 0, into: &effects)
    shell.handle(.began, at: 0, into: &effects)
    let (center, step) = shell.middleOfRow
    let place = { (offset: Double) in center + step * offset }
    var earlier = -1.0
    for number in 0..<script.count {
      let time = Double(number) / FilmScript.picturesPerSecond
      for (moment, event) in script.events(after: earlier, until: time, place) {
        shell.handle(.touch(TouchFrame([event])), at: moment, into: &effects)
      }
      if earlier < script.home, time >= script.home { shell.perform(.home, into: &effects) }
      for _ in 0..<Self.mostDeadlines {
        guard let due = shell.deadline, due <= time else { break }
        shell.handle(.deadline, at: due, into: &effects)
      }
      try complete(stage) { frame, ready in
        for answer in ready {
          shell.handle(
            .pictureReady(
              answer.picture, size: answer.bitmap.size, inset: answer.inset, carets: answer.carets),
            at: time, into: &effects)
        }
        shell.advance(to: time, into: &frame, effects: &effects)
        frame.sprites += script.mark(at: time, in: size, place)
        defer { effects.removeAll(keepingCapacity: true) }
        return Self.awaited(among: effects)
      }
      try take(stage.screenshot, time)
      earlier = time
    }
  }

  /// Draws pictures on the worker, and waits for them.
  private func rasterize(
    _ pictures: Set<Picture>, for renderer: Renderer
  ) throws(GraphicsError) -> [FinishedPicture] {
    for picture in pictures { worker.request(picture, priority: 0) }
    var finished: [FinishedPicture] = []
    while finished.count < pictures.count {
      var ready = pollfd(fd: worker.readyDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
      worker.takeFinished(into: &finished)
    }
    for answer in finished {
      if let problem = answer.problem, !problem.isAwaited { log.warning("\(problem.message)") }
      let bitmap = answer.bitmap
      _ = try bitmap.withBytes { bytes throws(GraphicsError) in
        try renderer.upload(
          answer.picture, width: bitmap.size.width, height: bitmap.size.height, stride: bitmap.bytesPerRow,
          isOpaque: bitmap.isOpaque, bytes: bytes)
      }
    }
    return finished
  }
}
