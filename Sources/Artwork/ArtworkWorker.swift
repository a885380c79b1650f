import Freedesktop
import Glibc
import Scene
import Threads

/// The threads on which text and icons become pixels, so that the one that draws never waits for a font or a file.
///
/// Ask with `request(_:priority:)`, watch `readyDescriptor`, and fetch with `takeFinished(into:)` when it is
/// readable. With nothing to do the threads sleep without a single wake-up.
///
///     let worker = try ArtworkWorker(languages: ["de_AT"], icons: icons)
///     worker.request(picture, priority: 0)
///     // later, when `worker.readyDescriptor` is readable:
///     worker.takeFinished(into: &results)
public final class ArtworkWorker: Sendable {
  /// How far the threads step back behind the one that draws frames, in steps of nice(2).
  static let niceness: Int32 = 5

  private let queue: ArtworkQueue
  private let icons: ThemeIcons
  private let threads: [WorkerThread]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - languages: locales as in `LANGUAGE`, most wanted first: the first decides how characters look that
  ///     several writing systems share.
  ///   - icons: finds the icons that tiles name; it is used on the worker's threads alone.
  ///   - count: how many threads: with two, a drawing that takes its time keeps nothing else waiting.
  ///   - downloads: fetches pictures by address; nil has none of them.
  /// - Throws: `ArtworkFailure` when the system has no descriptor or no thread left.
  public init(
    languages: [String], icons: IconLookup, threads count: Int = 1, downloads: Downloader? = nil
  ) throws(ArtworkFailure) {
    let queue = try ArtworkQueue()
    let icons = ThemeIcons(icons)
    self.queue = queue
    self.icons = icons
    var threads: [WorkerThread] = []
    do throws(ThreadFailure) {
      for _ in 0..<max(1, count) {
        threads.append(
          try WorkerThread(name: "artwork") { Self.work(queue, icons, downloads, languages: languages) })
      }
    } catch {
      throw .noThread(error.code)
    }
    self.threads = threads
  }

  private static func work(
    _ queue: ArtworkQueue, _ icons: ThemeIcons, _ downloads: Downloader?, languages: [String]
  ) {
    // On Linux this concerns the calling thread alone.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    let rasterizer = Rasterizer(
      languages: languages, find: icons.path, fetched: { downloads?.file(of: $0) })
    rasterizer.warmUp()
    while case .draw(let picture) = queue.next() { queue.finish(picture, rasterizer.rasterize(picture)) }
  }

  deinit { stop() }

  /// Readable exactly while `takeFinished(into:)` has something to give. Belongs to the worker: watch it with
  /// level-triggered polling, do not read or close it.
  public var readyDescriptor: Int32 { queue.readyDescriptor }

  /// Asks for `picture`, the lowest `priority` first; asking again changes the place in the queue.
  ///
  /// Each request is answered once. While an answer is still to be fetched, another request for the same picture
  /// does nothing.
  public func request(_ picture: Picture, priority: Int) {
    queue.request(picture, priority: priority)
  }

  /// Takes a request back. There will be no answer to it, even if it is being drawn at this moment.
  public func cancel(_ picture: Picture) {
    queue.cancel(picture)
  }

  /// Appends the answers that came in since the last call, in the order in which they were drawn.
  public func takeFinished(into results: inout [FinishedPicture]) {
    queue.takeFinished(into: &results)
  }

  /// Looks icons up with `icons` from now on: another theme, or the same after something was installed. Pictures
  /// that are drawn already stay as they are until they are asked for again.
  public func use(_ icons: IconLookup) {
    self.icons.replace(with: icons)
  }

  /// Drops all requests and waits for the threads to end, that is for the pictures that they are drawing. What is
  /// finished can still be fetched; requests from now on do nothing.
  public func stop() {
    queue.stop()
    for thread in threads { thread.join() }
  }
}
