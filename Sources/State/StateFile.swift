import EventLoop
import FileSystem
import Glibc
import Logging

/// A file that always has either its old contents or its new ones, also when the power fails in between.
package nonisolated struct AtomicFile: Sendable {
  /// Who may read it.
  package enum Access: Sendable {
    /// Its owner alone.
    case owner
    /// Those whom the process's file mode creation mask lets read it.
    case masked
    /// Everybody, whatever that mask says, and find it in the directories that are made for it.
    case everybody
  }

  /// What `create` says when there is a file already.
  package static let exists = String(cString: strerror(EEXIST))

  package let path: String
  private let access: Access

  package init(_ path: String, _ access: Access = .owner) {
    (self.path, self.access) = (path, access)
  }

  /// What it contains, if root or this user wrote it; nil when there is nothing, or everybody could have
  /// written it.
  package func read(limit: Int) -> [UInt8]? {
    guard let (bytes, ownership) = try? SystemFiles().readOwned(path, limit: limit),
      [FileOwnership.root, geteuid()].contains(ownership.owner), !ownership.isWritableByEveryone
    else { return nil }
    return bytes
  }

  package func remove() { unlink(path) }

  /// Writes it, and makes the directories above it where they are missing; returns what went wrong.
  package func replace(with bytes: [UInt8]) -> String? {
    makeDirectories()
    let draft = path + ".new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { return Self.lastError }
    if access == .everybody { fchmod(descriptor, 0o644) }
    let failure = Self.put(bytes, into: descriptor)
    close(descriptor)
    guard failure == nil, rename(draft, path) == 0 else {
      let reason = failure ?? Self.lastError
      unlink(draft)
      return reason
    }
    syncDirectory()
    return nil
  }

  /// Writes it where there is none; returns what went wrong. What could not be written as a whole is not left
  /// behind.
  package func create(with bytes: [UInt8]) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { return Self.lastError }
    defer { close(descriptor) }
    let failure = Self.put(bytes, into: descriptor)
    if failure != nil { unlink(path) }
    return failure
  }

  private var mode: mode_t { access == .masked ? 0o644 : 0o600 }

  /// The new name is there, too, when the power fails.
  private func syncDirectory() {
    guard let slash = path.lastIndex(of: "/") else { return }
    let directory = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  private func makeDirectories() {
    var end = path.startIndex
    while let slash = path[path.index(after: end)...].firstIndex(of: "/") {
      let directory = String(path[..<slash])
      if mkdir(directory, 0o700) == 0, access == .everybody { chmod(directory, 0o755) }
      end = slash
    }
  }

  /// Writes all of it, and waits until it is on the disk; returns what went wrong.
  package static func put(_ bytes: [UInt8], into descriptor: Int32) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return lastError }
      rest = rest.dropFirst(count)
    }
    return fsync(descriptor) == 0 ? nil : lastError
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}

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
