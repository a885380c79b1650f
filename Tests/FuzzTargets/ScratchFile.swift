import Glibc

/// A file without a name, for what reads files by their paths.
struct ScratchFile {
  private let descriptor: Int32

  /// A path that leads to it, in this process.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// An empty file, in memory where there is a place for such files.
  init() {
    var found: Int32 = -1
    for directory in ["/dev/shm", "/tmp"] where found < 0 {
      let path = "\(directory)/rotunda-fuzz-\(getpid())-\(UInt32.random(in: .min ... .max))"
      found = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      unlink(path)
    }
    rule(found >= 0, "there is no place for a file")
    descriptor = found
  }

  /// Puts `bytes` in the place of what is in it.
  func fill(_ bytes: [UInt8]) {
    let isDone = ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    rule(isDone, "the file takes no \(bytes.count) bytes")
  }
}
