import Foundation

/// A file system that never answers, like a network file system whose server is down: FUSE without a server
/// program.
final class SilentFileSystem {
  /// Whether this machine can mount one.
  static let isPossible = geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0

  let path: String
  private var descriptor: Int32

  /// Mounts the file system at a path, where a directory may exist.
  init(at path: String) throws {
    self.path = path
    mkdir(path, 0o755)
    descriptor = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    let options = "fd=\(descriptor),rootmode=40000,user_id=0,group_id=0,allow_other"
    guard descriptor >= 0, mount("silent", path, "fuse", 0, options) == 0 else {
      throw WaitTimeout(awaited: "a file system at \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Removes the file system. Waiting callers get an error, and the previous content returns.
  func end() {
    guard descriptor >= 0 else { return }
    umount2(path, Int32(MNT_DETACH))
    close(descriptor)
    descriptor = -1
  }

  deinit {
    end()
  }
}
