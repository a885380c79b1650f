import Artwork
import RotundaGeometry
import Glibc
import Logging
import Rendering
import Scene
import Shell

private let log = Log("artwork")

/// Draws the launcher's own shell, pictures and frames into memory, without a compositor.
///
/// The processor draws, as it does where there is no graphics card: the same bytes on every machine.
package final class OffscreenRenderer {
  /// Frames that a picture may take to be complete: its faces come with the second, and what those brought up
  /// with the third.
  private static let mostFrames = 8

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

  /// What `shell` shows at `time` with all its pictures drawn: red, green, blue and alpha, row by row.
  ///
  /// - Parameters:
  ///   - scale: pixels to a point.
  ///   - open: a tile that was opened a second before.
  ///   - scrollOffset: where the carousel has been turned to, in tiles; nil leaves it where it is.
  package func screenshot(
    of shell: inout Shell, size: Size, scale: Double, time: Double, scrollOffset: Double?,
    open: String? = nil, screen: PreviewScreen? = nil
  ) throws(GraphicsError) -> Screenshot {
    var effects: [ShellEffect] = []
    shell.handle(.resized(size, scale: scale), at: 0, into: &effects)
    if let scrollOffset { shell.turn(to: scrollOffset) }
    if let open { shell.perform(.openTile(open), into: &effects) }
    if let screen { shell.preview(screen, into: &effects) }
    // What opens has opened by then.
    let time = open == nil ? time : time + 1
    return try screenshot(size: size, scale: scale) { frame, ready in
      for (picture, extent) in ready {
        shell.handle(.pictureReady(picture, size: extent), at: time, into: &effects)
      }
      shell.skipEntrance()
      shell.advance(to: time, into: &frame, effects: &effects)
      defer { effects.removeAll(keepingCapacity: true) }
      return Self.writing(among: effects)
    }
  }

  /// The writing and the illustrations that were asked for: until they have been measured, no frame has them.
  private static func writing(among effects: [ShellEffect]) -> Set<Picture> {
    effects.reduce(into: []) { pictures, effect in
      guard case .draw(let picture, _) = effect else { return }
      switch picture.content {
      case .text, .illustration, .pictogram: pictures.insert(picture)
      default: break
      }
    }
  }

  /// The same for any frames; `compose` gets the pictures that have come, and returns those that it wants
  /// beyond the ones that the frame shows.
  package func screenshot(
    size: Size, scale: Double, _ compose: (inout SceneFrame, [(Picture, PixelSize)]) -> Set<Picture>
  ) throws(GraphicsError) -> Screenshot {
    let pixels = PixelSize(Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    let surface = MemorySurface(owning: pixels, keepsFrames: false)
    let renderer = Renderer(processorThreads: nil)
    var frame = SceneFrame()
    var ready: [(Picture, PixelSize)] = []
    for _ in 0..<Self.mostFrames {
      let wanted = compose(&frame, ready)
      try renderer.draw(frame, to: surface, scale: scale)
      surface.present(damage: renderer.damage)
      let lacking = wanted.union(renderer.missingPictures)
      guard !lacking.isEmpty else { break }
      ready = try rasterize(lacking, for: renderer)
    }
    return Screenshot(size: surface.size, pixels: surface.readPixels())
  }

  /// Has pictures drawn and waits for them.
  private func rasterize(
    _ pictures: Set<Picture>, for renderer: Renderer
  ) throws(GraphicsError) -> [(Picture, PixelSize)] {
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
    return finished.map { ($0.picture, $0.bitmap.size) }
  }
}
