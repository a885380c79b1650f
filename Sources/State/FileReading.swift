import EventLoop
import FileSystem
import Logging

private let log = Log("files")

/// Paths whose file systems do not answer.
final class SilentPlaces {
  /// One has answered at last, if only with an error.
  var onAnswer: () -> Void = {}
  private var places: Set<String> = []

  /// So many file systems are done without; each holds up a thread.
  private static let most = 8

  var all: [String] { Array(places) }

  /// A path has been asked about in vain; the place that is done without from now on, or nil where that is
  /// one too many.
  func add(_ path: String) -> String? {
    let place = NetworkMounts().place(of: path) ?? path
    // Another reading may have found out.
    guard !places.contains(place) else { return place }
    guard places.count < Self.most else { return nil }
    places.insert(place)
    log.error("\(place) does not answer: the kiosk does without what is there")
    return place
  }

  func answered(_ place: String) {
    guard places.remove(place) != nil else { return }
    log.notice("\(place) answers again")
    onAnswer()
  }
}

/// Reads files on a thread. Where one does not answer, another thread begins again without what is on that
/// file system.
final class FileReading<Result: Sendable> {
  private let loop: EventLoop
  private let places: SilentPlaces
  private let work: @Sendable (FileProgress) -> Result
  private var done: ((Result) -> Void)?
  private var deadline: Deadline?
  private var task: BackgroundTask?
  private var progress = FileProgress()
  private var attempt = 0

  /// Seconds that a file gets to answer.
  private static var patience: Double { 0.5 }
  /// Seconds between two looks whether it has.
  private static var interval: Double { 0.25 }

  /// Starts to read. `done` is called once, from the loop or from `wait`.
  init(
    _ loop: EventLoop, _ places: SilentPlaces, _ work: @escaping @Sendable (FileProgress) -> Result,
    done: @escaping (Result) -> Void
  ) throws(EventLoopError) {
    (self.loop, self.places, self.work, self.done) = (loop, places, work, done)
    // Each holds this reading until it is over.
    deadline = try loop.addDeadline { self.look() }
    do throws(EventLoopError) {
      try begin()
    } catch {
      deadline?.cancel()
      throw error
    }
  }

  /// Waits for it, as long as files answer and no signal has come that the loop watches for.
  func wait() {
    while done != nil, let task {
      guard task.wait(seconds: Self.interval) == .time, look() else { return }
    }
  }

  private func begin() throws(EventLoopError) {
    let (work, progress) = (work, FileProgress(silent: places.all))
    self.progress = progress
    attempt += 1
    let number = attempt
    task = try loop.inBackground {
      work(progress)
    } done: { [self] result in
      if number == attempt { finish(result) }
    }
    deadline?.set(EventLoop.now + Self.interval)
  }

  private func finish(_ result: Result) {
    deadline?.cancel()
    (deadline, task) = (nil, nil)
    let report = done
    done = nil
    report?(result)
  }

  /// Whether there is something to wait for.
  @discardableResult private func look() -> Bool {
    guard done != nil else { return false }
    deadline?.set(EventLoop.now + Self.interval)
    guard let path = progress.path(silentFor: Self.patience) else { return true }
    guard let place = places.add(path) else {
      // It is over when that answers.
      deadline?.set(nil)
      return false
    }
    do throws(EventLoopError) {
      try leave(place)
      return true
    } catch {
      log.warning("\(error)")
      return false
    }
  }

  /// Begins again without a place, and reports when that has answered.
  private func leave(_ place: String) throws(EventLoopError) {
    let (left, places) = (task, places)
    try begin()
    left?.onEnd { places.answered(place) }
  }
}
