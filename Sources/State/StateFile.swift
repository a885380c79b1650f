import EventLoop
import FileSystem
import Logging

/// Writes away from the main thread, because a disk may take its time and a frame has none.
///
/// One thing is written at a time. Of those that wait only the latest is written, in the place of all.
package final class WriteQueue {
  /// Writes; returns what went wrong.
  package typealias Work = @Sendable () -> String?

  private let loop: EventLoop
  private var isBusy = false
  private var next: (work: Work, done: [(String?) -> Void])?

  package init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Does `work`, or later work in its place; then calls `done` on the loop's thread with what went wrong.
  package func add(_ work: @escaping Work, done: @escaping (String?) -> Void) {
    if isBusy { next = (work, (next?.done ?? []) + [done]) } else { start(work, [done]) }
  }

  private func start(_ work: @escaping Work, _ done: [(String?) -> Void]) {
    isBusy = true
    do throws(EventLoopError) {
      try loop.inBackground(work) { [weak self] in self?.end($0, done) }
    } catch {
      end("\(error)", done)
    }
  }

  private func end(_ problem: String?, _ done: [(String?) -> Void]) {
    isBusy = false
    let waiting = next
    next = nil
    if let waiting { start(waiting.work, waiting.done) }
    for done in done { done(problem) }
  }
}

/// A small file with what the launcher keeps for its next start.
///
/// It counts when its owner is root or this user, is replaced as a whole, and is written in the background.
package final class StateFile {
  private let file: AtomicFile
  private let queue: WriteQueue
  private let log: Log

  /// Finds out what the file is to contain, away from the main thread; nil leaves it as it is.
  package typealias Content = @Sendable () -> [UInt8]?

  /// The file at an absolute path. What goes wrong is said in `log`.
  package init(_ path: String, _ loop: EventLoop, _ log: Log) {
    (file, queue, self.log) = (AtomicFile(path), WriteQueue(loop), log)
  }

  package var path: String { file.path }

  /// What it contains, see `AtomicFile.read`.
  package func read(limit: Int) -> [UInt8]? { file.read(limit: limit) }

  package func remove() { file.remove() }

  /// Has it contain these bytes, or later ones; then calls `done` with what went wrong, which the journal
  /// gets otherwise.
  package func write(_ bytes: [UInt8], done: ((String?) -> Void)? = nil) {
    write(done: done) { bytes }
  }

  /// Has it contain what is found out when its turn comes.
  package func write(done: ((String?) -> Void)? = nil, _ content: @escaping Content) {
    queue.add { [file] in
      content().flatMap { file.replace(with: $0) }
    } done: { [log, path] problem in
      if let done { return done(problem) }
      if let problem { log.warning("\(path) could not be written: \(problem)") }
    }
  }
}
