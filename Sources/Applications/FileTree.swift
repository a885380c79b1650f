import CLinux
import Glibc

/// Removes directories with all that is in them, whatever it is. Links are removed and never followed, and what is mounted
/// there is left alone.
nonisolated struct FileTree: Sendable {
  /// Directories deeper than this are left: no program makes them by accident.
  private static let deepest = 200

  /// Removes what is at `path`; whether nothing is left there.
  func remove(_ path: String) -> Bool {
    removeEntry(Array(path.utf8CString), of: AT_FDCWD, depth: 0)
  }

  /// The names in a directory; empty when there is none.
  func names(in directory: String) -> [String] {
    let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    return names(below: descriptor).compactMap { name in
      name.withUnsafeBufferPointer { String(validatingCString: $0.baseAddress.unsafelyUnwrapped) }
    }
  }

  private func removeEntry(_ name: [CChar], of parent: Int32, depth: Int) -> Bool {
    if unlinkat(parent, name, 0) == 0 || errno == ENOENT { return true }
    guard depth < Self.deepest else { return false }
    // A directory that nobody may enter.
    var directory = Self.open(name, of: parent, depth: depth)
    if directory < 0, errno == EACCES, fchmodat(parent, name, 0o700, 0) == 0 {
      directory = Self.open(name, of: parent, depth: depth)
    }
    guard directory >= 0 else { return false }
    fchmod(directory, 0o700)
    let inside = dup(directory)
    if inside >= 0 {
      for entry in names(below: directory) { _ = removeEntry(entry, of: inside, depth: depth + 1) }
      close(inside)
    } else {
      close(directory)
    }
    return unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT
  }

  private static func open(_ name: [CChar], of parent: Int32, depth: Int) -> Int32 {
    depth == 0
      ? openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      : clinux_open_directory_inside(parent, name)
  }

  /// What is in an open directory, which is closed.
  private func names(below descriptor: Int32) -> [[CChar]] {
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      // "." and "..", with their ends.
      if name != [46, 0], name != [46, 46, 0] { names.append(name) }
    }
    return names
  }
}
