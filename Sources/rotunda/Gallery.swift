import Artwork
import EventLoop
import Freedesktop
import Logging
import Rendering
import Scene

private let log = Log("artwork")

/// Has pictures drawn on the worker and puts them into the atlas.
final class Gallery {
  private let worker: ArtworkWorker
  private var finished: [FinishedPicture] = []
  /// Asked for and not answered.
  private var pending: Set<Picture> = []
  private var onReady: (Picture, PixelSize) -> Void = { _, _ in }
  /// Where pixels go; nil while there is nothing to draw on.
  weak var renderer: Renderer?

  init(loop: EventLoop, languages: [String], icons: IconLookup) throws(LaunchError) {
    do throws(ArtworkFailure) {
      worker = try ArtworkWorker(languages: languages, icons: icons)
    } catch {
      throw .artwork(error)
    }
    do throws(EventLoopError) {
      try loop.addDescriptor(worker.readyDescriptor) { [weak self] _ in self?.collect() }
    } catch {
      throw .loop(error)
    }
  }

  /// Calls `ready` for every picture whose pixels are in the atlas from now on.
  func start(_ ready: @escaping (Picture, PixelSize) -> Void) {
    onReady = ready
  }

  /// Has a picture drawn, the lowest order first, unless that is under way.
  func request(_ picture: Picture, order: Int) {
    if pending.insert(picture).inserted { worker.request(picture, priority: order) }
  }

  /// Asks again for what the latest frame lacked: pictures that had to make room for others.
  func requestMissing() {
    guard let renderer, !renderer.missingPictures.isEmpty else { return }
    for picture in renderer.missingPictures { request(picture, order: 0) }
  }

  private func collect() {
    worker.takeFinished(into: &finished)
    for answer in finished { accept(answer) }
    finished.removeAll(keepingCapacity: true)
  }

  private func accept(_ answer: FinishedPicture) {
    pending.remove(answer.picture)
    if let problem = answer.problem { log.warning("\(problem.message)") }
    // Without a renderer the picture comes back as missing with the first frame that shows it.
    guard let renderer else { return }
    let bitmap = answer.bitmap
    do throws(GraphicsError) {
      let fits = try bitmap.withBytes { bytes throws(GraphicsError) in
        try renderer.upload(
          answer.picture, width: bitmap.size.width, height: bitmap.size.height, stride: bitmap.bytesPerRow,
          bytes: bytes)
      }
      if !fits { log.warning("no room in video memory for a picture of \(bitmap.size)") }
    } catch {
      log.warning("a picture is not shown: \(error)")
    }
    onReady(answer.picture, bitmap.size)
  }

  func stop() {
    worker.stop()
  }
}
