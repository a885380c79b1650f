import Glibc
import Logging
import Supervision

private let log = Log("session")

/// The directory of the session's files, accessible only to its user.
struct SessionFiles {
  let path: String

  /// The most bytes of the operator's additions to the compositor's configuration.
  private static let mostBytes = 1 << 16

  /// Creates the directory in the user's runtime directory if necessary. Returns nil if that fails.
  init?(runtimeDirectory: String?) {
    guard let runtimeDirectory, runtimeDirectory.hasPrefix("/") else {
      log.error("XDG_RUNTIME_DIR is not set: a compositor has no place for its socket")
      return nil
    }
    path = "\(runtimeDirectory)/rotunda-session"
    guard mkdir(path, 0o700) == 0 || (errno == EEXIST && Self.isOwnDirectory(path)) else {
      log.error("cannot use \(path): \(String(cString: strerror(errno)))")
      return nil
    }
  }

  private static func isOwnDirectory(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      errno = EPERM
      return false
    }
    return true
  }

  /// Replaces a file. Reports whether that succeeded.
  func write(_ file: CompositorPlan.File) -> Bool {
    let target = "\(path)/\(file.name)"
    unlink(target)
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      log.error("cannot write \(target): \(String(cString: strerror(errno)))")
      return false
    }
    defer { close(descriptor) }
    let bytes = Array(file.text.utf8)
    let count = Glibc.write(descriptor, bytes, bytes.count)
    if count != bytes.count { log.error("cannot write \(target)") }
    return count == bytes.count
  }

  /// Returns the text of a file from the operator; empty if it does not exist.
  static func additions(_ name: String?) -> String {
    guard let name else { return "" }
    let file = "/etc/rotunda/\(name)"
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno != ENOENT { log.warning("cannot read \(file): \(String(cString: strerror(errno)))") }
      return ""
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) + "\n"
  }
}
