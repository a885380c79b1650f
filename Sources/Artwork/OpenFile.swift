import Glibc

/// A regular file, open for reading until its owner goes away.
struct OpenFile: ~Copyable {
  let path: String
  /// Its length in bytes when it was opened.
  let byteCount: Int
  /// For handing over; what others read through it moves the place that is read from.
  let descriptor: Int32

  /// A regular file that is open already, from its beginning; its path is not known.
  init(duplicating other: Int32) throws(IconProblem) {
    var status = stat()
    let descriptor = dup(other)
    guard descriptor >= 0 else { throw .unreadable(path: "", reason: systemError()) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path: "")
    }
    path = ""
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
    seek(to: 0)
  }

  /// Opens what is a regular file, and nothing else: opening a device can have effects (a watchdog starts),
  /// and opening a pipe can wait for ever. Looks again once it is open, as the name may have changed hands.
  init(_ path: String) throws(IconProblem) {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else { throw .notAbsolute(path: path) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(path: path, reason: systemError()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemError()) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile(path: path)
    }
    self.path = path
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// What is read next begins there.
  func seek(to place: Int) { lseek(descriptor, place, SEEK_SET) }

  /// The next `limit` bytes; fewer only at the end.
  func read(atMost limit: Int) throws(IconProblem) -> [UInt8] {
    var failure: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while count < limit {
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), limit - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = systemError() }
        guard got > 0 else { break }
        count += got
      }
    }
    if let failure { throw .unreadable(path: path, reason: failure) }
    return bytes
  }
}

/// A system call's error in words, or that of the last one.
func systemError(_ code: Int32 = errno) -> String {
  var buffer = [CChar](repeating: 0, count: 128)
  guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
  return buffer.withUnsafeBufferPointer { text in text.baseAddress.map { String(cString: $0) } ?? "" }
}
