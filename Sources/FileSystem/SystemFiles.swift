import Freedesktop
import Glibc
import Synchronization

/// The files of this machine.
package struct SystemFiles: FileAccess {
  private let progress: FileProgress?

  /// Creates access to all files. `progress` records each path during its system calls.
  package init(_ progress: FileProgress? = nil) {
    self.progress = progress
  }

  /// Returns the result of `body` for a path; nil if the path must not be accessed.
  func ask<Answer>(_ path: String, _ body: () -> Answer) -> Answer? {
    guard let progress else { return body() }
    return progress.ask(path, body)
  }

  /// Returns the kind of the file at `path`. Follows links.
  package func kind(of path: String) -> FileKind? {
    ask(path) { Self.kind(of: path) } ?? nil
  }

  private static func kind(of path: String) -> FileKind? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // If no user may execute it, no further check is necessary.
      let mayBeExecuted = status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH) != 0
      return .file(isExecutable: mayBeExecuted && access(path, X_OK) == 0)
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// Returns a number that changes when the file at `path` is written or replaced; 0 if it does not exist.
  package func revision(of path: String) -> Int64 {
    ask(path) { Self.revision(of: path) } ?? 0
  }

  private static func revision(of path: String) -> Int64 {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return 0 }
    var hasher = Hasher()
    hasher.combine(status.st_ino)
    hasher.combine(status.st_size)
    hasher.combine(status.st_mtim.tv_sec)
    hasher.combine(status.st_mtim.tv_nsec)
    return Int64(hasher.finalize())
  }

  /// Returns the content of a regular file of at most `limit` bytes.
  package func contents(of path: String, limit: Int) -> [UInt8]? {
    try? read(path, limit: limit)
  }

  /// Returns the content of a regular file of at most `limit` bytes. Throws the reason if that fails.
  package func read(_ path: String, limit: Int) throws(FileFault) -> [UInt8] {
    try readOwned(path, limit: limit).bytes
  }

  /// Returns the content, and the ownership of exactly that file, even if another one has its name by now.
  package func readOwned(
    _ path: String, limit: Int
  ) throws(FileFault) -> (bytes: [UInt8], ownership: FileOwnership) {
    let outcome = ask(path) { () -> Result<(bytes: [UInt8], ownership: FileOwnership), FileFault> in
      do throws(FileFault) { return .success(try Self.readOwned(path, limit: limit)) } catch {
        return .failure(error)
      }
    }
    guard let outcome else { throw .failed(errno: ETIMEDOUT) }
    return try outcome.get()
  }

  private static func readOwned(
    _ path: String, limit: Int
  ) throws(FileFault) -> (bytes: [UInt8], ownership: FileOwnership) {
    guard !path.utf8.contains(0) else { throw .failed(errno: ENOENT) }
    // Opening a pipe or a terminal could block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .failed(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .failed(errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isDirectory
    default: throw .notRegular
    }
    guard status.st_size <= limit else { throw .tooLarge }
    let ownership = FileOwnership(owner: status.st_uid, permissions: status.st_mode & 0o7777)
    return (try drain(descriptor, limit: limit), ownership)
  }

  /// Reads to the end. The file may grow meanwhile, and files in /proc report a size of 0.
  private static func drain(_ descriptor: Int32, limit: Int) throws(FileFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .failed(errno: errno) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { throw .tooLarge }
      bytes += chunk[..<count]
    }
  }

  /// Returns the reason why a directory cannot be listed; nil if it can.
  package func listingFault(of directory: String) -> FileFault? {
    ask(directory) { Self.listingFault(of: directory) } ?? .failed(errno: ETIMEDOUT)
  }

  private static func listingFault(of directory: String) -> FileFault? {
    guard !directory.utf8.contains(0) else { return .failed(errno: ENOENT) }
    guard let stream = opendir(directory) else { return .failed(errno: errno) }
    closedir(stream)
    return nil
  }

  /// Returns the names in a directory, without `.` and `..`, in any order. Skips names that are not UTF-8.
  package func names(in directory: String) -> [String] {
    ask(directory) { Self.names(in: directory) } ?? []
  }

  private static func names(in directory: String) -> [String] {
    guard !directory.utf8.contains(0), let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// The reason why a file cannot be read.
package enum FileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kernel reported an error.
  case failed(errno: Int32)
  case isDirectory
  /// The file is a device, a socket or a pipe.
  case notRegular
  /// The file exceeds the limit.
  case tooLarge

  /// Whether the file does not exist.
  package var isMissing: Bool {
    if case .failed(let code) = self { code == ENOENT || code == ENOTDIR } else { false }
  }

  /// A few words about the error.
  package var description: String {
    switch self {
    case .failed(let code): strerror(code).flatMap { String(validatingCString: $0) } ?? "error \(code)"
    case .isDirectory: "is a directory, not a file"
    case .notRegular: "is not a regular file"
    case .tooLarge: "is too large"
    }
  }
}

/// The pending file system calls, for a watcher that detects file systems that do not respond.
package final class FileProgress: Sendable {
  private struct Question {
    let path: String
    let since: Double
  }

  /// Paths that are not accessed, including everything below them.
  private let silent: [String]
  /// The pending calls, by thread.
  private let open = Mutex<[UInt: Question]>([:])

  /// Creates a value that treats `silent` paths, and everything below them, as missing.
  package init(silent: [String] = []) {
    self.silent = silent
  }

  /// Returns a path whose call has been pending for that many seconds.
  package func path(silentFor seconds: Double) -> String? {
    let limit = Self.now - seconds
    return open.withLock { $0.values.first { $0.since <= limit }?.path }
  }

  /// Returns the result of `body` for a path; nil if the path must not be accessed.
  package func ask<Answer>(_ path: String, _ body: () -> Answer) -> Answer? {
    guard !isSilent(path) else { return nil }
    let thread = UInt(pthread_self())
    open.withLock { $0[thread] = Question(path: path, since: Self.now) }
    defer { _ = open.withLock { $0.removeValue(forKey: thread) } }
    return body()
  }

  private func isSilent(_ path: String) -> Bool {
    silent.contains {
      path.hasPrefix($0) && (path.utf8.count == $0.utf8.count || path.dropFirst($0.count).first == "/")
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
