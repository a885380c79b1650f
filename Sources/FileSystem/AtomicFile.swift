import Glibc

/// A file that always has either its complete old content or its complete new content, even after a power
/// failure.
package struct AtomicFile: Sendable {
  /// The readers of the file.
  package enum Access: Sendable {
    /// Only its owner.
    case owner
    /// All users that the process's file mode creation mask permits.
    case masked
    /// Everyone, regardless of the mask. New directories on the way are readable, too.
    case everybody
  }

  /// The message of `create` if the file already exists.
  package static let exists = String(cString: strerror(EEXIST))

  package let path: String
  private let access: Access

  package init(_ path: String, _ access: Access = .owner) {
    (self.path, self.access) = (path, access)
  }

  /// Returns the content if root or this user owns the file; nil if it does not exist, or if everyone can
  /// write it.
  package func read(limit: Int) -> [UInt8]? {
    guard let (bytes, ownership) = try? SystemFiles().readOwned(path, limit: limit),
      [FileOwnership.root, geteuid()].contains(ownership.owner), !ownership.isWritableByEveryone
    else { return nil }
    return bytes
  }

  package func remove() { unlink(path) }

  /// Writes the file, and creates missing parent directories. Returns the error, or nil.
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

  /// Writes a new file. Returns the error, or nil. Removes an incomplete file.
  package func create(with bytes: [UInt8]) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { return Self.lastError }
    defer { close(descriptor) }
    let failure = Self.put(bytes, into: descriptor)
    if failure != nil { unlink(path) }
    return failure
  }

  private var mode: mode_t { access == .masked ? 0o644 : 0o600 }

  /// Syncs the directory. The new name then survives a power failure.
  private func syncDirectory() {
    guard let slash = path.lastIndex(of: "/") else { return }
    let directory = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  /// Creates missing parent directories.
  package func makeDirectories() {
    var end = path.startIndex
    while let slash = path[path.index(after: end)...].firstIndex(of: "/") {
      let directory = String(path[..<slash])
      if mkdir(directory, 0o700) == 0, access == .everybody { chmod(directory, 0o755) }
      end = slash
    }
  }

  /// Writes all bytes, and waits until they are on the disk. Returns the error, or nil.
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
