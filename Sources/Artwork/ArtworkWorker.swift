import Freedesktop
import Glibc
import Scene
import Threads

/// The threads on which text and icons become pixels, so that the one that draws never waits for a font or a
/// file. Files are decoded in other processes.
///
/// Ask with `request(_:priority:)`, watch `readyDescriptor`, and fetch with `takeFinished(into:)` when it is
/// readable. With nothing to do the threads sleep without a single wake-up.
///
///     let worker = try ArtworkWorker(languages: ["de_AT"], icons: icons, decoder: .itself(["decode-pictures"]))
///     worker.request(picture, priority: 0)
///     // later, when `worker.readyDescriptor` is readable:
///     worker.takeFinished(into: &results)
package final class ArtworkWorker: Sendable {
  /// How far the threads step back behind the one that draws frames, in steps of nice(2).
  static let niceness: Int32 = 5

  /// Seconds after which a process that decodes is ended when there is nothing to decode.
  static let restAfter = 1.0

  private let queue: ArtworkQueue
  private let icons: ThemeIcons
  private let decoders: DecoderPool
  private let threads: [WorkerThread]

  /// What all threads need.
  private struct Means: Sendable {
    let queue: ArtworkQueue
    let icons: ThemeIcons
    let languages: [String]
    let downloads: Downloader?
    let opener = FileOpener()
  }

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - languages: locales as in `LANGUAGE`, most wanted first: the first decides how characters look that
  ///     several writing systems share.
  ///   - icons: finds the icons that tiles name; it is used on the worker's threads alone.
  ///   - decoder: what decodes files, each in a process of its own; nil decodes none.
  ///   - decoders: how many files are decoded at a time. What shows none has a thread for itself.
  ///   - patience: seconds after which a face is drawn without its files first; nil never does that.
  ///   - downloads: fetches pictures by address; nil has none of them.
  /// - Throws: `ArtworkFailure` when the system has no descriptor or no thread left.
  package init(
    languages: [String], icons: IconLookup, decoder: DecoderProgram? = nil, decoders count: Int = 1,
    patience: Double? = nil, downloads: Downloader? = nil
  ) throws(ArtworkFailure) {
    queue = try ArtworkQueue(patience: patience)
    self.icons = ThemeIcons(icons)
    let means = Means(queue: queue, icons: self.icons, languages: languages, downloads: downloads)
    let decoders = DecoderPool(decoder, count: count)
    self.decoders = decoders
    var threads: [WorkerThread] = []
    do throws(ThreadFailure) {
      threads.append(try WorkerThread(name: "artwork") { Self.write(means) })
      for index in 0..<max(1, count) {
        threads.append(
          try WorkerThread(name: "pictures") {
            if index == 0 { decoders.warmUp() }
            Self.draw(means, decoders)
          })
      }
    } catch {
      queue.stop()
      for thread in threads { thread.join() }
      throw .noThread(error.code)
    }
    self.threads = threads
  }

  /// Draws what shows no files, and faces whose files take long.
  private static func write(_ means: Means) {
    // On Linux this concerns the calling thread alone.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    let rasterizer = Rasterizer(languages: means.languages, find: { _, _, _ in nil }, decoder: nil)
    rasterizer.warmUp()
    while true {
      switch means.queue.nextWriting() {
      case .draw(let picture): means.queue.finish(picture, rasterizer.rasterize(picture))
      case .drawWithoutFiles(let picture):
        means.queue.finishPreliminary(picture, rasterizer.rasterize(picture))
      case .rest: continue
      case .end: return
      }
    }
  }

  /// Draws what shows files.
  private static func draw(_ means: Means, _ decoders: DecoderPool) {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    let (downloads, queue, icons) = (means.downloads, means.queue, means.icons)
    let rasterizer = Rasterizer(
      languages: means.languages, find: { icons.path($0, extent: $1, scale: $2) },
      fetched: { downloads?.file(of: $0) }, decoder: decoders, opener: means.opener,
      onLateAnswer: { queue.request($0, priority: 0) })
    while true {
      switch means.queue.nextWithFiles(restAfter: restAfter, if: { decoders.isRunning }) {
      case .draw(let picture), .drawWithoutFiles(let picture):
        means.queue.finish(picture, rasterizer.rasterize(picture))
      case .rest: decoders.rest()
      case .end: return
      }
    }
  }

  deinit { stop() }

  /// Readable exactly while `takeFinished(into:)` has something to give. Belongs to the worker: watch it with
  /// level-triggered polling, do not read or close it.
  package var readyDescriptor: Int32 { queue.readyDescriptor }

  /// Asks for `picture`, the lowest `priority` first; asking again changes the place in the queue.
  ///
  /// Each request is answered once. While an answer is still to be fetched, another request for the same
  /// picture does nothing.
  package func request(_ picture: Picture, priority: Int) {
    queue.request(picture, priority: priority)
  }

  /// Takes a request back. There will be no answer to it, even if it is being drawn at this moment.
  package func cancel(_ picture: Picture) {
    queue.cancel(picture)
  }

  /// Appends the answers that came in since the last call, in the order in which they were drawn.
  package func takeFinished(into results: inout [FinishedPicture]) {
    queue.takeFinished(into: &results)
  }

  /// Looks icons up with `icons` from now on: another theme, or the same after something was installed.
  /// Pictures that are drawn already stay as they are until they are asked for again.
  package func use(_ icons: IconLookup) {
    self.icons.replace(with: icons)
  }

  /// Drops all requests, ends what decodes, and waits for the threads to end, that is for what they are
  /// drawing. What is finished can still be fetched; requests from now on do nothing.
  package func stop() {
    queue.stop()
    decoders.stop()
    for thread in threads { thread.join() }
  }
}

/// The answer to a request: there are always pixels, even where something went wrong.
package struct FinishedPicture: Sendable {
  /// What was asked for.
  package let picture: Picture
  /// Its pixels. A face has those of its `size` (within what one texture holds); a text only as many as it
  /// needs.
  package let bitmap: Bitmap
  /// Where that is in what was asked for: how much is left free at the left and above.
  package var inset = PixelSize(0, 0)
  /// Where a caret can stand in a line, in pixels from its left: before each character, and after the last.
  package var carets: [Int] = []
  /// What went wrong on the way: then initials stand where the icon should be.
  package internal(set) var problem: ArtworkProblem?
  /// Addresses whose pictures are on it, or would be: when another one arrives, it is to be asked for again.
  package internal(set) var addresses: Set<String> = []
  /// Whether another answer follows: its files take long, and initials stand in their place until then.
  package internal(set) var isPreliminary = false
}

/// What can go wrong with a picture. The result is less than was asked for, but there is one.
package enum ArtworkProblem: Hashable, Sendable {
  /// The icon cannot be shown; initials stand in its place.
  case icon(IconProblem)
  /// There was no memory for so many pixels; the bitmap is one clear pixel.
  case noMemory(PixelSize)
  /// A QR code cannot be drawn: libqrencode is not installed, or the text is too long for the room.
  case noCodes
  case longCode(String)

  /// Whether it is none yet: a picture is on its way.
  package var isAwaited: Bool {
    if case .icon(.awaited) = self { return true }
    return false
  }

  /// One line for the journal.
  package var message: String {
    switch self {
    case .icon(let problem): problem.message
    case .noCodes: "QR codes are not drawn: libqrencode is not installed (Debian's package libqrencode4)"
    case .longCode(let text): "there is no room for a QR code that says \(quoted(text))"
    case .noMemory(let size): "no memory for a picture of \(size.width) × \(size.height) pixels"
    }
  }
}

/// Why there is no worker for artwork.
package enum ArtworkFailure: Error, Hashable, Sendable {
  /// The system has no descriptor left; `errno`.
  case noDescriptor(Int32)
  /// The system starts no thread; `errno`.
  case noThread(Int32)
}
