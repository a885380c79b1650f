import Artwork
import CLinux
import EventLoop
import Freedesktop
import Logging
import Rendering
import Scene

private let log = Log("artwork")

/// The settings with which pictures are drawn on this machine.
package nonisolated struct ArtworkOptions {
  /// The readers' languages, in order of preference.
  package var languages: [String]
  package var icons: IconLookup
  /// Decodes files, each in its own process; nil decodes none.
  package var decoder: DecoderProgram?
  /// The most files to decode at one time.
  package var decoders: Int
  /// The cache directory for pictures from the network; nil fetches none.
  package var cache: String?

  package init(
    languages: [String], icons: IconLookup, decoder: DecoderProgram? = nil, decoders: Int = 1,
    cache: String? = nil
  ) {
    (self.languages, self.icons, self.decoder) = (languages, icons, decoder)
    (self.decoders, self.cache) = (decoders, cache)
  }
}

/// Requests pictures from the worker, and loads their pixels into the renderer's textures.
package final class TextureLoader {
  /// Seconds after which a tile shows its name without its picture, which appears later.
  private static let patience = 1.0

  private let worker: ArtworkWorker
  private let downloads: Downloader?
  /// The pictures to draw again when the picture at an address arrives.
  private var followers: [String: Set<Picture>] = [:]
  private var news: [Downloader.News] = []
  private var finished: [FinishedPicture] = []
  /// Requested pictures without an answer.
  private var pending: Set<Picture> = []
  /// Callbacks for pictures that need only pixels and no texture.
  private var takers: [Picture: (Bitmap) -> Void] = [:]
  /// Called for each picture whose texture is ready.
  package var onReady: (Picture, PixelSize, _ inset: PixelSize, _ carets: [Int]) -> Void = { _, _, _, _ in }
  /// The sizes of completely drawn pictures while their textures exist.
  private var drawn: [Picture: (size: PixelSize, inset: PixelSize, carets: [Int])] = [:]
  /// The size at which `drawn` drops pictures without a texture.
  private var mostDrawn = 256
  /// Pictures without room beside the others on the screen. They are not requested again while visible.
  private var unplaced: Set<Picture> = []
  /// A change of the screen, until all pictures for it are ready.
  private struct ScreenChange {
    /// The last frame before the change.
    let frame: Int
    /// The pictures requested since.
    var asked: Set<Picture> = []
  }
  private var screenChange: ScreenChange?
  /// The renderer for the textures; nil without a render target.
  package weak var renderer: Renderer? {
    didSet {
      unplaced = []
      drawn.removeAll(keepingCapacity: true)
      screenChange = nil
      guard renderer != nil else { return }
      let kept = early
      early = []
      for answer in kept { accept(answer) }
    }
  }
  /// Pictures that arrived before the renderer.
  private var early: [FinishedPicture] = []
  /// Bytes of pixels that went to the renderer since memory was last returned to the system.
  private var handedOver = 0
  /// The bytes after which freed memory is returned: a dozen tiles on a small screen use this much, and
  /// decoding them used more.
  private static let worthGivingBack = 4 << 20

  /// Starts the worker's warm-up, which continues during the rest of the setup.
  package init(_ loop: EventLoop, _ options: ArtworkOptions) throws(LaunchError) {
    clinux_return_large_blocks()
    do throws(ArtworkFailure) {
      downloads = try options.cache.map { cache throws(ArtworkFailure) in try Downloader(directory: cache) }
      worker = try ArtworkWorker(
        languages: options.languages, icons: options.icons, decoder: options.decoder,
        decoders: options.decoders, patience: Self.patience, downloads: downloads)
    } catch {
      throw .artwork(error)
    }
    do throws(EventLoopError) {
      try loop.addDescriptor(worker.readyDescriptor) { [weak self] _ in self?.collect() }
      if let downloads {
        try loop.addDescriptor(downloads.readyDescriptor) { [weak self] _ in self?.takeNews() }
      }
    } catch {
      throw .loop(error)
    }
  }

  /// Requests a picture, unless a request is pending or its texture exists. The lowest order comes first.
  package func request(_ picture: Picture, order: Int) {
    screenChange?.asked.insert(picture)
    guard !pending.contains(picture) else { return }
    if let known = drawn[picture], renderer?.contains(picture) == true {
      return onReady(picture, known.size, known.inset, known.carets)
    }
    pending.insert(picture)
    worker.request(picture, priority: order)
  }

  /// Requests a picture whose pixels go to `take` instead of a texture.
  package func draw(_ picture: Picture, take: @escaping (Bitmap) -> Void) {
    takers[picture] = take
    worker.request(picture, priority: 0)
  }

  /// Records the size of a picture whose texture exists: drawing it again would give the same result.
  private func keepMeasure(of answer: FinishedPicture, _ renderer: Renderer) {
    drawn[answer.picture] = (answer.bitmap.size, answer.inset, answer.carets)
    guard drawn.count > mostDrawn else { return }
    drawn = drawn.filter { renderer.contains($0.key) }
    mostDrawn = max(mostDrawn, 2 * drawn.count)
  }

  /// Handles a new size or scale of the screen: most pictures will be replaced.
  package func screenChanged() {
    guard let renderer else { return }
    screenChange = ScreenChange(frame: renderer.frameNumber)
  }

  /// Frees the pictures for earlier screens once those for this one are ready.
  private func forgetOldScreens() {
    guard let renderer, let change = screenChange, pending.isEmpty, renderer.frameNumber > change.frame else {
      return
    }
    screenChange = nil
    do throws(GraphicsError) {
      try renderer.forget(unseenSince: change.frame, but: change.asked)
    } catch {
      // The next frame finds the same error, and starts over.
      log.warning("unused pictures stay in memory: \(error)")
    }
    clinux_return_memory()
  }

  /// Requests again the pictures that the latest frame lacked: they had been evicted.
  package func requestMissing() {
    guard let renderer else { return }
    if !unplaced.isEmpty { unplaced.formIntersection(renderer.missingPictures) }
    for picture in renderer.missingPictures where !unplaced.contains(picture) { request(picture, order: 0) }
    forgetOldScreens()
  }

  private func collect() {
    worker.takeFinished(into: &finished)
    for answer in finished { accept(answer) }
    finished.removeAll(keepingCapacity: true)
    forgetOldScreens()
    giveMemoryBack()
  }

  /// The C library keeps freed memory. After start-up that is a third of all memory, and most of it is never
  /// needed again.
  private func giveMemoryBack() {
    guard pending.isEmpty, early.isEmpty, handedOver >= Self.worthGivingBack else { return }
    handedOver = 0
    clinux_return_memory()
  }

  private func takeNews() {
    downloads?.takeNews(into: &news)
    for item in news {
      switch item {
      case .arrived(let address):
        for picture in followers[address] ?? [] where pending.insert(picture).inserted {
          worker.request(picture, priority: 0)
        }
      case .failed(let address, let reason): log.warning("\(address): \(reason)")
      }
    }
    news.removeAll(keepingCapacity: true)
  }

  private func accept(_ answer: FinishedPicture) {
    if let take = takers.removeValue(forKey: answer.picture) {
      take(answer.bitmap)
      // The picture may also be pending as a texture.
      guard pending.contains(answer.picture) else { return }
    }
    guard let renderer else { return early.append(answer) }
    if !answer.isPreliminary { pending.remove(answer.picture) }
    for address in answer.addresses { followers[address, default: []].insert(answer.picture) }
    if let problem = answer.problem, !problem.isAwaited { log.warning("\(problem.message)") }
    do throws(GraphicsError) {
      // Pictures from before the screen change are requested again if visible.
      let isWanted = screenChange?.asked.contains(answer.picture) ?? true
      if isWanted {
        if try !upload(answer, to: renderer) {
          unplaced.insert(answer.picture)
        } else if !answer.isPreliminary, answer.problem == nil {
          keepMeasure(of: answer, renderer)
        }
      }
    } catch {
      log.warning("a picture is not shown: \(error)")
    }
    onReady(answer.picture, answer.bitmap.size, answer.inset, answer.carets)
  }

  private func upload(_ answer: FinishedPicture, to renderer: Renderer) throws(GraphicsError) -> Bool {
    let bitmap = answer.bitmap
    handedOver += bitmap.size.height * bitmap.bytesPerRow
    let fits = try bitmap.withBytes { bytes throws(GraphicsError) in
      try renderer.upload(
        answer.picture, width: bitmap.size.width, height: bitmap.size.height, stride: bitmap.bytesPerRow,
        isOpaque: bitmap.isOpaque, bytes: bytes)
    }
    if !fits { log.warning("no room in video memory for a picture of \(bitmap.size)") }
    return fits
  }
}
