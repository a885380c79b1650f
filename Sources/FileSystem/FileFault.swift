import Glibc

/// Why a file could not be read.
public enum FileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kernel refused.
  case failed(errno: Int32)
  /// It is a directory.
  case isDirectory
  /// It is a device, a socket or a pipe.
  case notRegular
  /// It has more bytes than were asked for.
  case tooLarge

  /// Whether there is simply no such file.
  public var isMissing: Bool {
    if case .failed(let code) = self { code == ENOENT || code == ENOTDIR } else { false }
  }

  /// The fault in a few words.
  public var description: String {
    switch self {
    case .failed(let code): strerror(code).flatMap { String(validatingCString: $0) } ?? "error \(code)"
    case .isDirectory: "is a directory, not a file"
    case .notRegular: "is not a regular file"
    case .tooLarge: "is too large"
    }
  }
}
