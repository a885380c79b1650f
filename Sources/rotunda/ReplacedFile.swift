import Glibc

/// A file that always has either its old words or its new ones, also when the power fails in between.
nonisolated struct ReplacedFile: Sendable {
  private let path: String
  /// Whether everybody may read it, and find it in the directories that are made for it.
  private let isPublic: Bool

  init(_ path: String, isPublic: Bool = false) {
    (self.path, self.isPublic) = (path, isPublic)
  }

  /// Writes it, and the directories above it where they are missing; returns what went wrong.
  func write(_ bytes: [UInt8], mode: mode_t = 0o600) -> String? {
    makeDirectories()
    let draft = path + ".new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else { return Self.lastError }
    // Whatever the process lets others do elsewhere.
    if isPublic { fchmod(descriptor, 0o644) }
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
      if mkdir(directory, 0o700) == 0, isPublic { chmod(directory, 0o755) }
      end = slash
    }
  }

  /// Writes all of it, and waits until it is on the disk; returns what went wrong.
  static func put(_ bytes: [UInt8], into descriptor: Int32) -> String? {
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
