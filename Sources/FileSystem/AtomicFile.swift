import Glibc

/// A file that always has either its old contents or its new ones, also when the power fails in between.
package struct AtomicFile: Sendable {
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

  /// Makes the directories above it where they are missing.
  package func makeDirectories() {
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
