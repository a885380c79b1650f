import Glibc

/// The node at a path of a file tree.
package enum TreeNode: Hashable, Sendable {
  case absent
  case directory
  /// A regular file, with its permission bits.
  case file(contents: [UInt8], permissions: UInt32)
  /// A symbolic link, not resolved.
  case link(to: String)
  /// A device, a socket, or a file that is too large: setup never replaces these.
  case other

  /// Returns a regular text file that everyone can read.
  static func text(_ text: String) -> TreeNode { .file(contents: Array(text.utf8), permissions: 0o644) }

  /// Reports whether a link to a unit is equivalent to another: they may name different paths of the same
  /// directory (`/lib` and `/usr/lib`).
  func meansTheSame(as other: TreeNode) -> Bool {
    guard case .link(let mine) = self, case .link(let others) = other else { return self == other }
    return mine.split(separator: "/").last == others.split(separator: "/").last
  }
}

/// A file tree to inspect: a machine's own, an image's, or a test's.
package protocol FileTree {
  /// Returns the node at an absolute path within the tree.
  func node(at path: String) -> TreeNode
  /// Returns the names in a directory, and follows links to directories; empty if it does not exist.
  func names(in directory: String) -> [String]
  /// Returns all paths of non-directories below a directory, relative to it and sorted.
  func leaves(below directory: String) -> [String]
}

/// The files below a directory of this machine.
package struct MachineTree: FileTree {
  /// The root directory, without a trailing slash; empty for the machine's own root.
  let root: String
  /// The size limit in bytes of a file to remember: setup replaces only settings.
  private static let largestFile = 1 << 20

  package init(root: String) {
    self.root = root.utf8.last == UInt8(ascii: "/") ? String(root.dropLast()) : root
  }

  /// Returns the node at a path, without resolving links.
  package func node(at path: String) -> TreeNode {
    var status = stat()
    guard lstat(root + path, &status) == 0 else { return .absent }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .directory
    case S_IFLNK: return target(of: path).map(TreeNode.link) ?? .other
    case S_IFREG:
      guard let contents = contents(of: path) else { return .other }
      return .file(contents: contents, permissions: status.st_mode & 0o7777)
    default: return .other
    }
  }

  /// Returns all paths of non-directories below a directory, sorted.
  package func leaves(below directory: String) -> [String] {
    names(in: directory).flatMap { name -> [String] in
      guard node(at: "\(directory)/\(name)") == .directory else { return [name] }
      return leaves(below: "\(directory)/\(name)").map { "\(name)/\($0)" }
    }
  }

  /// Returns the names in a directory, sorted.
  package func names(in directory: String) -> [String] {
    guard let stream = opendir(root + directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func target(of path: String) -> String? {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(root + path, &characters, characters.count)
    guard count >= 0 else { return nil }
    return String(validating: characters.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func contents(of path: String) -> [UInt8]? {
    let descriptor = open(root + path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= Self.largestFile {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
    return nil
  }

  /// The suffix of an incomplete replacement: after a power failure, the machine has the old or the new file.
  private static let unfinished = ".rotunda-new"

  /// Puts a node at a path, or removes what is there.
  package func put(_ node: TreeNode, at path: String) throws(SetupProblem) {
    let worked =
      switch node {
      case .absent, .other: remove(path)
      case .directory: (mkdir(root + path, 0o755) == 0 || errno == EEXIST) && syncDirectory(of: path)
      case .link(let target): replace(path) { symlink(target, $0) == 0 }
      case .file(let contents, let permissions): replace(path) { Self.write(contents, permissions, to: $0) }
      }
    guard worked else { throw .failed(path: path, reason: Self.reason(errno)) }
  }

  /// Creates a directory and its ancestors.
  func makeDirectories(_ path: String) throws(SetupProblem) {
    var directory = ""
    for name in path.split(separator: "/") {
      directory += "/" + name
      try put(.directory, at: directory)
    }
  }

  /// Returns the system's text for an errno.
  static func reason(_ code: Int32) -> String {
    strerror(code).flatMap { String(validatingCString: $0) } ?? "error \(code)"
  }

  /// Removes a node. Keeps a directory that others use.
  private func remove(_ path: String) -> Bool {
    guard node(at: path) == .directory else {
      if unlink(root + path) == 0 { return syncDirectory(of: path) }
      return errno == ENOENT
    }
    if rmdir(root + path) == 0 { return syncDirectory(of: path) }
    return errno == ENOTEMPTY || errno == EEXIST
  }

  /// Waits until the names in a path's directory are on the disk. Otherwise a power failure could keep a
  /// change but lose the record of the earlier state.
  private func syncDirectory(of path: String) -> Bool {
    let directory = root + (path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "")
    let descriptor = open(directory.isEmpty ? "/" : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Some file systems do not support this, and return EINVAL.
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
