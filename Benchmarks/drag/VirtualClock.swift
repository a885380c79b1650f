import Foundation

/// The time of a program that runs with `virtual-clock.so`.
final class VirtualClock {
  /// How far ahead of the real time it begins, in nanoseconds: no timer of the program expires meanwhile.
  private static let lead: UInt64 = 3_600_000_000_000

  private let time: UnsafeMutablePointer<UInt64>
  let path: String

  init(path: String) throws {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let size = MemoryLayout<UInt64>.size
    guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0,
      let page = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), page != MAP_FAILED
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    time = page.assumingMemoryBound(to: UInt64.self)
    // From a whole second on: samples are stamped in whole milliseconds, which would round otherwise in every run.
    now = (DispatchTime.now().uptimeNanoseconds + Self.lead) / 1_000_000_000 * 1_000_000_000
  }

  deinit { munmap(time, MemoryLayout<UInt64>.size) }

  /// Nanoseconds.
  var now: UInt64 {
    get { time.pointee }
    set { time.pointee = newValue }
  }
}
