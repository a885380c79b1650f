import EventLoop
import FileSystem
import Logging

/// Writes files on a background thread: a slow disk must not delay a frame.
///
/// Does one piece of work at a time. Of the pending ones, only the latest runs, in place of all.
package final class WriteQueue {
  /// Writes a file. Returns a fault, or nil.
  package typealias Work = @Sendable () -> String?

  private let loop: EventLoop
  private var isBusy = false
  private var next: (work: Work, done: [(String?) -> Void])?

  package init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Does `work`, or later work in its place. Then calls `done` on the loop's thread with the fault, or nil.
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

/// A small file with state for the launcher's next start.
///
/// It is valid only if root or this user owns it. Writes replace the whole file in the background.
package final class StateFile {
  private let file: AtomicFile
  private let queue: WriteQueue
  private let log: Log

  /// Produces the file's contents on a background thread; nil leaves the file as it is.
  package typealias Content = @Sendable () -> [UInt8]?

  /// Creates a file object for an absolute path. Faults are logged in `log`.
  package init(_ path: String, _ loop: EventLoop, _ log: Log) {
    (file, queue, self.log) = (AtomicFile(path), WriteQueue(loop), log)
  }

  package var path: String { file.path }

  /// Reads the file, see `AtomicFile.read`.
  package func read(limit: Int) -> [UInt8]? { file.read(limit: limit) }

  package func remove() { file.remove() }

  /// Writes these bytes, or later ones in their place. Then calls `done` with the fault, or nil. Without
  /// `done`, faults are logged.
  package func write(_ bytes: [UInt8], done: ((String?) -> Void)? = nil) {
    write(done: done) { bytes }
  }

  /// Writes the result of `content`, which runs when the write begins.
  package func write(done: ((String?) -> Void)? = nil, _ content: @escaping Content) {
    queue.add { [file] in
      content().flatMap { file.replace(with: $0) }
    } done: { [log, path] problem in
      if let done { return done(problem) }
      if let problem { log.warning("\(path) could not be written: \(problem)") }
    }
  }
}
