import Freedesktop
import Glibc
import Scene
import Threads

/// The threads that draw text and icons. Therefore the main thread never waits for a font or a file. Other
/// processes decode the files.
///
/// Call `request(_:priority:)`, watch `readyDescriptor`, and call `takeFinished(into:)` when it is readable.
/// Idle threads sleep without any wake-up.
///
///     let worker = try ArtworkWorker(languages: ["de_AT"], icons: icons, decoder: .itself(["decode-pictures"]))
///     worker.request(picture, priority: 0)
///     // later, when `worker.readyDescriptor` is readable:
///     worker.takeFinished(into: &results)
package final class ArtworkWorker: Sendable {
  /// The nice(2) increment of the threads, which gives the thread that draws frames precedence.
  static let niceness: Int32 = 5

  /// Seconds without work after which a decoder process ends.
  static let restAfter = 1.0

  private let queue: ArtworkQueue
  private let icons: ThemeIcons
  private let decoders: DecoderPool
  private let threads: [WorkerThread]

  /// The objects that all threads need.
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
  ///   - languages: locales as in `LANGUAGE`, preferred first. The first determines the shapes of characters
  ///     that several languages share.
  ///   - icons: finds the icons of tiles. Only the worker's threads use it.
  ///   - decoder: the program that decodes files, each in its own process; nil decodes none.
  ///   - decoders: the number of files to decode at a time. Pictures without files have a thread of their
  ///     own.
  ///   - patience: seconds after which a face is first drawn without its files; nil always waits.
  ///   - downloads: fetches pictures by address; nil shows none of them.
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

  /// Draws pictures without files, and faces whose files take long.
  private static func write(_ means: Means) {
    // On Linux this affects only the calling thread.
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

  /// Draws pictures with files.
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

  /// Readable exactly while `takeFinished(into:)` has results. The worker owns it: watch it with
  /// level-triggered polling, do not read or close it.
  package var readyDescriptor: Int32 { queue.readyDescriptor }

  /// Requests `picture`. The lowest `priority` comes first. Another request for it changes its priority.
  ///
  /// Each request gets one answer. Until that is fetched, further requests for the same picture have no
  /// effect.
  package func request(_ picture: Picture, priority: Int) {
    queue.request(picture, priority: priority)
  }

  /// Cancels a request. It gets no answer, even if the picture is being drawn at this moment.
  package func cancel(_ picture: Picture) {
    queue.cancel(picture)
  }

  /// Appends the new answers, in the order in which they were drawn.
  package func takeFinished(into results: inout [FinishedPicture]) {
    queue.takeFinished(into: &results)
  }

  /// Replaces the icon lookup, for another theme or after an installation. Pictures that are already drawn
  /// keep their icons until they are requested again.
  package func use(_ icons: IconLookup) {
    self.icons.replace(with: icons)
  }

  /// Drops all requests, ends the decoders, and waits until the threads have finished their current pictures
  /// and ended. Finished pictures can still be fetched. New requests have no effect.
  package func stop() {
    queue.stop()
    decoders.stop()
    for thread in threads { thread.join() }
  }
}

/// The answer to a request. It always has pixels, even after an error.
package struct FinishedPicture: Sendable {
  /// The requested picture.
  package let picture: Picture
  /// The pixels. A face has those of its `size`, up to the size of a texture. A text has only as many as it
  /// needs.
  package let bitmap: Bitmap
  /// The position of the bitmap in the requested area: the free space on the left and above.
  package var inset = PixelSize(0, 0)
  /// The caret positions of a line, in pixels from its left edge: before each character, and after the last.
  package var carets: [Int] = []
  /// The problem, if one occurred. Initials then replace the icon.
  package internal(set) var problem: ArtworkProblem?
  /// The addresses of pictures on it, arrived or not. When a new version of one arrives, request the picture
  /// again.
  package internal(set) var addresses: Set<String> = []
  /// Whether another answer follows. Initials replace the files, which take long, until then.
  package internal(set) var isPreliminary = false
}

/// A problem with a picture. The result lacks something, but exists.
package enum ArtworkProblem: Hashable, Sendable {
  /// The icon cannot be shown. Initials replace it.
  case icon(IconProblem)
  /// The system has no memory for that many pixels. The bitmap is a single transparent pixel.
  case noMemory(PixelSize)
  /// A QR code cannot be drawn: libqrencode is not installed, or the text needs more room.
  case noCodes
  case longCode(String)

  /// Whether it is only a delay, because a picture is still on its way.
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

/// The reason why the worker could not be created.
package enum ArtworkFailure: Error, Hashable, Sendable {
  /// The system has no file descriptor left; `errno`.
  case noDescriptor(Int32)
  /// The system cannot start a thread; `errno`.
  case noThread(Int32)
}
