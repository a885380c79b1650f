import Glibc

extension MachineTree {
  /// Beside what it replaces until it is whole, so that a machine that loses power has the old or the new.
  private static let unfinished = ".rotunda-new"

  /// Puts something at a path, or takes away what stands there.
  public func put(_ node: TreeNode, at path: String) throws(SetupProblem) {
    let worked =
      switch node {
      case .absent, .other: remove(path)
      case .directory: (mkdir(root + path, 0o755) == 0 || errno == EEXIST) && syncDirectory(of: path)
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
    guard node(at: path) == .directory else {
      if unlink(root + path) == 0 { return syncDirectory(of: path) }
      return errno == ENOENT
    }
    if rmdir(root + path) == 0 { return syncDirectory(of: path) }
    return errno == ENOTEMPTY || errno == EEXIST
  }

  /// Waits until the names in the directory of a path are on the disk. Without that a power cut could keep a change and
  /// lose the record of what was there before.
  private func syncDirectory(of path: String) -> Bool {
    let directory = root + (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "")
    let descriptor = open(directory.isEmpty ? "/" : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Some file systems cannot do it, and say so.
    return fsync(descriptor) == 0 || errno == EINVAL
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
    return syncDirectory(of: path)
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
