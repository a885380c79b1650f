import Artwork
import CLinux
import EventLoop
import Freedesktop
import Logging
import Rendering
import Scene

private let log = Log("artwork")

/// What pictures are drawn with on this machine.
package nonisolated struct ArtworkOptions {
  /// Those who look at them read these languages, the best first.
  package var languages: [String]
  package var icons: IconLookup
  /// Decodes files, each in a process of its own; nil decodes none.
  package var decoder: DecoderProgram?
  /// How many files are decoded at a time.
  package var decoders: Int
  /// Where pictures from the network are kept; nil fetches none.
  package var cache: String?

  package init(
    languages: [String], icons: IconLookup, decoder: DecoderProgram? = nil, decoders: Int = 1,
    cache: String? = nil
  ) {
    (self.languages, self.icons, self.decoder) = (languages, icons, decoder)
    (self.decoders, self.cache) = (decoders, cache)
  }
}

/// Has pictures drawn on the worker, and loads their pixels into the renderer's textures.
package final class TextureLoader {
  /// Seconds after which a tile shows its name without its picture, which comes later.
  private static let patience = 1.0

  private let worker: ArtworkWorker
  private let downloads: Downloader?
  /// What is to be drawn anew when the picture of an address arrives.
  private var followers: [String: Set<Picture>] = [:]
  private var news: [Downloader.News] = []
  private var finished: [FinishedPicture] = []
  /// Asked for and not answered.
  private var pending: Set<Picture> = []
  /// Those who want the pixels of a picture and no texture.
  private var takers: [Picture: (Bitmap) -> Void] = [:]
  /// Called for every picture whose pixels are in a texture from now on.
  package var onReady: (Picture, PixelSize, _ inset: PixelSize, _ carets: [Int]) -> Void = { _, _, _, _ in }
  /// The measures of pictures that were drawn whole, as long as their textures are there.
  private var drawn: [Picture: (size: PixelSize, inset: PixelSize, carets: [Int])] = [:]
  /// How many of them there may be before those that have no texture any more go.
  private var mostDrawn = 256
  /// Found no room beside what else is on the screen, and are not asked for again as long as they are on it.
  private var unplaced: Set<Picture> = []
  /// A change of the screen, until all that it shows now is there.
  private struct ScreenChange {
    /// The last frame of the screen as it was.
    let frame: Int
    /// What has been asked for since.
    var asked: Set<Picture> = []
  }
  private var screenChange: ScreenChange?
  /// Where pixels go; nil while there is nothing to draw on.
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
  /// Came before there was anything to draw on.
  private var early: [FinishedPicture] = []
  /// Bytes of pixels that went to the renderer since memory was last given back.
  private var handedOver = 0
  /// A dozen tiles on a small screen have as many. They are not needed any more, and nor is what decoding
  /// them took.
  private static let worthGivingBack = 4 << 20

  /// Starts drawing's warm-up, which goes on while the rest is set up.
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

  /// Has a picture drawn, the lowest order first, unless that is under way or its texture is there.
  package func request(_ picture: Picture, order: Int) {
    screenChange?.asked.insert(picture)
    guard !pending.contains(picture) else { return }
    if let known = drawn[picture], renderer?.contains(picture) == true {
      return onReady(picture, known.size, known.inset, known.carets)
    }
    pending.insert(picture)
    worker.request(picture, priority: order)
  }

  /// Has a picture drawn whose pixels go to `take` and into no texture.
  package func draw(_ picture: Picture, take: @escaping (Bitmap) -> Void) {
    takers[picture] = take
    worker.request(picture, priority: 0)
  }

  /// Takes note of a picture whose texture is there, and would be the same if it were drawn again.
  private func keepMeasure(of answer: FinishedPicture, _ renderer: Renderer) {
    drawn[answer.picture] = (answer.bitmap.size, answer.inset, answer.carets)
    guard drawn.count > mostDrawn else { return }
    drawn = drawn.filter { renderer.contains($0.key) }
    mostDrawn = max(mostDrawn, 2 * drawn.count)
  }

  /// The screen has another size or scale, and most pictures will be others.
  package func screenChanged() {
    guard let renderer else { return }
    screenChange = ScreenChange(frame: renderer.frameNumber)
  }

  /// Forgets the pictures of screens that are no more, once those of this one are there.
  private func forgetOldScreens() {
    guard let renderer, let change = screenChange, pending.isEmpty, renderer.frameNumber > change.frame else {
      return
    }
    screenChange = nil
    do throws(GraphicsError) {
      try renderer.forget(unseenSince: change.frame, but: change.asked)
    } catch {
      // The next frame finds that out as well, and begins anew.
      log.warning("pictures are not forgotten: \(error)")
    }
    clinux_return_memory()
  }

  /// Asks again for what the latest frame lacked: pictures that had to make room for others.
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

  /// The C library keeps what is freed. After a start that is a third of all memory, most of which is never
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
      // It may be wanted as a texture as well.
      guard pending.contains(answer.picture) else { return }
    }
    guard let renderer else { return early.append(answer) }
    if !answer.isPreliminary { pending.remove(answer.picture) }
    for address in answer.addresses { followers[address, default: []].insert(answer.picture) }
    if let problem = answer.problem, !problem.isAwaited { log.warning("\(problem.message)") }
    do throws(GraphicsError) {
      // What was asked for before the screen changed is asked for again if it is seen.
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
