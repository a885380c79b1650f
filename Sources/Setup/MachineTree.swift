import Glibc

/// What stands at a path of a file tree.
package enum TreeNode: Hashable, Sendable {
  case absent
  case directory
  /// A regular file, with its permission bits.
  case file(contents: [UInt8], permissions: UInt32)
  /// A symbolic link, unresolved.
  case link(to: String)
  /// A device, a socket, a file that is too large: nothing that setup would replace.
  case other

  /// A regular file of text that everybody may read.
  static func text(_ text: String) -> TreeNode { .file(contents: Array(text.utf8), permissions: 0o644) }

  /// Whether a link to a unit means the same as another, whichever of the directories it names that are one
  /// and the same (`/lib` and `/usr/lib`).
  func meansTheSame(as other: TreeNode) -> Bool {
    guard case .link(let mine) = self, case .link(let others) = other else { return self == other }
    return mine.split(separator: "/").last == others.split(separator: "/").last
  }
}

/// A file tree to look at: a machine's own, that of an image, or one that a test made up.
package protocol FileTree {
  /// What stands at an absolute path, which is taken from the tree's root.
  func node(at path: String) -> TreeNode
  /// The names in a directory, links to directories followed; none when there is no such directory.
  func names(in directory: String) -> [String]
  /// Every path below a directory that is no directory itself, relative to it, in order.
  func leaves(below directory: String) -> [String]
}

/// The files below a directory of this machine.
package struct MachineTree: FileTree {
  /// Without a slash at its end; empty for the machine's own root.
  let root: String
  /// The largest file that is remembered, in bytes: all that setup replaces is settings.
  private static let largestFile = 1 << 20

  package init(root: String) {
    self.root = root.utf8.last == UInt8(ascii: "/") ? String(root.dropLast()) : root
  }

  /// What stands at a path, links unresolved.
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

  /// Every path below a directory that is no directory itself, in order.
  package func leaves(below directory: String) -> [String] {
    names(in: directory).flatMap { name -> [String] in
      guard node(at: "\(directory)/\(name)") == .directory else { return [name] }
      return leaves(below: "\(directory)/\(name)").map { "\(name)/\($0)" }
    }
  }

  /// The names in a directory, in order.
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

  /// Beside what it replaces until it is whole, so that a machine that loses power has the old or the new.
  private static let unfinished = ".rotunda-new"

  /// Puts something at a path, or takes away what stands there.
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

  /// Waits until the names in the directory of a path are on the disk. Without that a power cut could keep a
  /// change and lose the record of what was there before.
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
