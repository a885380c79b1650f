import Glibc

extension MachineTree {
  /// Beside what it replaces until it is whole, so that a machine that loses power has the old or the new.
  private static let unfinished = ".rotunda-new"

  /// Puts something at a path, or takes away what stands there.
  public func put(_ node: TreeNode, at path: String) throws(SetupProblem) {
    let worked =
      switch node {
      case .absent, .other: remove(path)
      case .directory: mkdir(root + path, 0o755) == 0 || errno == EEXIST
      case .link(let target): replace(path) { symlink(target, $0) == 0 }
      case .file(let contents, let permissions): replace(path) { Self.write(contents, permissions, to: $0) }
      }
    guard worked else { throw .failed(path: path, reason: Self.reason(errno)) }
  }

  /// Makes a directory and those that lead to it.
  func makeDirectories(_ path: String) throws(SetupProblem) {
    var directory = ""
    for name in path.split(separator: "/") {
      directory += "/" + name
      try put(.directory, at: directory)
    }
  }

  /// The kernel's word for an error.
  static func reason(_ code: Int32) -> String {
    strerror(code).flatMap { String(validatingCString: $0) } ?? "error \(code)"
  }

  /// A directory that others have put something into stays.
  private func remove(_ path: String) -> Bool {
    guard node(at: path) == .directory else { return unlink(root + path) == 0 || errno == ENOENT }
    return rmdir(root + path) == 0 || errno == ENOTEMPTY || errno == EEXIST
  }

  private func replace(_ path: String, make: (String) -> Bool) -> Bool {
    let new = root + path + Self.unfinished
    unlink(new)
    guard make(new), rename(new, root + path) == 0 else {
      let code = errno
      unlink(new)
      errno = code
      return false
    }
    return true
  }

  private static func write(_ contents: [UInt8], _ permissions: UInt32, to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = contents[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return fchmod(descriptor, permissions) == 0 && fsync(descriptor) == 0
  }
}
