import EventLoop
import Logging

/// A small file that is written anew whenever what it keeps has changed, without anybody waiting for the disk.
final class KeptFile {
  let path: String
  private let loop: EventLoop
  private let log: Log
  private var isWriting = false
  /// What is to be there when the writing that is under way has ended.
  private var next: Content?

  /// Finds out what the file is to contain, away from the main thread; nil leaves it as it is.
  typealias Content = @Sendable () -> [UInt8]?

  /// The file at an absolute path. What goes wrong is said in `log`.
  init(_ path: String, _ loop: EventLoop, _ log: Log) {
    (self.path, self.loop, self.log) = (path, loop, log)
  }

  /// Has it contain these bytes.
  func write(_ bytes: [UInt8]) { write { bytes } }

  /// Has it contain what is found out when its turn comes.
  func write(_ content: @escaping Content) {
    guard !isWriting else { return next = content }
    isWriting = true
    let path = path
    do throws(EventLoopError) {
      // A disk may take its time, and a frame has none.
      try loop.inBackground {
        content().flatMap { ReplacedFile(path).write($0) }
      } done: { [weak self] error in
        self?.written(error)
      }
    } catch {
      log.warning("\(error)")
      isWriting = false
    }
  }

  private func written(_ error: String?) {
    if let error { log.warning("\(path) could not be written: \(error)") }
    isWriting = false
    guard let next else { return }
    self.next = nil
    write(next)
  }
}
