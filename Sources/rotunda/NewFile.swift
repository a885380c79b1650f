import Glibc

/// A file that is written only where there is none.
nonisolated struct NewFile: Sendable {
  /// What `write` says when there is one already.
  static let exists = String(cString: strerror(EEXIST))

  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// Writes it; returns what went wrong. What could not be written as a whole is not left behind.
  func write(_ bytes: [UInt8]) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return String(cString: strerror(errno)) }
    defer { close(descriptor) }
    let failure = ReplacedFile.put(bytes, into: descriptor)
    if failure != nil { unlink(path) }
    return failure
  }
}
