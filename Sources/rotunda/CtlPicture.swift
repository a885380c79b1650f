import Glibc

/// The file that `rotunda ctl screenshot` has a picture written into: there when all of it is.
struct CtlPicture {
  /// Nil is standard output.
  private let path: String?

  init(_ path: String?) {
    self.path = path
  }

  /// Hands over a descriptor to write to.
  func take(_ shot: (Int32) throws(CtlClient.Failure) -> Void) throws(CtlClient.Failure) {
    guard let path else {
      guard isatty(STDOUT_FILENO) == 0 else {
        throw .onTerminal
      }
      return try shot(STDOUT_FILENO)
    }
    let draft = path + ".new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw Self.fault(path) }
    defer { close(descriptor) }
    do throws(CtlClient.Failure) {
      try shot(descriptor)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      throw Self.fault(path)
    }
  }

  private static func fault(_ path: String) -> CtlClient.Failure {
    .unwritable("\(path): \(String(cString: strerror(errno)))")
  }
}
