/// What looking up desktop entries and icons needs of a file system. Paths are absolute.
public protocol FileAccess: Sendable {
  /// What there is at `path`, links followed; nil when there is nothing that can be reached.
  func kind(of path: String) -> FileKind?
  /// The bytes of a regular file; nil when there is none, it cannot be read, or it has more than `limit` bytes.
  func contents(of path: String, limit: Int) -> [UInt8]?
  /// The names in a directory, without `.` and `..`, in no order; empty when it cannot be listed.
  func names(in directory: String) -> [String]
}

/// What a path leads to.
public enum FileKind: Hashable, Sendable {
  /// A regular file, and whether this process may execute it.
  case file(isExecutable: Bool)
  /// A directory.
  case directory
  /// A device, a socket, a pipe.
  case other

  /// Whether it is a regular file.
  public var isFile: Bool { if case .file = self { true } else { false } }
}
