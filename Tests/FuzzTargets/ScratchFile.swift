import Glibc

/// A file without a name, for code that reads files by path.
struct ScratchFile {
  private let descriptor: Int32

  /// The file's path in this process.
  var path: String { "/proc/self/fd/\(descriptor)" }

  /// Creates an empty file, in memory if the system supports that.
  init() {
    var found: Int32 = -1
    for directory in ["/dev/shm", "/tmp"] where found < 0 {
      let path = "\(directory)/rotunda-fuzz-\(getpid())-\(UInt32.random(in: .min ... .max))"
      found = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      unlink(path)
    }
    rule(found >= 0, "no file can be created")
    descriptor = found
  }

  /// Replaces the file's content with `bytes`.
  func fill(_ bytes: [UInt8]) {
    let isDone = ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    rule(isDone, "the file does not hold \(bytes.count) bytes")
  }
}
