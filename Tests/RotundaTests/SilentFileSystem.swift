import Foundation

/// A file system that answers nothing, like one of a server that is down: FUSE without a program behind it.
final class SilentFileSystem {
  /// Whether one can be mounted here.
  static let isPossible = geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0

  let path: String
  private var descriptor: Int32

  /// Mounts it at a path, where there may be a directory.
  init(at path: String) throws {
    self.path = path
    mkdir(path, 0o755)
    descriptor = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    let options = "fd=\(descriptor),rootmode=40000,user_id=0,group_id=0,allow_other"
    guard descriptor >= 0, mount("silent", path, "fuse", 0, options) == 0 else {
      throw WaitTimeout(awaited: "a file system at \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// It is gone: those who wait get an error, and what was there before is there again.
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
