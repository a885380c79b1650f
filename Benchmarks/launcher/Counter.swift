import Foundation

/// What `counter.so` counts in a program.
final class Counter {
  struct Counts {
    var blocks: UInt64 = 0
    var drawCalls: UInt64 = 0
    var programs: UInt64 = 0
  }

  private let counts: UnsafeMutablePointer<Counts>
  /// For the program.
  let environment: [String: String]

  init(library: String, path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let size = MemoryLayout<Counts>.size
    guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0,
      let page = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), page != MAP_FAILED
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    counts = page.assumingMemoryBound(to: Counts.self)
    environment = ["LD_PRELOAD": library, "COUNTER": path]
  }

  deinit { munmap(counts, MemoryLayout<Counts>.size) }

  var now: Counts { counts.pointee }
}
