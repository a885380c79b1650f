import EventLoop
import FileSystem
import Logging

private let log = Log("files")

/// Paths on file systems that do not answer.
final class SilentPlaces {
  /// Called when one of them answers at last, even with an error.
  var onAnswer: () -> Void = {}
  private var places: Set<String> = []

  /// The most file systems to skip; each one blocks a thread.
  private static let most = 8

  var all: [String] { Array(places) }

  /// Adds the place of a path that did not answer. Returns the place to skip from now on, or nil if there are
  /// too many.
  func add(_ path: String) -> String? {
    let place = NetworkMounts().place(of: path) ?? path
    // Another reading may have added it already.
    guard !places.contains(place) else { return place }
    guard places.count < Self.most else { return nil }
    places.insert(place)
    log.error("\(place) does not answer: the kiosk continues without its files")
    return place
  }

  func answered(_ place: String) {
    guard places.remove(place) != nil else { return }
    log.notice("\(place) answers again")
    onAnswer()
  }
}

/// Reads files on a thread. If a file does not answer, another thread starts over and skips its file system.
final class FileReading<Result: Sendable> {
  private let loop: EventLoop
  private let places: SilentPlaces
  private let work: @Sendable (FileProgress) -> Result
  private var done: ((Result) -> Void)?
  private var deadline: Deadline?
  private var task: BackgroundTask?
  private var progress = FileProgress()
  private var attempt = 0

  /// Seconds in which a file must answer.
  private static var patience: Double { 0.5 }
  /// Seconds between two checks for an answer.
  private static var interval: Double { 0.25 }

  /// Starts to read. Calls `done` once, from the loop or from `wait`.
  init(
    _ loop: EventLoop, _ places: SilentPlaces, _ work: @escaping @Sendable (FileProgress) -> Result,
    done: @escaping (Result) -> Void
  ) throws(EventLoopError) {
    (self.loop, self.places, self.work, self.done) = (loop, places, work, done)
    // Both retain this reading until it is over.
    deadline = try loop.addDeadline { self.look() }
    do throws(EventLoopError) {
      try begin()
    } catch {
      deadline?.cancel()
      throw error
    }
  }

  /// Waits for the result while files answer and no signal arrives that the loop watches for.
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

  /// Checks on the files. Reports whether there is a result to wait for.
  @discardableResult private func look() -> Bool {
    guard done != nil else { return false }
    deadline?.set(EventLoop.now + Self.interval)
    guard let path = progress.path(silentFor: Self.patience) else { return true }
    guard let place = places.add(path) else {
      // The reading ends once that file answers.
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

  /// Starts over without a place, and reports when the place answers.
  private func leave(_ place: String) throws(EventLoopError) {
    let (left, places) = (task, places)
    try begin()
    left?.onEnd { places.answered(place) }
  }
}
