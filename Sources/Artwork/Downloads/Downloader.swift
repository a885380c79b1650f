import CCurl
import CLinux
import Glibc
import Threads

/// Pictures with an `https://` address: a thread fetches them, and keeps the last valid picture of each
/// address.
///
/// Without a network, the cached pictures are used. Failed downloads are repeated with increasing delays.
package final class Downloader: Sendable {
  /// The outcome of a download.
  package enum News: Hashable, Sendable {
    /// A new or changed picture arrived.
    case arrived(String)
    /// The download failed for this reason. It will be repeated.
    case failed(String, reason: String)
  }

  private struct State {
    var plan = DownloadPlan()
    var news: [News] = []
    var isStopped = false
  }

  private final class Stop: @unchecked Sendable {
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    init() { flag.initialize(to: 0) }
    deinit { flag.deallocate() }
  }

  /// The largest size of a picture, in bytes.
  private static let mostBytes: Int64 = 64 << 20

  /// Readable while news is available. The downloader owns it.
  package let readyDescriptor: Int32
  private let cache: DownloadCache
  private let allowsPlain: Bool
  private let state = Monitor(State())
  private let thread = Monitor<WorkerThread?>(nil)
  private let stopped = Stop()

  /// Creates a downloader that keeps its pictures in `directory`, which may not exist yet. Its thread starts
  /// with the first address.
  ///
  /// - Parameter allowsPlain: whether to allow transfers without encryption, for tests.
  /// - Throws: `ArtworkFailure` if the system has no file descriptor left.
  package init(directory: String, allowsPlain: Bool = false) throws(ArtworkFailure) {
    readyDescriptor = clinux_eventfd()
    guard readyDescriptor >= 0 else { throw .noDescriptor(errno) }
    cache = DownloadCache(directory: directory)
    self.allowsPlain = allowsPlain
  }

  deinit {
    stop()
    close(readyDescriptor)
  }

  /// Reports whether a picture's path is an address.
  static func isAddress(_ path: String) -> Bool {
    path.hasPrefix("https://") || path.hasPrefix("http://")
  }

  /// Returns the file of the picture at an address, if it was ever fetched. Fetches a missing or old picture.
  package func file(of address: String) -> String? {
    let age = cache.age(of: address, at: time(nil))
    if age.map({ $0 > DownloadPlan.freshFor }) ?? true { fetch(address) }
    return age == nil ? nil : cache.file(of: address)
  }

  /// Appends the news since the last call.
  package func takeNews(into news: inout [News]) {
    let taken = state.withLock { state in
      guard !state.news.isEmpty else { return [News]() }
      var count: UInt64 = 0
      read(readyDescriptor, &count, MemoryLayout<UInt64>.size)
      defer { state.news = [] }
      return state.news
    }
    news.append(contentsOf: taken)
  }

  /// Ends the current transfer, and starts no others.
  package func stop() {
    state.withLock { $0.isStopped = true }
    stopped.flag.pointee = 1
    state.wakeUp()
    thread.withLock { thread -> WorkerThread? in
      defer { thread = nil }
      return thread
    }?.join()
  }

  private func fetch(_ address: String) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.plan.want(address, at: Self.now) }
      return state.isStopped
    }
    guard !isStopped else { return }
    state.wakeUp()
    thread.withLock { thread in
      if thread == nil { thread = try? WorkerThread(name: "downloads") { [unowned self] in work() } }
    }
  }

  // MARK: The thread's side

  private func work() {
    while let address = next() { attempt(address) }
  }

  private func next() -> String? {
    state.wait(seconds: { $0.plan.due.map { $0 - Self.now } }) { state -> String?? in
      if state.isStopped { return .some(nil) }
      return state.plan.next(at: Self.now).map { .some($0) }
    }
  }

  private func attempt(_ address: String) {
    let failure = transfer(address)
    state.withLock { state in
      switch failure {
      case nil: state.plan.succeeded(address)
      case .unchanged?: state.plan.succeeded(address)
      case .reason(let reason)?:
        let wait = state.plan.failed(address, at: Self.now)
        tell(.failed(address, reason: "\(reason); the next attempt is in \(Int(wait)) s"), &state)
      }
      if failure == nil { tell(.arrived(address), &state) }
    }
  }

  private func tell(_ news: News, _ state: inout State) {
    guard !state.isStopped else { return }
    state.news.append(news)
    guard state.news.count == 1 else { return }
    var one: UInt64 = 1
    write(readyDescriptor, &one, MemoryLayout<UInt64>.size)
  }

  private enum Failure {
    case unchanged
    case reason(String)
  }

  /// Fetches a picture. Returns nil on success.
  private func transfer(_ address: String) -> Failure? {
    guard let file = cache.create(address) else {
      return .reason("\(cache.directory) cannot be written to: \(String(cString: strerror(errno)))")
    }
    defer { cache.discard(address) }
    let (outcome, words) = fetch(address, into: file)
    close(file)
    switch outcome {
    case CCURL_FETCHED: return keep(address)
    case CCURL_UNCHANGED:
      cache.refresh(address)
      return .unchanged
    case CCURL_ABSENT: return .reason("libcurl is not installed")
    default: return .reason(words)
    }
  }

  private func fetch(_ address: String, into file: Int32) -> (ccurl_outcome, String) {
    let now = time(nil)
    var words = [CChar](repeating: 0, count: Int(CCURL_WORDS))
    let outcome = address.withCString { text in
      var request = ccurl_request()
      request.address = text
      request.file = file
      request.limit = Self.mostBytes
      request.since = Int64(cache.age(of: address, at: now).map { now - $0 } ?? 0)
      request.plain = allowsPlain
      request.stop = UnsafePointer(stopped.flag)
      return ccurl_fetch(&request, &words)
    }
    return (outcome, String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Keeps the downloaded file if it is a picture, so that an error page cannot replace one.
  private func keep(_ address: String) -> Failure? {
    do throws(IconProblem) {
      _ = try PictureFile(cache.unfinishedFile(of: address)).format
    } catch {
      return .reason("the answer is not a picture")
    }
    return cache.finish(address) ? nil : .reason("it cannot be saved: \(String(cString: strerror(errno)))")
  }

  /// The time in seconds, including the time in which the machine sleeps.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
