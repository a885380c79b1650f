import Glibc

/// The files below a directory of this machine.
public struct MachineTree: FileTree {
  /// Without a slash at its end; empty for the machine's own root.
  let root: String
  /// The largest file that is remembered, in bytes: all that setup replaces is settings.
  private static let largestFile = 1 << 20

  /// The tree below `root`.
  public init(root: String) {
    self.root = root.utf8.last == UInt8(ascii: "/") ? String(root.dropLast()) : root
  }

  /// What stands at a path, links unresolved.
  public func node(at path: String) -> TreeNode {
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
  public func leaves(below directory: String) -> [String] {
    names(in: directory).flatMap { name -> [String] in
      guard node(at: "\(directory)/\(name)") == .directory else { return [name] }
      return leaves(below: "\(directory)/\(name)").map { "\(name)/\($0)" }
    }
  }

  /// The names in a directory, in order.
  public func names(in directory: String) -> [String] {
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
}
